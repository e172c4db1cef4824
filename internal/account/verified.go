package account

import (
	"context"
	"fmt"

	"rento/internal/store"
	"rento/internal/store/db"
)

// The values of a customer's verification status.
const (
	statusVerified = "verified"
	statusPending  = "pending"
)

// SetKYCPending stores whether the customer's KYC is still pending, in the transaction of the
// decision.
func SetKYCPending(ctx context.Context, tx *store.Tx, customerID int64, pending bool) error {
	status := statusVerified
	if pending {
		status = statusPending
	}
	if err := tx.AccountKYCSet(ctx, db.AccountKYCSetParams{KycPending: pending, VerificationStatus: status, ID: customerID}); err != nil {
		return fmt.Errorf("account: keep whether KYC is pending: %w", err)
	}
	return nil
}

// Rename changes a customer's name, in the caller's transaction.
func Rename(ctx context.Context, tx *store.Tx, customerID int64, name string) error {
	if err := tx.AccountNameSet(ctx, name, customerID); err != nil {
		return fmt.Errorf("account: rename: %w", err)
	}
	return nil
}
