package billing

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/store"
	"rento/internal/store/db"
)

// SaveRate adds a rate to the table. An open rate of the same code ends where the new rate begins.
func SaveRate(ctx context.Context, tx *store.Tx, r Rate) error {
	if err := tx.BillingRateEnd(ctx, r.From, r.SAC); err != nil {
		return fmt.Errorf("billing: end the GST rate of %s: %w", r.SAC, err)
	}
	err := tx.BillingRatePut(ctx, db.BillingRatePutParams{Sac: r.SAC, FromDate: r.From, ToDate: r.To, RateBp: r.BasisPoints})
	if err != nil {
		return fmt.Errorf("billing: save the GST rate of %s: %w", r.SAC, err)
	}
	return nil
}

// EachIssuedByTwo lists the documents of a month in pages of two.
func EachIssuedByTwo(ctx context.Context, q *db.Queries, month calendar.Date, each func(IssuedDocument) error) error {
	return eachIssued(ctx, q, month, 2, each)
}
