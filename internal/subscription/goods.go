package subscription

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Goods describes an item as goods: its English name, its HSN code and the value of one unit in
// paise. The code is "" and the value 0 if the catalogue has none.
type Goods struct {
	ItemID int64
	Name   string
	HSN    string
	Value  money.Paise
}

// GoodsOf lists the customer's items with these ids.
func GoodsOf(ctx context.Context, q *db.Queries, customerID int64, ids []int64) ([]Goods, error) {
	rows, err := q.SubscriptionGoods(ctx, customerID, store.IDs(ids))
	if err != nil {
		return nil, fmt.Errorf("subscription: read the goods of customer %d: %w", customerID, err)
	}
	goods := make([]Goods, len(rows))
	for i, r := range rows {
		goods[i] = Goods{ItemID: r.ID, Name: r.Name, HSN: r.Hsn, Value: r.UnitValuePaise}
	}
	return goods, nil
}

// AwaitedDelivery is what we are to deliver of an order to a place.
type AwaitedDelivery struct {
	OrderID, AddressID int64
	ItemIDs            []int64
}

// Awaiting lists customers with an order that we are to deliver on a day from from to to, by id, from
// the one after a given id on.
func Awaiting(ctx context.Context, q *db.Queries, from, to calendar.Date, after int64, most int) ([]int64, error) {
	ids, err := q.SubscriptionAwaiting(ctx, db.SubscriptionAwaitingParams{FromDay: from, Day: to, AfterCustomer: after, PageSize: int32(most)})
	if err != nil {
		return nil, fmt.Errorf("subscription: list who awaits a delivery: %w", err)
	}
	return ids, nil
}

// Delivered reports whether something of an order was delivered.
func Delivered(ctx context.Context, q *db.Queries, customerID, orderID int64) (bool, error) {
	delivered, err := q.SubscriptionOrderDelivered(ctx, customerID, orderID)
	if err != nil {
		return false, fmt.Errorf("subscription: read whether order %d was delivered: %w", orderID, err)
	}
	return delivered, nil
}

// DeliveriesTo lists the deliveries of a customer on a day from from to to that were not made yet.
func DeliveriesTo(ctx context.Context, q *db.Queries, customerID int64, from, to calendar.Date) (list []AwaitedDelivery, err error) {
	rows, err := q.SubscriptionAwaited(ctx, db.SubscriptionAwaitedParams{CustomerID: customerID, FromDay: from, Day: to})
	if err != nil {
		return nil, fmt.Errorf("subscription: read the deliveries of customer %d: %w", customerID, err)
	}
	for _, r := range rows {
		last := len(list) - 1
		if last < 0 || list[last].OrderID != r.OrderID || list[last].AddressID != r.AddressID {
			list, last = append(list, AwaitedDelivery{OrderID: r.OrderID, AddressID: r.AddressID}), last+1
		}
		list[last].ItemIDs = append(list[last].ItemIDs, r.ID)
	}
	return list, nil
}
