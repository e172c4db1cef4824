package simulate

import (
	"fmt"
	"slices"
	"time"

	"rento/internal/address"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/identifier"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
	"rento/internal/ticket"
)

var cities = []address.City{
	{ID: 1, Slug: "bangalore", Name: "Bengaluru", StateCode: "29", StateName: "Karnataka"},
	{ID: 2, Slug: "pune", Name: "Pune", StateCode: "27", StateName: "Maharashtra"},
	{ID: 3, Slug: "kolkata", Name: "Kolkata", StateCode: "19", StateName: "West Bengal"}, // no registration there
}

// product is what the reference model knows of a product: paise a month.
type product struct {
	id            int64
	rent, deposit money.Paise
	sac           string
	ac            bool
	ownRate       *int64 // of GST, in hundredths of a percent
}

var catalogue = []product{
	{1, 149900, 300000, "997323", false, nil},
	{2, 89933, 200000, "997323", false, nil},
	{3, 180000, 360000, "997323", true, nil},
	{4, 69950, 160000, "997321", false, nil},
	{5, 33333, 60000, "997323", false, new(int64(1200))},
	{6, 101, 200, "997321", false, new(int64(500))},
}

// dearCatalogue has, besides, something of which one alone is above 15,000 a month.
var dearCatalogue = append(slices.Clone(catalogue), product{7, 1_600_000, 3_000_000, "997323", false, nil})

// slotted is the city in which visits are booked at a time of the day: two
// times, with one visit each.
const slotted = 1

// found founds the company and its first customers.
func (w *world) found() error {
	err := w.store.WriteCompany(w.ctx, func(tx *store.Tx) error {
		for _, c := range cities {
			if err := address.SaveCity(w.ctx, tx, c); err != nil {
				return err
			}
		}
		for _, hours := range [][2]string{{"10:00", "13:00"}, {"14:00", "17:00"}} {
			if err := ticket.SaveHours(w.ctx, tx, slotted, hours[0], hours[1], 1); err != nil {
				return err
			}
		}
		for _, r := range []billing.Registration{
			{StateCode: "29", GSTIN: "29AAACR0000R1ZE", Series: "KA", LegalName: "Town Rentals", Address: "Bengaluru 560001"},
			{StateCode: "27", GSTIN: "27AAACR0000R1ZI", Series: "MH", LegalName: "Town Rentals", Address: "Pune 411001"},
		} {
			if err := billing.SaveRegistration(w.ctx, tx, r); err != nil {
				return err
			}
		}
		if err := w.saveRates(tx); err != nil {
			return err
		}
		for _, p := range w.products() {
			err := subscription.SaveProduct(w.ctx, tx, subscription.Product{
				ID: p.id, Slug: fmt.Sprint(p.id), Name: fmt.Sprint("Product ", p.id), Category: "furniture", SAC: p.sac, HSN: "9403", UnitValue: p.deposit,
				GSTBP: p.ownRate, AC: p.ac, ClosureMultiplierBP: 15_000, Rent: p.rent, Deposit: p.deposit,
			}, calendar.Today(w.clock))
			if err != nil {
				return err
			}
		}
		return nil
	})
	if day := w.trade.stopping; !day.IsZero() {
		w.at(day.At(18, 0), w.stopMandates)
	}
	w.neighbours = happens(w.chance, 0.4)
	for range 2 + w.chance.IntN(4) {
		if err == nil {
			err = w.moveIn()
		}
	}
	w.after(between(w.chance, 12*time.Hour, 36*time.Hour), w.daybreak)
	w.after(between(w.chance, 8*time.Hour, 12*time.Hour), w.workday)
	if happens(w.chance, 0.1) {
		w.after(between(w.chance, 24*time.Hour, 20*24*time.Hour), w.goAstray)
	}
	if w.trade.transfers {
		w.after(between(w.chance, 24*time.Hour, 72*time.Hour), w.readStatements)
	}
	if w.trade.files {
		w.after(between(w.chance, 24*time.Hour, 72*time.Hour), w.bookkeep)
	}
	return err
}

// tenant is a customer who rents.
type tenant struct {
	id       int64
	mobile   string
	address  int64
	city     address.City
	items    []*item
	business bool        // registered for GST in the city of its first order
	home     string      // its state
	mandate  money.Paise // the most of one debit under the tenant's mandate, 0 without one
	leaves   bool        // dues to auto debit, mostly
	permits  []*permit   // registered at the gateway of auto debit
	stopped  int64       // when the tenant stopped the mandate, 0 as long as it is active
	orders   []string    // at the gateway, also old ones
	errands  int
	requests int
	busy     bool // waits for the answer to a request
	// changed is when what is rented last changed as far as we know.
	changed time.Time
}

// supply is between the state of the registration that supplies and the place of supply.
type supply struct{ supplier, place string }

// supplyIn is the supply of what a tenant rents in a city. Our registration in Karnataka supplies
// where we have none.
func (t *tenant) supplyIn(c address.City) supply {
	s := supply{c.StateCode, c.StateCode}
	if c.StateCode == "19" {
		s.supplier = "29"
	}
	if t.business {
		s.place = t.home
	}
	return s
}

// item is what we know of a rented thing.
type item struct {
	id int64
	product
	mayChange bool          // hands
	delivered calendar.Date // no date before it comes
	imported  calendar.Date // the first day that we bill, of one that came to us from elsewhere
	ends      calendar.Date // the tenure
	closed    calendar.Date // no date while it is rented
	city      address.City
	terms     []term
	live      *request // that is about it, else nil
}

// moveIn adds a customer with one to four items.
func (w *world) moveIn() error {
	n, t := w.node, &tenant{city: cities[w.chance.IntN(len(cities))], mobile: fmt.Sprintf("90000%05d", len(w.tenants))}
	if w.neighbours && len(w.tenants) > 0 {
		t.city = w.tenants[0].city
	}
	t.id = n.ids.Next()
	gstin := ""
	if t.business = w.trade.transfers && len(w.tenants) == 0; t.business {
		t.home = t.city.StateCode
		gstin = t.home + "AAAPZ1234C1Z"
		gstin += string(identifier.GSTINCheck(gstin))
	}
	err := w.store.WriteCompany(w.ctx, func(tx *store.Tx) error {
		return tx.AccountCustomerAdd(w.ctx, db.AccountCustomerAddParams{
			IsB2b: t.business, Gstin: gstin, GstinState: t.home, ID: t.id, FullName: fmt.Sprint("Tenant ", len(w.tenants)), Email: "tenant@example.in", Mobile: t.mobile,
			CreatedAt: calendar.Stamp(w.clock.Now()), VerificationStatus: "verified", CitySlug: t.city.Slug,
		})
	})
	if err != nil {
		return err
	}
	if t.address, err = w.addAddress(n, t, t.city); err != nil {
		return err
	}
	w.tenants = append(w.tenants, t)
	if w.trade.autoDebit {
		t.leaves = happens(w.chance, 0.75)
		w.after(between(w.chance, time.Hour, 9*24*time.Hour), func() { w.setUp(t, 0) })
	} else if happens(w.chance, 0.4) {
		if err := w.mandate(t); err != nil {
			return err
		}
	}
	if happens(w.chance, 0.15) {
		if err := w.takeOver(t); err != nil {
			return err
		}
	}
	return w.rent(t, 1+w.chance.IntN(4))
}

// mandate gives a tenant a mandate for auto debit, of which some have a limit
// that is too low. Nothing is submitted under it yet.
func (w *world) mandate(t *tenant) error {
	t.mandate = []money.Paise{money.Rupees(1000), money.Rupees(100_000)}[w.chance.IntN(2)]
	return w.store.Write(w.ctx, t.id, func(tx *store.Tx) error {
		_, err := mandate.New(w.node.ids, w.clock, calendar.BankDays{}).Record(w.ctx, tx, t.id, mandate.Mandate{
			Gateway: "razorpay", Method: "upi", Active: true, Max: t.mandate, Token: fmt.Sprint("token_", t.id),
		})
		return err
	})
}

// stopMandates has the tenants pause their mandates, or withdraw them, one by one.
func (w *world) stopMandates() {
	err := w.quietly(func(n *node) error {
		for i, t := range w.tenants {
			if t.mandate == 0 || t.stopped != 0 {
				continue
			}
			id, err := number(w.judge, "SELECT id FROM mandates WHERE customer_id = ?", t.id)
			if err != nil {
				return err
			}
			to := []mandate.State{mandate.Paused, mandate.Cancelling}[i%2]
			err = w.store.Write(w.ctx, t.id, func(tx *store.Tx) error {
				_, err := mandate.New(n.ids, w.clock, calendar.BankDays{}).Move(w.ctx, tx, t.id, id, to)
				return err
			})
			if err != nil {
				return err
			}
			t.stopped = int64(calendar.Stamp(w.clock.Now()))
			w.record("tenant %d: mandate %s", i, to)
		}
		return nil
	})
	if err != nil {
		w.at(w.clock.Now().Add(time.Hour), w.stopMandates)
	}
}

func (w *world) addAddress(n *node, t *tenant, city address.City) (id int64, err error) {
	err = w.store.Write(w.ctx, t.id, func(tx *store.Tx) error {
		a, err := address.New(w.store, n.ids, w.clock).Add(w.ctx, tx, t.id, address.Address{
			FlatNo: "12", SocietyName: "Palm Court", AddressLine1: "3rd Cross", CityID: city.ID, Pincode: "560001",
		})
		id = a.ID
		return err
	})
	return id, err
}

// rent orders items and has them delivered today.
func (w *world) rent(t *tenant, many int) error {
	return w.rentSince(t, many, calendar.Today(w.clock), calendar.Date{})
}

// takeOver takes over what a tenant has rented elsewhere for up to a year.
func (w *world) takeOver(t *tenant) error {
	today := calendar.Today(w.clock)
	return w.rentSince(t, 1, today.AddDays(-w.chance.IntN(365)), today.AddDays(w.chance.IntN(25)))
}

// products are what is rented in this run.
func (w *world) products() []product {
	if w.trade.dear {
		return dearCatalogue
	}
	return catalogue
}

// rentSince orders items that came on a day, and are billed from another one on
// if they came from elsewhere.
func (w *world) rentSince(t *tenant, many int, since, from calendar.Date) error {
	return w.quietly(func(n *node) error {
		var lines []subscription.NewItem
		var chosen []product
		for range many {
			products := w.products()
			p := products[w.chance.IntN(len(products))]
			chosen = append(chosen, p)
			lines = append(lines, subscription.NewItem{ProductID: p.id, TenureMonths: 1 + w.chance.Int64N(9), CILAllowed: happens(w.chance, 0.7), BillingFrom: from})
		}
		order, err := n.subs.PlaceOrder(w.ctx, subscription.NewOrder{CustomerID: t.id, AddressID: t.address, PromisedOn: since, Items: lines})
		if err != nil {
			return err
		}
		for i, placed := range order.Items {
			t.items = append(t.items, &item{
				id: placed.ID, product: chosen[i], mayChange: lines[i].CILAllowed, delivered: since, imported: from, ends: since.AddMonths(int(lines[i].TenureMonths)),
				city: t.city, terms: []term{{from: since, rent: chosen[i].rent, supply: t.supplyIn(t.city)}},
			})
		}
		t.changed = w.clock.Now()
		w.record("tenant %d rents %d", t.id, many)
		return n.subs.Deliver(w.ctx, t.id, order.ID, since)
	})
}

// goodwill is money that the staff give to a wallet, once per case, however
// often they press the button.
func (w *world) goodwill(t *tenant, amount money.Paise) {
	w.facts.gifts++
	gift := fmt.Sprint(w.facts.gifts)
	w.facts.goodwill[t.id] += amount
	tries := 0
	w.insist("goodwill", func(n *node) error {
		tries++
		source := gift
		if w.bug != nil && w.bug.blindRetry {
			source = fmt.Sprint(gift, "/", tries)
		}
		return n.give(t, source, amount)
	}, nil)
}

// insist does something until it worked, as staff with a list do.
func (w *world) insist(what string, do func(n *node) error, then func()) {
	var again func()
	again = func() {
		var n *node
		err := w.request("", func(_ contextOf, on *node) error { n = on; return do(n) })
		w.record("%s %s", what, kind(err))
		if err != nil {
			w.after(between(w.chance, 20*time.Second, 15*time.Minute), again)
			return
		}
		if then != nil {
			then()
		}
	}
	again()
}

// goAstray is a payment for an order that is none of ours.
func (w *world) goAstray() {
	amount := 10_000 + w.chance.Int64N(100_000)
	id, err := w.strayOrder(amount)
	if err == nil {
		_, err = w.payAt(attemptOf(id, "success", 0))
	}
	if err == nil {
		w.stray += amount
	}
	w.record("stray %s", kind(err))
}
