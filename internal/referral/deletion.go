package referral

import (
	"context"
	"fmt"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/store"
)

// Deletion erases a former customer's contacts and invitations, and the former customer's name and
// address in other people's referrals. A friend who has joined keeps the promised reward.
func Deletion(clock calendar.Clock) account.Concern {
	return account.Concern{Erase: func(ctx context.Context, tx *store.Tx, customerID int64) error {
		for _, step := range []func() error{
			func() error { return tx.ReferralContactsErase(ctx, customerID) },
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
