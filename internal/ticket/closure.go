package ticket

import (
	"context"
	"fmt"
	"slices"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/idempotency"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// Quote is what it costs to return items on a given day. Amounts are in paise.
type Quote struct {
	Pickup calendar.Date
	Full   bool // the closure covers all active items of the customer
	Items  []QuotedItem
	Totals billing.Totals // of the charges of all items, with GST
}

// QuotedItem is one item of a quote. Tax and Total belong to the early closure charge of the item.
// Ahead is what becomes of its rent in advance.
type QuotedItem struct {
	subscription.Item
	Early subscription.Early
	Tax   money.Paise
	Total money.Paise
	Ahead billing.Leaving
}

// CloseInput asks for a pickup.
type CloseInput struct {
	ItemIDs []int64
	// AddressID is the customer's address where the items stand. 0 keeps the known address.
	AddressID int64
	Pickup    calendar.Date
	Reason    string
	// Charge is the early closure charge that the customer saw, in paise with GST. If it is nil,
	// nothing was shown and nothing is compared.
	Charge *money.Paise
}

// Closed is the answer to a pickup request.
type Closed struct {
	Ticket Ticket
	Quote  Quote
	// Payable is what the customer owes now in paise, including the charge.
	Payable money.Paise
}

// QuoteClosure computes what it costs to return items on a given day. Without a day it uses the
// first possible one. Faults: 404 for somebody else's item, 409 for an item that is not active.
func (s *Service) QuoteClosure(ctx context.Context, customerID int64, itemIDs []int64, pickup calendar.Date) (Quote, error) {
	var quote Quote
	err := s.store.Read(ctx, func(q *db.Queries) error {
		items, err := s.activeItems(ctx, q, customerID, itemIDs)
		if err != nil {
			return err
		}
		if pickup.IsZero() {
			days, _, err := s.pickupDays(ctx, q, customerID, items)
			if err != nil {
				return err
			}
			pickup = days.First
		}
		if quote, err = s.quote(ctx, q, customerID, items, pickup); err != nil {
			return err
		}
		ahead, err := s.billing.LeavingOn(ctx, q, customerID, itemIDs, pickup)
		if err != nil {
			return fmt.Errorf("ticket: quote: %w", err)
		}
		for i := range quote.Items {
			quote.Items[i].Ahead = ahead[quote.Items[i].ID]
		}
		return nil
	})
	return quote, err
}

func (s *Service) quote(ctx context.Context, q *db.Queries, customerID int64, items []subscription.Item, pickup calendar.Date) (Quote, error) {
	quote := Quote{Pickup: pickup, Items: make([]QuotedItem, len(items))}
	ids := make([]int64, len(items))
	for i, item := range items {
		ids[i] = item.ID
	}
	terms, err := subscription.TermsOf(ctx, q, customerID, ids)
	if err != nil {
		return quote, err
	}
	charges := make([]billing.Charge, len(items))
	for i, item := range items {
		early := subscription.EarlyClosure(item, terms[item.ID], pickup, s.settings.RestOfTenure)
		quote.Items[i] = QuotedItem{Item: item, Early: early}
		charges[i] = chargeOf(0, Item{ID: item.ID, Name: item.Name, Charge: early.Charge})
	}
	lines, totals, err := s.billing.QuoteCharges(ctx, q, customerID, charges)
	if err != nil {
		return quote, fmt.Errorf("ticket: quote: %w", err)
	}
	quote.Totals = totals
	for _, l := range lines {
		for i := range quote.Items {
			if item := &quote.Items[i]; item.ID == l.ItemID {
				item.Tax, item.Total = l.Tax(), money.Sum(l.Amount, l.Tax())
			}
		}
	}
	return quote, nil
}

func chargeOf(ticketID int64, item Item) billing.Charge {
	return billing.Charge{
		ItemID: item.ID, Operation: fmt.Sprintf("%s%d/%d/%d", billing.ExitCharge, ticketID, item.ID, item.ChargeNo), Amount: item.Charge,
		Pickup: item.pickup(),
	}
}

// chargeOperations names the current charges of a closure.
func chargeOperations(t Ticket) []string {
	operations := make([]string, len(t.Items))
	for i, item := range t.Items {
		operations[i] = chargeOf(t.ID, item).Operation
	}
	return operations
}

// Close raises a pickup request. It stores the quote with the request and invoices it at once, so
// the customer is billed exactly what was shown. Faults: 404 for somebody else's item, 409 for an
// item that is not active or has a live request, 422 for a day or reason that is not offered, an
// address in another city, or a charge that differs from the one that the customer saw.
func (s *Service) Close(ctx context.Context, customerID int64, in CloseInput) (Closed, error) {
	return idempotency.Once(ctx, s.store, s.clock, idempotency.Call{CustomerID: customerID, Operation: "close", Input: in}, func(ctx context.Context, tx *store.Tx) (Closed, error) {
		items, err := s.activeItems(ctx, tx.Queries, customerID, in.ItemIDs)
		if err != nil {
			return Closed{}, err
		}
		days, full, err := s.pickupDays(ctx, tx.Queries, customerID, items)
		if err != nil {
			return Closed{}, err
		}
		if err := checkDay("preferredPickupDate", days, in.Pickup); err != nil {
			return Closed{}, err
		}
		if !slices.Contains(s.settings.Reasons, in.Reason) {
			return Closed{}, fault.Invalid("closure.reason_missing", "message", "Please choose a reason.")
		}
		if err := s.standAt(ctx, tx, customerID, items, in.AddressID, "addressId"); err != nil {
			return Closed{}, err
		}
		quote, err := s.quote(ctx, tx.Queries, customerID, items, in.Pickup)
		if err != nil {
			return Closed{}, err
		}
		if in.Charge != nil {
			if err := checkSeen(*in.Charge, quote.Totals.Total); err != nil {
				return Closed{}, err
			}
		}
		quote.Full = full
		return s.closeIn(ctx, tx, quote, Ticket{
			CustomerID: customerID, Type: Closure, Message: in.Reason, PreferredOn: in.Pickup, Full: full,
		})
	})
}

// checkSeen refuses a charge that differs from the one that the customer saw. Both are in paise
// with GST.
func checkSeen(seen, charge money.Paise) error {
	if seen == charge {
		return nil
	}
	return fault.Invalid("closure.charge_not_confirmed", "closureCharge", "Leaving on this day costs {charge}. Please confirm it.",
		fault.With("charge", charge)).WithExtra("closureCharge", charge.Wire())
}

func (s *Service) closeIn(ctx context.Context, tx *store.Tx, quote Quote, t Ticket) (Closed, error) {
	for i := range quote.Items {
		item := &quote.Items[i]
		t.Items = append(t.Items, Item{ID: item.ID, Name: item.Name, Early: &item.Early, Charge: item.Early.Charge})
	}
	raised, err := s.Raise(ctx, tx, t)
	if err != nil {
		return Closed{}, err
	}
	if err := s.charge(ctx, tx, raised); err != nil {
		return Closed{}, err
	}
	balances, err := ledger.BalancesOf(ctx, tx.Queries, t.CustomerID)
	if err != nil {
		return Closed{}, fmt.Errorf("ticket: read dues: %w", err)
	}
	return Closed{Ticket: raised, Quote: quote, Payable: balances.Dues()}, nil
}

// charge invoices the stored early closure charges of a ticket.
func (s *Service) charge(ctx context.Context, tx *store.Tx, t Ticket) error {
	charges := make([]billing.Charge, len(t.Items))
	for i, item := range t.Items {
		charges[i] = chargeOf(t.ID, item)
	}
	if _, err := s.billing.ChargesIn(ctx, tx, t.CustomerID, charges); err != nil {
		return fmt.Errorf("ticket: charge: %w", err)
	}
	return nil
}

// closeItems ends the rent on the planned day, even if our people came later.
func (s *Service) closeItems(ctx context.Context, tx *store.Tx, t Ticket) error {
	on := calendar.Earlier(t.VisitOn, s.today())
	if err := s.subscriptions.CloseIn(ctx, tx, t.CustomerID, t.ItemIDs(), on, s.today()); err != nil {
		return fmt.Errorf("ticket: close the items of %s: %w", t.Number, err)
	}
	return nil
}
