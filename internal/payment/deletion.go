package payment

import (
	"context"
	"fmt"

	"rento/internal/account"
	"rento/internal/notify"
	"rento/internal/store/db"
)

// Deletion blocks the deletion of an account while a bank has a payment of the customer and has
// not decided it. A payment that was only started does not block it. If its money still comes,
// nothing is due any more and the money goes back.
func Deletion() account.Concern {
	return account.Concern{Open: func(ctx context.Context, q *db.Queries, customerID int64) (notify.Reason, bool, error) {
		payments, err := q.PaymentsUnderWay(ctx, customerID)
		if err != nil {
			return "", false, fmt.Errorf("payment: count the open payments of customer %d: %w", customerID, err)
		}
		return notify.OpenPayments, payments > 0, nil
	}}
}
