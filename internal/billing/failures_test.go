package billing_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/fault"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// A customer who cannot be billed, because the rate of a product has ended, does not stop the
// others. They get their invoices, months and late fees. An alert names the customer. Once there is
// a rate, the customer gets every missing invoice.
func TestACustomerWhoCannotBeBilledStopsNobody(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		w.Billing.Register(w.Queue, nil)
		if _, err := w.Queue.RunDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.Write(0, func(tx *store.Tx) error {
			if err := billing.SaveRate(t.Context(), tx, billing.Rate{SAC: "997315", From: day("2026-01-01"), To: day("2026-10-15"), BasisPoints: 1800}); err != nil {
				return err
			}
			return subscription.SaveProduct(t.Context(), tx, subscription.Product{
				ID: 9, Slug: "laptop", Name: "Laptop", SAC: "997315", Rent: money.Rupees(1000), Deposit: money.Rupees(2000),
			}, day("2026-10-01"))
		})
		first, stuck, last := w.Customer(), w.Customer(), w.Customer()
		w.Rent(first, company.Bengaluru, "2026-10-01", company.Sofa)
		w.Rent(stuck, company.Bengaluru, "2026-10-01", 9)
		w.Rent(last, company.Bengaluru, "2026-10-01", company.Sofa)
		w.Go("2026-11-01")
		runs, err := w.Billing.CatchUp(t.Context(), nil)
		if err == nil || !strings.Contains(err.Error(), "no GST rate") {
			t.Fatalf("error %v, want %q in it", err, "no GST rate")
		}
		if diff := cmp.Diff([]runFacts{{"2026-10-01", true, 2, 2 * 1769_00}}, factsOf(runs)); diff != "" {
			t.Fatalf("runs (-want +got):\n%s", diff)
		}
		count := func(want ...int) {
			t.Helper()
			for i, c := range []int64{first, stuck, last} {
				if n := len(w.Invoices(c)); n != want[i] {
					t.Errorf("customer %d has %d invoices, want %d", i, n, want[i])
				}
			}
		}
		count(1, 0, 1)
		alerts := testkit.OpenAlerts(t, s)
		if len(alerts) != 1 {
			t.Fatalf("alerts %+v, want 1", alerts)
		}
		if got, want := alerts[0].Kind, "customer_not_billed"; got != want || alerts[0].CustomerID != stuck {
			t.Errorf("alert %s of customer %d, want %s of %d", got, alerts[0].CustomerID, want, stuck)
		}
		w.Go("2026-11-11") // the daily work still charges late fees
		if _, err := w.Queue.RunDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		if w.Open(first).Fees == 0 || w.Open(last).Fees == 0 {
			t.Errorf("fees of %v and %v, want some of both", w.Open(first).Fees, w.Open(last).Fees)
		}
		w.Go("2026-12-01")
		if _, err := w.Billing.CatchUp(t.Context(), nil); err == nil {
			t.Error("nobody says that a customer was not billed")
		}
		count(2, 0, 2)
		w.Write(0, func(tx *store.Tx) error {
			return billing.SaveRate(t.Context(), tx, billing.Rate{SAC: "997315", From: day("2026-10-15"), BasisPoints: 1800})
		})
		w.Go("2026-12-02")
		for range 2 {
			if _, err := w.Billing.CatchUp(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			count(2, 2, 2)
		}
		want := []string{
			"rental of 2026-12-02 due 2026-12-10 for 2026-10-01 to 2026-11-01: 100000",
			"rental of 2026-12-02 due 2026-12-10 for 2026-11-01 to 2026-12-01: 100000",
		}
		if diff := cmp.Diff(want, described(w.Invoices(stuck))); diff != "" {
			t.Errorf("the invoices that came later (-want +got):\n%s", diff)
		}
	})
}

// A product is saved only if its code has a rate today.
func TestARateMustHoldToday(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		w.Write(0, func(tx *store.Tx) error {
			if err := billing.SaveRate(t.Context(), tx, billing.Rate{SAC: "997315", From: day("2026-10-10"), To: day("2026-10-20"), BasisPoints: 1800}); err != nil {
				return err
			}
			for on, known := range map[string]bool{"2026-10-09": false, "2026-10-10": true, "2026-10-19": true, "2026-10-20": false} {
				err := subscription.SaveProduct(t.Context(), tx, subscription.Product{
					ID: 9, Slug: "laptop", Name: "Laptop", SAC: "997315", Rent: money.Rupees(1000), Deposit: money.Rupees(2000),
				}, day(on))
				if (err == nil) != known {
					t.Errorf("on %s: %v, want %v", on, err, known)
				}
			}
			return nil
		})
	})
}

var errLost = errors.New("the database does not take this one")

// failing opens a database in which the first commit after arm fails.
func failing(t *testing.T, engine string) (s *store.Store, arm func()) {
	t.Helper()
	armed := false
	s, err := store.Open(t.Context(), store.Options{
		URL: testkit.ReadyURL(t, engine), Relaxed: true, MaxConns: 4,
		Probe: func(_ context.Context, at store.Point) error {
			if armed && at == store.BeforeCommit {
				armed = false
				return errLost
			}
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s, func() { armed = true }
}

// If the late fee of a customer cannot be charged, or a debit cannot lapse, the other customers are
// still processed.
func TestLateFeesGoOnAfterAFailure(t *testing.T) {
	for _, engine := range testkit.Engines() {
		t.Run(engine, func(t *testing.T) {
			s, arm := failing(t, engine)
			w := company.New(t, s, "2026-10-01")
			var all []int64
			for range 3 {
				c := w.Customer()
				w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
				all = append(all, c)
			}
			w.Write(all[2], func(tx *store.Tx) error {
				_, err := w.Mandates.Record(t.Context(), tx, all[2], mandate.Mandate{Gateway: "razorpay", Method: "upi", Active: true, Max: money.Rupees(5000)})
				return err
			})
			w.Go("2026-11-01")
			w.Bill()
			fees := func(want ...bool) {
				t.Helper()
				for i, c := range all {
					if got := w.Open(c).Fees > 0; got != want[i] {
						t.Errorf("customer %d: fees %v, want %v", i, got, want[i])
					}
				}
			}
			w.Go("2026-11-11")
			arm()
			if err := w.Billing.AssessLateFees(t.Context()); !errors.Is(err, errLost) {
				t.Fatalf("%v, want %v", err, errLost)
			}
			fees(false, true, false)
			w.Go("2026-12-11") // the debit of the third customer lapses first
			arm()
			if err := w.Billing.AssessLateFees(t.Context()); !errors.Is(err, errLost) {
				t.Fatalf("%v, want %v", err, errLost)
			}
			fees(true, true, false)
		})
	}
}

// A customer with a GSTIN that the tax portal would refuse is left out, with the reason. Nothing of
// the invoice is written, its number goes to the next one, and once the GSTIN is right it follows.
func TestAWrongGSTINStopsNobody(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		first, firm, last := w.Customer(), w.Registered("29AAAPZ1234C1ZX", "29"), w.Customer()
		for _, c := range []int64{first, firm, last} {
			w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
		}
		numbers := func() (list []string) {
			for _, c := range []int64{first, firm, last} {
				for _, i := range w.Invoices(c) {
					list = append(list, i.Number)
				}
			}
			return list
		}
		w.Go("2026-11-01")
		if _, err := w.Billing.CatchUp(t.Context(), nil); !fault.Is(err, 409) {
			t.Errorf("the run: got %v, want a conflict", err)
		}
		if diff := cmp.Diff([]string{"KA/26-27/0000001", "KA/26-27/0000002"}, numbers()); diff != "" {
			t.Errorf("invoices of the run (-want +got):\n%s", diff)
		}
		alerts := testkit.OpenAlerts(t, s)
		if len(alerts) != 1 || !strings.HasPrefix(alerts[0].Detail, `the customer's GSTIN "29AAAPZ1234C1ZX" has a wrong form or check character`) {
			t.Errorf("alerts %+v, want one that names the GSTIN", alerts)
		}
		raw := testkit.Raw(t, s)
		defer func() { _ = raw.Close() }()
		if _, err := raw.ExecContext(t.Context(), "UPDATE customers SET gstin = '29AAAPZ1234C1ZW' WHERE id = $1", firm); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Billing.CatchUp(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"KA/26-27/0000001", "KA/26-27/0000003", "KA/26-27/0000002"}, numbers()); diff != "" {
			t.Errorf("invoices afterwards (-want +got):\n%s", diff)
		}
	})
}
