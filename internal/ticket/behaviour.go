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

// Type is the code of a kind of ticket, as the contract has it.
type Type int64

// The kinds of tickets.
const (
	Repair     Type = 20
	Relocation Type = 65
	Closure    Type = 200
	Transfer   Type = 690
)

// visitBy is what a customer chooses of the visit of our people.
type visitBy int

const (
	// noVisit: nobody comes, somebody else has to act.
	noVisit visitBy = iota
	// visitOnDay: a day, also where the city has visit hours.
	visitOnDay
	// visitInSlot: a slot where the city has visit hours, a day elsewhere.
	visitInSlot
)

// behaviour is all that differs from one kind of ticket to another. Whoever adds
// a kind adds a row here, and a function that checks what is asked for and calls
// Raise (docs/extending.md).
type behaviour struct {
	kind Type
	// codes are other codes that clients send for it.
	codes []Type
	// name is what customers call it, and request what messages call it.
	name    fault.Word
	request notify.Request
	// steps are the states that it goes through until it is done, in order.
	steps []Status
	// revocableIn are those of them in which its customer may take it back, unless it
	// was raised as binding.
	revocableIn []Status
	// visit is what is chosen of the visit, which is planned some hours after the
	// ticket was raised.
	visit visitBy
	// changesAddress says that the customer may choose another address until the
	// work has begun.
	changesAddress bool
	// picksUp says that its visit fetches our goods from where they stand, delivers that
	// they are brought to another place on the day of the delivery: each movement has a
	// delivery challan.
	picksUp, delivers bool
	// hasAgreement says that its two parties sign one.
	hasAgreement bool
	// itemsLeave says that the customer does not have its items any more once it is
	// done: their tenure is not extended meanwhile, and their deposit is settled.
	itemsLeave bool
	// movesWhileRevocable says that the day of the visit can be changed only as
	// long as the ticket may be revoked.
	movesWhileRevocable bool
	// reschedule changes the day of the visit to what the customer asks for.
	reschedule func(*Service, context.Context, *store.Tx, *Ticket, Change) error
	// follow moves what hangs on the day of the visit, which is set already, to
	// what the customer asks for; nil is nothing.
	follow func(*Service, context.Context, *store.Tx, *Ticket, Change) error
	// finish does what the finished work means for items and books; nil is
	// nothing.
	finish func(*Service, context.Context, *store.Tx, Ticket) error
	// undo takes back what raising the ticket, or accepting it, did besides booking
	// a slot; nil is nothing.
	undo func(*Service, context.Context, *store.Tx, Ticket) error
}

// behaviours are the kinds of tickets. A function and no variable, because the
// functions that it names look kinds up here.
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

// Kinds are all kinds of tickets.
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

// behaviour is that of the ticket's kind.
func (t Ticket) behaviour() behaviour {
	b, _ := behaviourOf(t.Type) // only known kinds are raised
	return b
}

// Name is the kind as customers call it, "" when there is no such kind.
func (t Type) Name() string {
	b, _ := behaviourOf(t)
	return b.name.English
}

// Goes reports whether tickets of the kind go through a state, or may end in it.
func (t Type) Goes(to Status) bool {
	b, _ := behaviourOf(t)
	return to == Revoked || to == Cancelled || slices.Contains(b.steps, to)
}

// TypeOf reads a code: a kind's own, or another that clients send for it. A code
// of no kind is a Fault (422).
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

// MayReschedule reports whether the customer may choose another day for the
// visit.
func (t Ticket) MayReschedule() bool {
	b := t.behaviour()
	return b.reschedule != nil && (t.Status == Raised || t.Status == Scheduled) && (t.MayRevoke() || !b.movesWhileRevocable)
}

// MayCancel reports whether the customer may cancel the visit.
func (t Ticket) MayCancel() bool { return t.MayRevoke() && t.behaviour().visit != noVisit }

// MayChangeAddress reports whether the customer may choose another address.
func (t Ticket) MayChangeAddress() bool { return t.behaviour().changesAddress && t.Status.May(Revoked) }

// finished does what the work of a ticket that is done means.
func (s *Service) finished(ctx context.Context, tx *store.Tx, t Ticket) error {
	if b := t.behaviour(); b.finish != nil {
		return b.finish(s, ctx, tx, t)
	}
	return nil
}

// undo takes back what a ticket that is given up did when it was raised.
func (s *Service) undo(ctx context.Context, tx *store.Tx, t Ticket) error {
	if err := s.release(ctx, tx, t); err != nil {
		return err
	}
	b := t.behaviour()
	if b.picksUp {
		if err := s.billing.CancelChallans(ctx, tx, t.CustomerID, t.ID); err != nil {
			return fmt.Errorf("ticket: %w", err)
		}
	}
	if b.undo != nil {
		return b.undo(s, ctx, tx, t)
	}
	return nil
}

// withdrawCharges credits what leaving early would have cost.
func (s *Service) withdrawCharges(ctx context.Context, tx *store.Tx, t Ticket) error {
	if err := s.billing.WithdrawIn(ctx, tx, t.CustomerID, chargeOperations(t), billing.Reason{Code: billing.RequestTakenBack}); err != nil {
		return fmt.Errorf("ticket: withdraw the charges of %s: %w", t.Number, err)
	}
	return nil
}
