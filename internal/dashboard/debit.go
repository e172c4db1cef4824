package dashboard

import (
	"context"
	"fmt"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/store/db"
)

// Step is where the debit of an open invoice stands, in what a customer needs to know.
type Step string

// The steps. With all but the first two the invoice is to be paid by hand.
const (
	// DebitPlanned: it will be submitted on its day, for the first time or again.
	DebitPlanned Step = "planned"
	// DebitUnderWay: the bank's answer is awaited.
	DebitUnderWay Step = "under_way"
	// DebitFailed: the bank said no, and is not asked again.
	DebitFailed Step = "failed"
	// DebitAboveLimit: the invoice is more than may be debited at once.
	DebitAboveLimit Step = "above_limit"
	// DebitSkipped: the customer has objected to it.
	DebitSkipped Step = "skipped"
	// DebitStopped: its mandate was paused, withdrawn or replaced, or has run out.
	DebitStopped Step = "stopped"
	// DebitLapsed: its month had no day left for it.
	DebitLapsed Step = "lapsed"
)

// Debit is the newest debit under a mandate whose invoice is open. Step is empty for
// none.
type Debit struct {
	ID     int64
	Step   Step
	Amount money.Paise
	// Most is the most that may be debited at once.
	Most money.Paise
	// On is the day on which it is planned, none for one that is not.
	On      calendar.Date
	PayBy   calendar.Date // the invoice's last day in time
	Account string        // what the customer knows the mandate by
	Method  provider.MandateMethod
	Invoice string // number
	// Again says that the bank has refused it before.
	Again bool
}

// debitOf reads what is to be said of a customer's newest debit; while the mandate
// rests at the bank there may be none, and its rent is to be paid by hand.
func debitOf(ctx context.Context, q *db.Queries, customerID int64) (Debit, error) {
	newest, m, some, err := mandate.LatestDebit(ctx, q, customerID)
	if err != nil {
		return Debit{}, err
	}
	if step := stepOf(newest, m); some && step != "" {
		if d, err := openDebit(ctx, q, newest, m, step); err != nil || d.Step != "" {
			return d, err
		}
	}
	active, some, err := mandate.Active(ctx, q, customerID)
	if err != nil || !some || active.State != mandate.Paused {
		return Debit{}, err
	}
	invoice, open, err := billing.NewestOpenRental(ctx, q, customerID)
	if err != nil || !open {
		return Debit{}, err
	}
	return Debit{
		Step: DebitStopped, Amount: invoice.Open(), Most: active.Most(), PayBy: invoice.DueDate, Account: active.Instrument(), Method: active.Method,
		Invoice: invoice.Number,
	}, nil
}

// openDebit is a debit as long as its invoice is open.
func openDebit(ctx context.Context, q *db.Queries, newest mandate.Debit, m mandate.Mandate, step Step) (Debit, error) {
	invoice, open, err := billing.OpenInvoice(ctx, q, newest.CustomerID, newest.InvoiceID)
	if err != nil || !open {
		if err != nil {
			err = fmt.Errorf("read the invoice of a debit: %w", err)
		}
		return Debit{}, err
	}
	d := Debit{
		ID: newest.ID, Step: step, Amount: min(newest.Amount, invoice.Open()), Most: m.Most(), PayBy: invoice.DueDate, Account: m.Instrument(),
		Method: m.Method, Invoice: invoice.Number, Again: newest.Tries > 0,
	}
	if step == DebitPlanned {
		d.On = newest.On
	}
	return d, nil
}

// stepOf is empty for a debit of which nothing is to be said.
func stepOf(d mandate.Debit, m mandate.Mandate) Step {
	switch d.State {
	case mandate.Scheduled, mandate.Notified:
		return DebitPlanned
	case mandate.Unknown, mandate.Submitted:
		return DebitUnderWay
	case mandate.Failed:
		return DebitFailed
	case mandate.Skipped:
		return skippedStep(d, m)
	case mandate.Succeeded:
	}
	return ""
}

func skippedStep(d mandate.Debit, m mandate.Mandate) Step {
	switch d.SkippedFor {
	case mandate.NotAllowed:
		if d.Amount > m.Most() {
			return DebitAboveLimit
		}
		return DebitStopped
	case mandate.Declined:
		return DebitSkipped
	case mandate.Inactive:
		return DebitStopped
	case mandate.Lapsed:
		return DebitLapsed
	case mandate.NotSkipped, mandate.PaidOtherwise, mandate.MonthTaken:
	}
	return ""
}
