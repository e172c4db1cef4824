package billing_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// Dues are listed by what they are for. The parts add up to the dues and include the round-off of
// their documents.
func TestDueParts(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		c := w.Customer()
		sofa := w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa).Items[0].ID
		w.Go("2026-11-01")
		w.Bill()
		assess(t, w, "2026-11-11")
		parts := func() billing.DueParts {
			t.Helper()
			balances := w.Balances(c)
			standing, err := billing.AccountSummaryOf(t.Context(), s.Queries(), c)
			if err != nil {
				t.Fatal(err)
			}
			got := standing.Due
			if sum := got.Rent + got.Exit + got.Damage + got.Other + got.LateFees; sum != balances.Dues() {
				t.Errorf("%+v add up to %v, want the %v that are due", got, sum, balances.Dues())
			}
			return got
		}
		want := billing.DueParts{Rent: money.Rupees(1769), LateFees: money.Rupees(35)}
		if diff := cmp.Diff(want, parts()); diff != "" {
			t.Fatalf("before any charge (-want +got):\n%s", diff)
		}
		for operation, amount := range map[string]money.Paise{billing.ExitCharge + "1/1/0": 54034, billing.DamageCharge + "1/0": 25000, "test/1": 10000} {
			w.Write(c, func(tx *store.Tx) error {
				_, err := w.Billing.ChargesIn(t.Context(), tx, c, []billing.Charge{{ItemID: sofa, Operation: operation, Written: operation, Amount: amount}})
				return err
			})
		}
		want.Exit, want.Damage, want.Other = 63760, 29500, 11800
		if diff := cmp.Diff(want, parts()); diff != "" {
			t.Fatalf("with charges (-want +got):\n%s", diff)
		}
		entries, err := w.Billing.List(t.Context(), s.Queries(), c)
		if err != nil {
			t.Fatal(err)
		}
		of := map[billing.Purpose]money.Paise{}
		for _, e := range entries {
			of[e.For] += e.Total
		}
		documents := map[billing.Purpose]money.Paise{
			billing.ForRent: want.Rent, billing.ForEarlyClosure: want.Exit, billing.ForDamage: want.Damage, billing.ForCharge: want.Other,
		}
		if diff := cmp.Diff(documents, of); diff != "" {
			t.Errorf("documents by what they are for (-want +got):\n%s", diff)
		}
		w.Pay(c, "1", money.Rupees(1769)+60000) // pays the oldest first: October, and most of what is due next
		if got := parts(); got.Rent != 0 {
			t.Errorf("after a payment: %v of rent is due, want none", got.Rent)
		}
	})
}
