package mandate

import (
	"context"
	"fmt"

	"rento/internal/store/db"
)

// DebitOpen reports whether the customer has an open debit under the active mandate.
func DebitOpen(ctx context.Context, q *db.Queries, customerID int64) (bool, error) {
	open, err := q.MandateDebitOpen(ctx, customerID)
	if err != nil {
		return false, fmt.Errorf("mandate: read open debits: %w", err)
	}
	return open, nil
}
