package kyc

import (
	"context"
	"fmt"
	"time"

	"rento/internal/fault"
	"rento/internal/inbox"
	"rento/internal/jobs"
	"rento/internal/provider"
)

// Screens is a customer's access to the provider's own screens, for a selfie.
type Screens struct {
	provider.Token

	Transaction string
}

const jobAskTransaction = "kyc.ask_transaction"

// afterScreens is how long after a token expires its transaction is checked, in case no webhook
// arrived.
const afterScreens = 5 * time.Minute

// OpenScreens starts a try of the selfie in the provider's own screens. The result that the browser
// reports is only a hint: we ask the provider. Faults: 409 if it is not this step's turn, 502 if
// the provider did not answer.
func (s *Service) OpenScreens(ctx context.Context, customerID int64) (Screens, error) {
	if s.identity == nil {
		return Screens{}, notConnected()
	}
	var t tryOf
	var mobile string
	err := s.change(ctx, customerID, func(c *change) error {
		if err := c.open(Selfie); err != nil {
			return err
		}
		attempt, err := c.try(Selfie, StepUploaded, "screens opened", func(d *Details) { *d = Details{Source: FromScreens} })
		t, mobile = tryOf{customerID, Selfie, attempt}, c.customer.Mobile
		return err
	})
	if err != nil {
		return Screens{}, err
	}
	token, err := s.identity.Token(ctx, provider.TokenRequest{Transaction: t.reference(), Mobile: mobile})
	if err != nil {
		return Screens{}, fault.Provider(err)
	}
	err = s.change(ctx, customerID, func(c *change) error {
		return s.jobs.Enqueue(c.ctx, c.tx, jobs.Job{Kind: jobAskTransaction, Key: t.reference(), Payload: t, RunAt: token.Expires.Add(afterScreens)})
	})
	return Screens{token, t.reference()}, err
}

// handleEvent handles a provider's webhook event. It only triggers asking the provider.
func (s *Service) handleEvent(ctx context.Context, e inbox.Event) error {
	customerID, step, attempt, ok := parseReference(e.SubjectID)
	if !ok {
		return nil // not our transaction
	}
	return s.askTransaction(ctx, tryOf{customerID, step, attempt})
}

// askTransaction asks the provider for the state of a transaction in its screens, and processes it.
func (s *Service) askTransaction(ctx context.Context, t tryOf) error {
	c, err := s.Of(ctx, t.CustomerID)
	if fault.Of(err) != nil {
		return nil //nolint:nilerr // nobody's
	}
	if err != nil {
		return err
	}
	if r := c.Steps[t.Step]; r.Attempt != t.Attempt || r.Details.Source != FromScreens {
		return nil
	}
	state, err := s.identity.FetchTransaction(ctx, t.reference())
	if provider.RefusalOf(err) == provider.NotFound {
		return nil
	}
	if err != nil {
		return fmt.Errorf("kyc: ask for transaction %s: %w", t.reference(), err)
	}
	f, known := findingOf(state)
	if !known {
		return nil
	}
	return s.change(ctx, t.CustomerID, func(c *change) error { return c.find(t.Step, t.Attempt, f, "transaction "+string(state)) })
}

func findingOf(state provider.TransactionState) (f finding, known bool) {
	switch state {
	case provider.TransactionAutoApproved, provider.TransactionManuallyApproved:
		return finding{state: StepVerified, set: func(d *Details) { d.Live = true }}, true
	case provider.TransactionNeedsReview:
		return finding{state: StepNeedsReview, reason: ReasonDoubtful}, true
	case provider.TransactionAutoDeclined, provider.TransactionManuallyDeclined:
		return finding{state: StepRejected, reason: ReasonNotLive}, true
	case provider.TransactionStarted, provider.TransactionCancelled, provider.TransactionFailed:
	}
	return finding{}, false
}
