package ticket

import (
	"context"
	"slices"

	"rento/internal/fault"
	"rento/internal/store"
	"rento/internal/subscription"
)

// Extend lengthens the tenure of items, as subscription.Service.Extend does, and
// refuses (409, with extra.ticketId) an item that a live request takes from the
// customer: it is taken back first, or the item goes.
func (s *Service) Extend(ctx context.Context, customerID int64, wanted []subscription.Extension) error {
	return s.subscriptions.Extend(ctx, customerID, wanted, s.checkStays)
}

// checkStays refuses items that are about to leave the customer.
func (s *Service) checkStays(ctx context.Context, tx *store.Tx, customerID int64, itemIDs []int64) error {
	live, err := liveTicketsOn(ctx, tx.Queries, customerID, itemIDs)
	if err != nil {
		return err
	}
	for _, t := range live {
		b := t.behaviour()
		if !b.endsTenure {
			continue
		}
		for _, item := range t.Items {
			if !slices.Contains(itemIDs, item.ID) {
				continue
			}
			return fault.Conflict("extension.item_leaves", "The {kind} request {ticket} is about {item}, so it cannot be extended now. Take that request back first, or extend your other items.",
				fault.WithWords("kind", b.name), fault.With("ticket", t.Number), fault.With("item", item.Name)).WithExtra("ticketId", t.Number)
		}
	}
	return nil
}
