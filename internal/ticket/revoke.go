package ticket

import (
	"context"
	"slices"

	"rento/internal/fault"
	"rento/internal/idempotency"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Check says whether live requests block a new one.
type Check struct {
	// Live are the live tickets that block the request. If it is empty, the request may be raised.
	Live []Ticket
	// Revocable means that the customer may take back all of the live tickets.
	Revocable bool
	// Message is shown to the customer if there are live tickets.
	Message string
}

// Parallel looks for live tickets on items of the customer that block a new request. Faults: 404
// for somebody else's item, 409 for an item that is not active, 422 for an unknown kind.
func (s *Service) Parallel(ctx context.Context, customerID int64, itemIDs []int64, kind int64) (Check, error) {
	if _, err := TypeOf(kind); err != nil {
		return Check{}, err
	}
	var check Check
	err := s.store.Read(ctx, func(q *db.Queries) error {
		if _, err := s.activeItems(ctx, q, customerID, itemIDs); err != nil {
			return err
		}
		live, err := liveTicketsOn(ctx, q, customerID, itemIDs)
		check = checkOf(live)
		return err
	})
	return check, err
}

func checkOf(live []Ticket) Check {
	c := Check{Live: live, Revocable: true}
	for _, t := range live {
		c.Revocable = c.Revocable && t.MayRevoke()
	}
	switch {
	case len(live) == 0:
	case c.Revocable:
		c.Message = "Do you wish to close all live requests ?"
	default:
		c.Message = liveFault(live).Message
	}
	return c
}

// liveFault returns the conflict (409) with live requests. It names their kinds.
func liveFault(live []Ticket) *fault.Fault {
	var kinds []fault.Word
	for _, t := range live {
		if name := t.behaviour().name; !slices.Contains(kinds, name) {
			kinds = append(kinds, name)
		}
	}
	return fault.Conflict("ticket.live_requests",
		"Looks like you have some live {kinds} request(s) against some of the items. Please contact support for further assistance.",
		fault.WithWords("kinds", kinds...))
}

// Revocation is the first half of taking requests back. It says what would be revoked, and whether
// the customer may revoke all of it.
func (s *Service) Revocation(ctx context.Context, customerID int64, numbers []string) (Check, error) {
	var check Check
	err := s.store.Read(ctx, func(q *db.Queries) error {
		tickets, err := byNumbers(ctx, q, customerID, numbers)
		check = checkOf(tickets)
		return err
	})
	return check, err
}

// Revoke takes requests back, all or none, and undoes their effects: an early closure charge is
// credited, a booked slot is freed. Faults: 404 for a ticket that is not the customer's, 409 if one
// of them cannot be revoked any more.
func (s *Service) Revoke(ctx context.Context, customerID int64, numbers []string, comment string) error {
	if err := checkText("comment", comment); err != nil {
		return err
	}
	input := struct {
		Numbers []string
		Comment string
	}{numbers, comment}
	_, err := idempotency.Once(ctx, s.store, s.clock, idempotency.Call{CustomerID: customerID, Operation: "revoke tickets", Input: input}, func(ctx context.Context, tx *store.Tx) (bool, error) {
		tickets, err := byNumbers(ctx, tx.Queries, customerID, numbers)
		if err != nil {
			return false, err
		}
		for i := range tickets {
			if !tickets[i].Revocable && tickets[i].Status.Live() {
				return false, liveFault(tickets[i : i+1])
			}
			if err := s.withdraw(ctx, tx, &tickets[i], Revoked, comment); err != nil {
				return false, err
			}
		}
		return true, nil
	})
	return err
}

// withdraw ends a ticket that is not done, undoes its effects and notifies those concerned.
func (s *Service) withdraw(ctx context.Context, tx *store.Tx, t *Ticket, to Status, comment string) error {
	return s.end(ctx, tx, t, to, comment, false)
}

// end does the work of withdraw. byCompany means that the company, not a customer, gives the ticket
// up.
func (s *Service) end(ctx context.Context, tx *store.Tx, t *Ticket, to Status, comment string, byCompany bool) error {
	before, err := standingsOf(ctx, tx.Queries, t.CustomerID)
	if err != nil {
		return err
	}
	paid, err := s.depositPaid(ctx, tx.Queries, *t)
	if err != nil {
		return err
	}
	if err := s.move(ctx, tx, t, to, comment); err != nil {
		return err
	}
	if err := s.undo(ctx, tx, *t); err != nil {
		return err
	}
	return s.notifyWithdrawn(ctx, tx, *t, before, paid, byCompany)
}

// byNumbers returns the tickets with these numbers, each once.
func byNumbers(ctx context.Context, q *db.Queries, customerID int64, numbers []string) ([]Ticket, error) {
	if len(numbers) == 0 {
		return nil, fault.Invalid("request.nothing_selected", "ticketIds", "Please select atleast one.")
	}
	if len(numbers) > maxItems {
		return nil, fault.Invalid("revocation.too_many_tickets", "ticketIds", "These are too many requests at once.")
	}
	var tickets []Ticket
	for _, name := range slices.Compact(slices.Sorted(slices.Values(numbers))) {
		t, err := ByNumber(ctx, q, customerID, name)
		if err != nil {
			return nil, err
		}
		tickets = append(tickets, t)
	}
	return tickets, nil
}
