package notify

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/store"
)

// Erase takes out to whom a customer's messages went and what they said, and
// forgets what the customer had chosen.
func Erase(ctx context.Context, tx *store.Tx, customerID int64) error {
	if err := tx.NotifyEraseMessages(ctx, customerID); err != nil {
		return fmt.Errorf("notify: erase the messages of customer %d: %w", customerID, err)
	}
	if err := tx.NotifyErasePreferences(ctx, customerID); err != nil {
		return fmt.Errorf("notify: erase the preferences of customer %d: %w", customerID, err)
	}
	return nil
}

// ForgetStrangers removes what was written before a moment to who is no customer.
func ForgetStrangers(ctx context.Context, tx *store.Tx, before calendar.Instant) error {
	if _, err := tx.NotifyStrangersForget(ctx, before); err != nil {
		return fmt.Errorf("notify: forget strangers: %w", err)
	}
	return nil
}
