package dashboard

import (
	"context"
	"fmt"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/store/db"
)

// Step is the state of an open invoice's debit, in the terms that a customer needs.
type Step string

// The steps of a debit. Except for the first two, the customer has to pay the invoice by hand.
const (
	// DebitPlanned: it will be submitted on its day, for the first time or again.
	DebitPlanned Step = "planned"
	// DebitUnderWay: we are waiting for the bank's answer.
	DebitUnderWay Step = "under_way"
	// DebitFailed: the bank refused it and will not be asked again.
	DebitFailed Step = "failed"
	// DebitAboveLimit: the invoice exceeds the maximum of one debit.
	DebitAboveLimit Step = "above_limit"
	// DebitSkipped: the customer objected to it.
	DebitSkipped Step = "skipped"
	// DebitStopped: its mandate was paused, withdrawn or replaced, or has expired.
	DebitStopped Step = "stopped"
	// DebitLapsed: we did not submit it in its month.
	DebitLapsed Step = "lapsed"
	// DebitTooLate: the active mandate was set up too late in the month. After the required notice,
	// no day was left for the debit.
	DebitTooLate Step = "too_late"
	// DebitMonthTaken: this month's debit is for other invoices.
	DebitMonthTaken Step = "month_taken"
)

// Debit is the newest debit under a mandate for open invoices. Step is empty if there is none.
// Amounts are in paise.
type Debit struct {
	ID     int64
	Step   Step
	Amount money.Paise
	// Most is the maximum amount of one debit.
	Most money.Paise
	// On is the planned day, or empty if the debit is not planned.
	On calendar.Date
	// FromWallet is what the wallet pays of the invoices, in paise, when the debit is announced on
	// WalletOn. Amount is without it.
	FromWallet money.Paise
	WalletOn   calendar.Date
	// Time is the time of day at which debits start, "" if unknown.
	Time string
	// PayBy is the last day to pay the invoice in time; for a planned debit, if the customer skips
	// it. Overdue says that it has passed.
	PayBy   calendar.Date
	Overdue bool
	Account string // the customer's name for the mandate's account
	Method  provider.MandateMethod
	Invoice string // number, or several separated by commas
	// Again means that the bank has refused the debit before.
	Again bool
	// Fee is the next late fee on the invoice if it is not paid. For a planned debit it is the fee
	// that comes if the customer skips the debit. The amount is 0 if no fee comes.
	Fee billing.LateFee
	// Besides is what else is due. This debit does not pay it.
	Besides money.Paise
	// From is set for DebitTooLate. It is the day from which the active mandate debits rent, or
	// empty if that is unknown.
	From calendar.Date
}

// Debits says when debits are made.
type Debits interface {
	// NextDay is the next day on which a mandate debits rent, or empty if unknown.
	NextDay(ctx context.Context, q *db.Queries, m mandate.Mandate) (calendar.Date, error)
	// Next is the next debit of rent by a mandate: its day, or empty if it is not allowed, and its
	// amount in paise, 0 if there is none. Back is what comes into the wallet with its invoices, of
	// rent in advance that is not used.
	Next(ctx context.Context, q *db.Queries, m mandate.Mandate) (on calendar.Date, amount, back money.Paise, err error)
	// ChoiceFor is the customer's name for an account that would debit the next rent if the customer
	// chose it in place of the active mandate's, "" if there is none.
	ChoiceFor(ctx context.Context, q *db.Queries, customerID int64) (string, error)
	// Ahead is the day of the next invoice that the customer gets to pay if those before are paid from
	// rent in advance, else empty.
	Ahead(ctx context.Context, q *db.Queries, customerID int64) (calendar.Date, error)
	// Time is the time of day at which debits by a method start.
	Time(method provider.MandateMethod) string
}

// debitOf returns the customer's newest debit. If the mandate is paused at the bank, there may be
// no debit. Then debitOf returns a stopped one, because the customer has to pay the rent by hand.
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
	invoices := billing.Invoices{invoice}
	payBy, err := s.config.LateFee.PayBy(ctx, q, invoices, s.Today(), 0)
	if err != nil {
		return Debit{}, err
	}
	fee, err := s.config.LateFee.NextFee(ctx, q, invoices, s.Today(), 0)
	return Debit{
		Step: DebitStopped, Amount: invoice.Open(), Most: active.Most(), PayBy: payBy, Overdue: payBy.Before(s.Today()), Account: active.Instrument(), Method: active.Method,
		Invoice: invoice.Number, Fee: fee,
	}, err
}

// leftBehind is the step of a debit that was stopped with its mandate and that the active mandate
// did not take over.
func leftBehind(d mandate.Debit, active mandate.Mandate) Step {
	if d.Amount > active.Most() {
		return DebitAboveLimit
	}
	return DebitTooLate
}

// notDebitedOf returns the debits of open invoices that were skipped because the month's debit is for
// other invoices. The customer pays these by hand, whatever happens to the other debit.
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

// openDebit returns a debit if any of its invoices is still open, and otherwise an empty one.
func (s *Service) openDebit(ctx context.Context, q *db.Queries, newest mandate.Debit, m mandate.Mandate, step Step) (Debit, error) {
	invoices, err := billing.DebitedBy(ctx, q, newest)
	if err != nil || len(invoices) == 0 {
		return Debit{}, err
	}
	d := Debit{
		ID: newest.ID, Step: step, Amount: min(newest.Amount, invoices.Open()), Most: m.Most(), Account: m.Instrument(),
		Method: m.Method, Invoice: invoices.Numbers(), Again: newest.Tries > 0,
	}
	var skipped int64
	if step == DebitPlanned {
		d.On, skipped = newest.On, newest.ID
		if newest.State == mandate.Scheduled {
			d.WalletOn = calendar.Later(s.Today(), newest.On.AddDays(-mandate.NoticeDays))
		}
		if s.config.Debits != nil {
			d.Time = s.config.Debits.Time(m.Method)
		}
	}
	if d.PayBy, err = s.config.LateFee.PayBy(ctx, q, invoices, s.Today(), skipped); err != nil {
		return d, err
	}
	d.Overdue = d.PayBy.Before(s.Today())
	d.Fee, err = s.config.LateFee.NextFee(ctx, q, invoices, s.Today(), skipped)
	return d, err
}

// withWallet returns a planned debit with what the wallet pays of its invoices, and an empty one if
// that is all of it.
func (d Debit) withWallet(b ledger.Balances) Debit {
	if d.WalletOn.IsZero() {
		return d
	}
	d.FromWallet = b.WalletBeforeDebit(d.Amount, b.InvoicesDue()-d.Amount)
	d.Amount -= d.FromWallet
	if d.Amount == 0 {
		return Debit{FromWallet: d.FromWallet, WalletOn: d.WalletOn}
	}
	return d
}

// comes reports whether the debit may still bring the money.
func (d Debit) comes() bool { return d.Step == DebitPlanned || d.Step == DebitUnderWay }

// leaves is what a debit that comes, and the wallet before it, do not pay of the dues, in paise.
func (d Debit) leaves(dues money.Paise) money.Paise {
	if !d.comes() {
		return dues
	}
	return max(0, dues-d.Amount-d.FromWallet)
}

// stepOf returns the step of a debit, or "" if the customer need not know about it.
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
		// The limit of a mandate that has ended does not matter any more.
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
