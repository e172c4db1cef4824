package account

import (
	"context"
	"fmt"

	"rento/internal/store"
	"rento/internal/store/db"
)

// The words for whether it is known who somebody is.
const (
	statusVerified = "verified"
	statusPending  = "pending"
)

// SetKYCPending says whether a customer has still to say who they are, in the
// transaction of what decided it.
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

// Rename gives a customer another name, in the transaction of its reason.
func Rename(ctx context.Context, tx *store.Tx, customerID int64, name string) error {
	if err := tx.AccountNameSet(ctx, name, customerID); err != nil {
		return fmt.Errorf("account: rename: %w", err)
	}
	return nil
}
