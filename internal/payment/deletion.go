package payment

import (
	"context"
	"fmt"

	"rento/internal/account"
	"rento/internal/notify"
	"rento/internal/store/db"
)

// Deletion keeps the account of a customer with a payment that a bank has and has not
// decided. One that was only begun is in nobody's way: money that comes for it all the
// same finds nothing due, and goes back.
func Deletion() account.Concern {
	return account.Concern{Open: func(ctx context.Context, q *db.Queries, customerID int64) (notify.Reason, bool, error) {
		payments, err := q.PaymentsUnderWay(ctx, customerID)
		if err != nil {
			return "", false, fmt.Errorf("payment: count the open payments of customer %d: %w", customerID, err)
		}
		return notify.OpenPayments, payments > 0, nil
	}}
}
