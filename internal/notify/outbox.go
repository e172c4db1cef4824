package notify

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/store/db"
)

// Written is a message as it was written, with the state it is in. Name is the
// full name of its customer, empty when it went to nobody that we know.
type Written struct {
	Channel   Channel
	Recipient string
	Name      string
	Subject   string
	Body      string
	State     string
	At        calendar.Instant
}

// Outbox lists the newest messages, newest first: those to an address or a
// customer's mobile number, or all.
func Outbox(ctx context.Context, q *db.Queries, to string, limit int) ([]Written, error) {
	rows, err := q.NotifyOutbox(ctx, to, int32(limit))
	if err != nil {
		return nil, fmt.Errorf("notify: read the outbox: %w", err)
	}
	messages := make([]Written, len(rows))
	for i, r := range rows {
		messages[i] = Written{
			Channel: Channel(r.Channel), Recipient: r.Recipient, Name: r.FullName, Subject: r.Subject, Body: r.Body, State: r.State, At: r.CreatedAt,
		}
	}
	return messages, nil
}
