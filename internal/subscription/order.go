package subscription

import (
	"context"
	"fmt"
	"slices"

	"rento/internal/address"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// NewItem is one line of an order. Rent is in paise a month without GST, Deposit in paise; zero
// means the product's own. BillingFrom is the first day that we bill, for an item that was rented
// before we took it over. If it is empty, billing starts with the delivery.
type NewItem struct {
	ProductID    int64
	TenureMonths int64
	CILAllowed   bool
	Rent         money.Paise
	Deposit      money.Paise
	BillingFrom  calendar.Date
}

// NewOrder is what a customer orders for one address.
type NewOrder struct {
	CustomerID int64
	AddressID  int64
	PromisedOn calendar.Date
	Items      []NewItem
}

// Order is an order with its items.
type Order struct {
	ID       int64
	UniqueID string
	Created  calendar.Instant
	Address  address.Address
	Items    []Item
}

// TotalRent is the rent of all items, in paise a month without GST.
func (o Order) TotalRent() (total money.Paise) {
	for _, i := range o.Items {
		total = money.Sum(total, i.Rent)
	}
	return total
}

// Deposit is the deposit of all items, in paise.
func (o Order) Deposit() (total money.Paise) {
	for _, i := range o.Items {
		total = money.Sum(total, i.Deposit)
	}
	return total
}

// PlaceOrder places an order. The deposits of its items are required from now on; rent starts with
// the delivery. An empty order and an unknown product, address or tenure are Faults.
func (s *Service) PlaceOrder(ctx context.Context, o NewOrder) (Order, error) {
	if len(o.Items) == 0 {
		return Order{}, fault.Invalid("order.no_products", "items", "Please choose at least one product.")
	}
	var placed Order
	err := s.store.Write(ctx, o.CustomerID, func(tx *store.Tx) error {
		var err error
		if placed, err = s.place(ctx, tx, o, false); err != nil {
			return err
		}
		return s.announceDeposit(ctx, tx, o.CustomerID)
	})
	return placed, err
}

// place stores an order. One that a transfer makes for its receiver is not delivered by us.
func (s *Service) place(ctx context.Context, tx *store.Tx, o NewOrder, transfer bool) (Order, error) {
	place, err := address.Get(ctx, tx.Queries, o.CustomerID, o.AddressID)
	if err != nil {
		return Order{}, err
	}
	city, err := address.CityOf(ctx, tx.Queries, place.CityID)
	if err != nil {
		return Order{}, err
	}
	order := Order{ID: s.ids.Next(), UniqueID: "R" + ident.Reference(9), Created: calendar.Stamp(s.clock.Now()), Address: place}
	err = tx.SubscriptionOrderAdd(ctx, db.SubscriptionOrderAddParams{
		CustomerID: o.CustomerID, ID: order.ID, UniqueID: order.UniqueID, AddressID: o.AddressID, CityID: city.ID, CreatedAt: order.Created,
		IsTransfer: transfer,
	})
	if err != nil {
		return Order{}, fmt.Errorf("subscription: add order: %w", err)
	}
	if o.PromisedOn.IsZero() {
		o.PromisedOn = calendar.Today(s.clock)
	}
	for _, line := range o.Items {
		item, err := s.placeItem(ctx, tx, o, order, city, line)
		if err != nil {
			return Order{}, err
		}
		order.Items = append(order.Items, item)
	}
	return order, s.audit.Record(ctx, tx, audit.Entry{CustomerID: o.CustomerID, Action: "order_placed", Object: "order/" + order.UniqueID})
}

func (s *Service) placeItem(ctx context.Context, tx *store.Tx, o NewOrder, order Order, city address.City, line NewItem) (Item, error) {
	if line.TenureMonths < 1 || line.TenureMonths > 60 {
		return Item{}, fault.Invalid("order.tenure_invalid", "tenureMonths", "The tenure must be between 1 and 60 months.")
	}
	row, err := tx.SubscriptionProduct(ctx, line.ProductID)
	if store.IsNone(err) {
		return Item{}, fault.Invalid("order.product_not_found", "productId", "This product does not exist.")
	}
	if err != nil {
		return Item{}, fmt.Errorf("subscription: product: %w", err)
	}
	p := productOf(row)
	if line.Rent > 0 {
		p.Rent = line.Rent
	}
	if line.Deposit > 0 {
		p.Deposit = line.Deposit
	}
	item := Item{
		ID: s.ids.Next(), OrderID: order.ID, OrderUnique: order.UniqueID, ProductID: p.ID, Name: p.Name, Thumbnail: p.Thumbnail,
		Status: Ordered, DeliveryDate: o.PromisedOn, BillingFrom: line.BillingFrom, TenureMonths: line.TenureMonths,
		TenureEnd: o.PromisedOn.AddMonths(int(line.TenureMonths)), LocationID: city.ID, AddressID: o.AddressID,
		StateCode: city.StateCode, CILAllowed: line.CILAllowed, AC: p.AC, Rent: p.Rent, Deposit: p.Deposit,
	}
	return item, addItem(ctx, tx, o.CustomerID, item, p)
}

func addItem(ctx context.Context, tx *store.Tx, customerID int64, i Item, p Product) error {
	err := tx.SubscriptionItemAdd(ctx, db.SubscriptionItemAddParams{
		CustomerID: customerID, ID: i.ID, OrderID: i.OrderID, ProductID: p.ID, Name: p.Name, Thumbnail: p.Thumbnail,
		Sac: p.SAC, OwnGstBp: p.GSTBP, IsAc: p.AC, ClosureMultiplierBp: p.ClosureMultiplierBP, DepositPaise: i.Deposit,
		TenureMonths: i.TenureMonths, DeliveryStatus: int64(i.Status), DeliveryDate: i.DeliveryDate, BillingFrom: i.BillingFrom, TenureEnd: i.TenureEnd,
		LocationID: i.LocationID, IsCilAllowed: i.CILAllowed,
	})
	if err != nil {
		return fmt.Errorf("subscription: add item: %w", err)
	}
	err = tx.SubscriptionTermAdd(ctx, db.SubscriptionTermAddParams{
		CustomerID: customerID, ItemID: i.ID, FromDate: i.DeliveryDate, RentPaise: i.Rent, AddressID: i.AddressID, StateCode: i.StateCode,
	})
	if err != nil {
		return fmt.Errorf("subscription: add term: %w", err)
	}
	return nil
}

// Deliver records that the items of an order were delivered on a day, which is the first day
// charged, and starts their tenure. Delivering twice changes nothing. Somebody else's order, or a
// day in the future, is a Fault.
func (s *Service) Deliver(ctx context.Context, customerID, orderID int64, on calendar.Date) error {
	if on.After(calendar.Today(s.clock)) {
		return fault.Invalid("subscription.delivery_day_ahead", "date", "The delivery day has not come yet.")
	}
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		items, err := tx.SubscriptionOrderItems(ctx, customerID, orderID)
		if err != nil {
			return fmt.Errorf("subscription: order items: %w", err)
		}
		if len(items) == 0 {
			return fault.NotFound("order.not_found", "This order does not exist.")
		}
		for _, item := range items {
			if err := s.deliver(ctx, tx, item, on); err != nil {
				return err
			}
		}
		return s.announceTerms(ctx, tx, customerID)
	})
}

func (s *Service) deliver(ctx context.Context, tx *store.Tx, item db.OrderItem, on calendar.Date) error {
	moved, err := tx.SubscriptionItemDeliver(ctx, db.SubscriptionItemDeliverParams{
		DeliveryDate: on, TenureEnd: on.AddMonths(int(item.TenureMonths)), CustomerID: item.CustomerID, ID: item.ID,
	})
	if err != nil {
		return fmt.Errorf("subscription: deliver item: %w", err)
	}
	if moved == 0 {
		return nil
	}
	if err := s.record(ctx, tx, item.CustomerID, "item_delivered", item.ID); err != nil || on == item.DeliveryDate {
		return err
	}
	// So far the only term begins on the promised day, so it moves to the delivery day.
	err = tx.SubscriptionTermsBegin(ctx, db.SubscriptionTermsBeginParams{FromDate: on, CustomerID: item.CustomerID, ItemID: item.ID})
	if err != nil {
		return fmt.Errorf("subscription: begin terms: %w", err)
	}
	return nil
}

// EachOnce refuses a list that names an item twice (422). Such a list is a mistake of the caller,
// and we cannot know what was meant.
func EachOnce(ids []int64) error {
	if len(slices.Compact(slices.Sorted(slices.Values(ids)))) != len(ids) {
		return fault.Invalid("item.named_twice", "orderItemIds", "An item is named twice.")
	}
	return nil
}

// Own returns the customer's items with these ids, in order of id, as they are today. If an item is
// missing or somebody else's, the whole list is a Fault (404). If an item is named twice, it is a
// Fault (422).
func (s *Service) Own(ctx context.Context, q *db.Queries, customerID int64, ids []int64) ([]Item, error) {
	if len(ids) == 0 {
		return nil, fault.NotFound("item.not_found", "This item does not exist.")
	}
	if err := EachOnce(ids); err != nil {
		return nil, err
	}
	rows, err := q.SubscriptionOwned(ctx, db.SubscriptionOwnedParams{
		CustomerID: customerID, Ids: store.IDs(ids), Today: calendar.Today(s.clock),
	})
	if err != nil {
		return nil, fmt.Errorf("subscription: items of a customer: %w", err)
	}
	if len(rows) != len(ids) {
		return nil, fault.NotFound("item.not_found", "This item does not exist.")
	}
	owned := make([]Item, len(rows))
	for i, r := range rows {
		owned[i] = itemOf(db.SubscriptionItemsRow(r))
	}
	return owned, nil
}
