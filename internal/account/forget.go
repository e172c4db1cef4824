package account

import (
	"context"
	"fmt"
	"time"

	"rento/internal/calendar"
	"rento/internal/store"
)

// How long records are kept after they have stopped being useful (docs/accounts.md).
const (
	challengeRetention = 2 * 24 * time.Hour
	networkRetention   = 90 * 24 * time.Hour
	handoffRetention   = 24 * time.Hour
	chatRetention      = 365 * 24 * time.Hour
	eventRetention     = 365 * 24 * time.Hour
)

// forget deletes records whose retention is over.
func (s *Service) forget(ctx context.Context) error {
	now := s.now()
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		for _, step := range []struct {
			forget func(context.Context, calendar.Instant) (int64, error)
			before calendar.Instant
		}{
			{tx.AccountSessionsForget, now},
			{tx.AccountChallengesForget, now.Add(-challengeRetention)},
			{tx.AccountNetworksForget, now.Add(-networkRetention)},
			{tx.AccountHandoffsForget, now.Add(-handoffRetention)},
			{tx.AccountChatsForget, now.Add(-chatRetention)},
			{tx.AccountEventsForget, now.Add(-eventRetention)},
		} {
			if _, err := step.forget(context.WithoutCancel(ctx), step.before); err != nil {
				return fmt.Errorf("account: forget: %w", err)
			}
		}
		return nil
	})
}
