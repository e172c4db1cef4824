package subscription

import (
	"context"
	"fmt"

	"rento/internal/address"
	"rento/internal/calendar"
	"rento/internal/store"
	"rento/internal/store/db"
)

// MoveIn has items of the customer stand at another address from a day on: the
// rent stays, the place of supply changes with the address. A later term, such
// as that of an extension, stands there too. Somebody else's item is a Fault
// (404).
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
		term := Term{From: from, Rent: terms[item.ID][termAt(terms[item.ID], from)].Rent, AddressID: to.ID, StateCode: city.StateCode}
		if err := putTerm(ctx, tx, customerID, item.ID, term); err != nil {
			return err
		}
		err := tx.SubscriptionTermsMove(ctx, db.SubscriptionTermsMoveParams{
			AddressID: to.ID, StateCode: city.StateCode, CustomerID: customerID, ItemID: item.ID, FromDate: from,
		})
		if err != nil {
			return fmt.Errorf("subscription: %w", err)
		}
		if err := tx.SubscriptionItemMove(ctx, db.SubscriptionItemMoveParams{LocationID: city.ID, CustomerID: customerID, ID: item.ID}); err != nil {
			return fmt.Errorf("subscription: %w", err)
		}
		if err := s.record(ctx, tx, customerID, "item_moved", item.ID); err != nil {
			return err
		}
	}
	return s.announceTerms(ctx, tx, customerID)
}

func putTerm(ctx context.Context, tx *store.Tx, customerID, itemID int64, t Term) error {
	err := tx.SubscriptionTermPut(ctx, db.SubscriptionTermPutParams{
		CustomerID: customerID, ItemID: itemID, FromDate: t.From, RentPaise: t.Rent, AddressID: t.AddressID, StateCode: t.StateCode,
		ExtensionMonths: t.Extends.Months, OldEndDate: t.Extends.EndBefore,
	})
	if err != nil {
		return fmt.Errorf("subscription: %w", err)
	}
	return nil
}
