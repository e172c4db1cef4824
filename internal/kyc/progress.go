package kyc

import (
	"context"
	"strings"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/identifier"
	"rento/internal/ticket"
)

// Progress is a case as its customer sees it. Current is the next step, or "". Ordered are the
// steps of the profession. RetryOn is the day from which a declined case may be started again.
// Waiting are the transfers that CancelAll would give up, if the case can be cancelled.
type Progress struct {
	Case

	Current    Step
	Percentage int
	Ordered    []Progressed
	RetryOn    calendar.Date
	Waiting    []ticket.Incoming
}

// Progressed is a step of a Progress. Number is masked. NameMismatch says that the account's name
// is close to the name on the PAN but does not match; NameDiffers says that it is a different name.
type Progressed struct {
	Share
	StepRecord

	Skippable    bool
	TriesLeft    int
	Number       string
	NameMismatch bool
	NameDiffers  bool
	Replaceable  bool
	Files        []Document
}

// Progress returns the progress of a customer's case.
func (s *Service) Progress(ctx context.Context, customerID int64) (Progress, error) {
	c, err := s.Of(ctx, customerID)
	if err != nil {
		return Progress{}, err
	}
	progress := Progress{Case: c}
	if c.State == Declined {
		progress.RetryOn = c.EvaluatedAt.Add(retryAfterDecline).Date()
	}
	if c.State.May(CaseCancelled) {
		if progress.Waiting, err = s.tickets.Accepted(ctx, customerID); err != nil {
			return Progress{}, err
		}
	}
	p, chosen := ProfessionOf(c.Profession)
	if !chosen {
		return progress, nil
	}
	customer, err := account.CustomerOf(ctx, s.store.Queries(), customerID)
	if err != nil {
		return Progress{}, err
	}
	files, err := s.Documents(ctx, customerID)
	if err != nil {
		return Progress{}, err
	}
	progress.Percentage = percentage(p, c.Steps)
	if c.State.takesSteps() {
		progress.Current, _ = current(p, c.Steps)
	}
	for _, share := range p.Steps {
		r := orZero(c.Steps, share.Step)
		x := Progressed{
			Share: share, StepRecord: r, TriesLeft: max(0, maxRefusals-int(r.Refusals)), Number: masked(share.Step, r.Details.Number),
			Skippable:   share.Step == BankDetails && (optional(p, c.Steps, BankDetails) && !r.State.Done() || r.Details.Alternate && r.State == StepUploaded),
			Replaceable: c.mayReplace(share.Step),
		}
		if share.Step == PANCard && r.State == StepVerified && customer.FullName != "" {
			fits := MatchNames(customer.FullName, r.Details.Name)
			x.NameMismatch = fits >= NameNear && fits < NameFits && c.RenamedAt.IsZero()
			x.NameDiffers = fits < NameNear
		}
		for _, f := range files {
			if f.Step == share.Step {
				x.Files = append(x.Files, f)
			}
		}
		progress.Ordered = append(progress.Ordered, x)
	}
	return progress, nil
}

// masked is the form in which a number is shown.
func masked(step Step, number string) string {
	switch {
	case number == "" || step == GSTDetails: // a GSTIN is printed on invoices
		return ""
	case step == PANCard:
		return identifier.PAN(number).Masked()
	}
	return strings.Repeat("X", 4) + number
}
