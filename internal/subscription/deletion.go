package subscription

import (
	"context"
	"fmt"

	"rento/internal/account"
	"rento/internal/notify"
	"rento/internal/store/db"
)

// Deletion blocks the deletion of an account while the customer has ordered or active items.
func Deletion() account.Concern {
	return account.Concern{Open: func(ctx context.Context, q *db.Queries, customerID int64) (notify.Reason, bool, error) {
		items, err := q.SubscriptionOpenCount(ctx, customerID)
		if err != nil {
			return "", false, fmt.Errorf("subscription: count the open items of customer %d: %w", customerID, err)
		}
		return notify.OpenItems, items > 0, nil
	}}
}
