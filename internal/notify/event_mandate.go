package notify

import (
	"fmt"
	"maps"

	"rento/internal/calendar"
	"rento/internal/money"
)

// DebitedBy is what happens next once rent is debited by a different mandate. From is the day of
// the first debit, or zero if nothing is scheduled at present. Missed is the amount that came too
// late to be debited this month, or zero. If there is a Missed amount, Due is everything that is to
// be paid now, and Fees is the part of Due that is late fees. Kept is the amount of a debit that the
// instrument KeptBy of the former mandate still makes on KeptOn, or zero; Retried says that the new one
// can try it if the bank refuses it. TooHigh is the next
// invoice's amount if it is more than Max, the most that may be debited at once, or zero. Left is what
// was to be debited this month and is more than that too.
type DebitedBy struct {
	From              calendar.Date
	TooHigh, Max      money.Paise
	Missed, Due, Fees money.Paise
	Kept              money.Paise
	KeptBy            string
	KeptOn            calendar.Date
	Retried           bool
	Left              NotMade
}

func (d DebitedBy) values() map[string]any {
	return map[string]any{
		"from": d.From, "dated": !d.From.IsZero(), "missed": d.Missed, "late": d.Missed > 0, "tooHigh": d.TooHigh > 0, "rent": d.TooHigh, "most": d.Max, "due": d.Due, "fee": d.Fees, "fees": d.Fees > 0,
		"kept": d.Kept > 0, "keptAmount": d.Kept, "keptBy": d.KeptBy, "keptDay": d.KeptOn, "retried": d.Retried,
	}
}

// with adds the values of DebitedBy to values.
func (d DebitedBy) with(values map[string]any) map[string]any {
	maps.Copy(values, d.values())
	return values
}

// begun are the further values of a mandate that debits the rent from now on.
func (d DebitedBy) begun() map[string]any {
	return map[string]any{
		"open": d.Missed == 0 && d.Due > 0, "feesOnly": d.Fees > 0 && d.Fees == d.Due, "notMade": d.Left.Amount > 0, "notMadeAmount": d.Left.Amount, "invoice": d.Left.Invoice,
		"overdue": d.Left.Overdue, "payBy": d.Left.Day, "charged": d.Left.Fee > 0, "nextFee": d.Left.Fee, "feeDay": d.Left.FeeOn,
	}
}

// MandateSetUp is auto debit that the bank has confirmed, by an instrument as the
// customer knows it: up to Max, until Until. It is Resumed if it was paused at the bank. It is Active when rent is debited by it
// from now on. Other is the instrument of another one that goes on doing so, "" for
// none: nothing is debited then.
type MandateSetUp struct {
	DebitedBy

	Instrument, Other string
	Max               money.Paise
	Until             calendar.Date
	Active, Resumed   bool
}

// Name implements Event.
func (MandateSetUp) Name() string { return "mandate_set_up" }

// Values implements Event.
func (e MandateSetUp) Values() map[string]any {
	values := e.with(e.begun())
	maps.Copy(values, map[string]any{
		"instrument": e.Instrument, "max": e.Max, "day": e.Until, "active": e.Active, "resumed": e.Resumed, "other": e.Other != "", "otherInstrument": e.Other,
	})
	return values
}

// MandateChosen is auto debit that the customer has chosen: rent is debited by it from
// now on, and no more by Instead, "" when it was debited by none.
type MandateChosen struct {
	DebitedBy

	Instrument, Instead string
}

// Name implements Event.
func (MandateChosen) Name() string { return "mandate_chosen" }

// Values implements Event.
func (e MandateChosen) Values() map[string]any {
	values := e.with(e.begun())
	maps.Copy(values, map[string]any{"instrument": e.Instrument, "replaces": e.Instead != "", "instead": e.Instead})
	return values
}

// MandateRejected is auto debit that the bank did not confirm. Other is the instrument
// of another one by which the rent is debited, "" for none.
type MandateRejected struct {
	Other string
}

// Name implements Event.
func (MandateRejected) Name() string { return "mandate_rejected" }

// Values implements Event.
func (e MandateRejected) Values() map[string]any {
	return map[string]any{"other": e.Other != "", "otherInstrument": e.Other}
}

// NotMade is a debit of Invoice, a number or several separated by commas, that is not made.
type NotMade struct {
	PayBy

	Amount  money.Paise
	Invoice string
}

// MandateStopped is auto debit by which nothing is debited any more: it was paused at
// the bank, its last day is over, or it was removed, here or at the bank. Other is
// the instrument of another one by which the rent is debited, DebitedBy is what Other debits. Without
// Other, Rents says that rent is to come, Ahead is the day of the first invoice to pay if earlier ones
// are paid in advance, and Choice is the instrument by which the rent is debited once the customer
// chooses it, unless the rent is TooHigh for it. Other and Choice are "" for none. UnderWay is the sum of the one debit that the bank has already, zero for none. That the
// last day is over is not told at once.
type MandateStopped struct {
	DebitedBy
	NotMade

	Instrument, Other, Choice string
	Paused, Expired, Rents    bool
	Ahead                     calendar.Date
	UnderWay                  money.Paise
}

// Name implements Event.
func (MandateStopped) Name() string { return "mandate_stopped" }

// Values implements Event.
func (e MandateStopped) Values() map[string]any {
	values := e.with(map[string]any{
		"instrument": e.Instrument, "paused": e.Paused, "expired": e.Expired, "other": e.Other != "", "otherInstrument": e.Other,
		"rents": e.Rents, "ahead": !e.Ahead.IsZero(), "aheadDay": e.Ahead, "choosable": e.Choice != "" && e.TooHigh == 0, "choice": e.Choice, "underWay": e.UnderWay > 0, "amount": e.UnderWay,
		"notMade": e.Amount > 0, "notMadeAmount": e.Amount, "invoice": e.Invoice,
	})
	if e.Other == "" { // nothing came too late for another one, so that the fee is that of what is not made
		by := e.PayBy
		if by.Overdue {
			by = PayBy{} // "pay it", and no day: it has passed
		}
		maps.Copy(values, by.values())
		delete(values, "overdue")
	}
	return values
}

func (e MandateStopped) waitsForDay() bool { return e.Expired }

// DebitPlanned is the notice before a debit of invoices, by an instrument as the
// customer knows it. It is Anew when it takes the place of an earlier notice of this debit.
type DebitPlanned struct {
	Amount     money.Paise
	Invoice    string // number, or several separated by commas
	Instrument string
	Day        calendar.Date
	Hour       int    // the hour of that day from which the debit is made
	Instead    string // the instrument of an announced debit that this one replaces; "" for none
	Anew       bool
}

// Name implements Event.
func (DebitPlanned) Name() string { return "debit_planned" }

// Values implements Event.
func (e DebitPlanned) Values() map[string]any {
	return map[string]any{
		"amount": e.Amount, "invoice": e.Invoice, "instrument": e.Instrument, "day": e.Day, "time": fmt.Sprintf("%02d:00", e.Hour), "instead": e.Instead, "replaces": e.Instead != "",
		"anew": e.Anew,
	}
}

// DebitReceived is the notice after a debit of an invoice, by an instrument as the
// customer knows it. Credit is what of the amount was more than was due by then and is in
// the wallet. FeesFallen are the late fees that are taken back because it was made in time. Refused
// says that the bank did not pay it at first, Skipped that the customer was told that it is not made.
type DebitReceived struct {
	Amount     money.Paise
	Credit     money.Paise
	FeesFallen money.Paise
	Invoice    string // number
	Instrument string
	Reference  string
	At         calendar.Instant

	Refused, Skipped bool
}

// Name implements Event.
func (DebitReceived) Name() string { return "debit_received" }

// Values implements Event.
func (e DebitReceived) Values() map[string]any {
	return map[string]any{
		"amount": e.Amount, "credit": e.Credit, "credited": e.Credit > 0, "fees": e.FeesFallen, "fallen": e.FeesFallen > 0,
		"invoice": e.Invoice, "instrument": e.Instrument, "reference": e.Reference, "when": e.At,
		"refused": e.Refused, "skipped": e.Skipped,
	}
}

// PayBy says by when an invoice is to be paid: up to Day, as screens say it, which has passed if it is
// Overdue. Fee is the next late fee, charged on FeeOn if it is not paid, or zero for none.
type PayBy struct {
	Day, FeeOn calendar.Date
	Fee        money.Paise
	Overdue    bool
}

func (p PayBy) values() map[string]any {
	return map[string]any{"day": p.Day, "timed": !p.Day.IsZero(), "overdue": p.Overdue, "fee": p.Fee, "feeDay": p.FeeOn, "charged": p.Fee > 0}
}

// DebitFailed is a debit that the bank did not make. It is tried again on RetryOn, by
// another account (By) when rent is debited from that by now; with no such day it is to
// be paid by hand.
type DebitFailed struct {
	PayBy

	Amount     money.Paise
	Invoice    string // number
	Instrument string
	RetryOn    calendar.Date
	By         string // "" for the same Instrument
}

// Name implements Event.
func (DebitFailed) Name() string { return "debit_failed" }

// Values implements Event.
func (e DebitFailed) Values() map[string]any {
	values, again := e.values(), !e.RetryOn.IsZero()
	if again {
		values = PayBy{}.values()
		values["day"] = e.RetryOn
	}
	maps.Copy(values, map[string]any{
		"amount": e.Amount, "invoice": e.Invoice, "instrument": e.Instrument, "again": again, "other": e.By != "", "by": e.By,
	})
	return values
}

// DebitNotMade is a debit of an invoice that will not happen, so that it is to be paid
// by hand: the customer has Skipped it, auto debit has Ended by its day, the month's one
// debit is for other invoices (Taken), or it could not be made in time in its month
// (Lapsed); else it is more than Max, the most that may be debited at once. Only what the customer
// has skipped is told at once.
type DebitNotMade struct {
	PayBy

	Amount                        money.Paise
	Invoice                       string // number
	Instrument                    string
	Max                           money.Paise
	Skipped, Ended, Taken, Lapsed bool
	Choice                        string // the instrument of another mandate that allows as much
}

// Name implements Event.
func (DebitNotMade) Name() string { return "debit_not_made" }

// Values implements Event.
func (e DebitNotMade) Values() map[string]any {
	values := e.values()
	maps.Copy(values, map[string]any{
		"amount": e.Amount, "invoice": e.Invoice, "instrument": e.Instrument, "max": e.Max,
		"skipped": e.Skipped, "ended": e.Ended, "taken": e.Taken, "lapsed": e.Lapsed, "choosable": e.Choice != "", "choice": e.Choice,
	})
	return values
}

func (e DebitNotMade) waitsForDay() bool { return !e.Skipped }

// DebitWithdrawn takes back the notice of a debit on Day: nothing of its invoices is open any more, or
// Rest, which is too little to be debited.
type DebitWithdrawn struct {
	Amount     money.Paise
	Rest       money.Paise
	Invoice    string // number, or several separated by commas
	Instrument string
	Day        calendar.Date
}

// Name implements Event.
func (DebitWithdrawn) Name() string { return "debit_withdrawn" }

// Values implements Event.
func (e DebitWithdrawn) Values() map[string]any {
	return map[string]any{"amount": e.Amount, "invoice": e.Invoice, "instrument": e.Instrument, "day": e.Day, "remains": e.Rest > 0, "rest": e.Rest}
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
