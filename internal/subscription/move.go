package subscription

import (
	"context"
	"fmt"

	"rento/internal/address"
	"rento/internal/calendar"
	"rento/internal/store"
	"rento/internal/store/db"
)

// MoveIn moves items of the customer to another address from a day on. The rent stays, and the
// place of supply changes with the address. Extensions on that day or later move along. Somebody
// else's item is a Fault (404).
func (s *Service) MoveIn(ctx context.Context, tx *store.Tx, customerID int64, itemIDs []int64, to address.Address, on calendar.Date) error {
	owned, err := s.Own(ctx, tx.Queries, customerID, itemIDs)
	if err != nil {
		return err
	}
	city, err := address.CityOf(ctx, tx.Queries, to.CityID)
	if err != nil {
		return err
	}
	terms, err := TermsOf(ctx, tx.Queries, customerID, itemIDs)
	if err != nil {
		return err
	}
	for _, item := range owned {
		from := calendar.Later(on, item.DeliveryDate)
		if err := replaceTerms(ctx, tx, customerID, item.ID, from, Moved(terms[item.ID], from, to.ID, city.StateCode)); err != nil {
			return err
		}
		if err := tx.SubscriptionItemMove(ctx, db.SubscriptionItemMoveParams{LocationID: city.ID, CustomerID: customerID, ID: item.ID}); err != nil {
			return fmt.Errorf("subscription: move item: %w", err)
		}
		if err := s.record(ctx, tx, customerID, "item_moved", item.ID); err != nil {
			return err
		}
	}
	return s.announceTerms(ctx, tx, customerID)
}

// replaceTerms replaces the terms of an item from a day on. Given terms that begin before that day
// are already stored.
func replaceTerms(ctx context.Context, tx *store.Tx, customerID, itemID int64, from calendar.Date, terms []Term) error {
	if err := tx.SubscriptionTermsRemove(ctx, db.SubscriptionTermsRemoveParams{CustomerID: customerID, ItemID: itemID, FromDate: from}); err != nil {
		return fmt.Errorf("subscription: remove the terms of item %d from %s on: %w", itemID, from, err)
	}
	for _, t := range terms {
		if t.From.Before(from) {
			continue
		}
		err := tx.SubscriptionTermAdd(ctx, db.SubscriptionTermAddParams{
			CustomerID: customerID, ItemID: itemID, FromDate: t.From, RentPaise: t.Rent, AddressID: t.AddressID, StateCode: t.StateCode,
			ExtensionMonths: t.Extends.Months, OldEndDate: t.Extends.EndBefore,
		})
		if err != nil {
			return fmt.Errorf("subscription: add the term of item %d from %s on: %w", itemID, t.From, err)
		}
	}
	return nil
}
