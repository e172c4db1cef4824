package settlement

import (
	"context"
	"fmt"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Preference is how a customer wants refunds, with the numbers of the contract.
type Preference int64

// The preferences; 0 means that the customer has not chosen.
const (
	ToWallet Preference = 10
	ToBank   Preference = 20
	ToUPI    Preference = 40
)

func (p Preference) known() bool { return p == ToWallet || p == ToBank || p == ToUPI }

// PreferenceOf returns the customer's preference, 0 if there is none yet.
func (s *Service) PreferenceOf(ctx context.Context, customerID int64) (Preference, error) {
	row, err := preferenceRow(ctx, s.store.Queries(), customerID)
	return Preference(row.Preference), err
}

func preferenceRow(ctx context.Context, q *db.Queries, customerID int64) (db.RefundPreference, error) {
	row, err := q.SettlementPreference(ctx, customerID)
	if err != nil && !store.IsNone(err) {
		return row, fmt.Errorf("settlement: read preference: %w", err)
	}
	return row, nil
}

// SetPreference stores how the customer wants refunds. Choosing the same again changes nothing.
// Faults: 422 for an unknown preference and for one whose details are not saved.
func (s *Service) SetPreference(ctx context.Context, who account.Session, p Preference) error {
	if !p.known() {
		return fault.Invalid("refund.preference_invalid", "preferenceInt", "Please choose how you wish to be refunded.")
	}
	ctx = context.WithoutCancel(ctx)
	return s.store.Write(ctx, who.CustomerID, func(tx *store.Tx) error { return s.setPreference(ctx, tx, who, p) })
}

func (s *Service) setPreference(ctx context.Context, tx *store.Tx, who account.Session, p Preference) error {
	was, err := preferenceRow(ctx, tx.Queries, who.CustomerID)
	if err != nil || Preference(was.Preference) == p {
		return err
	}
	if err := s.saved(ctx, tx.Queries, who.CustomerID, p); err != nil {
		return err
	}
	err = tx.SettlementPreferencePut(ctx, db.SettlementPreferencePutParams{
		CustomerID: who.CustomerID, Preference: int64(p), ChosenAt: calendar.Stamp(s.clock.Now()),
	})
	if err != nil {
		return fmt.Errorf("settlement: store preference: %w", err)
	}
	if err := s.advanceAll(ctx, tx, who.CustomerID); err != nil {
		return err
	}
	return s.audit.Record(ctx, tx, audit.Entry{
		CustomerID: who.CustomerID, Action: "refund_preference_set", Object: fmt.Sprintf("%d, before %d", p, was.Preference),
	})
}

// saved returns a 422 if the details that a preference needs are not saved.
func (s *Service) saved(ctx context.Context, q *db.Queries, customerID int64, p Preference) error {
	if p == ToWallet {
		return nil
	}
	payees, err := s.payeesOf(ctx, q, customerID)
	if err != nil || payees[p].ID != 0 {
		return err
	}
	if p == ToBank {
		return fault.Invalid("refund.bank_details_missing", "preferenceInt", "Please save your bank details first.")
	}
	return fault.Invalid("refund.upi_missing", "preferenceInt", "Please save your UPI id first.")
}
