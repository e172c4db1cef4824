package kyc

import (
	"context"

	"rento/internal/fault"
	"rento/internal/identifier"
	"rento/internal/jobs"
	"rento/internal/provider"
)

// VerifyGST stores a business's GSTIN if the register says that it is active and belongs to the
// customer. Verifying the same GSTIN again changes nothing. Faults: 409 if it is not this step's
// turn, 422 with the reason, 502 if the register did not answer.
func (s *Service) VerifyGST(ctx context.Context, customerID int64, text string) error {
	gstin, err := identifier.ParseGSTIN(text)
	if err != nil {
		return gstRefusal(ReasonNumberInvalid)
	}
	if s.identity == nil {
		return notConnected()
	}
	var t tryOf
	var pan string
	same := false
	err = s.change(ctx, customerID, func(c *change) error {
		if r := c.Steps[GSTDetails]; r.State.Done() && r.Details.Number == string(gstin) {
			same = true
			return nil
		}
		if err := c.open(GSTDetails); err != nil {
			return err
		}
		attempt, err := c.try(GSTDetails, StepProcessing, "entered", func(d *Details) { *d = Details{Number: string(gstin)} })
		t, pan = tryOf{customerID, GSTDetails, attempt}, c.Steps[PANCard].Details.Number
		if err != nil {
			return err
		}
		return s.jobs.Enqueue(c.ctx, c.tx, jobs.Job{Kind: jobGiveBack, Key: t.reference(), Payload: t, RunAt: s.clock.Now().Add(askTime)})
	})
	if err != nil || same {
		return err
	}
	f, failure := s.findGST(ctx, t, gstin, pan)
	err = s.change(ctx, customerID, func(c *change) error {
		if err := c.record("kyc_gst_checked", "kyc/"+string(GSTDetails)); err != nil {
			return err
		}
		return c.find(GSTDetails, t.Attempt, f, "register of GST")
	})
	switch {
	case err != nil:
		return err
	case failure != nil:
		return fault.Provider(failure)
	case f.state == StepRejected:
		return gstRefusal(f.reason)
	}
	return nil
}

func (s *Service) findGST(ctx context.Context, t tryOf, gstin identifier.GSTIN, pan string) (finding, error) {
	record, err := s.identity.FindGSTIN(ctx, t.reference(), string(gstin))
	if refused := provider.RefusalOf(err); refused != "" {
		return finding{state: StepRejected, reason: Reason(refused)}, nil
	}
	if err != nil {
		return finding{state: StepUploaded, reason: ReasonSourceDown}, err
	}
	f := finding{state: StepVerified, set: func(d *Details) { d.Name, d.TradeName = record.LegalName, record.TradeName }}
	switch {
	case !record.Active:
		f.state, f.reason = StepRejected, ReasonGSTInactive
	case gstin.PAN().Holder() != identifier.Person: // nothing shows that a company belongs to the customer
		f.state, f.reason = StepNeedsReview, ReasonNotProprietor
	case pan == "": // a person reviews the PAN card
		f.state, f.reason = StepNeedsReview, ReasonDoubtful
	case string(gstin.PAN()) != pan:
		f.state, f.reason = StepRejected, ReasonPANDiffers
	}
	return f, nil
}

func gstRefusal(reason Reason) error {
	f := fault.Invalid("kyc.gst_refused", "gstIn", "This GST number could not be verified. Please check it and enter your own.")
	return f.WithExtra("reason", string(reason))
}
