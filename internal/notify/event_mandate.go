package notify

import (
	"rento/internal/calendar"
	"rento/internal/money"
)

// MandateSetUp is auto debit that the bank has confirmed, by an instrument as the
// customer knows it: up to Max, until Until. It is Active when rent is debited by it
// from now on; else another one goes on doing so.
type MandateSetUp struct {
	Instrument string
	Max        money.Paise
	Until      calendar.Date
	Active     bool
}

// Name implements Event.
func (MandateSetUp) Name() string { return "mandate_set_up" }

// Values implements Event.
func (e MandateSetUp) Values() map[string]any {
	return map[string]any{"instrument": e.Instrument, "max": e.Max, "day": e.Until, "active": e.Active}
}

// MandateRejected is auto debit that the bank did not confirm.
type MandateRejected struct{}

// Name implements Event.
func (MandateRejected) Name() string { return "mandate_rejected" }

// Values implements Event.
func (MandateRejected) Values() map[string]any { return map[string]any{} }

// MandateStopped is auto debit by which nothing is debited any more: it was paused at
// the bank, its last day is over, or it was removed, here or at the bank. Other says
// that the rent is debited by another one.
type MandateStopped struct {
	Instrument             string
	Paused, Expired, Other bool
}

// Name implements Event.
func (MandateStopped) Name() string { return "mandate_stopped" }

// Values implements Event.
func (e MandateStopped) Values() map[string]any {
	return map[string]any{"instrument": e.Instrument, "paused": e.Paused, "expired": e.Expired, "other": e.Other}
}

// DebitPlanned is the notice before a debit of an invoice, by an instrument as the
// customer knows it.
type DebitPlanned struct {
	Amount     money.Paise
	Invoice    string // number
	Instrument string
	Day        calendar.Date
}

// Name implements Event.
func (DebitPlanned) Name() string { return "debit_planned" }

// Values implements Event.
func (e DebitPlanned) Values() map[string]any {
	return map[string]any{"amount": e.Amount, "invoice": e.Invoice, "instrument": e.Instrument, "day": e.Day}
}

// DebitFailed is a debit that the bank did not make. It is tried Again on Day, or is
// to be paid by hand by then.
type DebitFailed struct {
	Amount     money.Paise
	Invoice    string // number
	Instrument string
	Day        calendar.Date
	Again      bool
}

// Name implements Event.
func (DebitFailed) Name() string { return "debit_failed" }

// Values implements Event.
func (e DebitFailed) Values() map[string]any {
	return map[string]any{"amount": e.Amount, "invoice": e.Invoice, "instrument": e.Instrument, "day": e.Day, "again": e.Again}
}

// DebitNotMade is a debit of an invoice that will not happen, so that it is to be paid
// by hand by Day: the customer has Skipped it, or auto debit has Ended by its day;
// else it is more than Max, the most that may be debited at once.
type DebitNotMade struct {
	Amount         money.Paise
	Invoice        string // number
	Instrument     string
	Max            money.Paise
	Day            calendar.Date
	Skipped, Ended bool
}

// Name implements Event.
func (DebitNotMade) Name() string { return "debit_not_made" }

// Values implements Event.
func (e DebitNotMade) Values() map[string]any {
	return map[string]any{
		"amount": e.Amount, "invoice": e.Invoice, "instrument": e.Instrument, "max": e.Max, "day": e.Day, "skipped": e.Skipped, "ended": e.Ended,
	}
}

// MandateEnds is auto debit whose last day is near.
type MandateEnds struct {
	Instrument string
	Day        calendar.Date
}

// Name implements Event.
func (MandateEnds) Name() string { return "mandate_ends" }

// Values implements Event.
func (e MandateEnds) Values() map[string]any {
	return map[string]any{"instrument": e.Instrument, "day": e.Day}
}
