package settlement

import (
	"context"
	"fmt"

	"rento/internal/account"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Deletion makes the deletion of an account wait until the items are inspected and each refund
// has arrived. A refund that the provider has may still come back, although the books owe nothing
// any more. The deletion erases where the customer's refunds went.
func Deletion() account.Concern {
	return account.Concern{Open: underWay, Erase: func(ctx context.Context, tx *store.Tx, customerID int64) error {
		if err := tx.SettlementErasePayees(ctx, customerID); err != nil {
			return fmt.Errorf("settlement: erase the payees of customer %d: %w", customerID, err)
		}
		return nil
	}}
}

func underWay(ctx context.Context, q *db.Queries, customerID int64) (reason notify.Reason, open bool, err error) {
	settlements, err := q.SettlementList(ctx, customerID)
	if err != nil {
		return "", false, fmt.Errorf("settlement: what is open of customer %d: %w", customerID, err)
	}
	for _, row := range settlements {
		switch State(row.State) {
		case Ready, Paying:
			return notify.OpenRefund, true, nil
		case Inspecting:
			reason, open = notify.OpenInspection, true
		case Paid:
		}
	}
	return reason, open, nil
}
