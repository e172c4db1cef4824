package notify

import (
	"cmp"
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/store/db"
)

// Written is a message as it was written, and its state. At is when it left, or when it was written
// as long as it has not left. Name is the full name of the customer, or empty if the recipient is
// not a known customer. Documents are the attached documents.
type Written struct {
	CustomerID, ID int64

	Channel   Channel
	Recipient string
	Name      string
	Subject   string
	Body      string
	State     string
	Documents []string
	At        calendar.Instant
}

// Outbox lists the newest messages as sent, newest first: those to an address or to a customer's
// mobile number, or all of them if to is "".
func (n *Service) Outbox(ctx context.Context, q *db.Queries, to string, limit int) ([]Written, error) {
	rows, err := q.NotifyOutbox(ctx, to, int32(limit))
	if err != nil {
		return nil, fmt.Errorf("notify: read the outbox: %w", err)
	}
	messages := make([]Written, len(rows))
	for i, r := range rows {
		messages[i] = Written{
			CustomerID: r.CustomerID, ID: r.ID, Documents: documentsOf(r.Document, r.Variables), Channel: Channel(r.Channel), Recipient: r.Recipient, Name: r.FullName, Subject: r.Subject, Body: n.links.withCodes(r.Body, r.CustomerID, r.ID), State: r.State, At: cmp.Or(r.SentAt, r.CreatedAt),
		}
	}
	return messages, nil
}
