package payment

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"rento/internal/account"
	"rento/internal/alert"
	"rento/internal/audit"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// A bank transfer is entered whole as money in suspense, and matched from there. So each line of the
// bank's statement is one entry, and what nobody has matched yet is in suspense.

// The source types of the entries of bank transfers. What a transfer paid is entered as a payment of
// transferGateway.
const (
	sourceTransfer         = "bank_transfer"
	sourceTransferReturned = "bank_transfer_returned"
	sourceTransferRemoved  = "bank_transfer_removed"
	sourceTaxDeducted      = "tax_deducted"

	transferGateway = "bank_transfer"
	transferMethod  = "Bank transfer"

	// paidByTransfer and taxAtSource describe the entries of what a transfer paid.
	paidByTransfer = "Payment received by bank transfer"
	taxAtSource    = "Tax deducted at source"

	// unmatchedAlert is raised while something of a transfer waits in suspense. Its subject is the UTR.
	unmatchedAlert = "bank_transfer_unmatched"
)

// BankTransferInput is a transfer as the bank's statement has it, and what it pays. Amounts are in paise.
type BankTransferInput struct {
	// UTR is the bank's reference: 12 to 22 letters and digits, under which it is recorded once.
	UTR    string
	PaidOn calendar.Date
	Amount money.Paise
	TransferMatch
}

// TransferMatch says what a transfer pays.
type TransferMatch struct {
	// CustomerID is 0 if nobody knows who has paid, or if Invoices say it.
	CustomerID int64
	// Invoices are the numbers that the payer has named, all of one customer. Without any, what is
	// due first is paid first, late fees last.
	Invoices []string
	// TaxDeducted is the income tax that the payer has deducted at source beside the amount.
	TaxDeducted money.Paise
}

// BankTransfer is a recorded bank transfer. Amounts are in paise; Unmatched waits in suspense.
type BankTransfer struct {
	UTR                                  string
	CustomerID                           int64 // who has sent it, 0 while nobody knows
	PaidOn                               calendar.Date
	Amount, Matched, Returned, Unmatched money.Paise
	Matches                              []Matched
}

// Matched is what a transfer paid of a customer, under one receipt. TaxDeducted paid the same
// invoices, but was not received.
type Matched struct {
	CustomerID, TransactionID int64
	Amount, TaxDeducted       money.Paise
	Used                      []billing.Paid
}

var utr = regexp.MustCompile(`^[A-Z0-9]*[0-9][A-Z0-9]*$`)

// The bounds of a UTR in characters: 12 for IMPS and UPI, 16 for NEFT, 22 for RTGS.
const (
	shortestUTR = 12
	longestUTR  = 22
)

func cleanUTR(text string) (string, error) {
	text = strings.ToUpper(strings.TrimSpace(text))
	if len(text) < shortestUTR || len(text) > longestUTR || !utr.MatchString(text) {
		return "", fault.Invalid("bank_transfer.utr_invalid", "utr", "Please give the bank's reference (UTR) of the transfer: 12 to 22 letters and digits.")
	}
	return text, nil
}

// oldestTransfer is how many days ago a transfer may have been made when it is recorded. Money of an
// earlier day takes late fees back, and an earlier day is most often a mistyped year.
const oldestTransfer = 180

// RecordBankTransfer enters a bank transfer and matches it with open invoices and late fees. What it
// does not pay, or all of it if nobody knows who has paid, waits in suspense with an alert, for
// MatchBankTransfer or ReturnBankTransfer. To record the same transfer again changes nothing.
//
// Faults: 422 for a UTR that cannot be one, a day in the future or long ago, an invoice of another
// customer, or more tax than a fifth of the whole or than is open. 404 for a customer or an invoice
// that does not exist. 409 if the UTR is recorded with other facts.
func (s *Service) RecordBankTransfer(ctx context.Context, in BankTransferInput) (BankTransfer, error) {
	var err error
	if in.UTR, err = cleanUTR(in.UTR); err != nil {
		return BankTransfer{}, err
	}
	to, err := s.payerOf(ctx, in.TransferMatch)
	if err != nil {
		return BankTransfer{}, err
	}
	err = s.writeTransfer(ctx, to.customerID, func(ctx context.Context, tx *store.Tx) error {
		added, err := tx.PaymentTransferAdd(ctx, db.PaymentTransferAddParams{
			Utr: in.UTR, CustomerID: to.customerID, PaidOn: in.PaidOn, AmountPaise: in.Amount, CreatedAt: s.now(),
		})
		if err != nil {
			return fmt.Errorf("payment: record transfer: %w", err)
		}
		row, err := tx.PaymentTransfer(ctx, in.UTR)
		if err != nil {
			return fmt.Errorf("payment: read transfer: %w", err)
		}
		if added == 0 {
			return saysTheSame(ctx, tx.Queries, row, in, to)
		}
		if err := s.checkDay(in.PaidOn); err != nil {
			return err
		}
		return s.enterTransfer(ctx, tx, row, to)
	})
	if err != nil {
		return BankTransfer{}, err
	}
	return s.transfer(ctx, in.UTR)
}

func (s *Service) checkDay(paidOn calendar.Date) error {
	switch today := calendar.Today(s.clock); {
	case paidOn.After(today):
		return fault.Invalid("bank_transfer.day_to_come", "paidOn", "The day of the transfer must not be after today.")
	case paidOn.Before(today.AddDays(-oldestTransfer)):
		return fault.Invalid("bank_transfer.day_long_ago", "paidOn", "This day is more than {days} days ago. Please check the year of the transfer.", fault.With("days", oldestTransfer))
	}
	return nil
}

// saysTheSame compares a transfer that is recorded already with what is said of it once more. The
// fault says in what they differ and what to do. What is left out now is no difference.
func saysTheSame(ctx context.Context, q *db.Queries, row db.BankTransfer, in BankTransferInput, to payer) error {
	if row.PaidOn != in.PaidOn || row.AmountPaise != in.Amount {
		return fault.Conflict("bank_transfer.recorded_otherwise", "This transfer is recorded already, with {amount} rupees of {day}. If that is wrong, take back what it paid (unmatchBankTransfer), strike it (removeBankTransfer) and record it anew.",
			fault.With("amount", row.AmountPaise.Decimal()), fault.With("day", row.PaidOn))
	}
	if to.customerID == 0 {
		return nil
	}
	matches, err := matchesOf(ctx, q, row.Utr, to.customerID)
	if err != nil {
		return err
	}
	if row.CustomerID != to.customerID && len(matches) == 0 {
		return fault.Conflict("bank_transfer.recorded_of_another", "This transfer is recorded already, but not as one of this customer. Match what is left of it (matchBankTransfer), or take back first what it paid of another customer (unmatchBankTransfer).")
	}
	if err := paidTheSame(ctx, q, row, to, matches); err != nil {
		return err
	}
	_, tax := sumOf(matches)
	if to.tax > 0 && to.tax != tax && !slices.ContainsFunc(matches, func(m db.BankTransferMatch) bool { return m.TaxPaise == to.tax }) {
		return fault.Conflict("bank_transfer.recorded_with_tax", "This transfer is recorded already, with {amount} rupees of tax deducted. Tax that the payer tells later is booked with matchBankTransfer; other tax only after unmatchBankTransfer.", fault.With("amount", tax.Decimal()))
	}
	return nil
}

// paidTheSame checks that a recorded transfer has used its money for the invoices that are named now.
// Money that ran short before the last of them is no difference, nor is an invoice of which nothing
// was open.
func paidTheSame(ctx context.Context, q *db.Queries, row db.BankTransfer, to payer, matches []db.BankTransferMatch) error {
	paid := map[string]bool{}
	for _, m := range matches {
		used, err := billing.UsedFor(ctx, q, m.CustomerID, m.TransactionID)
		if err != nil {
			return err
		}
		for _, u := range used {
			paid[u.Number] = true
		}
	}
	some, other := len(matches) == 0, ""
	for _, id := range to.invoices {
		i, open, err := billing.Owed(ctx, q, to.customerID, id)
		if err != nil {
			return err
		}
		if paid[i.Number] {
			some = true
		} else if other == "" || open > 0 {
			other = i.Number
			if open > 0 && unmatched(row) > 0 {
				return recordedForOthers(other)
			}
		}
	}
	if other != "" && !some {
		return recordedForOthers(other)
	}
	return nil
}

func recordedForOthers(number string) error {
	return fault.Conflict("bank_transfer.recorded_for_others", "This transfer is recorded already and has not paid invoice {number}. Match what is left of it (matchBankTransfer), or take back first what it paid (unmatchBankTransfer).", fault.With("number", number))
}

// enterTransfer enters a new transfer, matches it and raises the alert about what is left.
func (s *Service) enterTransfer(ctx context.Context, tx *store.Tx, row db.BankTransfer, to payer) error {
	err := s.enterOnce(ctx, tx, ledger.Entry{
		SourceType: sourceTransfer, SourceID: transferSource(row.Utr, s.ids.Next()), At: s.now(), Description: "Bank transfer " + row.Utr,
		Legs: []ledger.Leg{ledger.Debit(ledger.Bank, row.AmountPaise), ledger.Credit(ledger.Suspense, row.AmountPaise)},
	})
	if err != nil {
		return err
	}
	if err := s.recordTransfer(ctx, tx, row, to.customerID, "bank_transfer_recorded", row.AmountPaise, madeOn(row, to.tax)); err != nil {
		return err
	}
	matched := money.Paise(0)
	if to.customerID != 0 {
		if matched, err = s.matchTransfer(ctx, tx, row, to); err != nil {
			return err
		}
	}
	if matched == row.AmountPaise {
		return nil
	}
	if err := s.notifyLeft(ctx, tx, row, to.customerID, row.AmountPaise-matched); err != nil {
		return err
	}
	return s.alertUnmatched(ctx, tx, row, to.customerID, row.AmountPaise-matched)
}

// notifyLeft tells a customer what of their transfer pays nothing, so that they can say what it is for.
func (s *Service) notifyLeft(ctx context.Context, tx *store.Tx, row db.BankTransfer, customerID int64, left money.Paise) error {
	if customerID == 0 {
		return nil
	}
	event := notify.BankTransferLeft{Amount: left, UTR: row.Utr, On: row.PaidOn}
	return s.notify.Send(ctx, tx, customerID, event, fmt.Sprintf(leftFact+"%s/%d", row.Utr, left))
}

// leftFact begins the facts of messages about money that pays nothing. The UTR and the amount follow.
const leftFact = "bank_transfer_left/"

// reviewLeft drops a waiting message about money that pays nothing, if it was used, sent back or
// struck meanwhile.
func (s *Service) reviewLeft(ctx context.Context, q *db.Queries, _ int64, fact string) (notify.Event, bool, error) {
	reference, left, _ := strings.Cut(strings.TrimPrefix(fact, leftFact), "/")
	row, err := q.PaymentTransfer(ctx, reference)
	if store.IsNone(err) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("payment: read transfer: %w", err)
	}
	return nil, strconv.FormatInt(int64(unmatched(row)), 10) == left, nil
}

// notifyTakenBack tells a customer that what a transfer paid for them does not count any more.
func (s *Service) notifyTakenBack(ctx context.Context, tx *store.Tx, utr string, m db.BankTransferMatch) error {
	event, err := s.takenBack(ctx, tx.Queries, m.CustomerID, utr, m.TransactionID)
	if err != nil {
		return err
	}
	return s.notify.Send(ctx, tx, m.CustomerID, event, fmt.Sprintf(takenBackFact+"%s/%d", utr, m.TransactionID))
}

// takenBack is the message that what a transfer paid under a receipt does not count any more. It asks for
// what is open now of the invoices that it had paid, but for those that are debited. The day is that by
// which they are to be paid, at least the one on which the message leaves.
func (s *Service) takenBack(ctx context.Context, q *db.Queries, customerID int64, utr string, transactionID int64) (event notify.BankTransferTakenBack, err error) {
	t, err := read(ctx, q, customerID, transactionID)
	if err != nil {
		return event, err
	}
	event = notify.BankTransferTakenBack{Amount: t.Amount, On: t.PaidAt.Date(), Reference: strconv.FormatInt(transactionID, 10), Due: notify.LeavesOn(s.now())}
	if event.Amount, err = wholeTransfer(ctx, q, utr, t.Amount); err != nil {
		return event, err
	}
	if event.Fees, err = feesOfTransfer(ctx, q, customerID, utr, transactionID); err != nil {
		return event, err
	}
	if event.Tax, err = taxTold(ctx, q, customerID, utr, transactionID); err != nil {
		return event, err
	}
	opened, err := openAgain(ctx, q, customerID, utr, transactionID)
	if err != nil || len(opened) == 0 {
		return event, err
	}
	instrument, byHand, err := withoutDebited(ctx, q, opened)
	if err != nil {
		return event, err
	}
	told := byHand
	if len(byHand) > 0 {
		by, err := s.billing.PayBy(ctx, q, byHand)
		if err != nil {
			return event, err
		}
		event.Due = calendar.Later(event.Due, by.Day)
	} else {
		told, event.Instrument = opened, instrument
	}
	event.Open = told.Open()
	for _, i := range told {
		event.Invoices = append(event.Invoices, notify.Bill{ID: i.ID, Number: i.Number})
	}
	return event, nil
}

// wholeTransfer is the amount of a transfer of which nothing is matched any more, in paise: its customer
// was told of all of it. Otherwise it is matched, which was matched under one receipt.
func wholeTransfer(ctx context.Context, q *db.Queries, utr string, matched money.Paise) (money.Paise, error) {
	row, err := q.PaymentTransfer(ctx, utr)
	if store.IsNone(err) {
		return matched, nil // it was struck
	}
	if err != nil {
		return 0, fmt.Errorf("payment: read transfer: %w", err)
	}
	if unmatched(row) != row.AmountPaise {
		return matched, nil
	}
	return row.AmountPaise, nil
}

// feesOfTransfer is what a transfer had paid of late fees under a receipt that was taken back, in paise.
// The money of it came from the wallet, where their credit notes had put it.
func feesOfTransfer(ctx context.Context, q *db.Queries, customerID int64, utr string, transactionID int64) (fees money.Paise, err error) {
	legs, err := ledger.LegsOf(ctx, q, customerID, billing.ReversingSource(sourcePayment), source(transferGateway, transferSource(utr, transactionID)))
	if err != nil {
		return 0, err
	}
	for _, l := range legs {
		if l.Account == ledger.Wallet || l.Account == ledger.Promotion {
			fees = money.Sum(fees, l.Amount)
		}
	}
	return fees, nil
}

// openAgain returns the invoices that are open and that a transfer had paid under a receipt which was
// taken back, the money and the tax beside it.
func openAgain(ctx context.Context, q *db.Queries, customerID int64, utr string, transactionID int64) (billing.Invoices, error) {
	opened, err := billing.OpenAgain(ctx, q, billing.Receipt{
		CustomerID: customerID, SourceType: sourcePayment, SourceID: source(transferGateway, transferSource(utr, transactionID)),
	})
	for no := 0; err == nil; no++ {
		legs, wrong := ledger.LegsOf(ctx, q, customerID, sourceTaxDeducted, taxSource(utr, transactionID, no))
		if err = wrong; err != nil || len(legs) == 0 {
			break
		}
		var taxed billing.Invoices
		taxed, err = billing.OpenAgain(ctx, q, billing.Receipt{CustomerID: customerID, SourceType: sourceTaxDeducted, SourceID: taxSource(utr, transactionID, no)})
		for _, i := range taxed {
			if !slices.ContainsFunc(opened, func(o billing.Invoice) bool { return o.ID == i.ID }) {
				opened = append(opened, i)
			}
		}
	}
	return opened, err
}

// withoutDebited returns those of some invoices that no debit is planned for, and the account from which
// the others are debited.
func withoutDebited(ctx context.Context, q *db.Queries, invoices billing.Invoices) (instrument string, left billing.Invoices, err error) {
	for _, i := range invoices {
		_, by, some, err := mandate.PlannedFor(ctx, q, i.CustomerID, i.ID)
		switch {
		case err != nil:
			return "", nil, err
		case some:
			instrument = by.Instrument()
		default:
			left = append(left, i)
		}
	}
	return instrument, left, nil
}

// takenBackFact begins the facts of messages about a match that was taken back. The UTR and the
// transaction follow.
const takenBackFact = "bank_transfer_taken_back/"

// reviewTakenBack writes a waiting message about a match that was taken back anew, so that it asks for
// nothing that was paid meanwhile.
func (s *Service) reviewTakenBack(ctx context.Context, q *db.Queries, customerID int64, fact string) (notify.Event, bool, error) {
	match, isMatch := strings.CutPrefix(fact, takenBackFact)
	reference, transaction, hasUTR := strings.Cut(match, "/")
	if !isMatch || !hasUTR { // of a record that was struck, or written by an earlier release
		return nil, true, nil
	}
	id, err := strconv.ParseInt(transaction, 10, 64)
	if err != nil {
		return nil, false, fmt.Errorf("payment: no match in %s: %w", fact, err)
	}
	event, err := s.takenBack(ctx, q, customerID, reference, id)
	return event, true, err
}

// taxTold adds up the tax that was entered beside what a transfer paid under one receipt, in paise, also
// if it was taken back since.
func taxTold(ctx context.Context, q *db.Queries, customerID int64, utr string, transactionID int64) (tax money.Paise, err error) {
	for no := 0; ; no++ {
		legs, err := ledger.LegsOf(ctx, q, customerID, sourceTaxDeducted, taxSource(utr, transactionID, no))
		if err != nil || len(legs) == 0 {
			return tax, err
		}
		for _, l := range legs {
			if l.Account == ledger.TDSReceivable {
				tax = money.Sum(tax, l.Amount)
			}
		}
	}
}

func (s *Service) alertUnmatched(ctx context.Context, tx *store.Tx, row db.BankTransfer, customerID int64, left money.Paise) error {
	return s.alerts.RaiseAgain(ctx, tx, alert.Alert{
		Kind: unmatchedAlert, Subject: row.Utr, CustomerID: customerID,
		Detail: fmt.Sprintf("%s of %s of %s paid nothing that is open", left.Decimal(), row.AmountPaise.Decimal(), row.PaidOn),
	})
}

// MatchBankTransfer matches what is left of a transfer, as RecordBankTransfer does. Tax deducted
// that the payer tells after the money was matched is booked too, and the payer is told.
//
// Faults: those of RecordBankTransfer. 404 for an unknown transfer. 422 without a customer or an
// invoice. 409 if nothing of the transfer is left, or nothing is open that it could pay.
func (s *Service) MatchBankTransfer(ctx context.Context, reference string, m TransferMatch) (BankTransfer, error) {
	to, err := s.payerOf(ctx, m)
	if err != nil {
		return BankTransfer{}, err
	}
	if to.customerID == 0 {
		return BankTransfer{}, nobodyPays()
	}
	return s.onTransfer(ctx, to.customerID, reference, func(ctx context.Context, tx *store.Tx, row db.BankTransfer) error {
		if unmatched(row) == 0 && to.tax == 0 {
			return nothingLeft()
		}
		matched, err := s.matchTransfer(ctx, tx, row, to)
		if err != nil {
			return err
		}
		if matched == 0 && to.tax == 0 {
			return fault.Conflict("bank_transfer.nothing_open", "Nothing is open that this transfer could pay. Match it once something is due, or send it back (returnBankTransfer).")
		}
		left := unmatched(row) - matched
		if left == 0 {
			return nil
		}
		if err := s.alertUnmatched(ctx, tx, row, to.customerID, left); err != nil {
			return err
		}
		if row.CustomerID != to.customerID {
			return nil // it was recorded without a payer, or of another: we do not know whose the rest is
		}
		return s.notifyLeft(ctx, tx, row, to.customerID, left)
	})
}

// ReturnBankTransfer records that the company has sent what is left of a transfer back to its payer.
// reference is that of the company's own transfer. The same again changes nothing.
//
// Faults: 404 for an unknown transfer. 422 if the reference is missing. 409 if nothing is left, or
// if the reference is that of another return.
func (s *Service) ReturnBankTransfer(ctx context.Context, utr, reference string) (BankTransfer, error) {
	reference = strings.ToUpper(strings.TrimSpace(reference))
	if err := checkReference(reference); err != nil {
		return BankTransfer{}, err
	}
	return s.onTransfer(ctx, 0, utr, func(ctx context.Context, tx *store.Tx, row db.BankTransfer) error {
		// The journal takes each source once, so one transfer of the company returns one transfer.
		_, used, err := ledger.EntryOf(ctx, tx.Queries, 0, sourceTransferReturned, reference)
		if err != nil {
			return err
		}
		left := unmatched(row)
		switch {
		case used && left == 0 && row.ReturnedPaise > 0:
			return nil // said twice
		case left == 0:
			return nothingLeft()
		case used:
			return fault.Conflict("bank_transfer.return_used", "Another transfer was sent back under this reference already. Please give the reference of the transfer that sent this one back.")
		}
		if err := s.useTransfer(ctx, tx, row, db.PaymentTransferUseParams{ReturnedPaise: left}); err != nil {
			return err
		}
		err = s.enterOnce(ctx, tx, ledger.Entry{
			SourceType: sourceTransferReturned, SourceID: reference, At: s.now(), Description: "Bank transfer returned " + row.Utr,
			Legs: []ledger.Leg{ledger.Debit(ledger.Suspense, left), ledger.Credit(ledger.Bank, left)},
		})
		if err != nil {
			return err
		}
		if row.CustomerID != 0 {
			event := notify.BankTransferReturned{Amount: left, UTR: row.Utr, On: row.PaidOn, Reference: reference}
			if err := s.notify.Send(ctx, tx, row.CustomerID, event, "bank_transfer_returned/"+reference); err != nil {
				return err
			}
		}
		return s.recordTransfer(ctx, tx, row, row.CustomerID, "bank_transfer_returned", left, reference)
	})
}

// UnmatchBankTransfer takes back what a transfer paid under one receipt, because it was matched by
// mistake: the invoices are open again, the claim of tax is gone, and the money is in suspense again.
// The customer is told, and the receipt does not count any more.
//
// Faults: 404 for an unknown transfer or match. 422 for a reason that says nothing. 409 if something
// of what it paid was credited since.
func (s *Service) UnmatchBankTransfer(ctx context.Context, reference string, transactionID int64, reason string) (BankTransfer, error) {
	if err := audit.CheckReason(reason); err != nil {
		return BankTransfer{}, err
	}
	reference, err := cleanUTR(reference)
	if err != nil {
		return BankTransfer{}, err
	}
	found, err := matchUnder(ctx, s.store.Queries(), reference, transactionID)
	if err != nil {
		return BankTransfer{}, err
	}
	return s.onTransfer(ctx, found.CustomerID, reference, func(ctx context.Context, tx *store.Tx, row db.BankTransfer) error {
		m, err := matchUnder(ctx, tx.Queries, reference, transactionID)
		if err != nil {
			return err
		}
		if err := s.takeBackMatch(ctx, tx, row, m); err != nil {
			return err
		}
		if err := s.releaseMatch(ctx, tx, row, m); err != nil {
			return err
		}
		if err := s.recordTransfer(ctx, tx, row, m.CustomerID, "bank_transfer_unmatched", m.AmountPaise, reason); err != nil {
			return err
		}
		return s.notifyTakenBack(ctx, tx, row.Utr, m)
	})
}

// matchUnder reads what a transfer paid under one receipt.
func matchUnder(ctx context.Context, q *db.Queries, utr string, transactionID int64) (db.BankTransferMatch, error) {
	_, err := q.PaymentTransfer(ctx, utr)
	if store.IsNone(err) {
		return db.BankTransferMatch{}, noTransfer()
	}
	if err != nil {
		return db.BankTransferMatch{}, fmt.Errorf("payment: read transfer: %w", err)
	}
	rows, err := q.PaymentTransferMatches(ctx, utr)
	if err != nil {
		return db.BankTransferMatch{}, fmt.Errorf("payment: read what a transfer paid: %w", err)
	}
	for _, m := range rows {
		if m.TransactionID == transactionID {
			return m, nil
		}
	}
	return db.BankTransferMatch{}, fault.NotFound("bank_transfer.match_not_found", "This transfer has paid nothing under this receipt. Please take rmTransactionId from its receipts.")
}

// takeBackMatch reverses the entries of a match, the money first and then the tax beside it.
func (s *Service) takeBackMatch(ctx context.Context, tx *store.Tx, row db.BankTransfer, m db.BankTransferMatch) error {
	takeBack := func(sourceType, sourceID, description string, from ledger.Account) (money.Paise, error) {
		return s.billing.TakeBack(ctx, tx, billing.Receipt{
			CustomerID: m.CustomerID, SourceType: sourceType, SourceID: sourceID, Description: description, At: calendar.Stamp(row.PaidOn.Start()),
		}, from)
	}
	if _, err := takeBack(sourcePayment, source(transferGateway, transferSource(row.Utr, m.TransactionID)), paidByTransfer, ledger.Suspense); err != nil {
		return err
	}
	for no, left := 0, m.TaxPaise; left > 0; no++ {
		amount, err := takeBack(sourceTaxDeducted, taxSource(row.Utr, m.TransactionID, no), taxAtSource, ledger.TDSReceivable)
		if err != nil {
			return err
		}
		left -= amount
	}
	return nil
}

// releaseMatch puts the money of a match back into suspense and ends its transaction, so that it is
// in no list and has no receipt.
func (s *Service) releaseMatch(ctx context.Context, tx *store.Tx, row db.BankTransfer, m db.BankTransferMatch) error {
	_, err := tx.PaymentTransferMatchDelete(ctx, db.PaymentTransferMatchDeleteParams{CustomerID: m.CustomerID, TransactionID: m.TransactionID, Utr: row.Utr})
	if err != nil {
		return fmt.Errorf("payment: delete a match: %w", err)
	}
	left, err := tx.PaymentTransferMatches(ctx, row.Utr)
	if err != nil {
		return fmt.Errorf("payment: read what a transfer paid: %w", err)
	}
	payer := int64(0)
	if len(left) > 0 {
		payer = left[0].CustomerID
	}
	err = tx.PaymentTransferRelease(ctx, db.PaymentTransferReleaseParams{AmountPaise: m.AmountPaise, CustomerID: payer, Utr: row.Utr})
	if err != nil {
		return fmt.Errorf("payment: release a transfer: %w", err)
	}
	moved, err := tx.PaymentTransactionState(ctx, db.PaymentTransactionStateParams{
		CustomerID: m.CustomerID, ID: m.TransactionID, State: string(Expired), AmountPaise: m.AmountPaise, UpdatedAt: s.now(), Was: string(Succeeded),
		PaidAt: calendar.Stamp(row.PaidOn.Start()), // the message about it names the day
	})
	if err != nil || moved == 0 {
		return fmt.Errorf("payment: transaction %d of a match moves %d times: %w", m.TransactionID, moved, err)
	}
	return s.alertUnmatched(ctx, tx, row, payer, money.Sum(unmatched(row), m.AmountPaise))
}

// RemoveBankTransfer strikes a transfer that was recorded by mistake, with a wrong day or amount. Its
// UTR can be recorded anew. The customer of whom it was is told.
//
// Faults: 404 for an unknown transfer. 422 for a reason that says nothing. 409 if something of it is
// matched or was sent back.
func (s *Service) RemoveBankTransfer(ctx context.Context, reference, reason string) error {
	if err := audit.CheckReason(reason); err != nil {
		return err
	}
	reference, err := cleanUTR(reference)
	if err != nil {
		return err
	}
	return s.writeTransfer(ctx, 0, func(ctx context.Context, tx *store.Tx) error {
		row, err := tx.PaymentTransfer(ctx, reference)
		if store.IsNone(err) {
			return noTransfer()
		}
		if err != nil {
			return fmt.Errorf("payment: read transfer: %w", err)
		}
		struck, err := tx.PaymentTransferDelete(ctx, row.Utr)
		if err != nil {
			return fmt.Errorf("payment: delete transfer: %w", err)
		}
		if struck == 0 {
			return fault.Conflict("bank_transfer.in_use", "This transfer has paid something, or was sent back, so it cannot be struck. Take back first what it paid (unmatchBankTransfer); what was sent back stays.")
		}
		err = s.enterOnce(ctx, tx, ledger.Entry{
			SourceType: sourceTransferRemoved, SourceID: transferSource(row.Utr, s.ids.Next()), At: s.now(), Description: "Recorded by mistake: bank transfer " + row.Utr,
			Legs: []ledger.Leg{ledger.Debit(ledger.Suspense, row.AmountPaise), ledger.Credit(ledger.Bank, row.AmountPaise)},
		})
		if err != nil {
			return err
		}
		if err := s.alerts.Settle(ctx, tx, unmatchedAlert, row.Utr, "The transfer was recorded by mistake and struck."); err != nil {
			return err
		}
		if row.CustomerID != 0 { // who was told that it had come
			event := notify.BankTransferTakenBack{Amount: row.AmountPaise, On: row.PaidOn, Due: calendar.Today(s.clock)}
			if err := s.notify.Send(ctx, tx, row.CustomerID, event, fmt.Sprintf("bank_transfer_struck/%d", s.ids.Next())); err != nil {
				return err
			}
		}
		return s.recordTransfer(ctx, tx, row, row.CustomerID, "bank_transfer_removed", row.AmountPaise, reason)
	})
}

// UnmatchedBankTransfers lists the transfers of which something waits in suspense, at most 500, the
// oldest first.
func (s *Service) UnmatchedBankTransfers(ctx context.Context) (list []BankTransfer, err error) {
	err = s.store.Read(ctx, func(q *db.Queries) error {
		rows, err := q.PaymentTransfersUnmatched(ctx)
		if err != nil {
			return fmt.Errorf("payment: list transfers: %w", err)
		}
		for _, row := range rows {
			t, err := transferOf(ctx, q, row)
			if err != nil {
				return err
			}
			list = append(list, t)
		}
		return nil
	})
	return list, err
}

// payer is who has sent a transfer, and what the transfer is to pay.
type payer struct {
	customerID int64
	invoices   []int64 // empty for all that is due
	tax        money.Paise
}

// payerOf finds the customer and the invoices of a match. The customer is 0 if nobody is named.
func (s *Service) payerOf(ctx context.Context, m TransferMatch) (to payer, err error) {
	to.customerID, to.tax = m.CustomerID, m.TaxDeducted
	err = s.store.Read(ctx, func(q *db.Queries) error {
		for _, number := range m.Invoices {
			number = strings.ToUpper(strings.TrimSpace(number))
			i, err := billing.ByNumber(ctx, q, number)
			if fault.Is(err, http.StatusNotFound) {
				return fault.NotFound("bank_transfer.invoice_unknown", "There is no invoice {number}. Please compare the number with the invoice.", fault.With("number", number))
			}
			if err != nil {
				return err
			}
			if to.customerID == 0 {
				to.customerID = i.CustomerID
			}
			if i.CustomerID != to.customerID {
				return ofAnother(m, number)
			}
			if _, _, err := billing.Owed(ctx, q, to.customerID, i.ID); err != nil {
				return err
			}
			to.invoices = append(to.invoices, i.ID)
		}
		if to.customerID == 0 {
			return nil
		}
		_, err := account.CustomerOf(ctx, q, to.customerID)
		return err
	})
	if err == nil && to.customerID == 0 && to.tax > 0 {
		return to, nobodyPays()
	}
	return to, err
}

// ofAnother says that an invoice is not of the customer who is named, or whose the first invoice is.
func ofAnother(m TransferMatch, number string) error {
	if m.CustomerID != 0 {
		return fault.Invalid("bank_transfer.invoice_of_another", "invoices", "Invoice {number} belongs to another customer than the one who is named. Please check both, or leave customerId out.", fault.With("number", number))
	}
	return fault.Invalid("bank_transfer.two_customers", "invoices", "Invoice {number} belongs to another customer than the first one. Record a transfer for two customers without customerId and invoices, and match it once for each (matchBankTransfer).", fault.With("number", number))
}

// notTold is what of the tax of a transfer was not recorded yet beside what it has paid for this customer.
// What is told is the whole tax, so telling it again books nothing.
func notTold(ctx context.Context, q *db.Queries, row db.BankTransfer, to payer) (money.Paise, error) {
	if to.tax == 0 {
		return 0, nil
	}
	matches, err := matchesOf(ctx, q, row.Utr, to.customerID)
	if err != nil {
		return 0, err
	}
	_, told := sumOf(matches)
	if to.tax < told {
		return 0, fault.Conflict("bank_transfer.tax_told", "A tax of {amount} is recorded with this transfer. Please tell the whole tax that was deducted beside it, or take back first what it paid (unmatchBankTransfer).", fault.With("amount", told.Decimal()))
	}
	return to.tax - told, nil
}

// matchTransfer pays with what is left of a transfer, as far as something is open, and returns how
// much it has used. The tax comes first, because it was deducted from rent and never from late fees.
func (s *Service) matchTransfer(ctx context.Context, tx *store.Tx, row db.BankTransfer, to payer) (money.Paise, error) {
	var err error
	if to.tax, err = notTold(ctx, tx.Queries, row, to); err != nil {
		return 0, err
	}
	if unmatched(row) == 0 {
		return 0, s.addTax(ctx, tx, row, to)
	}
	fallen, err := s.takeBackFees(ctx, tx, row, to)
	if err != nil {
		return 0, err
	}
	open, err := openFor(ctx, tx.Queries, to)
	if err != nil {
		return 0, err
	}
	used := min(unmatched(row), max(0, open-to.tax))
	if used == 0 {
		if to.tax == 0 {
			return 0, nil
		}
		return 0, s.addTax(ctx, tx, row, to)
	}
	taxed, err := s.divideTax(ctx, tx.Queries, row, to, used, money.Sum(used, to.tax))
	if err != nil {
		return 0, err
	}
	if err := s.useTransfer(ctx, tx, row, db.PaymentTransferUseParams{CustomerID: to.customerID, MatchedPaise: used}); err != nil {
		return 0, err
	}
	t := Transaction{
		CustomerID: to.customerID, Purpose: Due, State: Succeeded, Amount: used, PaymentMethod: transferMethod, PaidAt: calendar.Stamp(row.PaidOn.Start()),
		TaxDeducted: to.tax,
	}
	if err := s.add(ctx, tx, &t); err != nil {
		return 0, err
	}
	err = tx.PaymentTransferMatchAdd(ctx, db.PaymentTransferMatchAddParams{
		CustomerID: t.CustomerID, TransactionID: t.ID, Utr: row.Utr, AmountPaise: used, TaxPaise: to.tax,
	})
	if err != nil {
		return 0, fmt.Errorf("payment: match transfer: %w", err)
	}
	if err := s.recordTransfer(ctx, tx, row, to.customerID, "bank_transfer_matched", used, madeOn(row, to.tax)); err != nil {
		return 0, err
	}
	taxFees, err := s.payTax(ctx, tx, row, t.CustomerID, t.ID, taxed)
	if err != nil {
		return 0, err
	}
	return used, s.payByTransfer(ctx, tx, row.Utr, t, to, money.Sum(fallen, taxFees))
}

// addTax books tax deducted beside money that a transfer has paid before, on the invoices that are
// named, else on those that the money paid. It counts from the day of the transfer, so a late fee that
// came only because the tax was not told falls.
func (s *Service) addTax(ctx context.Context, tx *store.Tx, row db.BankTransfer, to payer) error {
	matches, err := matchesOf(ctx, tx.Queries, row.Utr, to.customerID)
	if err != nil {
		return err
	}
	if len(matches) == 0 && unmatched(row) == 0 {
		return nothingLeft()
	}
	paid, err := s.paidBy(ctx, tx.Queries, matches)
	if err != nil {
		return err
	}
	if to.tax == 0 {
		return nil // said twice
	}
	if len(to.invoices) == 0 {
		to.invoices = paid
	}
	taxed, err := s.divideTax(ctx, tx.Queries, row, to, 0, math.MaxInt64)
	if err != nil {
		return err
	}
	last := matches[len(matches)-1]
	err = tx.PaymentTransferMatchTax(ctx, db.PaymentTransferMatchTaxParams{TaxPaise: to.tax, CustomerID: last.CustomerID, TransactionID: last.TransactionID})
	if err != nil {
		return fmt.Errorf("payment: add tax to a match: %w", err)
	}
	if err := s.recordTransfer(ctx, tx, row, to.customerID, "bank_transfer_tax_added", to.tax, madeOn(row, 0)); err != nil {
		return err
	}
	fallen, err := s.payTax(ctx, tx, row, last.CustomerID, last.TransactionID, taxed)
	if err != nil {
		return err
	}
	event := notify.TaxRecorded{Amount: to.tax, FeesFallen: fallen, UTR: row.Utr, Reference: strconv.FormatInt(last.TransactionID, 10), On: row.PaidOn}
	return s.notify.Send(ctx, tx, last.CustomerID, event, fmt.Sprintf("tax_recorded/%d", s.ids.Next()))
}

// divideTax checks the tax that was deducted, and divides it over the invoices. used is the money
// that is matched with it, beside what the transfer has paid of this customer before; whole is what
// the invoices are paid with.
func (s *Service) divideTax(ctx context.Context, q *db.Queries, row db.BankTransfer, to payer, used, whole money.Paise) ([]billing.Deducted, error) {
	if to.tax == 0 {
		return nil, nil
	}
	matches, err := matchesOf(ctx, q, row.Utr, to.customerID)
	if err != nil {
		return nil, err
	}
	taxed, open, err := s.billing.DivideTax(ctx, q, to.customerID, to.invoices, whole, to.tax)
	if err != nil {
		return nil, err
	}
	if to.tax > open {
		return nil, fault.Invalid("bank_transfer.tax_over_open", "taxDeducted", "Only {amount} rupees are open of the rent from which this tax could be deducted. Please check the tax, or name the invoices from which it was deducted.", fault.With("amount", open.Decimal()))
	}
	paid, before := sumOf(matches)
	if money.Sum(before, to.tax) > money.Sum(paid, used)/(leastShare-1) {
		return nil, fault.Invalid("bank_transfer.tax_over_fifth", "taxDeducted", "The tax deducted is more than a fifth of the whole, that is of the money matched and the tax. Please compare both with what the payer has said.")
	}
	return taxed, nil
}

// payTax enters the tax that was deducted, on each invoice its part, and returns the late fees that
// fell by it.
func (s *Service) payTax(ctx context.Context, tx *store.Tx, row db.BankTransfer, customerID, transactionID int64, taxed []billing.Deducted) (fallen money.Paise, err error) {
	no := 0
	for _, part := range taxed {
		if part.Amount == 0 {
			continue
		}
		for used := true; used; no++ {
			if _, used, err = ledger.EntryOf(ctx, tx.Queries, customerID, sourceTaxDeducted, taxSource(row.Utr, transactionID, no)); err != nil {
				return 0, err
			}
		}
		done, err := s.pay(ctx, tx, billing.Receipt{
			CustomerID: customerID, First: []int64{part.InvoiceID}, WithFees: true, SourceType: sourceTaxDeducted, SourceID: taxSource(row.Utr, transactionID, no-1),
			Description: taxAtSource, At: calendar.Stamp(row.PaidOn.Start()), From: []ledger.Leg{ledger.Debit(ledger.TDSReceivable, part.Amount)},
		})
		if err != nil {
			return 0, err
		}
		fallen = money.Sum(fallen, done.FeesFallen)
	}
	return fallen, nil
}

// taxSource names an entry of the tax beside what a transfer paid under one receipt. They are
// numbered from 0, which is not written.
func taxSource(utr string, transactionID int64, no int) string {
	if no == 0 {
		return transferSource(utr, transactionID)
	}
	return fmt.Sprintf("%s/%d", transferSource(utr, transactionID), no)
}

// matchesOf reads what a transfer has paid of one customer, the oldest match first.
func matchesOf(ctx context.Context, q *db.Queries, utr string, customerID int64) ([]db.BankTransferMatch, error) {
	rows, err := q.PaymentTransferMatches(ctx, utr)
	if err != nil {
		return nil, fmt.Errorf("payment: read what a transfer paid: %w", err)
	}
	return slices.DeleteFunc(rows, func(m db.BankTransferMatch) bool { return m.CustomerID != customerID }), nil
}

func sumOf(matches []db.BankTransferMatch) (amount, tax money.Paise) {
	for _, m := range matches {
		amount, tax = money.Sum(amount, m.AmountPaise), money.Sum(tax, m.TaxPaise)
	}
	return amount, tax
}

// paidBy finds the invoices of which matches have paid something, or a late fee.
func (s *Service) paidBy(ctx context.Context, q *db.Queries, matches []db.BankTransferMatch) (ids []int64, err error) {
	for _, m := range matches {
		used, err := billing.UsedFor(ctx, q, m.CustomerID, m.TransactionID)
		if err != nil {
			return nil, err
		}
		for _, u := range used {
			i, err := billing.ByNumber(ctx, q, u.Number)
			if err != nil {
				return nil, err
			}
			ids = append(ids, i.ID)
		}
	}
	return ids, nil
}

// leastShare is the inverse of the largest part of the whole that a payer deducts as tax: a fifth,
// for a payee without PAN.
const leastShare = 5

// openFor is what is open of what a transfer is to pay, in paise.
func openFor(ctx context.Context, q *db.Queries, to payer) (money.Paise, error) {
	if len(to.invoices) == 0 {
		balances, err := ledger.BalancesOf(ctx, q, to.customerID)
		return balances.Dues(), err
	}
	open := money.Paise(0)
	for _, id := range to.invoices {
		_, owed, err := billing.Owed(ctx, q, to.customerID, id)
		if err != nil {
			return 0, err
		}
		open = money.Sum(open, owed)
	}
	return open, nil
}

// takeBackFees takes back the late fees of what a transfer pays in time, though we hear of it late.
// It must not pay them: that money would be more than what is open.
func (s *Service) takeBackFees(ctx context.Context, tx *store.Tx, row db.BankTransfer, to payer) (money.Paise, error) {
	open, err := openFor(ctx, tx.Queries, to)
	if err != nil {
		return 0, err
	}
	whole := min(open, money.Sum(unmatched(row), to.tax))
	fallen, err := s.billing.TakeBackFees(ctx, tx, billing.Receipt{
		CustomerID: to.customerID, First: to.invoices, WithFees: true, At: calendar.Stamp(row.PaidOn.Start()), From: []ledger.Leg{ledger.Debit(ledger.Suspense, whole)},
	})
	if err != nil {
		return 0, fmt.Errorf("payment: late fees of a transfer: %w", err)
	}
	return fallen, nil
}

// payByTransfer enters what the money of a transfer pays after the tax, and sends the receipt, which
// is for the money alone. fallen is the sum of the late fees that were taken back for both.
func (s *Service) payByTransfer(ctx context.Context, tx *store.Tx, utr string, t Transaction, to payer, fallen money.Paise) error {
	from := []ledger.Leg{ledger.Debit(ledger.Suspense, t.Amount)}
	done, err := s.pay(ctx, tx, billing.Receipt{
		CustomerID: t.CustomerID, TransactionID: t.ID, First: to.invoices, WithFees: true, SourceType: sourcePayment,
		SourceID: source(transferGateway, transferSource(utr, t.ID)), Description: paidByTransfer, At: t.PaidAt, From: from,
	})
	if err != nil {
		return err
	}
	done.FeesFallen = money.Sum(done.FeesFallen, fallen)
	return s.notifyReceived(ctx, tx, t, from, done)
}

// transferSource names an entry of a transfer by an id of our own: what it paid under one receipt, or
// its arrival. A UTR that was struck and is recorded anew arrives twice.
func transferSource(utr string, id int64) string {
	return fmt.Sprintf("%s/%d", utr, id)
}

// madeOn is what the audit log says of a transfer beside its amount.
func madeOn(row db.BankTransfer, tax money.Paise) string {
	if tax == 0 {
		return fmt.Sprintf("transferred on %s", row.PaidOn)
	}
	return fmt.Sprintf("transferred on %s, with %s of tax deducted", row.PaidOn, tax.Decimal())
}

// transferOfSource is the UTR of a payment's entry, "" if it came through a gateway.
func transferOfSource(paymentSource string) string {
	paid, isTransfer := strings.CutPrefix(paymentSource, source(transferGateway, ""))
	if !isTransfer {
		return ""
	}
	utr, _, _ := strings.Cut(paid, "/")
	return utr
}

func (s *Service) useTransfer(ctx context.Context, tx *store.Tx, row db.BankTransfer, part db.PaymentTransferUseParams) error {
	part.Utr = row.Utr
	moved, err := tx.PaymentTransferUse(ctx, part)
	if err != nil {
		return fmt.Errorf("payment: use transfer: %w", err)
	}
	if moved == 0 {
		return nothingLeft() // somebody else has used it meanwhile
	}
	if unmatched(row) > money.Sum(part.MatchedPaise, part.ReturnedPaise) {
		return nil
	}
	return s.alerts.Settle(ctx, tx, unmatchedAlert, row.Utr, "Nothing of the transfer is left in suspense.")
}

// onTransfer runs fn on a transfer, in one database transaction.
func (s *Service) onTransfer(ctx context.Context, customerID int64, reference string, fn func(ctx context.Context, tx *store.Tx, row db.BankTransfer) error) (BankTransfer, error) {
	reference, err := cleanUTR(reference)
	if err != nil {
		return BankTransfer{}, err
	}
	err = s.writeTransfer(ctx, customerID, func(ctx context.Context, tx *store.Tx) error {
		row, err := tx.PaymentTransfer(ctx, reference)
		if store.IsNone(err) {
			return noTransfer()
		}
		if err != nil {
			return fmt.Errorf("payment: read transfer: %w", err)
		}
		return fn(ctx, tx, row)
	})
	if err != nil {
		return BankTransfer{}, err
	}
	return s.transfer(ctx, reference)
}

// writeTransfer runs fn in a database transaction of the customer, or of the company if nobody knows
// who has paid.
func (s *Service) writeTransfer(ctx context.Context, customerID int64, fn func(ctx context.Context, tx *store.Tx) error) error {
	if customerID != 0 {
		return s.write(ctx, customerID, fn)
	}
	ctx = context.WithoutCancel(ctx)
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error { return fn(ctx, tx) })
}

func (s *Service) recordTransfer(ctx context.Context, tx *store.Tx, row db.BankTransfer, customerID int64, action string, amount money.Paise, reason string) error {
	return s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: action, Object: "bank_transfer/" + row.Utr, Amount: amount, Reason: reason})
}

func (s *Service) transfer(ctx context.Context, reference string) (t BankTransfer, err error) {
	err = s.store.Read(ctx, func(q *db.Queries) error {
		row, err := q.PaymentTransfer(ctx, reference)
		if err != nil {
			return fmt.Errorf("payment: read transfer: %w", err)
		}
		t, err = transferOf(ctx, q, row)
		return err
	})
	return t, err
}

func transferOf(ctx context.Context, q *db.Queries, row db.BankTransfer) (BankTransfer, error) {
	t := BankTransfer{
		UTR: row.Utr, CustomerID: row.CustomerID, PaidOn: row.PaidOn, Amount: row.AmountPaise, Matched: row.MatchedPaise, Returned: row.ReturnedPaise,
		Unmatched: unmatched(row),
	}
	rows, err := q.PaymentTransferMatches(ctx, row.Utr)
	if err != nil {
		return t, fmt.Errorf("payment: read what a transfer paid: %w", err)
	}
	for _, m := range rows {
		used, err := billing.UsedFor(ctx, q, m.CustomerID, m.TransactionID)
		if err != nil {
			return t, err
		}
		t.Matches = append(t.Matches, Matched{m.CustomerID, m.TransactionID, m.AmountPaise, m.TaxPaise, used})
	}
	return t, nil
}

func unmatched(row db.BankTransfer) money.Paise {
	return row.AmountPaise - row.MatchedPaise - row.ReturnedPaise
}

func noTransfer() error {
	return fault.NotFound("bank_transfer.not_found", "There is no such bank transfer.")
}

func nobodyPays() error {
	return fault.Invalid("bank_transfer.payer_missing", "customerId", "Please say whose transfer this is, or which invoice it pays.")
}

func nothingLeft() error {
	return fault.Conflict("bank_transfer.nothing_left", "Nothing is left of this transfer. If it has paid the wrong invoices, take that back first (unmatchBankTransfer).")
}
