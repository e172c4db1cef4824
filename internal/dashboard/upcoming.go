package dashboard

import (
	"context"
	"fmt"
	"slices"

	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/store/db"
	"rento/internal/subscription"
	"rento/internal/ticket"
)

// mostUpcoming is how many requests the home screen shows. The list of requests has all of them.
const mostUpcoming = 10

// Upcoming is what is in progress and what comes next.
type Upcoming struct {
	// Requests are the live requests, the one with the earliest next day first.
	Requests []ticket.Upcoming
	// Transfers are the live transfers that others offer to the customer.
	Transfers []ticket.Offer
	// Extensions are the agreed extensions that have not begun, the next one first.
	Extensions []subscription.AgreedExtension
	// Debit is the next debit of rent. Its step is empty if there is none.
	Debit NextDebit
}

// NextDebit is the next debit by the active mandate of rent that is not invoiced yet, as things
// stand, without what the wallet pays first. Amounts are in paise.
type NextDebit struct {
	// Step is DebitPlanned, DebitAboveLimit, or DebitStopped while the mandate is paused at the bank.
	Step    Step
	On      calendar.Date
	Time    string // as Debit.Time
	Amount  money.Paise
	Most    money.Paise   // the maximum of one debit
	Account string        // the customer's name for the mandate's account
	Choice  string        // for DebitAboveLimit: the account by which it is debited if the customer chooses that, "" for none
	Ahead   calendar.Date // for DebitStopped: as Debits.Ahead
}

// Upcoming reads what comes next for a customer in one snapshot.
func (s *Service) Upcoming(ctx context.Context, customerID int64) (Upcoming, error) {
	var up Upcoming
	err := s.store.Read(ctx, func(q *db.Queries) error {
		var err error
		if up.Requests, err = ticket.UpcomingOf(ctx, q, customerID, s.Today(), mostUpcoming); err != nil {
			return err
		}
		if up.Transfers, err = ticket.OffersTo(ctx, q, customerID); err != nil {
			return err
		}
		if up.Extensions, err = s.extensions(ctx, q, customerID); err != nil {
			return err
		}
		up.Debit, err = s.nextDebit(ctx, q, customerID)
		return err
	})
	if err != nil {
		return Upcoming{}, fmt.Errorf("dashboard: %w", err)
	}
	return up, nil
}

// extensions returns the agreed extensions of items that the customer still has when they begin.
func (s *Service) extensions(ctx context.Context, q *db.Queries, customerID int64) ([]subscription.AgreedExtension, error) {
	agreed, err := s.subscriptions.AgreedExtensions(ctx, q, customerID)
	if err != nil || len(agreed) == 0 {
		return nil, err
	}
	ids := make([]int64, len(agreed))
	for i, e := range agreed {
		ids[i] = e.ItemID
	}
	leaves, err := ticket.LeavesOn(ctx, q, customerID, ids)
	return slices.DeleteFunc(agreed, func(e subscription.AgreedExtension) bool {
		day, known := leaves[e.ItemID]
		return known && !day.After(e.From)
	}), err
}

// nextDebit returns the next debit of rent. While one of an open invoice is still to come, home says
// that with the invoice (Data.Debit), and there is none here.
func (s *Service) nextDebit(ctx context.Context, q *db.Queries, customerID int64) (d NextDebit, err error) {
	m, some, err := mandate.Active(ctx, q, customerID)
	if err != nil || !some || s.config.Debits == nil {
		return d, err
	}
	d = NextDebit{Most: m.Most(), Account: m.Instrument()}
	if m.State == mandate.Paused {
		d.Step = DebitStopped
		if d.Ahead, err = s.config.Debits.Ahead(ctx, q, customerID); err != nil {
			return NextDebit{}, fmt.Errorf("read until when rent is paid in advance: %w", err)
		}
		return d, nil
	}
	newest, _, some, err := mandate.LatestDebit(ctx, q, customerID)
	if err != nil || some && newest.State.Open() {
		return NextDebit{}, err
	}
	var back money.Paise
	if d.On, d.Amount, back, err = s.config.Debits.Next(ctx, q, m); err != nil {
		return NextDebit{}, fmt.Errorf("read what is debited next: %w", err)
	}
	balances, err := ledger.BalancesOf(ctx, q, customerID)
	if err != nil {
		return NextDebit{}, fmt.Errorf("read what the wallet pays first: %w", err)
	}
	if !d.On.IsZero() {
		d.Amount -= balances.WalletBeforeDebit(d.Amount, balances.InvoicesDue()-back)
	}
	switch {
	case d.Amount == 0:
		return NextDebit{}, nil
	case d.On.IsZero():
		d.Step = DebitAboveLimit
		if d.Choice, err = s.config.Debits.ChoiceFor(ctx, q, customerID); err != nil {
			return NextDebit{}, fmt.Errorf("read what could debit the rent: %w", err)
		}
	default:
		d.Step, d.Time = DebitPlanned, s.config.Debits.Time(m.Method)
	}
	return d, nil
}
