package dashboard

import (
	"context"
	"fmt"
	"slices"

	"rento/internal/calendar"
	"rento/internal/store/db"
	"rento/internal/subscription"
	"rento/internal/ticket"
)

// mostUpcoming is how many requests the home screen shows; the others are where
// all of them are.
const mostUpcoming = 10

// Upcoming is what is going on and comes next.
type Upcoming struct {
	// Requests are the live ones, that of the next day first.
	Requests []UpcomingRequest
	// Transfers are what others hand over to the customer.
	Transfers []ticket.Offer
	// Extensions are agreed and have not begun, the next first.
	Extensions []subscription.AgreedExtension
}

// UpcomingRequest is a live request and its next day: no day while nobody knows
// one. Planned says that we come on that day; before, it is the customer's wish.
// Delivery says that we bring on it what was picked up before.
type UpcomingRequest struct {
	ticket.Ticket
	Next     calendar.Date
	Planned  bool
	Delivery bool
}

// Upcoming reads what comes next for a customer, on one snapshot.
func (s *Service) Upcoming(ctx context.Context, customerID int64) (Upcoming, error) {
	var up Upcoming
	err := s.store.Read(ctx, func(q *db.Queries) error {
		live := true
		list, err := ticket.Of(ctx, q, customerID, &live, subscription.Page{Size: mostUpcoming})
		if err != nil {
			return err
		}
		for _, t := range list.Tickets {
			up.Requests = append(up.Requests, next(t, s.Today()))
		}
		if up.Transfers, err = ticket.OffersTo(ctx, q, customerID); err != nil {
			return err
		}
		up.Extensions, err = subscription.AgreedExtensions(ctx, q, customerID, s.Today())
		return err
	})
	if err != nil {
		return Upcoming{}, fmt.Errorf("dashboard: %w", err)
	}
	slices.SortStableFunc(up.Requests, func(a, b UpcomingRequest) int {
		if a.Next.IsZero() != b.Next.IsZero() {
			return map[bool]int{true: 1, false: -1}[a.Next.IsZero()]
		}
		return a.Next.Sub(b.Next)
	})
	return up, nil
}

// next is the day on which something happens next with a live request.
func next(t ticket.Ticket, today calendar.Date) UpcomingRequest {
	up := UpcomingRequest{Ticket: t, Next: t.PreferredOn}
	if !t.VisitOn.IsZero() {
		up.Next, up.Planned = t.VisitOn, true
	}
	if !t.DeliveryOn.IsZero() && up.Planned && up.Next.Before(today) {
		up.Next, up.Delivery = t.DeliveryOn, true
	}
	return up
}
