package kyc

import (
	"context"
	"errors"
	"net/url"
	"time"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/identifier"
	"rento/internal/provider"
)

// LockerURL starts a customer's consent to share documents from their locker, and returns its
// address. The browser returns to the app, and the customer's own session passes the result to
// FinishLocker. So nobody's documents can end up in another customer's case. Faults: 409 if it is
// not this step's turn, 502 if the locker did not answer.
func (s *Service) LockerURL(ctx context.Context, customerID int64) (string, error) {
	if s.locker == nil {
		return "", notConnected()
	}
	var t tryOf
	err := s.change(ctx, customerID, func(c *change) error {
		step := GovtDocument
		if err := c.lockerOpen(); err != nil {
			return err
		}
		attempt, err := c.try(step, StepUploaded, "locker opened", func(d *Details) { *d = Details{Source: FromLocker, Document: provider.Aadhaar} })
		t = tryOf{customerID, step, attempt}
		return errors.Join(err, c.dropFiles(step, ""))
	})
	if err != nil {
		return "", err
	}
	consent, err := s.locker.Start(ctx, t.reference(), s.returnTo+"?from=digilocker")
	if err != nil {
		return "", fault.Provider(err)
	}
	err = s.change(ctx, customerID, func(c *change) error {
		r := c.Steps[t.Step]
		if r.Attempt == t.Attempt && r.State == StepUploaded {
			r.Details.Consent, r.changed = &consent, true
			c.Steps[t.Step] = r
		}
		return nil
	})
	return consent.URL, err
}

// lockerOpen checks that a locker may be opened. It brings the government document, and before that
// the PAN if the PAN is missing.
func (c *change) lockerOpen() error {
	if p, err := c.profession(); err == nil {
		if first, left := current(p, c.Steps); left && first == PANCard {
			return c.open(PANCard)
		}
	}
	return c.open(GovtDocument)
}

// FinishLocker processes the query with which the browser returned from the locker. Repeating it
// changes nothing. Faults: 409 if no consent is waiting or another request is finishing it, 422
// with the reason if the consent was refused, 502 if the locker did not answer.
func (s *Service) FinishLocker(ctx context.Context, customerID int64, query url.Values) error {
	if s.locker == nil {
		return notConnected()
	}
	c, err := s.Of(ctx, customerID)
	if err != nil {
		return err
	}
	step := c.Steps[GovtDocument]
	if step.State.Done() && step.Details.Source == FromLocker {
		return nil
	}
	if step.Details.Consent == nil || !c.State.takesSteps() {
		return noConsent()
	}
	t := tryOf{customerID, GovtDocument, step.Attempt}
	if err := s.claimConsent(ctx, t); err != nil {
		return err
	}
	shared, err := s.locker.Finish(ctx, *step.Details.Consent, query)
	refused := Reason(provider.RefusalOf(err))
	if err != nil && refused == "" {
		why := fault.Provider(err)
		if errors.Is(err, provider.ErrBadSignature) {
			why = noConsent().WithCause(err)
		}
		return errors.Join(why, s.setFinishing(ctx, t, 0))
	}
	if refused != "" {
		err = s.change(ctx, customerID, func(c *change) error {
			// A customer who did not consent has not failed a try.
			undone := refused == Reason(provider.ConsentDenied) || refused == Reason(provider.ConsentExpired)
			return c.find(GovtDocument, t.Attempt, finding{state: StepRejected, reason: refused, undone: undone, set: endConsent}, "locker")
		})
		return errors.Join(err, lockerRefusal(refused))
	}
	pan, panErr := s.panOf(ctx, t, shared.PAN)
	photo, err := s.keepPortrait(ctx, customerID, shared.Aadhaar.Photo)
	if err != nil {
		return err
	}
	err = s.change(ctx, customerID, func(c *change) error {
		if c.Steps[GovtDocument].Attempt != t.Attempt {
			return nil // a newer try has started
		}
		if panErr == nil && pan.state != "" && c.open(PANCard) == nil {
			attempt, err := c.try(PANCard, StepUploaded, "from the locker", func(d *Details) { *d = Details{Source: FromLocker} })
			if err != nil {
				return err
			}
			if err := c.find(PANCard, attempt, pan, "locker"); err != nil {
				return err
			}
		}
		if err := c.record("kyc_locker_shared", "kyc/"+string(GovtDocument)); err != nil {
			return err
		}
		if photo != nil {
			if err := c.addFile(GovtDocument, provider.Portrait, photo.newFile, "portrait.jpg", photo.scan); err != nil {
				return err
			}
		}
		return c.find(GovtDocument, t.Attempt, s.findAadhaar(shared.Aadhaar), "locker")
	})
	if err != nil {
		return err
	}
	after, err := s.Of(ctx, customerID)
	if err != nil {
		return err
	}
	for _, step := range []Step{PANCard, GovtDocument} {
		if r := after.Steps[step]; r.State == StepRejected && r.Details.Source == FromLocker {
			return lockerRefusal(r.Reason)
		}
	}
	return nil
}

func noConsent() *fault.Fault {
	return fault.Conflict("kyc.no_consent", "There is no consent to finish. Please begin again.")
}

// finishingTime is how long a consent is reserved for one request. It is longer than the provider
// may take, and ends so that the customer can try again after a node died in between.
const finishingTime = time.Minute

// claimConsent reserves a consent for one request, because the provider accepts it only once. Two
// tabs may finish the same consent.
func (s *Service) claimConsent(ctx context.Context, t tryOf) error {
	return s.change(ctx, t.CustomerID, func(c *change) error {
		r := c.Steps[t.Step]
		switch {
		case r.Attempt != t.Attempt || r.Details.Consent == nil:
			return noConsent()
		case r.Details.FinishingUntil > s.now():
			return fault.Conflict("kyc.step_processing", "This is being checked. Please wait a moment.")
		}
		r.Details.FinishingUntil, r.changed = s.now().Add(finishingTime), true
		c.Steps[t.Step] = r
		return nil
	})
}

func (s *Service) setFinishing(ctx context.Context, t tryOf, until calendar.Instant) error {
	return s.change(ctx, t.CustomerID, func(c *change) error {
		if r := c.Steps[t.Step]; r.Attempt == t.Attempt {
			r.Details.FinishingUntil, r.changed = until, true
			c.Steps[t.Step] = r
		}
		return nil
	})
}

func endConsent(d *Details) { d.Consent, d.FinishingUntil = nil, 0 }

// heldPortrait is a photo from a locker whose row is not written yet.
type heldPortrait struct {
	newFile

	scan provider.Scan
}

// keepPortrait stores the photo from a locker, with which the selfie is compared. It returns nil if
// there is no photo.
func (s *Service) keepPortrait(ctx context.Context, customerID int64, photo []byte) (*heldPortrait, error) {
	if len(photo) == 0 {
		return nil, nil //nolint:nilnil // there is none
	}
	held := heldPortrait{s.placeForFile(), provider.Scan{Type: typeJPEG, Data: photo}}
	var loaded Case
	err := s.change(ctx, customerID, func(c *change) error {
		loaded = c.Case
		return c.planFile(held.id, held.key)
	})
	if err != nil {
		return nil, err
	}
	return &held, s.putFile(ctx, loaded, held.newFile, photo)
}

func lockerRefusal(reason Reason) error {
	f := fault.Invalid("kyc.locker_refused", "query", "DigiLocker did not share your documents. Please try again, or upload them.")
	return f.WithExtra("reason", string(reason))
}

func (s *Service) findAadhaar(a provider.EAadhaar) finding {
	if !a.BirthDate.IsZero() && underAge(a.BirthDate, s.today()) {
		return finding{state: StepRejected, reason: ReasonUnderAge}
	}
	return finding{state: StepVerified, set: func(d *Details) {
		endConsent(d)
		d.Name, d.BirthDate, d.Number = a.Name, a.BirthDate, a.LastFour
		d.Sides = []provider.Side{provider.Whole}
	}}
}

// panOf checks a PAN from the locker against the register, like a PAN from a picture. The finding
// is empty if the locker has no PAN or the register does not answer. Then the customer is asked for
// the card.
func (s *Service) panOf(ctx context.Context, t tryOf, pan *provider.LockerPAN) (finding, error) {
	if pan == nil || s.identity == nil {
		return finding{}, nil
	}
	if _, err := identifier.ParsePAN(pan.Number); err != nil || pan.BirthDate.IsZero() {
		return finding{}, nil //nolint:nilerr // then its card is asked for
	}
	return s.checkPAN(ctx, t, provider.Reading{Kind: provider.PANCard, Number: pan.Number, Name: pan.Name, BirthDate: pan.BirthDate})
}
