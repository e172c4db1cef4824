package ticket

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rento/internal/fault"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Check says whether a request may be raised beside the live ones.
type Check struct {
	// Live are the live tickets that stand in the way; without any the request
	// may be raised.
	Live []Ticket
	// Revocable says that all of them may be taken back by the customer.
	Revocable bool
	// Message is for the customer when there are live ones.
	Message string
}

// Parallel looks for live tickets on items of the customer that stand in the
// way of a new request. Faults: 404 for somebody else's item, 409 for one that
// is not active, 422 for an unknown kind.
func (s *Service) Parallel(ctx context.Context, customerID int64, itemIDs []int64, kind int64) (Check, error) {
	if _, err := TypeOf(kind); err != nil {
		return Check{}, err
	}
	var check Check
	err := s.store.Read(ctx, func(q *db.Queries) error {
		if _, err := s.activeItems(ctx, q, customerID, itemIDs); err != nil {
			return err
		}
		live, err := liveOn(ctx, q, customerID, itemIDs)
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
		c.Message = liveMessage(live)
	}
	return c
}

// liveMessage names the kinds of the live requests.
func liveMessage(live []Ticket) string {
	var kinds []string
	for _, t := range live {
		if name := t.Type.Name(); !slices.Contains(kinds, name) {
			kinds = append(kinds, name)
		}
	}
	return fmt.Sprintf("Looks like you have some live %s request(s) against some of the items. Please contact support for further assistance.",
		strings.Join(kinds, ", "))
}

// Revocation is the first half of taking requests back: what would be revoked,
// and whether all of it may be.
func (s *Service) Revocation(ctx context.Context, customerID int64, ticketIDs []string) (Check, error) {
	var check Check
	err := s.store.Read(ctx, func(q *db.Queries) error {
		tickets, err := byNames(ctx, q, customerID, ticketIDs)
		check = checkOf(tickets)
		return err
	})
	return check, err
}

// Revoke takes requests back, all or none, and with them what they caused: a
// charge for leaving early is credited, a booked visit is free again. Faults:
// 404 for a ticket that is not the customer's, 409 when one of them may not be
// revoked any more.
func (s *Service) Revoke(ctx context.Context, customerID int64, actor string, ticketIDs []string, comment string) error {
	if err := checkText("comment", comment); err != nil {
		return err
	}
	input := struct {
		TicketIDs []string
		Comment   string
	}{ticketIDs, comment}
	_, err := once(ctx, s, customerID, "revoke tickets", input, func(ctx context.Context, tx *store.Tx) (bool, error) {
		tickets, err := byNames(ctx, tx.Queries, customerID, ticketIDs)
		if err != nil {
			return false, err
		}
		for i := range tickets {
			if !tickets[i].Revocable && tickets[i].Status.Live() {
				return false, fault.Conflict(liveMessage(tickets[i : i+1]))
			}
			if err := s.giveUp(ctx, tx, &tickets[i], Revoked, actor, comment); err != nil {
				return false, err
			}
		}
		return true, nil
	})
	return err
}

// giveUp ends a ticket that was not begun, and undoes what it caused.
func (s *Service) giveUp(ctx context.Context, tx *store.Tx, t *Ticket, to Status, actor, comment string) error {
	if err := s.move(ctx, tx, t, to, actor, comment); err != nil {
		return err
	}
	if err := s.release(ctx, tx, *t); err != nil {
		return err
	}
	if t.Type != Closing {
		return nil
	}
	if err := s.billing.WithdrawIn(ctx, tx, t.CustomerID, chargeOperations(*t), "Closure request taken back"); err != nil {
		return fmt.Errorf("ticket: %w", err)
	}
	return nil
}

// byNames returns the tickets of these names, each once.
func byNames(ctx context.Context, q *db.Queries, customerID int64, ticketIDs []string) ([]Ticket, error) {
	if len(ticketIDs) == 0 {
		return nil, fault.Invalid("ticketIds", "Please select atleast one.")
	}
	if len(ticketIDs) > maxItems {
		return nil, fault.Invalid("ticketIds", "These are too many requests at once.")
	}
	var tickets []Ticket
	for _, name := range slices.Compact(slices.Sorted(slices.Values(ticketIDs))) {
		t, err := ByName(ctx, q, customerID, name)
		if err != nil {
			return nil, err
		}
		tickets = append(tickets, t)
	}
	return tickets, nil
}
