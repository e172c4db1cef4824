package mandate

import (
	"cmp"
	"context"
	"fmt"

	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// The lengths of the columns, in characters.
const (
	longestLabel = 200
	longestToken = 200
)

// states maps a gateway's state of a mandate to ours.
var states = map[provider.MandateState]State{
	provider.MandateInitiated: Initiated, provider.MandateConfirmed: Confirmed, provider.MandateRejected: Rejected,
	provider.MandatePaused: Paused, provider.MandateCancelled: Cancelled, provider.MandateExpired: Expired,
}

// Registered stores the gateway's answer to a registration: its ids and the checkout. It returns
// false when an answer is already stored or the mandate is not initiated any more.
func (s *Service) Registered(ctx context.Context, tx *store.Tx, m Mandate) (bool, error) {
	rows, err := tx.MandateRegistered(ctx, db.MandateRegisteredParams{
		CustomerID: m.CustomerID, ID: m.ID, RegistrationID: m.RegistrationID, GatewayCustomer: m.GatewayCustomer, Checkout: m.Checkout, UpdatedAt: s.now(),
	})
	if err != nil {
		return false, fmt.Errorf("mandate: note the registration of mandate %d: %w", m.ID, err)
	}
	return rows > 0, nil
}

// Observed stores what the gateway says about a mandate. from is the state that the mandate has
// left, "" if its state did not change. If the table of states has no step to the gateway's
// state, that state is outdated news and changes nothing.
//
// A newly confirmed mandate becomes the active one, unless the active one still debits what it is
// to debit: it is confirmed too, and it allowed the last debit (docs/decisions/0023). When the
// limit or the last day of the active one has changed at the bank, debits that it did not allow
// are planned again.
func (s *Service) Observed(ctx context.Context, tx *store.Tx, customerID, id int64, seen provider.Mandate) (m Mandate, from State, err error) {
	row, err := tx.MandateGet(ctx, customerID, id)
	if err != nil {
		return Mandate{}, "", fmt.Errorf("mandate: read mandate %d: %w", id, err)
	}
	m = of(row)
	to, known := states[seen.State]
	if !known {
		return m, "", fmt.Errorf("mandate: mandate %d is %q at its gateway", id, seen.State)
	}
	if m.State == Cancelling && to == Rejected {
		to = Cancelled // the customer withdrew it and the bank rejected it: either way it is withdrawn
	}
	if to != m.State && !m.State.May(to) {
		// The bank said yes after the withdrawal. Keep the id, so that the mandate can be
		// withdrawn at the bank.
		if m.State == Cancelling && m.Token == "" && seen.ID != "" {
			err = s.describe(ctx, tx, customerID, m, seen)
		}
		return m, "", err
	}
	if err := s.describe(ctx, tx, customerID, m, seen); err != nil {
		return m, "", err
	}
	if to == m.State {
		before := m
		if m, err = Get(ctx, tx.Queries, customerID, id); err != nil {
			return m, "", err
		}
		if m.Active && m.State == Confirmed && (m.Max > before.Max || before.ExpiresOn != m.ExpiresOn) {
			err = s.takeUp(ctx, tx, m)
		}
		return m, "", err
	}
	from = m.State
	if m, err = s.Move(ctx, tx, customerID, id, to); err != nil || from != Initiated || to != Confirmed {
		return m, from, err
	}
	_, suffices, err := ActiveBeside(ctx, tx.Queries, m)
	if err != nil || suffices {
		return m, from, err
	}
	m, err = s.Activate(ctx, tx, customerID, id)
	return m, from, err
}

// ActiveBeside returns the customer's active mandate. stays says that it stays the active one when
// other is set up beside it: it is confirmed and allowed all that was to be debited last, or other
// does not allow that either.
func ActiveBeside(ctx context.Context, q *db.Queries, other Mandate) (active Mandate, stays bool, err error) {
	active, some, err := Active(ctx, q, other.CustomerID)
	if err != nil || !some || active.State != Confirmed {
		return active, false, err
	}
	newest, _, some, err := LatestDebit(ctx, q, other.CustomerID)
	if err != nil || !some {
		return active, true, err
	}
	if newest.MandateID != active.ID {
		return active, true, nil
	}
	taken, err := MonthsTaken(ctx, q, other.CustomerID)
	if err != nil {
		return active, false, err
	}
	whole := newest.Amount
	for _, d := range taken {
		if d.MandateID == active.ID && d.Cycle == newest.Cycle {
			whole = money.Sum(whole, d.Amount)
		}
	}
	tooSmall := newest.SkippedFor == NotAllowed || whole > active.Most()
	return active, !tooSmall || !other.Allows(whole, newest.On), nil
}

// describe stores what the gateway says about a mandate apart from its state. Fields that the
// gateway leaves empty keep their stored value.
func (s *Service) describe(ctx context.Context, tx *store.Tx, customerID int64, m Mandate, seen provider.Mandate) error {
	maximum, ends := m.Max, m.ExpiresOn
	if seen.Max > 0 {
		maximum = seen.Max
	}
	if !seen.ExpiresOn.IsZero() {
		ends = seen.ExpiresOn
	}
	vpa := m.VPA
	if seen.VPA != "" {
		vpa = provider.MaskUPI(seen.VPA)
	}
	err := tx.MandateDescribe(ctx, db.MandateDescribeParams{
		CustomerID: customerID, ID: m.ID, Token: bound.Text(cmp.Or(seen.ID, m.Token), longestToken),
		Label: bound.Text(cmp.Or(seen.Label, m.Label), longestLabel), Last4: bound.Text(cmp.Or(seen.Last4, m.Last4), 4), Vpa: vpa,
		MaxPaise: maximum, ExpiresOn: ends, IsAtBank: seen.AtBank, Reason: bound.Text(cmp.Or(seen.Reason, m.Reason), provider.LongestReason),
	})
	if err != nil {
		return fmt.Errorf("mandate: describe mandate %d: %w", m.ID, err)
	}
	return nil
}

// SetCheck stores when the gateway is asked about a mandate next; zero means never. It returns
// false when another caller has changed the schedule in the meantime.
func (s *Service) SetCheck(ctx context.Context, tx *store.Tx, m Mandate, at calendar.Instant, checks int64) (bool, error) {
	rows, err := tx.MandateCheck(ctx, db.MandateCheckParams{CustomerID: m.CustomerID, ID: m.ID, CheckAt: at, Checks: checks, Was: m.Checks})
	if err != nil {
		return false, fmt.Errorf("mandate: schedule a question about mandate %d: %w", m.ID, err)
	}
	return rows > 0, nil
}
