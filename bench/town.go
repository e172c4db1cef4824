package main

import (
	"context"
	"fmt"
	"io"

	"rento/internal/address"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/demo"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// The month that the towns are billed for: everybody's things come on its
// first day, and the run is on the first day of the next.
var (
	firstDay = calendar.MustParse("2026-09-01")
	runDay   = calendar.MustParse("2026-10-01")
)

// town is a database with customers who rent, and the services over it.
type town struct {
	store   *store.Store
	clock   *calendar.Frozen
	ids     *ident.Source
	ledger  *ledger.Ledger
	jobs    *jobs.Queue
	rentals *subscription.Service
	billing *billing.Service
}

// openTown opens a town's database; relaxed gives up durability, for filling.
func openTown(ctx context.Context, path string, relaxed bool, day calendar.Date) (*town, error) {
	s, err := store.Open(ctx, store.Options{URL: path, Relaxed: relaxed})
	if err != nil {
		return nil, fmt.Errorf("open the town: %w", err)
	}
	clock := calendar.NewFrozen(day.At(1, 0))
	ids := ident.NewSource(clock, 0)
	books := ledger.New(ids)
	queue := jobs.New(s, ids, clock, nil)
	return &town{
		store: s, clock: clock, ids: ids, ledger: books, jobs: queue,
		rentals: subscription.New(s, ids, clock, queue),
		billing: billing.New(s, ids, clock, books, mandate.New(ids, clock), billing.DefaultSettings()),
	}, nil
}

// settle fills a new database with customers through the real services: each
// has an address and an order of two things, delivered on the first day.
func settle(ctx context.Context, path string, customers int, progress io.Writer) (err error) {
	t, err := openTown(ctx, path, true, firstDay)
	if err != nil {
		return err
	}
	defer func() {
		if closed := t.store.Close(); err == nil {
			err = closed
		}
	}()
	if err := t.store.WriteCompany(ctx, t.found); err != nil {
		return fmt.Errorf("found the town: %w", err)
	}
	for n := range customers {
		if err := t.moveIn(ctx, int64(n+1)); err != nil {
			return fmt.Errorf("customer %d: %w", n+1, err)
		}
		if (n+1)%20_000 == 0 {
			fmt.Fprintf(progress, "  %d of %d customers have moved in\n", n+1, customers)
		}
	}
	return nil
}

// found writes what belongs to nobody: cities, registrations and goods.
func (t *town) found(tx *store.Tx) error {
	ctx := context.Background() // the transaction has its own limit of time
	for _, city := range demo.Cities() {
		if err := address.SaveCity(ctx, tx, city); err != nil {
			return err //nolint:wrapcheck // worded by the caller
		}
	}
	for _, r := range demo.Registrations() {
		own := billing.Registration{StateCode: r.StateCode, GSTIN: r.GSTIN, Series: r.Series, Address: r.Address, LegalName: "Bench"}
		if err := billing.SaveRegistration(ctx, tx, own); err != nil {
			return err //nolint:wrapcheck // worded by the caller
		}
	}
	for _, p := range demo.Catalogue() {
		if err := subscription.SaveProduct(ctx, tx, p); err != nil {
			return err //nolint:wrapcheck // worded by the caller
		}
	}
	return nil
}

func (t *town) moveIn(ctx context.Context, n int64) error {
	city := demo.Cities()[n%int64(len(demo.Cities()))]
	customer, home, err := t.register(ctx, n, city)
	if err != nil {
		return err
	}
	goods := demo.Catalogue()
	order, err := t.rentals.PlaceOrder(ctx, subscription.NewOrder{CustomerID: customer, AddressID: home, PromisedOn: firstDay, Items: []subscription.NewItem{
		{ProductID: goods[n%int64(len(goods))].ID, TenureMonths: 12, Rent: money.Rupees(799)},
		{ProductID: goods[(n+7)%int64(len(goods))].ID, TenureMonths: 12, Rent: money.Rupees(1249)},
	}})
	if err != nil {
		return err //nolint:wrapcheck // worded by the caller
	}
	return t.rentals.Deliver(ctx, customer, order.ID, firstDay) //nolint:wrapcheck // worded by the caller
}

// register makes the n-th customer and their home.
func (t *town) register(ctx context.Context, n int64, city address.City) (customer, home int64, err error) {
	customer = t.ids.Next()
	err = t.store.Write(ctx, customer, func(tx *store.Tx) error {
		err := tx.AccountCustomerAdd(ctx, db.AccountCustomerAddParams{
			ID: customer, FullName: fmt.Sprintf("Customer %d", n), Email: fmt.Sprintf("c%d@example.in", n), Mobile: fmt.Sprintf("6%09d", n),
			CreatedAt: calendar.Stamp(t.clock.Now()), VerificationStatus: "verified", CitySlug: city.Slug, ReferralCode: fmt.Sprintf("R%d", n),
		})
		if err != nil {
			return fmt.Errorf("add the customer: %w", err)
		}
		place, err := address.New(t.store, t.ids, t.clock).Add(ctx, tx, customer, address.Address{
			FlatNo: "1", AddressLine1: "Main Road", City: city.Name, CityID: city.ID, Pincode: "560001",
		})
		home = place.ID
		return err //nolint:wrapcheck // worded by the caller
	})
	return customer, home, err
}
