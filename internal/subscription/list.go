package subscription

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"rento/internal/address"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/paging"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Items is one page of a customer's items, with the total number of items. Next is the After of the
// next page.
type Items struct {
	Items []Item
	Total int64
	Next  string
}

// listKey is where an item stands in the lists. Closed is the zero date for an active item.
type listKey struct {
	Closed, Delivered calendar.Date
	ID                int64
}

// ActiveItems lists the items at the customer's place, newest first.
func (s *Service) ActiveItems(ctx context.Context, q *db.Queries, customerID int64, p paging.Page) (Items, error) {
	return s.list(ctx, q, customerID, Active, p)
}

// ClosedItems lists the items that were picked up, latest pickup first.
func (s *Service) ClosedItems(ctx context.Context, q *db.Queries, customerID int64, p paging.Page) (Items, error) {
	return s.list(ctx, q, customerID, Closed, p)
}

// CurrentItems returns all items at the customer's place, newest first, with their terms on a day.
func CurrentItems(ctx context.Context, q *db.Queries, customerID int64, today calendar.Date) ([]Item, error) {
	rows, err := q.SubscriptionItems(ctx, db.SubscriptionItemsParams{
		CustomerID: customerID, DeliveryStatus: int64(Active), Today: today, PageSize: math.MaxInt32,
	})
	if err != nil {
		return nil, fmt.Errorf("subscription: read the items of customer %d: %w", customerID, err)
	}
	return itemsOf(rows), nil
}

// Summary is what a list shows of an item.
type Summary struct {
	ID             int64
	Name           string
	Thumbnail      string
	Status         Status
	DeliveryDate   calendar.Date
	TenureEnd      calendar.Date
	LocationID     int64
	CILAllowed, AC bool
	Rent           money.Paise // a month
}

// Summary returns the short form of the item for lists.
func (i Item) Summary() Summary {
	return Summary{
		ID: i.ID, Name: i.Name, Thumbnail: i.Thumbnail, Status: i.Status, DeliveryDate: i.DeliveryDate,
		TenureEnd: i.TenureEnd, LocationID: i.LocationID, CILAllowed: i.CILAllowed, AC: i.AC, Rent: i.Rent,
	}
}

// CurrentSummaries returns the same items as CurrentItems, in short form.
func CurrentSummaries(ctx context.Context, q *db.Queries, customerID int64, today calendar.Date) ([]Summary, error) {
	rows, err := q.SubscriptionCurrentSummaries(ctx, customerID, today)
	if err != nil {
		return nil, fmt.Errorf("subscription: read the items of customer %d in short: %w", customerID, err)
	}
	items := make([]Summary, len(rows))
	for i, r := range rows {
		items[i] = Summary{
			ID: r.ID, Name: r.Name, Thumbnail: r.Thumbnail, Status: Active, DeliveryDate: r.DeliveryDate,
			TenureEnd: r.TenureEnd, LocationID: r.LocationID, CILAllowed: r.IsCilAllowed, AC: r.IsAc, Rent: money.Paise(r.RentPaise),
		}
	}
	slices.SortFunc(items, func(a, b Summary) int {
		return cmp.Or(b.DeliveryDate.Compare(a.DeliveryDate), cmp.Compare(a.ID, b.ID))
	})
	return items, nil
}

// ActiveCount returns how many items are at the customer's place.
func ActiveCount(ctx context.Context, q *db.Queries, customerID int64) (int64, error) {
	n, err := q.SubscriptionActiveCount(ctx, customerID)
	if err != nil {
		return 0, fmt.Errorf("subscription: count the items of customer %d: %w", customerID, err)
	}
	return n, nil
}

func (s *Service) list(ctx context.Context, q *db.Queries, customerID int64, status Status, p paging.Page) (Items, error) {
	p, err := p.Normal()
	if err != nil {
		return Items{}, err
	}
	after, err := paging.Key[listKey](p)
	if err != nil {
		return Items{}, err
	}
	rows, err := q.SubscriptionItems(ctx, db.SubscriptionItemsParams{
		CustomerID: customerID, DeliveryStatus: int64(status), Today: calendar.Today(s.clock),
		AfterClosed: after.Closed, AfterDelivered: after.Delivered, AfterID: after.ID, Skip: p.Skip(), PageSize: p.Limit(),
	})
	if err != nil {
		return Items{}, fmt.Errorf("subscription: items: %w", err)
	}
	rows, next := paging.Cut(p, rows, func(r db.SubscriptionItemsRow) listKey { return listKey{r.ClosedDate, r.DeliveryDate, r.ID} })
	total, err := q.SubscriptionItemsCount(ctx, customerID, int64(status))
	if err != nil {
		return Items{}, fmt.Errorf("subscription: count items: %w", err)
	}
	return Items{Items: itemsOf(rows), Total: total, Next: next}, nil
}

func itemsOf(rows []db.SubscriptionItemsRow) []Item {
	items := make([]Item, len(rows))
	for i, r := range rows {
		items[i] = itemOf(r)
	}
	return items
}

func itemOf(r db.SubscriptionItemsRow) Item {
	return Item{
		ID: r.ID, OrderID: r.OrderID, OrderUnique: r.UniqueID, ProductID: r.ProductID, Name: r.Name, Thumbnail: r.Thumbnail,
		Status: Status(r.DeliveryStatus), DeliveryDate: r.DeliveryDate, BillingFrom: r.BillingFrom, TenureMonths: r.TenureMonths, TenureEnd: r.TenureEnd,
		ClosedDate: r.ClosedDate, LocationID: r.LocationID, AddressID: r.AddressID, StateCode: r.StateCode,
		CILAllowed: r.IsCilAllowed, AC: r.IsAc, ClosureMultiplierBP: r.ClosureMultiplierBp, Rent: r.RentPaise, Deposit: r.DepositPaise,
	}
}

// OrderOf returns an order of the customer with its address and items, each with the rent at which
// it was ordered. Somebody else's order is a Fault (404).
func OrderOf(ctx context.Context, q *db.Queries, customerID, orderID int64) (Order, error) {
	row, err := q.SubscriptionOrder(ctx, customerID, orderID)
	if store.IsNone(err) {
		return Order{}, fault.NotFound("order.not_found", "This order does not exist.")
	}
	if err != nil {
		return Order{}, fmt.Errorf("subscription: order: %w", err)
	}
	order := Order{ID: row.ID, UniqueID: row.UniqueID, Created: row.CreatedAt}
	if order.Address, err = address.Get(ctx, q, customerID, row.AddressID); err != nil {
		return Order{}, err
	}
	lines, err := q.SubscriptionOrderLines(ctx, customerID, orderID)
	if err != nil {
		return Order{}, fmt.Errorf("subscription: order lines: %w", err)
	}
	for _, l := range lines {
		order.Items = append(order.Items, Item{
			ID: l.ID, OrderID: l.OrderID, OrderUnique: row.UniqueID, ProductID: l.ProductID, Name: l.Name, Thumbnail: l.Thumbnail,
			Status: Status(l.DeliveryStatus), DeliveryDate: l.DeliveryDate, TenureMonths: l.TenureMonths, TenureEnd: l.TenureEnd,
			ClosedDate: l.ClosedDate, LocationID: l.LocationID, AddressID: row.AddressID, CILAllowed: l.IsCilAllowed, AC: l.IsAc,
			Rent: l.RentPaise, Deposit: l.DepositPaise,
		})
	}
	return order, nil
}
