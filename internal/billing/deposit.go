package billing

import (
	"context"
	"fmt"

	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store/db"
)

// DepositBalance is what is held above, or, below zero, missing from, what the
// customer's ordered and delivered items require, in paise (docs/rules.md R8).
func DepositBalance(held, required money.Paise) money.Paise { return held - required }

// DepositBalanceOf reads a customer's deposit balance in paise; below zero it
// is to be paid.
func DepositBalanceOf(ctx context.Context, q *db.Queries, customerID int64) (money.Paise, error) {
	balances, err := ledger.BalancesOf(ctx, q, customerID)
	if err != nil {
		return 0, fmt.Errorf("billing: %w", err)
	}
	required, err := q.SubscriptionDepositRequired(ctx, customerID)
	if err != nil {
		return 0, fmt.Errorf("billing: %w", err)
	}
	return DepositBalance(balances.DepositHeld(), money.Paise(required)), nil
}
