package address

import (
	"context"
	"fmt"

	"rento/internal/account"
	"rento/internal/store"
)

// Deletion erases the addresses of a former customer, except for city and pincode.
func Deletion() account.Concern {
	return account.Concern{Erase: func(ctx context.Context, tx *store.Tx, customerID int64) error {
		if err := tx.AddressErase(ctx, customerID); err != nil {
			return fmt.Errorf("address: erase the addresses of customer %d: %w", customerID, err)
		}
		return nil
	}}
}
