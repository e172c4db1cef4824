package notify

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/store"
)

// Erase removes the recipients and texts of a customer's messages, and deletes the customer's
// message preferences.
func Erase(ctx context.Context, tx *store.Tx, customerID int64) error {
	if err := tx.NotifyEraseMessages(ctx, customerID); err != nil {
		return fmt.Errorf("notify: erase the messages of customer %d: %w", customerID, err)
	}
	if err := tx.NotifyErasePreferences(ctx, customerID); err != nil {
		return fmt.Errorf("notify: erase the preferences of customer %d: %w", customerID, err)
	}
	return nil
}

// EraseStrangers deletes the messages about something, such as referral/42, to people who are not
// customers.
func EraseStrangers(ctx context.Context, tx *store.Tx, about string) error {
	if err := tx.NotifyStrangersErase(ctx, about); err != nil {
		return fmt.Errorf("notify: erase the messages about %s: %w", about, err)
	}
	return nil
}

// ForgetStrangers deletes the messages written before this moment to people who are not customers.
func ForgetStrangers(ctx context.Context, tx *store.Tx, before calendar.Instant) error {
	if _, err := tx.NotifyStrangersForget(ctx, before); err != nil {
		return fmt.Errorf("notify: forget strangers: %w", err)
	}
	return nil
}
