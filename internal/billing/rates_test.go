package billing_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/address"
	"rento/internal/billing"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// A rate is announced for a future day, and documents of that day are the first to use it. A rate
// that has been in force never changes.
func TestAnnounceRate(t *testing.T) {
	const furniture, laptops = "997323", "997315"
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-15")
		announce := func(sac, from string, points int64) error {
			return s.WriteCompany(t.Context(), func(tx *store.Tx) error {
				return w.Billing.AnnounceRate(t.Context(), tx, billing.Rate{SAC: sac, From: day(from), BasisPoints: points})
			})
		}
		for _, from := range []string{"2017-07-01", "2026-10-14", "2026-10-15"} {
			if err := announce(furniture, from, 500); !errors.Is(err, billing.ErrRateHasBegun) {
				t.Errorf("a rate from %s: got %v, want %v", from, err, billing.ErrRateHasBegun)
			}
		}
		for _, step := range []struct {
			sac, from string
			points    int64
		}{
			{furniture, "2027-04-01", 500},
			{furniture, "2026-10-16", 1200}, // before an announced rate, which still begins
			{furniture, "2026-10-16", 600},  // replaces it
			{laptops, "2026-09-01", 1800},   // without a rate nothing was invoiced
			{laptops, "2026-10-16", 0},
		} {
			if err := announce(step.sac, step.from, step.points); err != nil {
				t.Fatalf("%s from %s: %v", step.sac, step.from, err)
			}
		}
		if err := announce(laptops, "2026-08-01", 500); !errors.Is(err, billing.ErrRateHasBegun) {
			t.Errorf("a rate before and after one in force: got %v, want %v", err, billing.ErrRateHasBegun)
		}
		rates, err := w.Billing.ReadRates(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]int64{}
		for _, sac := range []string{furniture, laptops} {
			for _, on := range []string{"2026-08-31", "2026-10-15", "2026-10-16", "2027-03-31", "2027-04-01"} {
				if points, holds := rates.At(sac, day(on)); holds {
					got[sac+" on "+on] = points
				}
			}
		}
		want := map[string]int64{
			"997323 on 2026-08-31": 1800, "997323 on 2026-10-15": 1800, "997323 on 2026-10-16": 600, "997323 on 2027-03-31": 600, "997323 on 2027-04-01": 500,
			"997315 on 2026-10-15": 1800, "997315 on 2026-10-16": 0, "997315 on 2027-03-31": 0, "997315 on 2027-04-01": 0,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("rates (-want +got):\n%s", diff)
		}
		c := w.Customer()
		w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
		w.Go("2026-11-01")
		w.Bill()
		if line := w.Invoices(c)[0]; line.Tax() != 8994 {
			t.Errorf("tax of the invoice of November: got %d, want 6 %% of 1,499.00", line.Tax())
		}
	})
}

// What is said of a document of a later day has the rate of that day: the next rent, and a month of
// rent, which is the amount of a debit.
func TestAnAnnouncedRateIsInWhatIsSaidOfLaterDays(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		c := w.Customer()
		w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
		announce(t, w, "2026-11-01")
		next, err := w.Billing.NextRent(t.Context(), s.Queries(), c, billing.Planned{})
		if err != nil {
			t.Fatal(err)
		}
		month, err := w.Billing.MonthlyAmount(t.Context(), s.Queries(), c)
		if err != nil {
			t.Fatal(err)
		}
		w.Go("2026-11-01")
		w.Bill()
		want := []money.Paise{1574_00, 1574_00, 1574_00} // 1,499 and 5 %
		if diff := cmp.Diff(want, append(next.Invoices, month, w.Invoices(c)[0].Total)); diff != "" {
			t.Errorf("said, a month, invoiced (-want +got):\n%s", diff)
		}
	})
}

// Rent is not paid in advance for months that an announced rate taxes otherwise, because the money
// could not pay their invoices.
func TestNoRentInAdvanceAtAnAnnouncedRate(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		c := w.Customer()
		w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa, company.TV)
		announce(t, w, "2026-12-15")
		if diff := cmp.Diff(money.Paise(3*699_00+2*1499_00), w.PayAhead(c, 3).List); diff != "" {
			t.Errorf("three months of the television, two of the sofa (-want +got):\n%s", diff)
		}
		for _, on := range []string{"2026-11-01", "2026-12-01", "2027-01-01"} {
			w.Go(on)
			w.Bill()
		}
		if diff := cmp.Diff([]money.Paise{1574_00, 0, 0}, []money.Paise{w.Invoices(c)[0].Open(), w.Invoices(c)[1].Open(), w.Balances(c).OwnMoney()}); diff != "" {
			t.Errorf("open of December, of November, in the wallet (-want +got):\n%s", diff)
		}
		inOrder(t, s, "2027-01-01")
	})
}

// Rent that was paid in advance does not pay the next invoice if a rate that was announced since
// taxes it.
func TestAnAnnouncedRateEndsWhatIsDrawnNext(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		c := w.Customer()
		w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
		w.PayAhead(c, 3)
		announce(t, w, "2026-11-01")
		view, _, err := w.Billing.LatestAdvance(t.Context(), s.Queries(), c)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(money.Paise(0), view.Next); diff != "" {
			t.Errorf("drawn next (-want +got):\n%s", diff)
		}
	})
}

// announce announces 5 % for furniture from a day on.
func announce(t *testing.T, w *company.Company, from string) {
	t.Helper()
	err := w.Store.WriteCompany(t.Context(), func(tx *store.Tx) error {
		return w.Billing.AnnounceRate(t.Context(), tx, billing.Rate{SAC: "997323", From: day(from), BasisPoints: 500})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// What the tax portal would refuse on a document is refused where it is entered.
func TestWrongMasterDataIsRefused(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		product := subscription.Product{ID: 9, Slug: "desk", Name: "Desk", SAC: "997323", HSN: "9403", Rent: 10000, Deposit: 10000}
		change := func(of func(p *subscription.Product)) func(tx *store.Tx) error {
			p := product
			of(&p)
			return func(tx *store.Tx) error { return subscription.SaveProduct(t.Context(), tx, p, day("2026-10-01")) }
		}
		registration := func(state, gstin, series string) func(tx *store.Tx) error {
			return func(tx *store.Tx) error {
				return billing.SaveRegistration(t.Context(), tx, billing.Registration{StateCode: state, GSTIN: gstin, Series: series, LegalName: "Town Rentals", Address: "Delhi"})
			}
		}
		rate := func(sac string, points int64) func(tx *store.Tx) error {
			return func(tx *store.Tx) error {
				return w.Billing.AnnounceRate(t.Context(), tx, billing.Rate{SAC: sac, From: day("2027-04-01"), BasisPoints: points})
			}
		}
		city := func(state string) func(tx *store.Tx) error {
			return func(tx *store.Tx) error {
				return address.SaveCity(t.Context(), tx, address.City{ID: 9, Slug: "delhi", Name: "Delhi", StateCode: state, StateName: "Delhi"})
			}
		}
		got := map[string]bool{}
		for name, enter := range map[string]func(tx *store.Tx) error{
			"a right product": change(func(*subscription.Product) {}), "a product's service code": change(func(p *subscription.Product) { p.SAC = "9403" }),
			"a product's goods code": change(func(p *subscription.Product) { p.HSN = "94" }), "a product's rate": change(func(p *subscription.Product) { p.GSTBP = new(int64(1250)) }),
			"a right registration": registration("07", "07AAAFZ0001Q1Z7", "DL"), "a registration's GSTIN": registration("07", "07AAAFZ0001Q1Z8", "DL"),
			"a registration's state": registration("06", "07AAAFZ0001Q1Z7", "DL"), "a registration's series": registration("07", "07AAAFZ0001Q1Z7", "dl"),
			"a right rate": rate("997323", 500), "an announced rate": rate("997323", 1250), "the code of a rate": rate("99732", 500),
			"a right city": city("07"), "a city's state": city("99"),
		} {
			got[name] = s.WriteCompany(t.Context(), enter) == nil
		}
		want := map[string]bool{
			"a right product": true, "a product's service code": false, "a product's goods code": false, "a product's rate": false,
			"a right registration": true, "a registration's GSTIN": false, "a registration's state": false, "a registration's series": false,
			"a right rate": true, "an announced rate": false, "the code of a rate": false, "a right city": true, "a city's state": false,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("what is taken (-want +got):\n%s", diff)
		}
	})
}
