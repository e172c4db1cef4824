package account

import (
	"context"
	"fmt"
	"time"

	"rento/internal/calendar"
	"rento/internal/store"
)

// How long things are kept that nobody needs any more (docs/accounts.md).
const (
	keepChallenges = 2 * 24 * time.Hour
	keepNetworks   = 90 * 24 * time.Hour
	keepHandoffs   = 24 * time.Hour
	keepChats      = 365 * 24 * time.Hour
	keepEvents     = 365 * 24 * time.Hour
)

// forget deletes what has run out.
func (s *Service) forget(ctx context.Context) error {
	now := s.now()
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		for _, step := range []struct {
			forget func(context.Context, calendar.Instant) (int64, error)
			before calendar.Instant
		}{
			{tx.AccountSessionsForget, now},
			{tx.AccountChallengesForget, now.Add(-keepChallenges)},
			{tx.AccountNetworksForget, now.Add(-keepNetworks)},
			{tx.AccountHandoffsForget, now.Add(-keepHandoffs)},
			{tx.AccountChatsForget, now.Add(-keepChats)},
			{tx.AccountEventsForget, now.Add(-keepEvents)},
		} {
			if _, err := step.forget(context.WithoutCancel(ctx), step.before); err != nil {
				return fmt.Errorf("account: forget: %w", err)
			}
		}
		return nil
	})
}
