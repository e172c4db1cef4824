package api

import (
	"context"

	"rento/internal/account"
	"rento/internal/address"
	"rento/internal/calendar"
	"rento/internal/document"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/ticket"
)

// Subscription is an item that the customer rents or has rented.
type Subscription struct {
	Product
	ClosedDate calendar.Date `json:"closedDate,omitzero"`
}

// Subscriptions is one page of items.
type Subscriptions struct {
	Subscriptions []Subscription `json:"subscriptions"`
	Total         int64          `json:"total"`
	Next          string         `json:"next,omitempty" doc:"the after of the next page; absent after the last"`
}

// OrderDoc is an order for printing.
type OrderDoc struct {
	OrderID       int64            `json:"orderId"`
	OrderUniqueID string           `json:"orderUniqueId"`
	Created       calendar.Instant `json:"created"`
	Items         []Product        `json:"items"`
	Address       Address          `json:"address"`
	TotalRent     money.Amount     `json:"totalRent" doc:"a month, without GST"`
	Deposit       money.Amount     `json:"deposit"`
}

// Address is an address of the customer.
type Address struct {
	ID                int64   `json:"id"`
	FlatNo            string  `json:"flatNo"`
	SocietyName       string  `json:"societyName,omitempty"`
	AddressLine1      string  `json:"addressLine1"`
	AddressLine2      string  `json:"addressLine2,omitempty"`
	Area              string  `json:"area,omitempty"`
	LandMark          string  `json:"landMark,omitempty"`
	SubCity           string  `json:"subCity,omitempty"`
	City              string  `json:"city"`
	Pincode           string  `json:"pincode"`
	AlternativeMobile string  `json:"alternativeMobile,omitempty"`
	LatLng            *LatLng `json:"latlng,omitempty"`
	Unserved          bool    `json:"unserved,omitempty" doc:"in the list of saved addresses: we bring nothing there any more"`
}

// LatLng is a point on the map.
type LatLng struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
}

type subscriptionCalls struct {
	store   *store.Store
	service *subscription.Service
	printer *document.Printer
	lists   pager
}

type subscriptionQuery struct {
	PageQuery

	Status string `query:"status" enum:"active,closed" default:"active"`
}

func (c *subscriptionCalls) list(ctx context.Context, s account.Session, in *subscriptionQuery) (Subscriptions, error) {
	list := "subscriptions" + in.Status
	page, err := c.lists.of(list, s, in.PageQuery)
	if err != nil {
		return Subscriptions{}, err
	}
	read := c.service.ActiveItems
	if in.Status == "closed" {
		read = c.service.ClosedItems
	}
	items, err := read(ctx, c.store.Queries(), s.CustomerID, page)
	if err != nil {
		return Subscriptions{}, err
	}
	today := c.service.Today()
	pickups, err := ticket.PickupsOn(ctx, c.store.Queries(), s.CustomerID, each(items.Items, func(i subscription.Item) int64 { return i.ID }))
	return Subscriptions{Subscriptions: each(items.Items, func(i subscription.Item) Subscription {
		return Subscription{Product: wireProduct(i.Summary(), pickups[i.ID], today), ClosedDate: i.ClosedDate}
	}), Total: items.Total, Next: c.lists.next(list, s, items.Next)}, err
}

// wireProduct converts an item, as it stands today. pickup is the day on which it is picked up for
// good, or empty.
func wireProduct(i subscription.Summary, pickup, today calendar.Date) Product {
	return Product{
		ID: i.ID, DeliveryStatus: int64(i.Status), Name: i.Name, Thumbnail: i.Thumbnail,
		DeliveryDate: i.DeliveryDate, ExpectedClosureDate: i.TenureEnd, TenurePhase: string(i.PhaseOn(today)), LocationID: i.LocationID,
		IsCILAllowed: i.CILAllowed, Rent: i.Rent.Wire(), IsAC: i.AC, PickupDate: pickup,
	}
}

type orderQuery struct {
	OrderID int64 `query:"orderId" required:"true"`
}

// order returns the handler that answers with an order as JSON or on paper.
func (c *subscriptionCalls) order() paper[orderQuery, subscription.Order, OrderDoc] {
	return paper[orderQuery, subscription.Order, OrderDoc]{
		read: func(ctx context.Context, s account.Session, in *orderQuery) (subscription.Order, error) {
			return subscription.OrderOf(ctx, c.store.Queries(), s.CustomerID, in.OrderID)
		},
		wire: func(o subscription.Order) OrderDoc {
			return OrderDoc{
				OrderID: o.ID, OrderUniqueID: o.UniqueID, Created: o.Created, Items: each(o.Items, func(i subscription.Item) Product { return wireProduct(i.Summary(), calendar.Date{}, c.service.Today()) }),
				Address: wireAddress(o.Address), TotalRent: o.TotalRent().Wire(), Deposit: o.Deposit().Wire(),
			}
		},
		print: func(ctx context.Context, s account.Session, o subscription.Order) (document.File, error) {
			return c.printer.Order(ctx, c.store.Queries(), s.CustomerID, o, languageOf(ctx))
		},
	}
}

func wireAddress(a address.Address) Address {
	var at *LatLng
	if a.Lat != 0 || a.Lng != 0 {
		at = &LatLng{Lat: a.Lat, Lng: a.Lng}
	}
	return Address{
		ID: a.ID, FlatNo: a.FlatNo, SocietyName: a.SocietyName, AddressLine1: a.AddressLine1, AddressLine2: a.AddressLine2,
		Area: a.Area, LandMark: a.LandMark, SubCity: a.SubCity, City: a.City, Pincode: a.Pincode,
		AlternativeMobile: a.AlternativeMobile, LatLng: at,
	}
}
