package ticket

import (
	"context"
	"fmt"

	"rento/internal/billing"
	"rento/internal/fault"
	"rento/internal/store"
	"rento/internal/store/db"
)

// rescheduleClosure moves the pickup of a closure to another day of the same window. It computes
// the early closure charge for the new day, which must be the charge that the customer saw. Then it
// credits the old charge and invoices the new one
// (docs/decisions/0005-leaving-early-is-invoiced-at-once.md).
func (s *Service) rescheduleClosure(ctx context.Context, tx *store.Tx, t *Ticket, c Change) error {
	if c.SlotID != "" {
		return fault.Invalid("closure.pickup_has_no_slot", "slotId", "This pickup has a day and no slot. Please choose a date.")
	}
	items, err := s.activeItems(ctx, tx.Queries, t.CustomerID, t.ItemIDs())
	if err != nil {
		return err
	}
	days, _, err := s.pickupDays(ctx, tx.Queries, t.CustomerID, items)
	if err != nil {
		return err
	}
	if err := checkDay("preferredDate", days, c.On); err != nil {
		return err
	}
	quote, err := s.quote(ctx, tx.Queries, t.CustomerID, items, c.On)
	if err != nil {
		return err
	}
	if err := checkSeen(c.Charge, quote.Totals.Total); err != nil {
		return err
	}
	if err := s.replaceCharges(ctx, tx, t, quote); err != nil {
		return err
	}
	t.VisitOn = c.On
	return s.moveVisit(ctx, tx, t, c.Reason)
}

// replaceCharges replaces the stored quote. If at least one charge or the total with GST changed,
// all charges are credited and invoiced anew, because what was shown is what is billed. Otherwise
// they stay as they were invoiced.
func (s *Service) replaceCharges(ctx context.Context, tx *store.Tx, t *Ticket, quote Quote) error {
	quoted := make(map[int64]QuotedItem, len(quote.Items))
	for _, item := range quote.Items {
		quoted[item.ID] = item
	}
	var changed int64
	_, charged, err := billing.ChargedFor(ctx, tx.Queries, t.CustomerID, chargeOperations(*t))
	if err != nil {
		return fmt.Errorf("ticket: %w", err)
	}
	if charged != quote.Totals.Total {
		changed = 1
	}
	for _, item := range t.Items {
		if item.Charge != quoted[item.ID].Early.Charge {
			changed = 1
		}
	}
	if changed > 0 {
		if err := s.billing.WithdrawIn(ctx, tx, t.CustomerID, chargeOperations(*t), billing.Reason{Code: billing.PickupPutOff}); err != nil {
			return fmt.Errorf("ticket: %w", err)
		}
	}
	for i := range t.Items {
		item, early := &t.Items[i], quoted[t.Items[i].ID].Early
		item.Early, item.Charge, item.ChargeNo = &early, early.Charge, item.ChargeNo+changed
		if err := storeQuote(ctx, tx, *t, *item); err != nil {
			return err
		}
	}
	return s.charge(ctx, tx, *t)
}

func storeQuote(ctx context.Context, tx *store.Tx, t Ticket, item Item) error {
	quote, err := item.quote()
	if err != nil {
		return err
	}
	err = tx.TicketItemQuote(ctx, db.TicketItemQuoteParams{
		Quote: quote, ChargePaise: item.Charge, ChargeNo: item.ChargeNo, CustomerID: t.CustomerID, TicketID: t.ID, ItemID: item.ID,
	})
	if err != nil {
		return fmt.Errorf("ticket: quote: %w", err)
	}
	return nil
}
