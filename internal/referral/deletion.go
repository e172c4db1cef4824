package referral

import (
	"context"
	"fmt"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/notify"
	"rento/internal/store"
)

// Deletion erases a former customer's contacts and invitations with their messages, and the former
// customer's name and address in other people's referrals. A friend who has joined keeps the
// promised reward.
func Deletion(clock calendar.Clock) account.Concern {
	return account.Concern{Erase: func(ctx context.Context, tx *store.Tx, customerID int64) error {
		for _, step := range []func() error{
			func() error { return tx.ReferralContactsErase(ctx, customerID) },
			func() error { return eraseMessages(ctx, tx, customerID) },
			func() error { return tx.ReferralsErase(ctx, customerID) },
			func() error { return tx.ReferralsNameless(ctx, customerID) },
			func() error {
				return tx.ReferralFriendErase(ctx, int64(calendar.Stamp(clock.Now())), customerID)
			},
		} {
			if err := step(); err != nil {
				return fmt.Errorf("referral: erase those of customer %d: %w", customerID, err)
			}
		}
		return nil
	}}
}

// eraseMessages deletes what people who were invited were told: it names the customer.
func eraseMessages(ctx context.Context, tx *store.Tx, customerID int64) error {
	rows, err := tx.ReferralsOf(ctx, customerID)
	if err != nil {
		return err
	}
	for _, r := range rows {
		if err := notify.EraseStrangers(ctx, tx, fmt.Sprintf("referral/%d", r.ID)); err != nil {
			return err
		}
	}
	return nil
}
