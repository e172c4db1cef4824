package mandate

import (
	"context"
	"errors"
	"fmt"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// ErrIllegal means that the tables of states do not have the step, or that another caller has
// moved the row first. Nothing was changed.
var ErrIllegal = errors.New("mandate: illegal step")

// Move moves a mandate to another state and writes the step into the audit log. If the mandate
// leaves Confirmed, its planned debits are skipped. They are planned again under the active mandate
// if that is another one, else when this one is back. A mandate that is not Lasting is no longer
// active. Errors: ErrIllegal.
func (s *Service) Move(ctx context.Context, tx *store.Tx, customerID, id int64, to State) (Mandate, error) {
	row, err := tx.MandateGet(ctx, customerID, id)
	if err != nil {
		return Mandate{}, fmt.Errorf("mandate: read mandate %d: %w", id, err)
	}
	m := of(row)
	was := m.State
	if !was.May(to) {
		return m, fmt.Errorf("%w: mandate %d from %s to %s", ErrIllegal, id, was, to)
	}
	m.State, m.Active = to, m.Active && to.Lasting()
	if err := s.store(ctx, tx, customerID, m, was); err != nil {
		return m, err
	}
	if was == Confirmed {
		if err := s.skipUnder(ctx, tx, m, func(Debit, calendar.Date) (bool, error) { return true, nil }); err != nil {
			return m, err
		}
	}
	active, some, err := Active(ctx, tx.Queries, customerID)
	if err != nil || !some || active.State != Confirmed || was != Confirmed && active.ID != id {
		return m, err
	}
	return m, s.takeUp(ctx, tx, active)
}

// store writes the new state of a mandate, provided that it is still in the state was.
func (s *Service) store(ctx context.Context, tx *store.Tx, customerID int64, m Mandate, was State) error {
	rows, err := tx.MandateMove(ctx, db.MandateMoveParams{
		State: string(m.State), IsActive: m.Active, UpdatedAt: s.now(), CustomerID: customerID, ID: m.ID, Was: string(was),
	})
	if err != nil {
		return fmt.Errorf("mandate: move mandate %d: %w", m.ID, err)
	}
	if rows == 0 {
		return fmt.Errorf("%w: mandate %d is not %s any more", ErrIllegal, m.ID, was)
	}
	return s.record(ctx, tx, customerID, "mandate_"+string(m.State), m.object(), "")
}

// Activate makes a confirmed mandate the one by which rent is debited. A debit that is planned under
// the former one moves to it, if that leaves time for a notice before the due day. If not, the
// former one still makes it. Errors: ErrIllegal if the mandate is not confirmed.
func (s *Service) Activate(ctx context.Context, tx *store.Tx, customerID, id int64) (Mandate, error) {
	before, err := tx.MandateActive(ctx, customerID)
	if err != nil && !store.IsNone(err) {
		return Mandate{}, fmt.Errorf("mandate: read the active mandate: %w", err)
	}
	if err == nil && before.ID != id {
		if err := tx.MandateDeactivate(ctx, db.MandateDeactivateParams{UpdatedAt: s.now(), CustomerID: customerID, ID: before.ID}); err != nil {
			return Mandate{}, fmt.Errorf("mandate: deactivate mandate %d: %w", before.ID, err)
		}
	}
	row, err := tx.MandateActivate(ctx, db.MandateActivateParams{UpdatedAt: s.now(), CustomerID: customerID, ID: id})
	if store.IsNone(err) {
		return Mandate{}, fmt.Errorf("%w: mandate %d is not confirmed, so it cannot be active", ErrIllegal, id)
	}
	if err != nil {
		return Mandate{}, fmt.Errorf("mandate: activate mandate %d: %w", id, err)
	}
	m := of(row)
	if err := s.record(ctx, tx, customerID, "mandate_activated", m.object(), ""); err != nil {
		return m, err
	}
	if before.ID != 0 && before.ID != id {
		moves := func(d Debit, due calendar.Date) (bool, error) {
			_, can, err := s.MovesTo(ctx, tx.Queries, m, d, due)
			return can, err
		}
		if err := s.skipUnder(ctx, tx, of(before), moves); err != nil {
			return m, err
		}
	}
	return m, s.takeUp(ctx, tx, m)
}

// MovesTo returns the day on which m would make a debit that is planned under another mandate. can
// is false if m does not allow it, if it was tried as often as m's rail allows, or if its notice
// leaves no day by the due day of the debit's invoices and within its month.
func (s *Service) MovesTo(ctx context.Context, q *db.Queries, m Mandate, d Debit, due calendar.Date) (on calendar.Date, can bool, err error) {
	tries, err := mostTried(ctx, q, d)
	on = s.DayFrom(m, calendar.Later(d.On, s.soonest()))
	return on, tries < m.mostTries() && on.MonthStart() == d.Cycle && !on.After(due) && m.Allows(d.Amount, on), err
}

// skipUnder skips the planned debits of a mandate, of those for which skips is true. due is the
// earliest due day of a debit's invoices.
func (s *Service) skipUnder(ctx context.Context, tx *store.Tx, m Mandate, skips func(d Debit, due calendar.Date) (bool, error)) error {
	rows, err := tx.MandateDebitsPlannedUnder(ctx, m.CustomerID, m.ID)
	if err != nil {
		return fmt.Errorf("mandate: read planned debits of mandate %d: %w", m.ID, err)
	}
	for _, r := range rows {
		due, err := calendar.Parse(r.DueOn)
		if err != nil {
			return fmt.Errorf("mandate: due day of debit %d: %w", r.MandateDebit.ID, err)
		}
		d := debitOf(r.MandateDebit)
		isSkipped, err := skips(d, due)
		if err == nil && isSkipped {
			err = s.MoveDebit(ctx, tx, m.CustomerID, d.ID, Skipped, Inactive)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// MoveDebit moves a debit to another state and writes the step into the audit log. why must be
// given for Skipped and for no other state. Errors: ErrIllegal.
func (s *Service) MoveDebit(ctx context.Context, tx *store.Tx, customerID, id int64, to DebitState, why Reason) error {
	row, err := tx.MandateDebit(ctx, customerID, id)
	if err != nil {
		return fmt.Errorf("mandate: read debit %d: %w", id, err)
	}
	if was := DebitState(row.State); !was.May(to) || (to == Skipped) != (why != NotSkipped) {
		return fmt.Errorf("%w: debit %d from %s to %s %s", ErrIllegal, id, was, to, why)
	}
	rows, err := tx.MandateDebitMove(ctx, db.MandateDebitMoveParams{
		State: string(to), SkippedFor: string(why), UpdatedAt: s.now(), CustomerID: customerID, ID: id, Was: row.State,
	})
	if err != nil {
		return fmt.Errorf("mandate: move debit %d: %w", id, err)
	}
	if rows == 0 {
		return fmt.Errorf("%w: debit %d is not %s any more", ErrIllegal, id, row.State)
	}
	return s.recordDebit(ctx, tx, customerID, id, to, row.AmountPaise, why)
}

func (s *Service) recordDebit(ctx context.Context, tx *store.Tx, customerID, id int64, to DebitState, amount money.Paise, why Reason) error {
	return s.audit.Record(ctx, tx, audit.Entry{
		CustomerID: customerID, Action: "mandate_debit_" + string(to), Object: fmt.Sprintf("mandate_debit/%d", id), Amount: amount, Reason: string(why),
	})
}
