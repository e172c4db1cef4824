package settlement

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"rento/internal/billing"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store/db"
)

// OfWalletEntries tells which movements are about money of the wallet that is
// paid out: it passes through what is owed as refunds, and is no deposit.
func OfWalletEntries(ctx context.Context, q *db.Queries, customerID int64) (func(ledger.Movement) bool, error) {
	rows, err := q.SettlementList(ctx, customerID)
	if err != nil {
		return nil, fmt.Errorf("settlement: %w", err)
	}
	of := map[string]bool{}
	for _, row := range rows {
		if Origin(row.Origin) != OfWallet {
			continue
		}
		of[strconv.FormatInt(row.ID, 10)] = true
		payouts, err := q.SettlementPayouts(ctx, customerID, row.ID)
		if err != nil {
			return nil, fmt.Errorf("settlement: read payouts: %w", err)
		}
		for _, p := range payouts {
			of[strconv.FormatInt(p.ID, 10)] = true
		}
	}
	return func(m ledger.Movement) bool {
		switch m.SourceType {
		case SourceWallet, SourceNetting, SourcePayout:
			id, _, _ := strings.Cut(m.SourceID, "/")
			return of[id]
		}
		return false
	}, nil
}

// DepositOf is the deposit as screens show it. Money of the wallet that is
// owed, because it is to be paid out, is no refund of a deposit.
func DepositOf(ctx context.Context, q *db.Queries, customerID int64) (billing.Deposit, error) {
	balances, err := ledger.BalancesOf(ctx, q, customerID)
	if err != nil {
		return billing.Deposit{}, fmt.Errorf("settlement: read deposit: %w", err)
	}
	return DepositWith(ctx, q, customerID, balances)
}

// DepositWith is DepositOf for who has read the balances already.
func DepositWith(ctx context.Context, q *db.Queries, customerID int64, balances ledger.Balances) (billing.Deposit, error) {
	deposit, err := billing.DepositWith(ctx, q, customerID, balances)
	if err != nil || deposit.RefundOwed == 0 {
		return deposit, err
	}
	ofWallet, err := q.SettlementWalletOwed(ctx, customerID)
	if err != nil {
		return deposit, fmt.Errorf("settlement: read what is owed of the wallet: %w", err)
	}
	deposit.RefundOwed -= money.Paise(ofWallet)
	return deposit, nil
}
