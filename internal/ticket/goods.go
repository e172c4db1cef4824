package ticket

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"rento/internal/billing"
	"rento/internal/jobs"
	"rento/internal/store"
)

// fetchGoods issues the delivery challans for the goods that a starting visit picks up, one for
// each place where they stand. The challan of the delivery is issued later, on the day of the
// delivery.
func (s *Service) fetchGoods(ctx context.Context, tx *store.Tx, t Ticket) error {
	b := t.behaviour()
	if !b.picksUp {
		return nil
	}
	items, err := s.subscriptions.Own(ctx, tx.Queries, t.CustomerID, t.ItemIDs())
	if err != nil {
		return err
	}
	at := map[int64][]int64{}
	for _, item := range items {
		if item.AddressID != 0 {
			at[item.AddressID] = append(at[item.AddressID], item.ID)
		}
	}
	for _, place := range slices.Sorted(maps.Keys(at)) {
		if err := s.issueChallan(ctx, tx, t, billing.PickedUpGoods, place, at[place]); err != nil {
			return err
		}
	}
	if !b.delivers {
		return nil
	}
	return s.enqueueAt(ctx, tx, jobDeliver, t, t.DeliveryOn.At(beginHour, 0))
}

// deliver runs on the morning of a delivery.
func (s *Service) deliver(ctx context.Context, about jobs.CustomerRow) error {
	return s.onTicket(ctx, about, func(ctx context.Context, tx *store.Tx, t *Ticket) error {
		if t.Status != InProgress {
			return nil // the request was given up, or is already done
		}
		return s.bringGoods(ctx, tx, *t)
	})
}

// bringGoods issues the challan for goods that are delivered to another place, unless it was issued
// before.
func (s *Service) bringGoods(ctx context.Context, tx *store.Tx, t Ticket) error {
	if !t.behaviour().delivers {
		return nil
	}
	return s.issueChallan(ctx, tx, t, billing.DeliveredGoods, t.AddressID, t.ItemIDs())
}

// cancelChallans cancels the challans of the movements that were not made. A pickup in vain is given up on
// its day, so a relocation that is given up later has picked the goods up.
func (s *Service) cancelChallans(ctx context.Context, tx *store.Tx, t Ticket) error {
	var notMade []billing.Movement
	b := t.behaviour()
	if b.picksUp && (!b.delivers || !s.today().After(t.VisitOn)) {
		notMade = append(notMade, billing.PickedUpGoods)
	}
	if b.delivers {
		notMade = append(notMade, billing.DeliveredGoods)
	}
	for _, m := range notMade {
		if err := s.billing.CancelChallans(ctx, tx, t.CustomerID, t.ID, m); err != nil {
			return fmt.Errorf("ticket: %w", err)
		}
	}
	return nil
}

func (s *Service) issueChallan(ctx context.Context, tx *store.Tx, t Ticket, m billing.Movement, place int64, items []int64) error {
	err := s.billing.IssueChallan(ctx, tx, billing.ChallanFor{CustomerID: t.CustomerID, TicketID: t.ID, Movement: m, ItemIDs: items, AddressID: place})
	if err != nil {
		return fmt.Errorf("ticket: the challan of %s: %w", t.Number, err)
	}
	return nil
}
