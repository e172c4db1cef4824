package settlement

import (
	"context"
	"fmt"
	"slices"

	"rento/internal/money"
	"rento/internal/store/db"
)

// Held is how much of the ready refunds cannot go to the details that the customer saved, in
// paise. Deposit is from refunds of deposits, Wallet from wallet money.
type Held struct{ Deposit, Wallet money.Paise }

// HeldOf works out how much of a customer's refunds is held.
func HeldOf(ctx context.Context, q *db.Queries, customerID int64) (held Held, err error) {
	payee, err := chosenPayee(ctx, q, customerID)
	if err != nil || payee.ID == 0 {
		return held, err
	}
	ready, err := q.SettlementsReady(ctx, customerID)
	if err != nil {
		return held, fmt.Errorf("settlement: read ready ones: %w", err)
	}
	for _, id := range ready {
		row, err := q.SettlementGet(ctx, customerID, id)
		if err != nil {
			return held, fmt.Errorf("settlement: read: %w", err)
		}
		attempts, err := q.SettlementPayouts(ctx, customerID, id)
		if err != nil {
			return held, fmt.Errorf("settlement: read payouts: %w", err)
		}
		switch p := (plan{state: State(row.State), payee: payee, failed: failedAt(attempts)}); {
		case !p.held():
		case Origin(row.Origin) == OfWallet:
			held.Wallet = money.Sum(held.Wallet, row.RefundPaise)
		default:
			held.Deposit = money.Sum(held.Deposit, row.RefundPaise)
		}
	}
	return held, nil
}

// chosenPayee returns the payee who gets the customer's refunds, without the details, which are
// encrypted. It is empty before the customer has chosen, and for the wallet.
func chosenPayee(ctx context.Context, q *db.Queries, customerID int64) (Payee, error) {
	chosen, err := preferenceRow(ctx, q, customerID)
	if err != nil {
		return Payee{}, err
	}
	rows, err := q.SettlementPayees(ctx, customerID)
	if err != nil {
		return Payee{}, fmt.Errorf("settlement: read payees: %w", err)
	}
	at := slices.IndexFunc(rows, func(r db.Payee) bool { return r.Preference == chosen.Preference })
	if at < 0 {
		return Payee{}, nil
	}
	return Payee{ID: rows[at].ID, State: PayeeState(rows[at].State)}, nil
}
