package billing

import (
	"context"
	"fmt"

	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store/db"
)

// Deposit is where a customer stands with the deposit (docs/rules.md R8, R10):
// what is held, what the ordered and delivered items require, and the refunds
// of settlements that are owed, all in paise.
type Deposit struct {
	Held       money.Paise
	Required   money.Paise
	RefundOwed money.Paise
}

// DepositOf reads a customer's deposit.
func DepositOf(ctx context.Context, q *db.Queries, customerID int64) (Deposit, error) {
	balances, err := ledger.BalancesOf(ctx, q, customerID)
	if err != nil {
		return Deposit{}, fmt.Errorf("billing: %w", err)
	}
	required, err := q.SubscriptionDepositRequired(ctx, customerID)
	if err != nil {
		return Deposit{}, fmt.Errorf("billing: read required deposit: %w", err)
	}
	return DepositFrom(balances, money.Paise(required)), nil
}

// DepositFrom is DepositOf of what was read before.
func DepositFrom(balances ledger.Balances, required money.Paise) Deposit {
	return Deposit{Held: balances.DepositHeld(), Required: required, RefundOwed: balances.RefundOwed()}
}

// Unneeded is what is held above what the items require.
func (d Deposit) Unneeded() money.Paise { return max(0, d.Held-d.Required) }

// Missing is what the customer has to pay. A refund that is owed is no deposit
// of anything.
func (d Deposit) Missing() money.Paise { return max(0, d.Required-d.Held) }

// Balance is the deposit as the contract shows it: below zero it is to be
// paid, above zero it comes back.
func (d Deposit) Balance() money.Paise {
	if d.Missing() > 0 {
		return -d.Missing()
	}
	return d.Unneeded() + d.RefundOwed
}
