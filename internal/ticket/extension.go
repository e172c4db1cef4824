package ticket

import (
	"cmp"
	"context"
	"slices"

	"rento/internal/address"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// Extend lengthens the tenure of items, as subscription.Service.Extend does. It refuses (409, with
// extra.ticketId) an item that will leave the customer by a live request. The customer must take
// that request back first, or the item leaves.
func (s *Service) Extend(ctx context.Context, customerID int64, wanted []subscription.Extension) error {
	return s.subscriptions.Extend(ctx, customerID, wanted, s.checkStays)
}

// TakeBackExtension takes back the last extension of an item, as
// subscription.Service.TakeBackExtension does. It refuses (409, with extra.ticketId) an item that
// will leave the customer by a live request, because the costs or the hand-over of that request
// were computed with the extension.
func (s *Service) TakeBackExtension(ctx context.Context, customerID, itemID int64, tenureEnd calendar.Date) error {
	return s.subscriptions.TakeBackExtension(ctx, customerID, itemID, tenureEnd, s.checkShortens)
}

// checkShortens refuses to shorten the tenure of items that are about to leave the customer.
func (s *Service) checkShortens(ctx context.Context, tx *store.Tx, customerID int64, itemIDs []int64) error {
	t, item, err := s.leaving(ctx, tx, customerID, itemIDs)
	if err != nil || t == nil {
		return err
	}
	return fault.Conflict("extension.request_counts_on_it", "The {kind} request {ticket} was worked out with the extension of {item}. Take that request back first.",
		fault.WithWords("kind", t.behaviour().name), fault.With("ticket", t.Number), fault.With("item", item.Name)).WithExtra("ticketId", t.Number)
}

// checkStays refuses items that are about to leave the customer.
func (s *Service) checkStays(ctx context.Context, tx *store.Tx, customerID int64, itemIDs []int64) error {
	t, item, err := s.leaving(ctx, tx, customerID, itemIDs)
	if err != nil || t == nil {
		return err
	}
	return fault.Conflict("extension.item_leaves", "The {kind} request {ticket} is about {item}, so it cannot be extended now. Take that request back first, or extend your other items.",
		fault.WithWords("kind", t.behaviour().name), fault.With("ticket", t.Number), fault.With("item", item.Name)).WithExtra("ticketId", t.Number)
}

// LeavesOn returns the day on which a live request takes each item from the customer. Items without
// a known day are left out.
func LeavesOn(ctx context.Context, q *db.Queries, customerID int64, itemIDs []int64) (map[int64]calendar.Date, error) {
	return daysOf(ctx, q, customerID, itemIDs, Ticket.ItemsLeave)
}

// PickupsOn returns the day on which a live request picks up each item for good. Items without a
// known day are left out.
func PickupsOn(ctx context.Context, q *db.Queries, customerID int64, itemIDs []int64) (map[int64]calendar.Date, error) {
	return daysOf(ctx, q, customerID, itemIDs, func(t Ticket) bool { return t.ItemsLeave() && t.behaviour().picksUp })
}

// daysOf returns, by item, the day of the live requests that counts selects.
func daysOf(ctx context.Context, q *db.Queries, customerID int64, itemIDs []int64, counts func(Ticket) bool) (map[int64]calendar.Date, error) {
	live, err := liveTicketsOn(ctx, q, customerID, itemIDs)
	if err != nil {
		return nil, err
	}
	days := map[int64]calendar.Date{}
	for _, t := range live {
		day := cmp.Or(t.VisitOn, t.PreferredOn)
		if !counts(t) || day.IsZero() {
			continue
		}
		for _, item := range t.Items {
			days[item.ID] = day
		}
	}
	return days, nil
}

// PlannedFor returns what live requests do to the items that a customer has today. Of a transfer no day
// is known before it is signed.
func PlannedFor(ctx context.Context, q *db.Queries, customerID int64, today calendar.Date) (billing.Planned, error) {
	items, err := subscription.CurrentItems(ctx, q, customerID, today)
	if err != nil {
		return billing.Planned{}, err
	}
	ids := make([]int64, len(items))
	for i, item := range items {
		ids[i] = item.ID
	}
	planned := billing.Planned{Moves: map[int64]billing.Move{}}
	if planned.Pickups, err = PickupsOn(ctx, q, customerID, ids); err != nil {
		return planned, err
	}
	live, err := liveTicketsOn(ctx, q, customerID, ids)
	if err != nil {
		return planned, err
	}
	for _, t := range live {
		if !t.behaviour().delivers {
			continue
		}
		place, err := address.Get(ctx, q, customerID, t.AddressID)
		if err != nil {
			return planned, err
		}
		city, err := address.CityOf(ctx, q, place.CityID)
		if err != nil {
			return planned, err
		}
		for _, item := range t.Items {
			planned.Moves[item.ID] = billing.Move{On: calendar.Later(t.DeliveryOn, today), AddressID: place.ID, StateCode: city.StateCode}
		}
	}
	return planned, nil
}

// ItemsLeave reports whether the customer no longer has the items once the request is done.
func (t Ticket) ItemsLeave() bool { return t.behaviour().itemsLeave }

// leaving returns a live ticket that takes one of the items from the customer, and that item. The
// ticket is nil if there is none.
func (s *Service) leaving(ctx context.Context, tx *store.Tx, customerID int64, itemIDs []int64) (*Ticket, Item, error) {
	live, err := liveTicketsOn(ctx, tx.Queries, customerID, itemIDs)
	if err != nil {
		return nil, Item{}, err
	}
	for i, t := range live {
		if !t.ItemsLeave() {
			continue
		}
		if at := slices.IndexFunc(t.Items, func(item Item) bool { return slices.Contains(itemIDs, item.ID) }); at >= 0 {
			return &live[i], t.Items[at], nil
		}
	}
	return nil, Item{}, nil
}
