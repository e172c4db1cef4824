package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/provider"
	"rento/internal/provider/fcm"
	"rento/internal/subscription"
)

// DunningExample says what the people of Debtors do. All of them but the last rent the same thing.
type DunningExample struct {
	// Delivered is the day from which rent is owed, and Until the last day that is played.
	Delivered, Until calendar.Date
	// PaysOn is the day on which the one who pays by hand pays what is due then.
	PaysOn calendar.Date
	// RefusedFrom is the day from which the bank refuses the debits of the one who has auto debit.
	RefusedFrom calendar.Date
	// PromisedOn is the day on which one promises to pay all that is due, by PromisedFor.
	PromisedOn, PromisedFor calendar.Date
	// OrderedOn and DeliveryOn are the days of the order whose deposit is not paid.
	OrderedOn, DeliveryOn calendar.Date
}

// Debtors are the ids of people who owe something.
type Debtors struct {
	Silent   int64 // pays nothing
	ByHand   int64 // pays once, by hand
	Debited  int64 // has auto debit, until the bank refuses
	Promiser int64 // does not keep a promise to pay
	Orderer  int64 // has ordered something and does not pay the deposit
	Product  subscription.Product
	Expected subscription.Product // what the Orderer has ordered
}

// PlayDunning plays some months of people who owe something, in an empty database, so that what they
// are told can be read (docs/dunning.md). It neither empties nor marks the database.
func (w *World) PlayDunning(ctx context.Context, e DunningExample) (d Debtors, err error) {
	start := e.Delivered.AddDays(-deliveryDays)
	m := &maker{
		World: w, start: start, end: e.Until.At(peopleHour+1, 0), places: placesByCity(), payer: newPayer(w.Sandbox),
		random: rand.New(rand.NewPCG(1, 1)), //nolint:gosec // an example, not a secret
		agenda: map[calendar.Date][]func(context.Context) error{},
	}
	w.Clock.Stand(start.Start())
	w.Jobs.Replan(map[string]time.Time{ledger.NightlyCheck: m.end})
	if err := m.company(ctx); err != nil {
		return d, err
	}
	residents := make([]*resident, 5)
	for i := range residents {
		r := &resident{plan: plan{city: "bangalore", joined: start, person: Person{
			Name: fmt.Sprintf("Customer %d", i+1), Email: fmt.Sprintf("customer%d@example.in", i+1), Mobile: fmt.Sprintf("%010d", firstMobile+i),
		}}}
		residents[i] = r
		m.on(start, func(ctx context.Context) error { return m.signUpWithPhone(ctx, r) })
		if i < 4 {
			m.planOrder(r, plannedOrder{on: start, slugs: []string{"sofa-3-seater"}, tenure: 12})
		}
	}
	byHand, debited, promiser, orderer := residents[1], residents[2], residents[3], residents[4]
	m.on(e.PaysOn, func(ctx context.Context) error { return m.pay(ctx, byHand, m.rent) })
	m.planMandate(debited, e.Delivered, permission{method: provider.MandateUPI, vpa: "customer3@example"})
	for range 5 { // a debit is tried again some times
		m.refuseDebit(e.RefusedFrom)
	}
	m.on(e.PromisedOn, func(ctx context.Context) error {
		owed, err := ledger.BalancesOf(ctx, m.Store.Queries(), promiser.id)
		if err != nil {
			return err
		}
		_, err = m.Billing.RecordPromise(ctx, promiser.id, owed.ToPay(), e.PromisedFor)
		return err
	})
	m.on(e.OrderedOn, func(ctx context.Context) error {
		_, err := m.Subscriptions.PlaceOrder(ctx, subscription.NewOrder{CustomerID: orderer.id, AddressID: orderer.address, PromisedOn: e.DeliveryOn, Items: []subscription.NewItem{
			{ProductID: productID("tv-43"), TenureMonths: 12, Rent: catalogued, Deposit: catalogued},
		}})
		return err
	})
	if err := m.run(ctx, func(int, int) {}); err != nil {
		return d, err
	}
	return Debtors{
		residents[0].id, byHand.id, debited.id, promiser.id, orderer.id,
		catalogue[productID("sofa-3-seater")-1], catalogue[productID("tv-43")-1],
	}, nil
}

// signUpWithPhone signs somebody up who has the app and allows it to show messages.
func (m *maker) signUpWithPhone(ctx context.Context, r *resident) error {
	if err := m.signUp(ctx, r); err != nil {
		return err
	}
	app, err := m.payer.at(ctx, m.Sandbox.BaseURL(fcm.Name)+"/apps", nil)
	if err != nil {
		return err
	}
	token, _ := app["token"].(string)
	return m.Accounts.RegisterDevice(ctx, account.Session{CustomerID: r.id}, "", account.Device{Token: token, Platform: "android", ContactPermission: true})
}
