package ticket

import (
	"context"
	"fmt"
	"slices"

	"rento/internal/fault"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Status is where a ticket stands.
type Status string

// The states of a ticket.
const (
	// Raised: asked for, nobody has planned it yet.
	Raised Status = "raised"
	// Scheduled: the day of the visit is set.
	Scheduled Status = "scheduled"
	// InProgress: our people have begun; it cannot be taken back any more.
	InProgress Status = "in_progress"
	// Done: carried out.
	Done Status = "done"
	// Revoked: taken back by the customer.
	Revoked Status = "revoked"
	// Cancelled: given up, by the customer for a visit or by the company.
	Cancelled Status = "cancelled"
)

// next is every legal step of a ticket (docs/tickets.md).
var next = map[Status][]Status{
	Raised:     {Scheduled, InProgress, Revoked, Cancelled},
	Scheduled:  {Scheduled, InProgress, Revoked, Cancelled},
	InProgress: {Done, Cancelled},
	Done:       {},
	Revoked:    {},
	Cancelled:  {},
}

// May reports whether a ticket may go from s to another state.
func (s Status) May(to Status) bool { return slices.Contains(next[s], to) }

// Live reports whether somebody still has to do something.
func (s Status) Live() bool { return s == Raised || s == Scheduled || s == InProgress }

// move takes a legal step and notes it in the time line. A step that is not
// legal, or no longer, is a Fault (409).
func (s *Service) move(ctx context.Context, tx *store.Tx, t *Ticket, to Status, actor, comment string) error {
	if !t.Status.May(to) {
		return cannot(*t)
	}
	moved, err := tx.TicketMove(ctx, db.TicketMoveParams{
		Status: string(to), VisitDate: t.VisitOn, UpdatedAt: s.now(), CustomerID: t.CustomerID, ID: t.ID, Was: string(t.Status),
	})
	if err != nil {
		return fmt.Errorf("ticket: move: %w", err)
	}
	if moved == 0 {
		return cannot(*t)
	}
	t.Status = to
	return s.note(ctx, tx, *t, actor, comment)
}

func (s *Service) note(ctx context.Context, tx *store.Tx, t Ticket, actor, comment string) error {
	err := tx.TicketStepAdd(ctx, db.TicketStepAddParams{
		CustomerID: t.CustomerID, ServiceRequestID: t.ID, Status: string(t.Status), Actor: actor, Comment: comment, At: s.now(),
	})
	if err != nil {
		return fmt.Errorf("ticket: time line: %w", err)
	}
	return nil
}

func cannot(t Ticket) *fault.Fault {
	text, ok := map[Status]string{
		InProgress: "Our team has already begun with request %s, so it cannot be changed any more.",
		Done:       "Request %s is already done.",
		Revoked:    "Request %s was already taken back.",
		Cancelled:  "Request %s was already cancelled.",
	}[t.Status]
	if !ok {
		text = "Request %s cannot be changed now."
	}
	return fault.Conflict(fmt.Sprintf(text, t.TicketID))
}
