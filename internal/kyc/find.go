package kyc

import (
	"fmt"

	"rento/internal/notify"
	"rento/internal/provider"
	"rento/internal/store"
)

// finding is the result of a try of a step.
type finding struct {
	state  StepState
	reason Reason
	// set changes the details of the step. Nil changes nothing.
	set func(d *Details)
	// number is the PAN that was verified.
	number string
	// undone says that the try does not count as refused.
	undone bool
}

// find processes the result of a try, from any source: the answer to an upload, a locker, a poll or
// a webhook. It changes nothing if the try is not the newest one of its step, or already has a
// result. Then it decides the case if possible.
func (c *change) find(step Step, attempt int64, f finding, cause string) error {
	r := orZero(c.Steps, step)
	if r.Attempt != attempt || c.erased {
		return nil
	}
	takes := c.State == InProgress && (r.State == StepProcessing || r.State == StepUploaded)
	reviewed := c.State == InReview && r.State == StepNeedsReview && (f.state == StepVerified || f.state == StepRejected)
	if !takes && !reviewed {
		return nil
	}
	if f.number != "" {
		if err := c.claim(&f); err != nil {
			return err
		}
	}
	to, why := f.state, f.reason
	if takes && to == StepRejected && !f.undone && !why.Final() && why != ReasonNotLive && r.Refusals+1 >= maxRefusals {
		to, why = StepNeedsReview, ReasonTooManyTries // so the other steps can still be brought
	}
	err := c.moveStep(step, to, why, cause, func(r *StepRecord) {
		if f.set != nil {
			f.set(&r.Details)
		}
		if f.state == StepRejected && !f.undone {
			r.Refusals++
		}
		if f.number != "" && f.state == StepVerified {
			r.numberHash = c.s.numberHash(f.number)
		}
	})
	if err != nil {
		return err
	}
	if step == Selfie && to.Done() { // the face was matched, so the portrait is not needed any more
		if err := c.dropFiles(GovtDocument, provider.Portrait); err != nil {
			return err
		}
	}
	if reviewed && f.state == StepRejected {
		return c.decide(Evaluation{Decision: DecisionDeclined, Score: c.Score, Reasons: []Reason{f.reason}}, cause)
	}
	return c.conclude(cause)
}

// claim turns a finding into a refusal if its PAN belongs to another account.
func (c *change) claim(f *finding) error {
	owner, err := c.tx.KycNumberOwner(c.ctx, c.s.numberHash(f.number))
	if store.IsNone(err) || err == nil && owner == c.CustomerID {
		return nil
	}
	if err != nil {
		return fmt.Errorf("kyc: whose number: %w", err)
	}
	f.state, f.reason = StepRejected, ReasonPANOfAnother
	return nil
}

// conclude decides the case if everything needed is there.
func (c *change) conclude(cause string) error {
	p, ok := ProfessionOf(c.Profession)
	if !ok || c.State != InProgress && c.State != InReview {
		return nil
	}
	e, ok := evaluate(p, c.Steps, c.names())
	if !ok || c.State == InReview && e.Decision != DecisionApproved {
		return nil // a person is reviewing the case and continues to
	}
	return c.decide(e, cause)
}

// decide moves the case to the state that the decision leads to.
func (c *change) decide(e Evaluation, cause string) error {
	if c.State == InProgress {
		if err := c.move(Evaluating, cause); err != nil {
			return err
		}
	}
	c.Evaluation, c.EvaluatedAt, c.touched = e, c.s.now(), true
	if err := c.move(e.Decision.state(), cause); err != nil {
		return err
	}
	if err := c.record("kyc_"+string(c.State), "kyc"); err != nil {
		return err
	}
	return c.notify()
}

// nameFit is how well the known names match: the account's name with the PAN's, and the PAN's with
// the government document's. It is the lower of the two, and 1 if there are no two names to
// compare.
func (c Case) nameFit(customerName string) float64 {
	pan, id := c.Steps[PANCard].Details.Name, c.Steps[GovtDocument].Details.Name
	least := 1.0
	for _, pair := range [][2]string{{customerName, pan}, {pan, id}} {
		if pair[0] != "" && pair[1] != "" {
			least = min(least, MatchNames(pair[0], pair[1]))
		}
	}
	return least
}

func (c *change) names() float64 { return c.nameFit(c.customer.FullName) }

// notify tells the customer the result of their case.
func (c *change) notify() error {
	var e notify.Event
	switch c.State {
	case Approved:
		e = notify.KYCApproved{}
	case PartialOffered:
		e = notify.KYCPartialOffered{}
	case InReview:
		e = notify.KYCInReview{}
	case Declined:
		e = notify.KYCDeclined{RetryOn: c.EvaluatedAt.Add(retryAfterDecline).Date()}
	case NotStarted, InProgress, Evaluating, PartiallyApproved, CaseCancelled:
		return nil
	}
	about := int64(c.EvaluatedAt)
	if c.State == InReview || c.State == PartialOffered { // do not repeat the message before the customer brings something new
		about = 0
		for _, r := range c.Steps {
			about += r.Attempt
		}
	}
	return c.s.notify.Send(c.ctx, c.tx, c.CustomerID, e, fmt.Sprintf("kyc_%s/%d", c.State, about))
}
