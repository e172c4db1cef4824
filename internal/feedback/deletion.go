package feedback

import (
	"context"
	"fmt"

	"rento/internal/account"
	"rento/internal/store"
)

// Deletion takes out the words of a former customer's feedback; the marks stay.
func Deletion() account.Concern {
	return account.Concern{Erase: func(ctx context.Context, tx *store.Tx, customerID int64) error {
		if err := tx.FeedbackErase(ctx, customerID); err != nil {
			return fmt.Errorf("feedback: erase the comments of customer %d: %w", customerID, err)
		}
		return nil
	}}
}
