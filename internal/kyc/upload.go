package kyc

import (
	"context"
	"errors"
	"time"

	"rento/internal/fault"
	"rento/internal/jobs"
	"rento/internal/provider"
)

// Upload is a picture or PDF for a step. Kind is the document of a government step, "" for an
// Aadhaar. Side is the side that the customer says it shows, or "". Replace says that it replaces a
// verified document.
type Upload struct {
	Step Step
	Kind provider.DocumentKind
	Side provider.Side
	File File

	Replace bool
}

// askTime is how long a try may take before the customer can try the step again: the node may have
// died and the answer may be lost.
const askTime = 3 * time.Minute

const jobGiveBack = "kyc.give_back"

// tryOf is the payload of jobs about a try of a step.
type tryOf struct {
	CustomerID int64
	Step       Step
	Attempt    int64
}

func (t tryOf) reference() string { return reference(t.CustomerID, t.Step, t.Attempt) }

// UploadDocument has a document or selfie checked, and processes the provider's result. It returns
// the document's id. Faults: 409 if it is not this step's turn, 413 and 415 for the file, 422 with
// the reason for a refusal, 502 if the provider did not answer; in that case the try does not
// count.
func (s *Service) UploadDocument(ctx context.Context, customerID int64, u Upload) (int64, error) {
	if u.Step != PANCard && u.Step != GovtDocument && u.Step != ParentDocument && u.Step != Selfie {
		return 0, fault.Invalid("kyc.document_type_unknown", "documentType", "Please choose what you upload.")
	}
	if u.Kind == "" {
		u.Kind = provider.Aadhaar
	}
	if u.Step == PANCard {
		u.Kind = provider.PANCard
	}
	if s.identity == nil {
		return 0, notConnected()
	}
	if err := s.mayBring(ctx, customerID, u); err != nil { // before the file is decoded
		return 0, err
	}
	file, err := s.readFile(ctx, u.File)
	if err != nil {
		return 0, err
	}
	if u.Step == Selfie && file.scan.Type == typePDF {
		return 0, fault.Unsupported("kyc.selfie_is_pdf", "Please take a picture of yourself.")
	}
	if u.Step == GovtDocument && u.Kind != provider.Aadhaar && file.scan.Type == typePDF { // of an Aadhaar, the masked picture is kept
		return 0, fault.Unsupported("kyc.document_is_pdf", "Please choose a picture of this document, not a PDF: its photo is compared with your selfie.")
	}
	if file.scan.Type == typePDF && hasName(file.scan.Data, "/Encrypt") { // only a bank statement's password is asked for
		return 0, fault.Unsupported("kyc.pdf_has_password", "This PDF is protected by a password. Please open it, save it as a PDF without a password, and choose that one, or choose a picture.")
	}
	place, t, c, err := s.beginUpload(ctx, customerID, u)
	if err != nil {
		return 0, err
	}
	var look looked
	if u.Step == Selfie {
		look, err = s.lookAtSelfie(ctx, c, t, file)
	} else {
		look, err = s.lookAtDocument(ctx, c, t, u, file)
	}
	return s.endUpload(ctx, t, place, file.name, look, err)
}

// looked is the result of checking an upload: the finding, and the side and the scan to store. A
// nil scan stores nothing.
type looked struct {
	finding

	side provider.Side
	scan *provider.Scan
}

// notConnected is the error for a step whose provider is not configured.
func notConnected() error { return fault.Provider(errors.New("kyc: no such provider is connected")) }

// mayBring returns an error if the step may not be brought now.
func (s *Service) mayBring(ctx context.Context, customerID int64, u Upload) error {
	c, err := s.Of(ctx, customerID)
	if err != nil || u.Replace && c.mayReplace(u.Step) {
		return err
	}
	return (&change{Case: c}).open(u.Step)
}

// beginUpload starts a try, before the provider is asked.
func (s *Service) beginUpload(ctx context.Context, customerID int64, u Upload) (place newFile, t tryOf, loaded Case, err error) {
	err = s.change(ctx, customerID, func(c *change) error {
		if u.Replace && c.mayReplace(u.Step) {
			if err := c.putAside(u.Step); err != nil {
				return err
			}
		}
		if err := c.open(u.Step); err != nil {
			return err
		}
		another := false
		attempt, err := c.try(u.Step, StepProcessing, "uploaded", func(d *Details) {
			if another = d.Document != u.Kind || d.Source == FromLocker; another {
				*d = Details{} // start from scratch
			}
			d.Source, d.Document, d.Consent = FromUpload, u.Kind, nil
		})
		if err != nil {
			return err
		}
		if another {
			if err := c.dropFiles(u.Step, ""); err != nil {
				return err
			}
		}
		place, t, loaded = s.placeForFile(), tryOf{customerID, u.Step, attempt}, c.Case
		if err := c.planFile(place.id, place.key); err != nil {
			return err
		}
		return s.jobs.Enqueue(c.ctx, c.tx, jobs.Job{Kind: jobGiveBack, Key: t.reference(), Payload: t, RunAt: s.clock.Now().Add(askTime)})
	})
	return place, t, loaded, err
}

// giveBack lets the customer try a step again whose try got no result.
func (s *Service) giveBack(ctx context.Context, t tryOf) error {
	return s.change(ctx, t.CustomerID, func(c *change) error {
		if c.Steps[t.Step].State != StepProcessing {
			return nil
		}
		return c.find(t.Step, t.Attempt, finding{state: StepUploaded, reason: ReasonSourceDown}, "no answer")
	})
}

// endUpload processes the result of a check, or the reason why there is none.
func (s *Service) endUpload(ctx context.Context, t tryOf, place newFile, name string, look looked, failure error) (int64, error) {
	cause := "looked at by " + s.identity.Name()
	if refused := provider.RefusalOf(failure); refused != "" {
		look, failure = looked{finding: finding{state: StepRejected, reason: Reason(refused)}}, nil
	}
	if failure != nil {
		look = looked{finding: finding{state: StepUploaded, reason: ReasonSourceDown}}
	}
	ctx = context.WithoutCancel(ctx)
	kept := failure == nil && look.scan != nil && look.state != StepRejected
	if kept {
		c, err := s.Of(ctx, t.CustomerID)
		if err != nil {
			return 0, err
		}
		if err := s.putFile(ctx, c, place, look.scan.Data); err != nil {
			return 0, err
		}
	}
	err := s.change(ctx, t.CustomerID, func(c *change) error {
		if c.Steps[t.Step].Attempt != t.Attempt {
			return nil // a newer try has started
		}
		if kept {
			if err := c.addFile(t.Step, look.side, place, name, *look.scan); err != nil {
				return err
			}
		}
		if err := c.record("kyc_document_uploaded", "kyc/"+string(t.Step)); err != nil {
			return err
		}
		if err := c.find(t.Step, t.Attempt, look.finding, cause); err != nil {
			return err
		}
		if r := c.Steps[t.Step]; kept && r.State == StepRejected { // the PAN belongs to another account
			look.state, look.reason = r.State, r.Reason
			return c.dropFiles(t.Step, look.side)
		}
		return nil
	})
	switch {
	case err != nil:
		return 0, err
	case failure != nil:
		return 0, fault.Provider(failure)
	case look.state == StepRejected:
		return 0, refusal(look.reason)
	}
	return place.id, nil
}

// refusal is the error for a refused try.
func refusal(reason Reason) error {
	f := fault.Invalid("kyc.document_refused", "file", "This could not be accepted. Please try again with a clear picture of the right document.")
	return f.WithExtra("reason", string(reason))
}
