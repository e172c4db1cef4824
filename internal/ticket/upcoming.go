package ticket

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/store/db"
)

// Upcoming is a live request and the next day on which we come for it, which is
// the one that the customer chose until one is planned: no day while nobody knows
// one. Delivery says that we bring on it what was picked up before.
type Upcoming struct {
	Ticket
	Next     calendar.Date
	Delivery bool
}

// UpcomingOf reads the live requests of a customer, that of the next day first:
// at most so many.
func UpcomingOf(ctx context.Context, q *db.Queries, customerID int64, today calendar.Date, most int) ([]Upcoming, error) {
	rows, err := q.TicketUpcoming(ctx, db.TicketUpcomingParams{Today: today, CustomerID: customerID, Most: int32(most)})
	if err != nil {
		return nil, fmt.Errorf("ticket: read what comes next: %w", err)
	}
	found := make([]db.Ticket, len(rows))
	for i, row := range rows {
		found[i] = row.Ticket
	}
	tickets, err := withItems(ctx, q, customerID, found)
	if err != nil {
		return nil, err
	}
	upcoming := make([]Upcoming, len(rows))
	for i, t := range tickets {
		next, _ := calendar.Parse(rows[i].NextDay) // '' while nobody knows one
		upcoming[i] = Upcoming{Ticket: t, Next: next, Delivery: !t.VisitOn.IsZero() && next != t.VisitOn}
	}
	return upcoming, nil
}
