package kyc

import (
	"context"
	"fmt"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/encryption"
	"rento/internal/fault"
	"rento/internal/store"
)

// change is a case inside the transaction that changes it.
type change struct {
	Case

	s        *Service
	ctx      context.Context //nolint:containedctx // lives as long as its transaction
	tx       *store.Tx
	customer account.Customer
	touched  bool
}

// change runs fn on the customer's case in one transaction, and saves what fn changed.
func (s *Service) change(ctx context.Context, customerID int64, fn func(c *change) error) error {
	ctx = context.WithoutCancel(ctx)
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		customer, err := account.CustomerOf(ctx, tx.Queries, customerID)
		if err != nil {
			return err
		}
		loaded, err := s.load(ctx, tx.Queries, customer)
		if err != nil {
			return err
		}
		c := &change{Case: loaded, s: s, ctx: ctx, tx: tx, customer: customer}
		if err := fn(c); err != nil {
			return err
		}
		return c.save()
	})
}

// begin sets up a case that has no row yet.
func (c *change) begin() {
	if c.exists {
		return
	}
	c.exists, c.touched, c.key, c.createdAt = true, true, encryption.NewDataKey(), c.s.now()
}

// move changes the state of the case.
func (c *change) move(to CaseState, cause string) error {
	if !c.State.May(to) {
		return fmt.Errorf("kyc: a case cannot go from %s to %s", c.State, to)
	}
	if err := c.logged("case", string(c.State), string(to), cause); err != nil {
		return err
	}
	c.State, c.touched = to, true
	return nil
}

// moveStep changes the state of a step, after set has changed its record.
func (c *change) moveStep(step Step, to StepState, reason Reason, cause string, set func(r *StepRecord)) error {
	r := orZero(c.Steps, step)
	if !r.State.May(to) {
		return fmt.Errorf("kyc: step %s cannot go from %s to %s", step, r.State, to)
	}
	if set != nil {
		set(&r)
	}
	if err := c.logged(string(step), string(r.State), string(to), cause); err != nil {
		return err
	}
	r.State, r.Reason, r.changed = to, reason, true
	c.Steps[step] = r
	return nil
}

// record writes an audit entry.
func (c *change) record(action, object string) error {
	return c.s.audit.Record(c.ctx, c.tx, audit.Entry{CustomerID: c.CustomerID, Action: action, Object: object})
}

// open checks that a step may be brought now: the case accepts steps, the profession has this step,
// all steps before it are done, and it is not done itself. Faults: 409.
func (c *change) open(step Step) error {
	if err := c.takes(); err != nil {
		return err
	}
	p, err := c.profession()
	if err != nil {
		return err
	}
	r := orZero(c.Steps, step)
	first, left := current(p, c.Steps)
	switch {
	case !p.Has(step):
		return fault.Conflict("kyc.step_not_asked", "This is not asked of your profession.")
	case r.State == StepProcessing:
		return fault.Conflict("kyc.step_processing", "This is being checked. Please wait a moment.")
	case r.State == StepVerified, r.State.Done() && c.State != PartialOffered:
		return fault.Conflict("kyc.step_done", "This is done already.")
	case left && first != step && !r.State.Done():
		return fault.Conflict("kyc.step_not_yet", "Please complete the steps before this one first.")
	}
	return nil
}

// comparedWith lists the steps that were compared with a document, and that must be brought again
// when the document is replaced.
func comparedWith(step Step) []Step {
	return map[Step][]Step{PANCard: {GSTDetails, BankDetails}, GovtDocument: {Selfie}}[step]
}

// mayReplace says whether a verified document may be replaced: while the case is in progress and
// there are tries left. The replacement uses up one try.
func (c Case) mayReplace(step Step) bool {
	r := c.Steps[step]
	isDocument := step == PANCard || step == GovtDocument || step == ParentDocument
	return isDocument && c.State == InProgress && r.State == StepVerified && r.Refusals+1 < maxRefusals
}

// putAside resets a document that is being replaced, and the steps that were compared with it. It
// counts as a refused try.
func (c *change) putAside(step Step) error {
	for _, other := range append(comparedWith(step), step) {
		if r := orZero(c.Steps, other); r.State == StepNotStarted || r.Reason == ReasonTooManyTries {
			continue
		}
		err := c.moveStep(other, StepNotStarted, "", string(step)+" is replaced", func(r *StepRecord) {
			if other == step {
				r.Refusals++
			}
			r.Details, r.numberHash = Details{}, ""
		})
		if err != nil {
			return err
		}
		if err := c.dropFiles(other, ""); err != nil {
			return err
		}
	}
	return nil
}

// takes returns an error if the case accepts no steps.
func (c *change) takes() error {
	switch {
	case c.State.Verified():
		return fault.Conflict("kyc.complete", "Your KYC is complete.")
	case c.State == InReview, c.State == Evaluating:
		return fault.Conflict("kyc.in_review", "We are looking at your documents. Nothing is needed from you now.")
	case c.State == Declined:
		return fault.Conflict("kyc.declined", "Your KYC was declined.")
	}
	if _, err := c.profession(); err != nil || c.State == NotStarted || c.State == CaseCancelled {
		return fault.Conflict("kyc.profession_missing", "Please choose your profession first.")
	}
	return nil
}

// try starts another try of a step and returns its number. A case with the offer of a partial
// approval goes back to in progress.
func (c *change) try(step Step, to StepState, cause string, set func(d *Details)) (int64, error) {
	if c.State == PartialOffered {
		if err := c.move(InProgress, "adds "+string(step)); err != nil {
			return 0, err
		}
	}
	err := c.moveStep(step, to, "", cause, func(r *StepRecord) {
		r.Attempt++
		if set != nil {
			set(&r.Details)
		}
	})
	return c.Steps[step].Attempt, err
}

// today is today in India.
func (s *Service) today() calendar.Date { return calendar.Today(s.clock) }
