package subscription

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Brief is a short form of an item of any status. Deposit is in paise.
type Brief struct {
	ID         int64
	ProductID  int64
	Name       string
	LocationID int64         // the city
	ClosedDate calendar.Date // planned pickup day, the first not charged; empty before
	PickupDate calendar.Date // actual pickup day, which may be later; empty before
	Deposit    money.Paise
}

// BriefsOf returns the customer's items with these ids, by id.
func BriefsOf(ctx context.Context, q *db.Queries, customerID int64, ids []int64) (map[int64]Brief, error) {
	rows, err := q.SubscriptionItemBriefs(ctx, customerID, store.IDs(ids))
	if err != nil {
		return nil, fmt.Errorf("subscription: read items of customer %d: %w", customerID, err)
	}
	briefs := make(map[int64]Brief, len(rows))
	for _, r := range rows {
		briefs[r.ID] = briefOf(r)
	}
	return briefs, nil
}

// PickedUp lists the customer's items that were picked up on or before a day, by id.
func PickedUp(ctx context.Context, q *db.Queries, customerID int64, until calendar.Date) ([]Brief, error) {
	rows, err := q.SubscriptionItemsPickedUp(ctx, customerID, until)
	if err != nil {
		return nil, fmt.Errorf("subscription: read the items that customer %d gave back: %w", customerID, err)
	}
	items := make([]Brief, len(rows))
	for i, r := range rows {
		items[i] = briefOf(db.SubscriptionItemBriefsRow(r))
	}
	return items, nil
}

func briefOf(r db.SubscriptionItemBriefsRow) Brief {
	return Brief{
		ID: r.ID, ProductID: r.ProductID, Name: r.Name, LocationID: r.LocationID, ClosedDate: r.ClosedDate, PickupDate: calendar.Later(r.ClosedDate, r.PickupDate),
		Deposit: r.DepositPaise,
	}
}

// OrderID finds the customer's order by its public id. found is false if there is none.
func OrderID(ctx context.Context, q *db.Queries, customerID int64, uniqueID string) (id int64, found bool, err error) {
	id, err = q.SubscriptionOrderByUniqueID(ctx, customerID, uniqueID)
	if store.IsNone(err) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, fmt.Errorf("subscription: find order %s: %w", uniqueID, err)
	}
	return id, true, nil
}
