package kyc

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/store"
)

// ChooseProfession sets the profession, and starts a case or continues one. Everything already
// brought is kept, including what only another profession needs, which counts again if that
// profession is chosen again. Choosing the same profession again changes nothing. Faults: 422 for a
// profession that is not offered, 409 if the profession cannot be changed any more.
func (s *Service) ChooseProfession(ctx context.Context, customerID, id int64, t ProfessionType) error {
	p, ok := ProfessionOf(t)
	if !ok {
		return fault.Invalid("kyc.profession_unknown", "professionType", "Please choose one of the professions.")
	}
	if p.ID != id {
		return fault.Invalid("kyc.profession_unknown", "professionId", "Please choose one of the professions.")
	}
	return s.change(ctx, customerID, func(c *change) error {
		if c.State == InProgress && c.Profession == t {
			return nil
		}
		if !c.MayChooseProfession(s.now()) {
			if err := c.takes(); err != nil {
				return err
			}
			return fault.Conflict("kyc.step_processing", "This is being checked. Please wait a moment.")
		}
		c.begin()
		before, other := c.State, c.Profession != t
		c.Profession, c.touched = t, true
		if c.State == NotStarted {
			if err := c.save(); err != nil {
				return err
			}
		}
		if c.State != InProgress {
			if err := c.move(InProgress, "profession chosen"); err != nil {
				return err
			}
		}
		if err := c.reset(before, other); err != nil {
			return err
		}
		if err := c.record("kyc_profession_chosen", "kyc"); err != nil {
			return err
		}
		return c.conclude("profession chosen")
	})
}

// The causes that are logged when a step is reset. A query looks for freshTries (KycLastOfCause).
const (
	beginsAnew = "begins anew"
	freshTries = "begins anew after it was cancelled"
)

// reset puts steps back to not started. After a decline, it resets the refused steps and those that
// a person reviewed. After a cancellation, it resets the steps that were refused or had too many
// tries, but only once in thirty days, so that cancelling is no way around the limit of tries. If
// the profession changes, it also resets a skipped step, because the new profession may need it.
func (c *change) reset(before CaseState, other bool) error {
	cause := beginsAnew
	if before == CaseCancelled {
		last, err := c.tx.KycLastOfCause(c.ctx, c.CustomerID, freshTries)
		if err != nil {
			return fmt.Errorf("kyc: when there were fresh tries: %w", err)
		}
		if last == 0 || calendar.Instant(last).Add(retryAfterDecline) <= c.s.now() {
			cause = freshTries
		}
	}
	for step, r := range c.Steps {
		refused := r.State == StepRejected || r.State == StepNeedsReview && (before == Declined || r.Reason == ReasonTooManyTries)
		again := refused && (before == Declined || cause == freshTries) || other && r.State == StepSkipped
		if !again {
			continue
		}
		err := c.moveStep(step, StepNotStarted, "", cause, func(r *StepRecord) { r.Refusals, r.Details, r.numberHash = 0, Details{}, "" })
		if err != nil {
			return err
		}
		if err := c.dropFiles(step, ""); err != nil {
			return err
		}
	}
	return nil
}

// maxCollege is the maximum length of a college name in characters.
const maxCollege = 200

// SaveCollege stores the name of a student's college. It proves nothing, but is asked for anyway.
// While the case is open, saving again changes the name. Faults: 409 if it is not this step's turn,
// 422 for a name that is missing or too long.
func (s *Service) SaveCollege(ctx context.Context, customerID int64, name string) error {
	name = strings.Join(strings.Fields(name), " ")
	if n := utf8.RuneCountInString(name); n < 2 || n > maxCollege {
		return fault.Invalid("kyc.college_missing", "collegeName", "Please enter the name of your college.")
	}
	return s.change(ctx, customerID, func(c *change) error {
		if r := c.Steps[CollegeName]; r.State == StepVerified && r.Details.College == name {
			return nil
		}
		if r := c.Steps[CollegeName]; r.State == StepVerified && c.State.takesSteps() {
			r.Details.College, r.changed = name, true
			c.Steps[CollegeName] = r
			return c.record("kyc_college_named", "kyc/"+string(CollegeName))
		}
		if err := c.open(CollegeName); err != nil {
			return err
		}
		attempt, err := c.try(CollegeName, StepUploaded, "college named", nil)
		if err != nil {
			return err
		}
		if err := c.record("kyc_college_named", "kyc/"+string(CollegeName)); err != nil {
			return err
		}
		return c.find(CollegeName, attempt, finding{state: StepVerified, set: func(d *Details) { d.College = name }}, "college named")
	})
}

// AcceptPartial accepts the partial approval that was offered. Accepting again changes nothing. It
// returns a 409 if none was offered.
func (s *Service) AcceptPartial(ctx context.Context, customerID int64) error {
	return s.change(ctx, customerID, func(c *change) error {
		switch c.State {
		case PartiallyApproved:
			return nil
		case PartialOffered:
			if err := c.move(PartiallyApproved, "accepted"); err != nil {
				return err
			}
			return c.record("kyc_partially_approved", "kyc")
		case NotStarted, InProgress, Evaluating, Approved, InReview, Declined, CaseCancelled:
		}
		return fault.Conflict("kyc.no_partial_offer", "There is no partial approval to accept.")
	})
}

// CancelAll cancels an unfinished case and gives up the transfers that wait for it. It returns
// their number. Cancelling again changes nothing. Choosing a profession starts the case again.
func (s *Service) CancelAll(ctx context.Context, customerID int64) (given int, err error) {
	err = s.change(ctx, customerID, func(c *change) error {
		given = 0
		if c.State.Verified() {
			return nil
		}
		var err error
		if given, err = s.tickets.LeaveAll(c.ctx, c.tx, customerID); err != nil {
			return err
		}
		if !c.State.May(CaseCancelled) {
			return nil
		}
		if err := c.move(CaseCancelled, "cancelled"); err != nil {
			return err
		}
		for step, r := range c.Steps {
			if r.State != StepProcessing {
				continue
			}
			if err := c.moveStep(step, StepUploaded, "", "cancelled", func(r *StepRecord) { r.Attempt++ }); err != nil {
				return err
			}
		}
		return c.record("kyc_cancelled", "kyc")
	})
	return given, err
}

// SkipBank skips the second statement that was requested because the first showed too little. If a
// company e-mail is verified, it can also skip the statement altogether. Skipping again changes
// nothing. It returns a 409 if there is nothing to skip.
func (s *Service) SkipBank(ctx context.Context, customerID int64) error {
	return s.change(ctx, customerID, func(c *change) error {
		r := orZero(c.Steps, BankDetails)
		if r.State == StepSkipped || r.State == StepNeedsReview && r.Reason.thin() {
			return nil
		}
		if err := c.open(BankDetails); err != nil {
			return err
		}
		p, err := c.profession()
		if err != nil {
			return err
		}
		switch {
		case r.Details.Alternate && r.State == StepUploaded:
			err = c.moveStep(BankDetails, StepNeedsReview, r.Reason, "no second statement", nil)
		case optional(p, c.Steps, BankDetails):
			err = c.moveStep(BankDetails, StepSkipped, "", "the company e-mail is proven", nil)
		default:
			return fault.Conflict("kyc.bank_needed", "Your bank statement is needed.")
		}
		if err != nil {
			return err
		}
		if err := c.record("kyc_bank_left_out", "kyc/"+string(BankDetails)); err != nil {
			return err
		}
		return c.conclude("skipped")
	})
}

// RenameFromPAN changes the customer's name to the name on the verified PAN, once, and evaluates
// the case again. Calling it again changes nothing. It returns the name, or a 409 if no PAN is
// verified.
func (s *Service) RenameFromPAN(ctx context.Context, customerID int64) (name string, err error) {
	err = s.change(ctx, customerID, func(c *change) error {
		pan := c.Steps[PANCard]
		if pan.State != StepVerified || pan.Details.Name == "" {
			return fault.Conflict("kyc.pan_not_verified", "Your PAN is not verified yet.")
		}
		name = pan.Details.Name
		if !c.RenamedAt.IsZero() || c.customer.FullName == name {
			return nil
		}
		c.formerName, c.RenamedAt, c.touched = c.customer.FullName, s.now(), true
		if err := account.Rename(c.ctx, c.tx, customerID, name); err != nil {
			return err
		}
		c.customer.FullName = name
		if err := c.record("name_taken_from_pan", "account"); err != nil {
			return err
		}
		return c.conclude("renamed")
	})
	return name, err
}

// Decide ends the review of a case on behalf of a staff member. Deciding the same again changes
// nothing. Faults: 404 without a case, 409 for a case that is not in review.
func (s *Service) Decide(ctx context.Context, customerID int64, approve bool, reason string) error {
	return s.change(ctx, customerID, func(c *change) error {
		e := Evaluation{Decision: DecisionDeclined, Score: c.Score, Reasons: c.Reasons}
		if approve {
			e = Evaluation{Decision: DecisionApproved, Score: c.Score}
		}
		switch {
		case !c.exists:
			return fault.NotFound("kyc.case_not_found", "This customer has no KYC to decide.")
		case c.State == e.Decision.state():
			return nil
		case c.State != InReview:
			return fault.Conflict("kyc.not_in_review", "This KYC is not in review.")
		}
		return c.decide(e, reason)
	})
}

// Review is a case that waits for a person.
type Review struct {
	CustomerID int64
	Profession ProfessionType
	Evaluation
}

// maxReviews is how many cases are listed at once.
const maxReviews = 100

// InReviewNow lists the cases that wait for a person, the oldest first.
func (s *Service) InReviewNow(ctx context.Context) ([]Review, error) {
	rows, err := s.store.Queries().KycCasesInReview(ctx, maxReviews)
	if err != nil {
		return nil, err
	}
	list := make([]Review, len(rows))
	for i, r := range rows {
		list[i] = Review{r.CustomerID, ProfessionType(r.ProfessionType), Evaluation{Decision: Decision(r.Decision), Score: int(r.Score), Reasons: reasonsOf(r.Reasons)}}
	}
	return list, nil
}

func reasonsOf(stored string) []Reason {
	var reasons []Reason
	for word := range strings.FieldsSeq(stored) {
		reasons = append(reasons, Reason(word))
	}
	return slices.Clip(reasons)
}

// Erased says that the case's documents have been destroyed.
func (c Case) Erased() bool { return c.erased }

// write runs a transaction on a customer's data that does not change the case.
func (s *Service) write(ctx context.Context, customerID int64, fn func(ctx context.Context, tx *store.Tx) error) error {
	ctx = context.WithoutCancel(ctx)
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error { return fn(ctx, tx) })
}
