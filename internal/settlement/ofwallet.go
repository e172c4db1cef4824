package settlement

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// OfWalletEntries returns a function that reports whether a ledger movement belongs to a payout
// of wallet money. Such money passes through what is owed as refunds, but is no deposit.
func OfWalletEntries(ctx context.Context, q *db.Queries, customerID int64, movements []ledger.Movement) (func(ledger.Movement) bool, error) {
	var ids []int64
	for _, m := range movements {
		if id, about := settlementIn(m); about {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return func(ledger.Movement) bool { return false }, nil
	}
	rows, err := q.SettlementIDsOfWallet(ctx, customerID, store.IDs(ids))
	if err != nil {
		return nil, fmt.Errorf("settlement: find those of the wallet: %w", err)
	}
	return func(m ledger.Movement) bool {
		id, about := settlementIn(m)
		return about && slices.Contains(rows, id)
	}, nil
}

// settlementIn returns the id of the settlement or payout that a movement is about, and false if
// it is about none.
func settlementIn(m ledger.Movement) (int64, bool) {
	switch m.SourceType {
	case SourceWallet, SourceNetting, SourcePayout:
		text, _, _ := strings.Cut(m.SourceID, "/")
		id, err := strconv.ParseInt(text, 10, 64)
		return id, err == nil
	}
	return 0, false
}

// DepositOf returns the customer's deposit as screens show it on a day. Wallet money that is to
// be paid out is not a refund of the deposit, so it is left out. Money that secures an inspection
// is shown apart.
func DepositOf(ctx context.Context, q *db.Queries, customerID int64, today calendar.Date) (billing.Deposit, error) {
	summary, err := billing.AccountSummaryOf(ctx, q, customerID)
	if err != nil {
		return billing.Deposit{}, fmt.Errorf("settlement: read deposit: %w", err)
	}
	return ShownDeposit(ctx, q, customerID, summary.Deposit, today)
}

// ShownDeposit is DepositOf for a caller that has read the customer's deposit already.
func ShownDeposit(ctx context.Context, q *db.Queries, customerID int64, deposit billing.Deposit, today calendar.Date) (billing.Deposit, error) {
	if unneeded := deposit.Unneeded(); unneeded > 0 {
		closed, err := closedDeposits(ctx, q, customerID, 0, today)
		if err != nil {
			return deposit, err
		}
		deposit.Inspecting = min(closed, unneeded)
	}
	if deposit.RefundOwed == 0 {
		return deposit, nil
	}
	ofWallet, err := q.SettlementWalletOwed(ctx, customerID)
	if err != nil {
		return deposit, fmt.Errorf("settlement: read what is owed of the wallet: %w", err)
	}
	deposit.RefundOwed -= money.Paise(ofWallet)
	return deposit, nil
}
