package dashboard

import (
	"context"
	"fmt"
	"slices"

	"rento/internal/store/db"
	"rento/internal/subscription"
	"rento/internal/ticket"
)

// mostUpcoming is how many requests the home screen shows. The list of requests has all of them.
const mostUpcoming = 10

// Upcoming is what is in progress and what comes next.
type Upcoming struct {
	// Requests are the live requests, the one with the earliest next day first.
	Requests []ticket.Upcoming
	// Transfers are the live transfers that others offer to the customer.
	Transfers []ticket.Offer
	// Extensions are the agreed extensions that have not begun, the next one first.
	Extensions []subscription.AgreedExtension
}

// Upcoming reads what comes next for a customer in one snapshot.
func (s *Service) Upcoming(ctx context.Context, customerID int64) (Upcoming, error) {
	var up Upcoming
	err := s.store.Read(ctx, func(q *db.Queries) error {
		var err error
		if up.Requests, err = ticket.UpcomingOf(ctx, q, customerID, s.Today(), mostUpcoming); err != nil {
			return err
		}
		if up.Transfers, err = ticket.OffersTo(ctx, q, customerID); err != nil {
			return err
		}
		up.Extensions, err = s.extensions(ctx, q, customerID)
		return err
	})
	if err != nil {
		return Upcoming{}, fmt.Errorf("dashboard: %w", err)
	}
	return up, nil
}

// extensions returns the agreed extensions of items that the customer still has when they begin.
func (s *Service) extensions(ctx context.Context, q *db.Queries, customerID int64) ([]subscription.AgreedExtension, error) {
	agreed, err := s.subscriptions.AgreedExtensions(ctx, q, customerID)
	if err != nil || len(agreed) == 0 {
		return nil, err
	}
	ids := make([]int64, len(agreed))
	for i, e := range agreed {
		ids[i] = e.ItemID
	}
	leaves, err := ticket.LeavesOn(ctx, q, customerID, ids)
	return slices.DeleteFunc(agreed, func(e subscription.AgreedExtension) bool {
		day, known := leaves[e.ItemID]
		return known && !day.After(e.From)
	}), err
}
