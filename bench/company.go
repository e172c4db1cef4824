package main

import (
	"context"
	"fmt"

	"rento/internal/address"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/demo"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// The month that companies are billed for: all items are delivered on its first day, and the run is
// on the first day of the next month.
var (
	firstDay = calendar.MustParse("2026-09-01")
	runDay   = firstDay.NextMonth()
)

// pincode is the pincode of all customers.
const pincode = "560001"

// company is a database with customers who rent, and the services on it.
type company struct {
	store    *store.Store
	clock    *calendar.Frozen
	ids      *ident.Source
	ledger   *ledger.Ledger
	jobs     *jobs.Queue
	notices  *notify.Service
	mandates *mandate.Service
	rentals  *subscription.Service
	billing  *billing.Service
}

// openCompany opens a company's database on a day. relaxed gives up durability, for filling the
// database.
func openCompany(ctx context.Context, url string, relaxed bool, day calendar.Date) (*company, error) {
	s, err := store.Open(ctx, store.Options{URL: url, Relaxed: relaxed})
	if err != nil {
		return nil, fmt.Errorf("open the company: %w", err)
	}
	clock := calendar.NewFrozen(day.At(1, 0))
	ids := ident.NewSource(clock, 0)
	books := ledger.New(ids)
	queue := jobs.New(s, ids, clock, nil)
	notices := notify.New(notify.Deps{Store: s, IDs: ids, Clock: clock, Jobs: queue})
	mandates := mandate.New(ids, clock, calendar.BankDays{})
	return &company{
		store: s, clock: clock, ids: ids, ledger: books, jobs: queue, notices: notices, mandates: mandates,
		rentals: subscription.New(s, ids, clock, queue, notices),
		billing: billing.New(s, ids, clock, books, mandates, notices, billing.DefaultSettings()),
	}, nil
}

// saveOffer saves the company's own data: cities, registrations and products.
func saveOffer(ctx context.Context, tx *store.Tx, today calendar.Date) error {
	for _, city := range demo.Cities() {
		if err := address.SaveCity(ctx, tx, city); err != nil {
			return err
		}
	}
	for _, r := range demo.Registrations("Bench Rentals") {
		if err := billing.SaveRegistration(ctx, tx, r); err != nil {
			return err
		}
	}
	for _, p := range demo.Catalogue() {
		if err := subscription.SaveProduct(ctx, tx, p, today); err != nil {
			return err
		}
	}
	return nil
}

// addCustomer adds the n-th customer, with an order of two items that are delivered today, and
// returns the customer's id.
func (c *company) addCustomer(ctx context.Context, n int64) (int64, error) {
	city := demo.Cities()[n%int64(len(demo.Cities()))]
	customer, home, err := c.register(ctx, n, city)
	if err != nil {
		return 0, err
	}
	products, today := demo.Catalogue(), calendar.Today(c.clock)
	order, err := c.rentals.PlaceOrder(ctx, subscription.NewOrder{CustomerID: customer, AddressID: home, PromisedOn: today, Items: []subscription.NewItem{
		{ProductID: products[n%int64(len(products))].ID, TenureMonths: 12, Rent: money.Rupees(799)},
		{ProductID: products[(n+7)%int64(len(products))].ID, TenureMonths: 12, Rent: money.Rupees(1249)},
	}})
	if err != nil {
		return 0, err
	}
	return customer, c.rentals.Deliver(ctx, customer, order.ID, today)
}

// register adds the n-th customer and their address.
func (c *company) register(ctx context.Context, n int64, city address.City) (customer, home int64, err error) {
	customer = c.ids.Next()
	err = c.store.Write(ctx, customer, func(tx *store.Tx) error {
		err := tx.AccountCustomerAdd(ctx, db.AccountCustomerAddParams{
			ID: customer, FullName: fmt.Sprintf("Customer %d", n), Email: fmt.Sprintf("c%d@example.in", n), Mobile: fmt.Sprintf("6%09d", n),
			CreatedAt: calendar.Stamp(c.clock.Now()), VerificationStatus: "verified", CitySlug: city.Slug, ReferralCode: fmt.Sprintf("R%d", n),
		})
		if err != nil {
			return fmt.Errorf("add the customer: %w", err)
		}
		place, err := address.New(c.store, c.ids, c.clock).Add(ctx, tx, customer, address.Address{
			FlatNo: "1", AddressLine1: "Main Road", City: city.Name, CityID: city.ID, Pincode: pincode,
		})
		home = place.ID
		return err
	})
	return customer, home, err
}

// customers lists the customers who rent, up to a maximum number.
func (c *company) customers(ctx context.Context, most int) ([]int64, error) {
	today := calendar.Today(c.clock)
	period := subscription.Period{From: today.MonthStart().AddMonths(-1), To: today}
	return subscription.Tenants(ctx, c.store.Queries(), period, 0, most)
}
