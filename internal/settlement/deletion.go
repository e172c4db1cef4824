package settlement

import (
	"context"
	"fmt"

	"rento/internal/account"
	"rento/internal/store"
)

// Deletion takes out where the refunds of a former customer went.
func Deletion() account.Concern {
	return account.Concern{Erase: func(ctx context.Context, tx *store.Tx, customerID int64) error {
		if err := tx.SettlementErasePayees(ctx, customerID); err != nil {
			return fmt.Errorf("settlement: erase the payees of customer %d: %w", customerID, err)
		}
		return nil
	}}
}
