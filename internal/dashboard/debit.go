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
	// DebitLapsed: we did not submit it in its month.
	DebitLapsed Step = "lapsed"
	// DebitTooLate: the mandate by which rent is debited now came when its month had no day
	// left for it, after the notice that it needs.
	DebitTooLate Step = "too_late"
	// DebitMonthTaken: the month's one debit is for another invoice.
	DebitMonthTaken Step = "month_taken"
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
	On calendar.Date
	// Time is that of the day from which on it is made, "" when that is not known.
	Time    string
	PayBy   calendar.Date // the invoice's last day in time
	Account string        // what the customer knows the mandate by
	Method  provider.MandateMethod
	Invoice string // number
	// Again says that the bank has refused it before.
	Again bool
	// Fee is the late fee that comes next on its invoice when it is not paid, of a planned
	// one when it is skipped; without an amount none comes.
	Fee billing.LateFee
	// Besides is what else is due: this debit does not pay it.
	Besides money.Paise
	// From is the day from which rent is debited by the mandate, for one that was too late;
	// none when that is not known.
	From calendar.Date
}

// Debits are what is known of when debits are made.
type Debits interface {
	// NextDay is the day on which rent is debited by a mandate next, none when that is not
	// known.
	NextDay(ctx context.Context, q *db.Queries, m mandate.Mandate) (calendar.Date, error)
	// Time is the time of day from which on debits by a rail are made.
	Time(method provider.MandateMethod) string
}

// debitOf reads what is to be said of a customer's newest debit; while the mandate
// rests at the bank there may be none, and its rent is to be paid by hand.
func (s *Service) debitOf(ctx context.Context, q *db.Queries, customerID int64) (Debit, error) {
	newest, m, some, err := mandate.LatestDebit(ctx, q, customerID)
	if err != nil {
		return Debit{}, err
	}
	active, has, err := mandate.Active(ctx, q, customerID)
	if err != nil {
		return Debit{}, err
	}
	if step := stepOf(newest, m); some && step != "" {
		if step == DebitStopped && has && active.State == mandate.Confirmed {
			m, step = active, leftBehind(newest, active)
		}
		d, err := s.openDebit(ctx, q, newest, m, step)
		if err != nil {
			return d, err
		}
		if d.Step == DebitTooLate && s.config.Debits != nil {
			if d.From, err = s.config.Debits.NextDay(ctx, q, active); err != nil {
				return d, fmt.Errorf("read when rent is debited: %w", err)
			}
		}
		if d.Step != "" {
			return d, nil
		}
	}
	if !has || active.State != mandate.Paused {
		return Debit{}, nil
	}
	invoice, open, err := billing.NewestOpenRental(ctx, q, customerID)
	if err != nil || !open {
		return Debit{}, err
	}
	fee, err := s.config.LateFee.NextFee(ctx, q, invoice, s.Today(), 0)
	return Debit{
		Step: DebitStopped, Amount: invoice.Open(), Most: active.Most(), PayBy: invoice.DueDate, Account: active.Instrument(), Method: active.Method,
		Invoice: invoice.Number, Fee: fee,
	}, err
}

// leftBehind is the step of a debit that went with its mandate, and that the mandate by
// which rent is debited now did not take up.
func leftBehind(d mandate.Debit, active mandate.Mandate) Step {
	if d.Amount > active.Most() {
		return DebitAboveLimit
	}
	return DebitTooLate
}

// notDebitedOf are the debits of open invoices whose month another one has taken: these
// are to be paid by hand, whatever becomes of the other.
func (s *Service) notDebitedOf(ctx context.Context, q *db.Queries, customerID int64) (list []Debit, err error) {
	taken, err := mandate.MonthsTaken(ctx, q, customerID)
	if err != nil {
		return nil, err
	}
	for _, d := range taken {
		m, err := mandate.Get(ctx, q, customerID, d.MandateID)
		if err != nil {
			return nil, err
		}
		open, err := s.openDebit(ctx, q, d, m, DebitMonthTaken)
		if err != nil {
			return nil, err
		}
		if open.Step != "" {
			list = append(list, open)
		}
	}
	return list, nil
}

// openDebit is a debit as long as its invoice is open.
func (s *Service) openDebit(ctx context.Context, q *db.Queries, newest mandate.Debit, m mandate.Mandate, step Step) (Debit, error) {
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
	var skipped int64
	if step == DebitPlanned {
		d.On, skipped = newest.On, newest.ID
		if s.config.Debits != nil {
			d.Time = s.config.Debits.Time(m.Method)
		}
	}
	d.Fee, err = s.config.LateFee.NextFee(ctx, q, invoice, s.Today(), skipped)
	return d, err
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
		// The limit of a mandate that is gone is nothing to speak of.
		if d.Amount > m.Most() && (m.State == mandate.Confirmed || m.State == mandate.Paused) {
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
