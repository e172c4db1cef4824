package ticket

import (
	"context"
	"fmt"
	"slices"

	"rento/internal/audit"
	"rento/internal/fault"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Status is the state of a ticket.
type Status string

// The states of a ticket.
const (
	// Raised: the customer has asked, and nobody has planned the visit yet.
	Raised Status = "raised"
	// Scheduled: the day of the visit is set.
	Scheduled Status = "scheduled"
	// InProgress: our people have begun, so the customer cannot take the request back any more.
	InProgress Status = "in_progress"
	// Done: the work is finished.
	Done Status = "done"
	// Revoked: taken back by the customer.
	Revoked Status = "revoked"
	// Cancelled: given up, by the customer by cancelling the visit or by the company.
	Cancelled Status = "cancelled"
)

// next lists every legal step of a ticket (docs/tickets.md). The steps of each kind are in
// behaviours.
var next = map[Status][]Status{
	Raised:     {Scheduled, InProgress, Revoked, Cancelled},
	Scheduled:  {Scheduled, InProgress, Revoked, Cancelled},
	InProgress: {Done, Cancelled},
	Done:       {},
	Revoked:    {},
	Cancelled:  {},
}

// May reports whether a ticket may move from s to another state.
func (s Status) May(to Status) bool { return slices.Contains(next[s], to) }

// Live reports whether somebody still has to act on the ticket.
func (s Status) Live() bool { return s == Raised || s == Scheduled || s == InProgress }

// move takes a legal step and adds it to the time line. If the step is not legal, or not legal any
// more, it returns a Fault (409).
func (s *Service) move(ctx context.Context, tx *store.Tx, t *Ticket, to Status, comment string) error {
	if err := s.step(ctx, tx, t, to); err != nil {
		return err
	}
	return s.addStep(ctx, tx, *t, moved(*t), comment)
}

// moveByReceiver is move, but the receiver of a transfer takes the step.
func (s *Service) moveByReceiver(ctx context.Context, tx *store.Tx, t *Ticket, to Status, comment string) error {
	if err := s.step(ctx, tx, t, to); err != nil {
		return err
	}
	return s.addStepBy(ctx, tx, *t, t.ReceiverID, byReceiver, moved(*t), comment)
}

func (s *Service) step(ctx context.Context, tx *store.Tx, t *Ticket, to Status) error {
	if !t.Status.May(to) || !t.Type.Goes(to) {
		return notAllowedNow(*t)
	}
	rows, err := tx.TicketMove(ctx, db.TicketMoveParams{
		Status: string(to), VisitDate: t.VisitOn, DeliveryDate: t.DeliveryOn, UpdatedAt: s.now(), CustomerID: t.CustomerID, ID: t.ID, Was: string(t.Status),
	})
	if err != nil {
		return fmt.Errorf("ticket: move: %w", err)
	}
	if rows == 0 {
		return notAllowedNow(*t)
	}
	t.Status, t.Changed = to, s.now()
	return nil
}

// addStep adds to the time line what the actor in ctx did for the owner of the ticket.
func (s *Service) addStep(ctx context.Context, tx *store.Tx, t Ticket, action, comment string) error {
	return s.addStepBy(ctx, tx, t, t.CustomerID, audit.ActorOf(ctx).String(), action, comment)
}

// addStepBy adds a step to the time line. It also writes to the audit log of the customer who
// acted: the owner, or the receiver of a transfer.
func (s *Service) addStepBy(ctx context.Context, tx *store.Tx, t Ticket, customerID int64, by, action, comment string) error {
	err := tx.TicketStepAdd(ctx, db.TicketStepAddParams{
		CustomerID: t.CustomerID, TicketID: t.ID, Status: string(t.Status), Actor: by, Comment: comment, At: s.now(),
	})
	if err != nil {
		return fmt.Errorf("ticket: add to the time line: %w", err)
	}
	return s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: action, Object: "ticket/" + t.Number})
}

// moved is the name of a state change in the audit log.
func moved(t Ticket) string { return "ticket_" + string(t.Status) }

func notAllowedNow(t Ticket) *fault.Fault {
	number := fault.With("ticket", t.Number)
	switch t.Status {
	case InProgress:
		if t.behaviour().hasAgreement {
			return fault.Conflict("transfer.accepted",
				"Transfer {ticket} was accepted already, so it cannot be changed any more. The new owner can still give it up; otherwise our support can end it.", number)
		}
		return fault.Conflict("ticket.in_progress", "Our team has already begun with request {ticket}, so it cannot be changed any more.", number)
	case Done:
		return fault.Conflict("ticket.already_done", "Request {ticket} is already done.", number)
	case Revoked:
		return fault.Conflict("ticket.already_revoked", "Request {ticket} was already taken back.", number)
	case Cancelled:
		return fault.Conflict("ticket.already_cancelled", "Request {ticket} was already cancelled.", number)
	default:
		return fault.Conflict("ticket.not_changeable_now", "Request {ticket} cannot be changed now.", number)
	}
}
