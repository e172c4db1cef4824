package ticket

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/store/db"
)

// Upcoming is a live request with the next day on which our people come for it. Until a day is
// planned, Next is the day that the customer chose, or no day if none is known. Delivery means that
// on that day our people deliver what they picked up before.
type Upcoming struct {
	Ticket
	Next     calendar.Date
	Delivery bool
}

// UpcomingOf reads at most most live requests of a customer, the one with the earliest next day
// first.
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
		next, _ := calendar.Parse(rows[i].NextDay) // NextDay is '' while no day is known
		upcoming[i] = Upcoming{Ticket: t, Next: next, Delivery: !t.VisitOn.IsZero() && next != t.VisitOn}
	}
	return upcoming, nil
}
