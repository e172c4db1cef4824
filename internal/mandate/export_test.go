package mandate

import (
	"context"
	"fmt"

	"rento/internal/store/db"
)

// List returns a customer's mandates by which rent can be debited, the active
// one first.
func List(ctx context.Context, q *db.Queries, customerID int64) ([]Mandate, error) {
	rows, err := q.MandateList(ctx, customerID)
	if err != nil {
		return nil, fmt.Errorf("mandate: read mandates: %w", err)
	}
	list := make([]Mandate, len(rows))
	for i, r := range rows {
		list[i] = of(r)
	}
	return list, nil
}

// DebitOpen reports whether the active mandate is about to debit the customer.
func DebitOpen(ctx context.Context, q *db.Queries, customerID int64) (bool, error) {
	open, err := q.MandateDebitOpen(ctx, customerID)
	if err != nil {
		return false, fmt.Errorf("mandate: read open debits: %w", err)
	}
	return open, nil
}
