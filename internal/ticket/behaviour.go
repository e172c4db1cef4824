package ticket

import (
	"context"
	"fmt"
	"slices"

	"rento/internal/billing"
	"rento/internal/fault"
	"rento/internal/notify"
	"rento/internal/store"
)

// Type is the code of a kind of ticket in the API.
type Type int64

// The kinds of tickets.
const (
	Repair     Type = 20
	Relocation Type = 65
	Closure    Type = 200
	Transfer   Type = 690
)

// visitBy is what a customer can choose about the visit.
type visitBy int

const (
	// noVisit: nobody comes. Another person has to act.
	noVisit visitBy = iota
	// visitOnDay: a day, even if the city has visit hours.
	visitOnDay
	// visitInSlot: a slot if the city has visit hours, otherwise a day.
	visitInSlot
)

// behaviour holds everything that differs between kinds of tickets. To add a kind, add a row here
// and a function that checks the input and calls Raise (docs/extending.md).
type behaviour struct {
	kind Type
	// codes are other codes that clients send for this kind.
	codes []Type
	// name is what customers call the kind, and request what messages call it.
	name    fault.Word
	request notify.Request
	// steps are the states from raising to done, in order.
	steps []Status
	// revocableIn are the states in which the customer may take the ticket back, unless it was
	// raised as binding.
	revocableIn []Status
	// visit is what the customer chooses about the visit. The visit is planned some hours after the
	// ticket was raised.
	visit visitBy
	// changesAddress means that the customer may choose another address until the work begins.
	changesAddress bool
	// picksUp means that the visit picks up our goods from where they stand. delivers means that
	// our people bring them to another place on the day of the delivery. Each of these movements
	// has a delivery challan.
	picksUp, delivers bool
	// hasAgreement means that the two parties sign a novation agreement.
	hasAgreement bool
	// itemsLeave means that the customer does not have the items any more once the ticket is done.
	// Until then their tenure cannot be extended; afterwards their deposit is settled.
	itemsLeave bool
	// movesWhileRevocable means that the day of the visit can change only while the ticket may be
	// revoked.
	movesWhileRevocable bool
	// reschedule moves the visit to the day that the customer asks for.
	reschedule func(*Service, context.Context, *store.Tx, *Ticket, Change) error
	// follow moves whatever depends on the day of the visit, which the caller has already set. nil
	// means that nothing depends on it.
	follow func(*Service, context.Context, *store.Tx, *Ticket, Change) error
	// finish applies the finished work to items and books. nil means that there is nothing to do.
	finish func(*Service, context.Context, *store.Tx, Ticket) error
	// undo takes back what raising or accepting the ticket did, other than booking a slot. nil
	// means that there is nothing to take back.
	undo func(*Service, context.Context, *store.Tx, Ticket) error
}

// behaviours returns the kinds of tickets. It is a function and not a variable, because the
// functions that it names look up kinds here.
func behaviours() []behaviour {
	visited, notBegun := []Status{Raised, Scheduled, InProgress, Done}, []Status{Raised, Scheduled}
	return []behaviour{
		{
			kind: Repair, name: fault.NewWord("ticket.kind_repair", "Repair"), request: notify.RepairRequest,
			steps: visited, revocableIn: notBegun, visit: visitInSlot, reschedule: (*Service).rescheduleVisit,
		},
		{
			kind: Relocation, codes: []Type{60}, name: fault.NewWord("ticket.kind_relocation", "Relocation"), request: notify.RelocationRequest,
			steps: visited, revocableIn: notBegun, visit: visitInSlot, changesAddress: true, picksUp: true, delivers: true,
			reschedule: (*Service).rescheduleVisit, follow: (*Service).moveDelivery, finish: (*Service).moveItems,
		},
		{
			kind: Closure, name: fault.NewWord("ticket.kind_closure", "Closure"), request: notify.ClosureRequest,
			steps: visited, revocableIn: notBegun, visit: visitOnDay, picksUp: true, itemsLeave: true, movesWhileRevocable: true,
			reschedule: (*Service).rescheduleClosure, finish: (*Service).closeItems, undo: (*Service).withdrawCharges,
		},
		{
			kind: Transfer, name: fault.NewWord("ticket.kind_transfer", "Ownership Transfer"), request: notify.TransferRequest,
			steps: []Status{Raised, InProgress, Done}, revocableIn: []Status{Raised}, hasAgreement: true, itemsLeave: true, finish: (*Service).handOver, undo: (*Service).unreserve,
		},
	}
}

// Kinds returns all kinds of tickets.
func Kinds() []Type {
	all := behaviours()
	kinds := make([]Type, len(all))
	for i, b := range all {
		kinds[i] = b.kind
	}
	return kinds
}

func behaviourOf(t Type) (behaviour, bool) {
	all := behaviours()
	at := slices.IndexFunc(all, func(b behaviour) bool { return b.kind == t || slices.Contains(b.codes, t) })
	if at < 0 {
		return behaviour{}, false
	}
	return all[at], true
}

// behaviour returns the behaviour of the ticket's kind.
func (t Ticket) behaviour() behaviour {
	b, _ := behaviourOf(t.Type) // only known kinds are raised
	return b
}

// Name is what customers call the kind, "" if there is no such kind.
func (t Type) Name() string {
	b, _ := behaviourOf(t)
	return b.name.English
}

// Goes reports whether tickets of this kind pass through a state, or can end in it.
func (t Type) Goes(to Status) bool {
	b, _ := behaviourOf(t)
	return to == Revoked || to == Cancelled || slices.Contains(b.steps, to)
}

// TypeOf turns a code that clients send into a kind: the kind's own code, or one of its other
// codes. An unknown code is a Fault (422).
func TypeOf(code int64) (Type, error) {
	b, known := behaviourOf(Type(code))
	if !known {
		return 0, fault.Invalid("ticket.type_not_found", "requestType", "There is no such kind of request.")
	}
	return b.kind, nil
}

// MayRevoke reports whether the customer may take the ticket back.
func (t Ticket) MayRevoke() bool {
	return t.Revocable && slices.Contains(t.behaviour().revocableIn, t.Status) && t.Status.May(Revoked)
}

// MayReschedule reports whether the customer may choose another day for the visit.
func (t Ticket) MayReschedule() bool {
	b := t.behaviour()
	return b.reschedule != nil && (t.Status == Raised || t.Status == Scheduled) && (t.MayRevoke() || !b.movesWhileRevocable)
}

// MayCancel reports whether the customer may cancel the visit.
func (t Ticket) MayCancel() bool { return t.MayRevoke() && t.behaviour().visit != noVisit }

// MayChangeAddress reports whether the customer may choose another address.
func (t Ticket) MayChangeAddress() bool { return t.behaviour().changesAddress && t.Status.May(Revoked) }

// finished applies the finished work of a ticket, as its kind defines it.
func (s *Service) finished(ctx context.Context, tx *store.Tx, t Ticket) error {
	if b := t.behaviour(); b.finish != nil {
		return b.finish(s, ctx, tx, t)
	}
	return nil
}

// undo takes back what raising a ticket did, after the ticket was given up.
func (s *Service) undo(ctx context.Context, tx *store.Tx, t Ticket) error {
	if err := s.release(ctx, tx, t); err != nil {
		return err
	}
	if err := s.cancelChallans(ctx, tx, t); err != nil {
		return err
	}
	if b := t.behaviour(); b.undo != nil {
		return b.undo(s, ctx, tx, t)
	}
	return nil
}

// withdrawCharges credits the early closure charges of a ticket.
func (s *Service) withdrawCharges(ctx context.Context, tx *store.Tx, t Ticket) error {
	if err := s.billing.WithdrawIn(ctx, tx, t.CustomerID, chargeOperations(t), billing.Reason{Code: billing.RequestTakenBack}); err != nil {
		return fmt.Errorf("ticket: withdraw the charges of %s: %w", t.Number, err)
	}
	return nil
}
