package subscription

import (
	"context"
	"fmt"

	"rento/internal/money"
	"rento/internal/store/db"
)

// DepositRequired is the deposit that a customer's ordered and delivered items
// require together, in paise.
func DepositRequired(ctx context.Context, q *db.Queries, customerID int64) (money.Paise, error) {
	required, err := q.SubscriptionDepositRequired(ctx, customerID)
	if err != nil {
		return 0, fmt.Errorf("subscription: read required deposit: %w", err)
	}
	return money.Paise(required), nil
}
