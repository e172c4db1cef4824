package subscription

import (
	"context"
	"fmt"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/gst"
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

// SetGoods says what a product is as goods: its HSN code, and the value of one unit in paise. Delivery
// challans from now on have them; those that were issued stay as they are. It returns a Fault: 404 for
// an unknown product, 422 for what is no code of goods.
func (s *Service) SetGoods(ctx context.Context, productID int64, hsn string, value money.Paise) error {
	if !gst.IsGoodsCode(hsn) {
		return fault.Invalid("product.hsn_invalid", "hsn", "An HSN code of goods has four, six or eight digits and does not begin with 00 or 99.")
	}
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		found, err := tx.SubscriptionProductGoodsSet(ctx, db.SubscriptionProductGoodsSetParams{ID: productID, Hsn: hsn, UnitValuePaise: value})
		if err != nil {
			return fmt.Errorf("subscription: describe product %d as goods: %w", productID, err)
		}
		if found == 0 {
			return fault.NotFound("product.not_found", "No product of the catalogue has this number.")
		}
		return s.audit.Record(ctx, tx, audit.Entry{Action: "product_goods_set", Object: fmt.Sprintf("product/%d as %s", productID, hsn), Amount: value})
	})
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

// DeliveredOn returns the day on which an order was delivered, the zero date if it was not yet.
func DeliveredOn(ctx context.Context, q *db.Queries, customerID, orderID int64) (calendar.Date, error) {
	on, err := q.SubscriptionOrderDeliveredOn(ctx, customerID, orderID)
	if err != nil && !store.IsNone(err) {
		return calendar.Date{}, fmt.Errorf("subscription: read when order %d was delivered: %w", orderID, err)
	}
	return on, nil
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
