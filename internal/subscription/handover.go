package subscription

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/jobs"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// HandedOver links an item of the giver to the item that the receiver gets for it.
type HandedOver struct{ GiverItemID, ReceiverItemID int64 }

// ReserveIn orders the giver's items for the receiver, at their current rents and for the rest of
// the tenure. From now on the deposits are required; the items are delivered by HandOverIn. If the
// receiver's address is not in a city that we serve, ReserveIn returns a Fault.
func (s *Service) ReserveIn(ctx context.Context, tx *store.Tx, items []Item, receiverID, addressID int64) ([]HandedOver, error) {
	today := calendar.Today(s.clock)
	order := NewOrder{CustomerID: receiverID, AddressID: addressID, PromisedOn: today}
	for _, item := range items {
		order.Items = append(order.Items, NewItem{
			ProductID: item.ProductID, TenureMonths: monthsLeft(today, item.TenureEnd), CILAllowed: item.CILAllowed,
			Rent: item.Rent, Deposit: item.Deposit, BillingFrom: item.BillingFrom,
		})
	}
	placed, err := s.place(ctx, tx, order, true)
	if err != nil {
		return nil, err
	}
	taken := make([]HandedOver, len(items))
	for i, item := range placed.Items {
		taken[i] = HandedOver{GiverItemID: items[i].ID, ReceiverItemID: item.ID}
	}
	return taken, nil
}

// monthsLeft returns the rest of a tenure in whole months, at least one.
func monthsLeft(from, end calendar.Date) int64 {
	months := 1
	for from.AddMonths(months).Before(end) {
		months++
	}
	return int64(months)
}

// HandOverIn ends the giver's rent and starts the receiver's on a day (docs/rules.md R14). The
// giver pays for the days before it, the receiver from it on, to the end of the same tenure. The
// receiver pays the rent that holds on that day. Rents that were agreed for later go along.
func (s *Service) HandOverIn(ctx context.Context, tx *store.Tx, giverID, receiverID int64, taken []HandedOver, on calendar.Date) error {
	ids := make([]int64, len(taken))
	to := map[int64]int64{}
	for i, t := range taken {
		ids[i], to[t.GiverItemID] = t.GiverItemID, t.ReceiverItemID
	}
	items, err := s.Own(ctx, tx.Queries, giverID, ids)
	if err != nil {
		return err
	}
	terms, err := TermsOf(ctx, tx.Queries, giverID, ids)
	if err != nil {
		return err
	}
	for _, item := range items {
		if err := s.startReceiverItem(ctx, tx, receiverID, to[item.ID], item, terms[item.ID], on); err != nil {
			return err
		}
	}
	if err := s.announceTerms(ctx, tx, receiverID); err != nil {
		return err
	}
	return s.CloseIn(ctx, tx, giverID, ids, on, on)
}

func (s *Service) startReceiverItem(ctx context.Context, tx *store.Tx, receiverID, itemID int64, from Item, terms []Term, on calendar.Date) error {
	_, err := tx.SubscriptionItemDeliver(ctx, db.SubscriptionItemDeliverParams{
		DeliveryDate: on, TenureEnd: calendar.Later(from.TenureEnd, on), CustomerID: receiverID, ID: itemID,
	})
	if err != nil {
		return fmt.Errorf("subscription: deliver item: %w", err)
	}
	err = tx.SubscriptionTermsBegin(ctx, db.SubscriptionTermsBeginParams{FromDate: on, CustomerID: receiverID, ItemID: itemID})
	if err != nil {
		return fmt.Errorf("subscription: begin terms: %w", err)
	}
	mine, err := TermsOf(ctx, tx.Queries, receiverID, []int64{itemID})
	if err != nil {
		return err
	}
	if err := replaceTerms(ctx, tx, receiverID, itemID, on, handedOver(terms, on, mine[itemID][0])); err != nil {
		return err
	}
	return s.record(ctx, tx, receiverID, "item_taken_over", itemID)
}

// handedOver returns the terms of an item from the hand-over day on, at the receiver's place. The
// first owner agreed the extensions, so the second owner cannot take them back.
func handedOver(terms []Term, on calendar.Date, receiver Term) []Term {
	first := termAt(terms, on)
	var result []Term
	for at := first; at < len(terms); at++ {
		term := terms[at]
		switch {
		case at == first: // the term of that day may have begun after the item was reserved
			term.From = on
		case !term.isExtension(terms[at-1]):
			continue
		}
		term.AddressID, term.StateCode, term.Extends = receiver.AddressID, receiver.StateCode, Extends{}
		result = append(result, term)
	}
	return result
}

// UnreserveIn cancels what was ordered for a receiver. The deposit is not required any more, and
// what was paid of it is returned by a settlement.
func (s *Service) UnreserveIn(ctx context.Context, tx *store.Tx, receiverID int64, taken []HandedOver) error {
	ids := make([]int64, len(taken))
	for i, t := range taken {
		ids[i] = t.ReceiverItemID
	}
	items, err := s.Own(ctx, tx.Queries, receiverID, ids)
	if err != nil || len(items) == 0 {
		return err
	}
	given := GivenUp{CustomerID: receiverID, ItemID: items[0].ID}
	for _, item := range items {
		if err := tx.SubscriptionItemCancel(ctx, db.SubscriptionItemCancelParams{DeliveryStatus: int64(Cancelled), CustomerID: receiverID, ID: item.ID}); err != nil {
			return fmt.Errorf("subscription: cancel item: %w", err)
		}
		if err := s.record(ctx, tx, receiverID, "item_cancelled", item.ID); err != nil {
			return err
		}
		given.Deposit = money.Sum(given.Deposit, item.Deposit)
	}
	if err := s.queue.Enqueue(ctx, tx, jobs.Job{Kind: JobOfferGivenUp, Payload: given}); err != nil {
		return fmt.Errorf("subscription: announce an offer that was given up: %w", err)
	}
	return nil
}
