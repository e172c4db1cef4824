package ticket

import (
	"context"
	"fmt"

	"rento/internal/account"
	"rento/internal/store"
)

// Deletion takes out what a former customer wrote in requests and what was
// written to them, and lets go of the pictures. What was done stays.
func Deletion() account.Concern {
	return account.Concern{Erase: func(ctx context.Context, tx *store.Tx, customerID int64) error {
		for what, erase := range map[string]func(context.Context, int64) error{
			"messages": tx.TicketEraseMessages, "comments": tx.TicketEraseComments, "pictures": tx.TicketErasePictures,
		} {
			if err := erase(ctx, customerID); err != nil {
				return fmt.Errorf("ticket: erase %s of customer %d: %w", what, customerID, err)
			}
		}
		return nil
	}}
}
