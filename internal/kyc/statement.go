package kyc

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"rento/internal/fault"
	"rento/internal/jobs"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// statementState is the state of reading a statement.
type statementState string

// The states of a statement.
const (
	statementWaiting    statementState = "waiting" // for its password, or for the customer at the bank
	statementProcessing statementState = "processing"
	statementDone       statementState = "done"
	statementFailed     statementState = "failed"
)

// What a bank statement must show: a number of months, and a minimum average balance if there is no
// salary.
const (
	askedMonths  = 6
	leastMonths  = 3
	leastBalance = 5_000 * money.Rupee
)

// StatementPlace identifies a statement. DocumentID is our id, EntityID the provider's.
type StatementPlace struct {
	DocumentID int64
	EntityID   string
	Name       string
	URL        string // of the bank's page, for net banking
}

// BankURL starts the customer's visit to their bank on the provider's page. Faults: 409 if it is
// not this step's turn, 502 if the provider did not answer.
func (s *Service) BankURL(ctx context.Context, customerID int64) (StatementPlace, error) {
	t, session, err := s.openSession(ctx, customerID, true)
	if err != nil {
		return StatementPlace{}, err
	}
	place := StatementPlace{DocumentID: s.ids.Next(), EntityID: session.ID, URL: session.URL}
	err = s.change(ctx, customerID, func(c *change) error { return c.addStatement(t, place, FromNetBanking) })
	return place, err
}

// UploadStatement stores a statement as a PDF. ReadStatement then has it read. Faults: 409 if it is
// not this step's turn, 413 and 415 for the file, 502 if the provider did not answer.
func (s *Service) UploadStatement(ctx context.Context, customerID int64, f File) (StatementPlace, error) {
	if s.statements == nil {
		return StatementPlace{}, notConnected()
	}
	if err := s.mayBring(ctx, customerID, Upload{Step: BankDetails}); err != nil {
		return StatementPlace{}, err
	}
	file, err := s.readFile(ctx, f)
	if err != nil {
		return StatementPlace{}, err
	}
	if file.scan.Type != typePDF {
		return StatementPlace{}, fault.Unsupported("kyc.statement_not_pdf", "Please choose your bank statement as a PDF.")
	}
	t, session, err := s.openSession(ctx, customerID, false)
	if err != nil {
		return StatementPlace{}, err
	}
	held := s.placeForFile()
	var loaded Case
	err = s.change(ctx, customerID, func(c *change) error {
		loaded = c.Case
		return c.planFile(held.id, held.key)
	})
	if err != nil {
		return StatementPlace{}, err
	}
	if err := s.putFile(ctx, loaded, held, file.scan.Data); err != nil {
		return StatementPlace{}, err
	}
	place := StatementPlace{DocumentID: held.id, EntityID: session.ID, Name: file.name}
	err = s.change(ctx, customerID, func(c *change) error {
		if err := c.addFile(BankDetails, provider.Whole, held, file.name, file.scan); err != nil {
			return err
		}
		return c.addStatement(t, place, FromPDF)
	})
	return place, err
}

// openSession starts a try of the statement with a session at the provider.
func (s *Service) openSession(ctx context.Context, customerID int64, netBanking bool) (tryOf, provider.StatementSession, error) {
	if s.statements == nil {
		return tryOf{}, provider.StatementSession{}, notConnected()
	}
	var t tryOf
	var mobile string
	err := s.change(ctx, customerID, func(c *change) error {
		if err := c.open(BankDetails); err != nil {
			return err
		}
		attempt, err := c.try(BankDetails, StepUploaded, "session opened", func(d *Details) { *d = Details{Alternate: d.Alternate} })
		t, mobile = tryOf{customerID, BankDetails, attempt}, c.customer.Mobile
		return err
	})
	if err != nil {
		return t, provider.StatementSession{}, err
	}
	today := s.today()
	session, err := s.statements.CreateSession(ctx, provider.SessionRequest{
		Reference: t.reference(), Mobile: mobile, From: today.AddMonths(-askedMonths).MonthStart(), To: today, NetBanking: netBanking, ReturnURL: s.returnTo + "?from=bank",
	})
	if err != nil {
		return t, session, fault.Provider(err)
	}
	return t, session, nil
}

// addStatement stores a statement that a provider will read.
func (c *change) addStatement(t tryOf, place StatementPlace, from Source) error {
	r := c.Steps[BankDetails]
	if r.Attempt != t.Attempt {
		return fault.Conflict("kyc.step_processing", "This is being checked. Please wait a moment.")
	}
	r.Details.Source, r.Details.DocumentID, r.Details.EntityID, r.changed = from, place.DocumentID, place.EntityID, true
	c.Steps[BankDetails] = r
	err := c.tx.KycStatementPut(c.ctx, db.KycStatementPutParams{
		CustomerID: c.CustomerID, ID: place.DocumentID, EntityID: place.EntityID, Source: string(from), State: string(statementWaiting), Attempt: t.Attempt, CreatedAt: c.s.now(),
	})
	if err != nil {
		return fmt.Errorf("kyc: keep a statement: %w", err)
	}
	return c.record("kyc_statement_begun", "kyc/"+string(BankDetails))
}

// statement is a statement of the customer, or a 404.
func statement(ctx context.Context, q *db.Queries, customerID, id int64) (db.KycStatement, error) {
	row, err := q.KycStatement(ctx, customerID, id)
	if store.IsNone(err) {
		return row, fault.NotFound("kyc.statement_not_found", "This bank statement does not exist.")
	}
	if err != nil {
		return row, fmt.Errorf("kyc: statement: %w", err)
	}
	return row, nil
}

// statementRefusal is the error for a statement that cannot be read.
func statementRefusal(reason Reason) error {
	if reason == Reason(provider.PasswordIncorrect) {
		return fault.Invalid("kyc.password_wrong", "password", "The password of the PDF is not right. Please enter it again.").WithExtra("reason", string(reason))
	}
	return fault.Invalid("kyc.statement_refused", "documentId", "This bank statement could not be read. Please upload another one, as your bank gives it out.").WithExtra("reason", string(reason))
}

// ReadStatement passes an uploaded statement to the provider, with the password of the PDF, which
// is never stored. Calling it again while the statement is being read changes nothing. Faults: 404
// for a statement that is not the customer's, 422 for a wrong password and for a file that cannot
// be read, 502 if the provider did not answer.
func (s *Service) ReadStatement(ctx context.Context, customerID, id int64, password string) error {
	row, err := statement(ctx, s.store.Queries(), customerID, id)
	if err != nil {
		return err
	}
	if s.statements == nil {
		return notConnected()
	}
	if Source(row.Source) != FromPDF {
		return fault.NotFound("kyc.statement_not_found", "This bank statement does not exist.")
	}
	switch statementState(row.State) {
	case statementProcessing, statementDone:
		return nil
	case statementFailed:
		return statementRefusal(Reason(row.Reason))
	case statementWaiting:
	}
	c, err := s.Of(ctx, customerID)
	if err != nil {
		return err
	}
	if err := (&change{Case: c}).takes(); err != nil {
		return err
	}
	document, err := s.store.Queries().KycDocument(ctx, customerID, id)
	if store.IsNone(err) {
		return fault.NotFound("kyc.statement_not_found", "This bank statement does not exist.")
	}
	if err != nil {
		return fmt.Errorf("kyc: document: %w", err)
	}
	pdf, err := s.bytesOf(ctx, c, document)
	if err != nil {
		return err
	}
	_, err = s.statements.Upload(ctx, provider.StatementUpload{SessionID: row.EntityID, PDF: pdf, Password: password})
	refused := Reason(provider.RefusalOf(err))
	switch {
	case refused == Reason(provider.PasswordIncorrect):
		return statementRefusal(refused) // the customer may try another password
	case refused == Reason(provider.DuplicateStatement):
		// An earlier upload arrived, but its answer was lost.
	case refused != "":
		return s.failStatement(ctx, row, refused)
	case err != nil:
		return fault.Provider(err)
	}
	if err := s.statements.StartProcessing(ctx, row.EntityID); err != nil {
		if refused := Reason(provider.RefusalOf(err)); refused != "" {
			return s.failStatement(ctx, row, refused)
		}
		return fault.Provider(err)
	}
	return s.beginReading(ctx, row)
}

// beginReading records that the provider is reading a statement, and schedules the job that follows
// it.
func (s *Service) beginReading(ctx context.Context, row db.KycStatement) error {
	return s.change(ctx, row.CustomerID, func(c *change) error {
		if err := c.putStatement(row, statementProcessing, ""); err != nil {
			return err
		}
		if err := c.record("kyc_statement_handed_over", "kyc/"+string(BankDetails)); err != nil {
			return err
		}
		if r := c.Steps[BankDetails]; r.Attempt == row.Attempt && r.State == StepUploaded && c.State == InProgress {
			if err := c.moveStep(BankDetails, StepProcessing, "", "is read", nil); err != nil {
				return err
			}
		}
		return s.jobs.Enqueue(c.ctx, c.tx, jobs.Job{
			Kind: jobReadStatement, Key: strconv.FormatInt(row.ID, 10), Payload: jobs.CustomerRow{CustomerID: row.CustomerID, ID: row.ID}, RunAt: s.clock.Now().Add(followGap),
		})
	})
}

func (c *change) putStatement(row db.KycStatement, state statementState, reason Reason) error {
	err := c.tx.KycStatementPut(c.ctx, db.KycStatementPutParams{
		CustomerID: c.CustomerID, ID: row.ID, EntityID: row.EntityID, Source: row.Source, State: string(state), Attempt: row.Attempt, Reason: string(reason),
		AskedAt: row.AskedAt, CreatedAt: row.CreatedAt,
	})
	if err != nil {
		return fmt.Errorf("kyc: keep a statement: %w", err)
	}
	return nil
}

// failStatement records that a statement cannot be read, and returns the refusal.
func (s *Service) failStatement(ctx context.Context, row db.KycStatement, reason Reason) error {
	err := s.change(ctx, row.CustomerID, func(c *change) error {
		if err := c.putStatement(row, statementFailed, reason); err != nil {
			return err
		}
		return c.find(BankDetails, row.Attempt, finding{state: StepRejected, reason: reason}, "statement refused")
	})
	if err != nil {
		return err
	}
	return statementRefusal(reason)
}

// How often the provider is asked about a statement: at most once per askGap for a customer who
// polls, otherwise by a job every followGap, up to followTime.
const (
	askGap     = 2 * time.Second
	followGap  = 30 * time.Second
	followTime = 24 * time.Hour

	jobReadStatement = "kyc.read_statement"
)

// Predicted says whether the statement has been read. The answer comes from our own row; the
// provider is asked at most once in two seconds. Faults: 404 for a statement that is not the
// customer's, 422 for a statement that could not be read, 502 if the provider did not answer.
func (s *Service) Predicted(ctx context.Context, customerID, id int64, entityID string) (bool, error) {
	row, err := statement(ctx, s.store.Queries(), customerID, id)
	if err != nil {
		return false, err
	}
	if row.EntityID != entityID {
		return false, fault.NotFound("kyc.statement_not_found", "This bank statement does not exist.")
	}
	if row, err = s.askStatement(ctx, row); err != nil {
		return false, err
	}
	if statementState(row.State) == statementFailed {
		return false, statementRefusal(Reason(row.Reason))
	}
	return statementState(row.State) == statementDone, nil
}

// readStatement follows a statement when the customer does not poll.
func (s *Service) readStatement(ctx context.Context, of jobs.CustomerRow) error {
	row, err := statement(ctx, s.store.Queries(), of.CustomerID, of.ID)
	if err != nil {
		return err
	}
	if row, err = s.askStatement(ctx, row); err != nil {
		return err
	}
	if s.now() > row.CreatedAt.Add(followTime) && statementState(row.State) == statementProcessing {
		if err := s.failStatement(ctx, row, Reason(provider.SessionGone)); fault.Of(err) == nil {
			return err
		}
		return nil
	}
	if statementState(row.State) == statementProcessing {
		return jobs.Later(followGap)
	}
	return nil
}

// askStatement asks the provider for the progress, and processes the answer. It does not ask if the
// provider was asked just now, or if nothing more is expected.
func (s *Service) askStatement(ctx context.Context, row db.KycStatement) (db.KycStatement, error) {
	state := statementState(row.State)
	waitsAtBank := state == statementWaiting && Source(row.Source) == FromNetBanking
	if s.statements == nil || state != statementProcessing && !waitsAtBank {
		return row, nil
	}
	mine := false
	err := s.change(ctx, row.CustomerID, func(c *change) error { // only the request that updates AskedAt asks
		mine = false
		newest, err := statement(c.ctx, c.tx.Queries, row.CustomerID, row.ID)
		if err != nil {
			return err
		}
		row = newest
		if now := s.now(); row.State == string(state) && row.AskedAt.Add(askGap) <= now {
			mine, row.AskedAt = true, now
			return c.putStatement(row, state, Reason(row.Reason))
		}
		return nil
	})
	if err != nil || !mine {
		return row, err
	}
	if waitsAtBank {
		err := s.statements.StartProcessing(ctx, row.EntityID)
		if provider.RefusalOf(err) == provider.NothingUploaded {
			return row, nil // the customer is at the bank, or has left it
		}
		if err != nil {
			return row, s.statementError(ctx, row, err)
		}
		if err := s.beginReading(ctx, row); err != nil {
			return row, err
		}
	}
	progress, err := s.statements.Progress(ctx, row.EntityID)
	if err == nil && progress == provider.StatementsProcessing {
		row.State = string(statementProcessing)
		return row, nil
	}
	var result provider.StatementResult
	if err == nil {
		result, err = s.statements.Result(ctx, row.EntityID)
	}
	if err != nil {
		return row, s.statementError(ctx, row, err)
	}
	row.State = string(statementDone)
	return row, s.change(ctx, row.CustomerID, func(c *change) error {
		if err := c.putStatement(row, statementDone, ""); err != nil {
			return err
		}
		if err := c.record("kyc_statement_read", "kyc/"+string(BankDetails)); err != nil {
			return err
		}
		return c.find(BankDetails, row.Attempt, c.readingOf(result), "statement read")
	})
}

// statementError records a refusal. Every other error is returned as the provider's.
func (s *Service) statementError(ctx context.Context, row db.KycStatement, err error) error {
	if refused := Reason(provider.RefusalOf(err)); refused != "" {
		return s.failStatement(ctx, row, refused)
	}
	return fault.Provider(err)
}

// readingOf is what a statement shows about the customer. If it shows too little, a second
// statement is requested, once.
func (c *change) readingOf(r provider.StatementResult) finding {
	f := finding{state: StepVerified, set: func(d *Details) {
		d.Name, d.Bank, d.Account, d.Months, d.Alternate = r.Holder, r.Bank, r.Account, len(r.Months), false
	}}
	name := c.Steps[PANCard].Details.Name
	if name == "" {
		name = c.customer.FullName
	}
	var thin Reason
	switch {
	case MatchNames(name, r.Holder) < NameNear:
		thin = ReasonHolderDiffers
	case len(r.Months) < leastMonths:
		thin = ReasonFewMonths
	case r.Salary == 0 && r.AverageBalance < leastBalance:
		thin = ReasonLowIncome
	}
	switch {
	case r.Fraud:
		f.state, f.reason = StepNeedsReview, ReasonAltered
	case thin != "" && c.Steps[BankDetails].Details.Alternate:
		f.state, f.reason = StepNeedsReview, thin
	case thin != "":
		set := f.set
		f.state, f.reason, f.set = StepUploaded, thin, func(d *Details) {
			set(d)
			d.Alternate = true
		}
	}
	return f
}
