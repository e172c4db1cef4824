package settlement

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store/db"
)

// PaysDue is how much of today's dues the ready refunds would pay right before they go out, in
// paise. Deposit is from refunds of deposits, Wallet from wallet money that is paid out.
type PaysDue struct {
	Deposit, Wallet money.Paise
	of              map[int64]money.Paise // by the settlement's id
}

// PaysDueOf works out how much of the dues the ready refunds would pay, in paise. It nets as a
// payout would now, starting with the settlement with the lowest number (docs/rules.md R10).
func PaysDueOf(ctx context.Context, q *db.Queries, customerID int64, dues money.Paise) (PaysDue, error) {
	pays := PaysDue{of: map[int64]money.Paise{}}
	if dues <= 0 {
		return pays, nil
	}
	rows, err := q.SettlementList(ctx, customerID)
	if err != nil {
		return pays, fmt.Errorf("settlement: read what pays dues: %w", err)
	}
	slices.SortFunc(rows, func(a, b db.Settlement) int { return cmp.Compare(a.ID, b.ID) })
	for _, row := range rows {
		if State(row.State) != Ready {
			continue
		}
		paid := netted(row, dues)
		dues -= paid
		pays.of[row.ID] = paid
		if Origin(row.Origin) == OfWallet {
			pays.Wallet = money.Sum(pays.Wallet, paid)
		} else {
			pays.Deposit = money.Sum(pays.Deposit, paid)
		}
	}
	return pays, nil
}

// netted is the part of a refund that pays dues before it goes out, in paise.
func netted(row db.Settlement, dues money.Paise) money.Paise { return min(row.RefundPaise, dues) }

// paysDueNow is PaysDueOf for what is due now. It reads nothing if none of the settlements is
// ready.
func paysDueNow(ctx context.Context, q *db.Queries, customerID int64, list []Settlement) (PaysDue, error) {
	if !slices.ContainsFunc(list, func(one Settlement) bool { return one.State == Ready }) {
		return PaysDue{}, nil
	}
	balances, err := ledger.BalancesOf(ctx, q, customerID)
	if err != nil {
		return PaysDue{}, fmt.Errorf("settlement: read what is due: %w", err)
	}
	return PaysDueOf(ctx, q, customerID, balances.Dues())
}
