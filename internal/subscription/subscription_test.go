package subscription_test

import (
	"testing"

	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/paging"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// CALL-08, ENTITY-09, PROD-02: active items have their tenure, their rent and whether they may be
// transferred; closed items have their pickup day.
func TestItemsFromOrderToReturn(t *testing.T) {
	testkit.BothEngines(t)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-09-17")
		c := w.Customer()
		order := w.Rent(c, company.Bengaluru, "2026-09-17", company.Sofa, company.AC)
		q, page := s.Queries(), paging.Page{}
		active, err := w.Subscriptions.ActiveItems(t.Context(), q, c, page)
		if err != nil || active.Total != 2 {
			t.Fatalf("got %+v, %v; want active.Total = 2", active, err)
		}
		sofa := active.Items[0]
		if sofa.Status != subscription.Active || sofa.DeliveryDate != day("2026-09-17") || sofa.TenureEnd != day("2027-03-17") ||
			sofa.Rent != money.Rupees(1499) || !sofa.CILAllowed || sofa.LocationID != company.Bengaluru || sofa.OrderUnique != order.UniqueID {
			t.Fatalf("got %+v; want sofa.Status = %v, sofa.DeliveryDate = %v, sofa.TenureEnd = %v, sofa.Rent = %v, sofa.CILAllowed, sofa.LocationID = %v, sofa.OrderUnique = %v", sofa, subscription.Active, day("2026-09-17"), day("2027-03-17"), money.Rupees(1499), company.Bengaluru, order.UniqueID)
		}
		if ac := active.Items[1]; !ac.AC || ac.CILAllowed {
			t.Fatalf("got %+v; want ac.AC, not ac.CILAllowed", ac)
		}
		w.Go("2027-01-12")
		for range 2 {
			if err := w.Subscriptions.Close(t.Context(), c, []int64{sofa.ID}, day("2027-01-12")); err != nil {
				t.Fatal(err)
			}
		}
		closed, err := w.Subscriptions.ClosedItems(t.Context(), q, c, page)
		if err != nil || closed.Total != 1 || closed.Items[0].ID != sofa.ID || closed.Items[0].ClosedDate != day("2027-01-12") {
			t.Fatalf("got %+v, %v; want closed.Total = 1, closed.Items[0].ID = %v, closed.Items[0].ClosedDate = %v", closed, err, sofa.ID, day("2027-01-12"))
		}
		if active, err = w.Subscriptions.ActiveItems(t.Context(), q, c, page); err != nil || active.Total != 1 {
			t.Fatalf("got %+v, %v; want active.Total = 1", active, err)
		}
	})
}

func TestPages(t *testing.T) {
	w := company.New(t, testkit.Open(t), "2026-09-17")
	c := w.Customer()
	w.Rent(c, company.Bengaluru, "2026-09-17", company.Sofa, company.AC, company.TV)
	for _, p := range []struct {
		page  paging.Page
		items int
		fails bool
	}{
		{paging.Page{}, 3, false},
		{paging.Page{Number: 1, Size: 2}, 2, false},
		{paging.Page{Number: 2, Size: 2}, 1, false},
		{paging.Page{Number: 3, Size: 2}, 0, false},
		{paging.Page{Number: -1}, 0, true},
		{paging.Page{Number: 1_000_001}, 0, true},
		{paging.Page{Size: -1}, 0, true},
		{paging.Page{Size: 101}, 0, true},
	} {
		got, err := w.Subscriptions.ActiveItems(t.Context(), w.Store.Queries(), c, p.page)
		if p.fails != fault.Is(err, 422) || len(got.Items) != p.items {
			t.Errorf("got %+v: %d items, %v; want p.fails = %v, len(got.Items) = %v", p.page, len(got.Items), err, fault.Is(err, 422), p.items)
		}
		if !p.fails && got.Total != 3 {
			t.Errorf("got %+v: total %d; want not (!p.fails && got.Total != 3)", p.page, got.Total)
		}
	}
}

// CALL-74: an order has its address, items, total rent and deposit. Nobody sees another customer's
// order.
func TestOrderOf(t *testing.T) {
	w := company.New(t, testkit.Open(t), "2026-09-17")
	c, other := w.Customer(), w.Customer()
	order := w.Rent(c, company.Pune, "2026-09-17", company.Sofa, company.Fridge)
	got, err := subscription.OrderOf(t.Context(), w.Store.Queries(), c, order.ID)
	if err != nil || got.TotalRent() != money.Rupees(2398) || got.Deposit() != money.Rupees(5000) || len(got.Items) != 2 {
		t.Fatalf("got %+v, %v; want got.TotalRent() = %v, got.Deposit() = %v, len(got.Items) = 2", got, err, money.Rupees(2398), money.Rupees(5000))
	}
	if got.Address.City != "Pune" || got.UniqueID != order.UniqueID || got.Created.IsZero() || got.Items[0].Status != subscription.Active {
		t.Fatalf(`got %+v; want got.Address.City = "Pune", got.UniqueID = %v, not got.Created.IsZero(), got.Items[0].Status = %v`, got, order.UniqueID, subscription.Active)
	}
	if _, err := subscription.OrderOf(t.Context(), w.Store.Queries(), other, order.ID); !fault.Is(err, 404) {
		t.Fatalf("%v, want 404", err)
	}
	if id, found, err := subscription.OrderID(t.Context(), w.Store.Queries(), c, order.UniqueID); err != nil || !found || id != order.ID {
		t.Fatalf("by its number: %v, %v, %v, want %v", id, found, err, order.ID)
	}
}

// An invalid order, delivery or closure is refused and changes nothing.
func TestRefusals(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-09-17")
		c, other := w.Customer(), w.Customer()
		mine, theirs := w.Address(c, company.Bengaluru), w.Address(other, company.Bengaluru)
		order := w.Rent(other, company.Bengaluru, "2026-09-17", company.Sofa)
		place := func(address int64, items ...subscription.NewItem) error {
			_, err := w.Subscriptions.PlaceOrder(t.Context(), subscription.NewOrder{CustomerID: c, AddressID: address, Items: items})
			return err
		}
		waiting, err := w.Subscriptions.PlaceOrder(t.Context(), subscription.NewOrder{
			CustomerID: c, AddressID: mine, PromisedOn: day("2026-09-20"), Items: []subscription.NewItem{{ProductID: company.Sofa, TenureMonths: 3}},
		})
		if err != nil {
			t.Fatal(err)
		}
		sofa := subscription.NewItem{ProductID: company.Sofa, TenureMonths: 3}
		shut := func(customer int64, item int64, on string) error {
			return w.Subscriptions.Close(t.Context(), customer, []int64{item}, day(on))
		}
		for name, c := range map[string]struct {
			err    error
			status int
		}{
			"an empty order":              {place(mine), 422},
			"another's address":           {place(theirs, sofa), 404},
			"an unknown product":          {place(mine, subscription.NewItem{ProductID: 99, TenureMonths: 3}), 422},
			"no tenure":                   {place(mine, subscription.NewItem{ProductID: company.Sofa}), 422},
			"a tenure of 61 months":       {place(mine, subscription.NewItem{ProductID: company.Sofa, TenureMonths: 61}), 422},
			"one bad item of two":         {place(mine, sofa, subscription.NewItem{ProductID: 99, TenureMonths: 3}), 422},
			"another's delivery":          {w.Subscriptions.Deliver(t.Context(), c, order.ID, day("2026-09-17")), 404},
			"a delivery tomorrow":         {w.Subscriptions.Deliver(t.Context(), other, order.ID, day("2026-09-18")), 422},
			"another's pickup":            {shut(c, order.Items[0].ID, "2026-09-17"), 404},
			"a pickup tomorrow":           {shut(other, order.Items[0].ID, "2026-09-18"), 422},
			"a pickup before delivery":    {shut(other, order.Items[0].ID, "2026-09-16"), 409},
			"a pickup of what is to come": {shut(c, waiting.Items[0].ID, "2026-09-17"), 409},
			"a pickup of nothing":         {w.Subscriptions.Close(t.Context(), c, nil, day("2026-09-17")), 404},
		} {
			if !fault.Is(c.err, c.status) {
				t.Errorf("%s: %v, want %d", name, c.err, c.status)
			}
		}
		var orders int
		if err := testkit.Raw(t, s).QueryRowContext(t.Context(), "SELECT COUNT(*) FROM orders WHERE customer_id = $1", c).Scan(&orders); err != nil || orders != 1 {
			t.Errorf("%d orders, %v, want 1", orders, err)
		}
		if list, err := w.Subscriptions.ActiveItems(t.Context(), s.Queries(), c, paging.Page{}); err != nil || list.Total != 0 {
			t.Errorf("active %+v, %v; want list.Total = 0", list, err)
		}
	})
}

// An item that is delivered later than promised is charged from its delivery day. Delivering it
// again changes nothing.
func TestDeliveryMovesTheTerm(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-09-10")
		c := w.Customer()
		order, err := w.Subscriptions.PlaceOrder(t.Context(), subscription.NewOrder{
			CustomerID: c, AddressID: w.Address(c, company.Bengaluru), PromisedOn: day("2026-09-12"),
			Items: []subscription.NewItem{{ProductID: company.Sofa, TenureMonths: 3, Rent: money.Rupees(1000), Deposit: money.Rupees(1)}},
		})
		if err != nil {
			t.Fatal(err)
		}
		w.Go("2026-09-17")
		for _, on := range []string{"2026-09-17", "2026-09-15"} {
			if err := w.Subscriptions.Deliver(t.Context(), c, order.ID, day(on)); err != nil {
				t.Fatal(err)
			}
		}
		list, err := w.Subscriptions.ActiveItems(t.Context(), s.Queries(), c, paging.Page{})
		if err != nil || list.Total != 1 || list.Items[0].Rent != money.Rupees(1000) || list.Items[0].TenureEnd != day("2026-12-17") {
			t.Fatalf("got %+v, %v; want list.Total = 1, list.Items[0].Rent = %v, list.Items[0].TenureEnd = %v", list, err, money.Rupees(1000), day("2026-12-17"))
		}
		terms, err := subscription.TermsOf(t.Context(), s.Queries(), c, []int64{list.Items[0].ID})
		if err != nil || len(terms) != 1 || terms[list.Items[0].ID][0].From != day("2026-09-17") {
			t.Fatalf("got %+v, %v; want len(terms) = 1, terms[list.Items[0].ID][0].From = %v", terms, err, day("2026-09-17"))
		}
	})
}

func TestCatalogue(t *testing.T) {
	w := company.New(t, testkit.Open(t), "2026-09-17")
	products, err := w.Store.Queries().SubscriptionProducts(t.Context())
	if err != nil || len(products) != 4 || products[2].Name != "Split AC" || !products[2].IsAc || products[2].ClosureMultiplierBp != 15_000 {
		t.Fatalf(`got %+v, %v; want len(products) = 4, products[2].Name = "Split AC", products[2].IsAc, products[2].ClosureMultiplierBp = 15_000`, products, err)
	}
}
