package billing_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/address"
	"rento/internal/billing"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// inAdvance opens a town that bills in advance, in which the run of September
// was made for somebody else.
func inAdvance(t *testing.T, s *store.Store) (*company.Company, int64) {
	w := company.New(t, s, "2026-09-01")
	settings := billing.DefaultSettings()
	settings.Timing = billing.Advance
	w.Wire(settings)
	w.Billing.Register(w.Queue, nil)
	w.Queue.Handle("settlement.open", noJob)
	w.Rent(w.Customer(), company.Bengaluru, "2026-09-01", company.Fridge)
	w.Bill()
	return w, w.Customer()
}

// billedAhead works the queue off on a day, and lists a customer's documents in
// the order of their making.
func billedAhead(t *testing.T, w *company.Company, c int64, on string) (list []string) {
	t.Helper()
	w.Go(on)
	if _, err := w.Queue.RunDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Bill()
	for _, i := range slices.Backward(w.Invoices(c)) {
		list = append(list, fmt.Sprintf("%s of %s due %s for %s to %s: %d", i.Kind, i.Date, i.DueDate, i.PeriodFrom, i.PeriodTo, i.Taxable))
	}
	return list
}

// Docs/rules.md R2, in advance: the first part of a month at the delivery, then
// each month on its 1st; what was billed beyond a pickup is credited.
func TestRentInAdvance(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := inAdvance(t, s)
		w.Go("2026-09-17")
		order := w.Rent(c, company.Bengaluru, "2026-09-17", company.Sofa)
		first := "adjustment of 2026-09-17 due 2026-10-10 for 2026-09-17 to 2026-10-01: 69953"
		for range 2 {
			if diff := cmp.Diff([]string{first}, billedAhead(t, w, c, "2026-09-17")); diff != "" {
				t.Fatal(diff)
			}
		}
		month := "rental of 2026-10-01 due 2026-10-10 for 2026-10-01 to 2026-11-01: 149900"
		if diff := cmp.Diff([]string{first, month}, billedAhead(t, w, c, "2026-10-01")); diff != "" {
			t.Fatal(diff)
		}
		w.Go("2026-10-15")
		if err := w.Subscriptions.Close(t.Context(), c, []int64{order.Items[0].ID}, day("2026-10-15")); err != nil {
			t.Fatal(err)
		}
		credit := "credit_note of 2026-10-15 due  for 2026-10-01 to 2026-11-01: 82203"
		for _, on := range []string{"2026-10-15", "2026-11-01"} {
			if diff := cmp.Diff([]string{first, month, credit}, billedAhead(t, w, c, on)); diff != "" {
				t.Fatalf("on %s: %s", on, diff)
			}
		}
	})
}

// Days that were billed ahead and then stand in another state are credited and
// billed there; a pickup later credits what is left of both.
func TestMoveOfRentInAdvance(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := inAdvance(t, s)
		w.Go("2026-10-01")
		order := w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
		month := "rental of 2026-10-01 due 2026-10-10 for 2026-10-01 to 2026-11-01: 149900"
		if diff := cmp.Diff([]string{month}, billedAhead(t, w, c, "2026-10-01")); diff != "" {
			t.Fatal(diff)
		}
		w.Go("2026-10-15")
		pune := w.Address(c, company.Pune)
		w.Write(c, func(tx *store.Tx) error {
			to, err := address.Get(t.Context(), tx.Queries, c, pune)
			if err != nil {
				return err
			}
			return w.Subscriptions.MoveIn(t.Context(), tx, c, []int64{order.Items[0].ID}, to, day("2026-10-15"))
		})
		moved := []string{
			month, "credit_note of 2026-10-15 due  for 2026-10-01 to 2026-11-01: 82203",
			"adjustment of 2026-10-15 due 2026-11-10 for 2026-10-15 to 2026-11-01: 82203",
		}
		for range 2 {
			if diff := cmp.Diff(moved, billedAhead(t, w, c, "2026-10-15")); diff != "" {
				t.Fatal(diff)
			}
		}
		if i := w.Invoices(c)[0]; i.PlaceOfSupply != "27" || i.Supplier.StateCode != "27" {
			t.Errorf("billed anew by %s in %s", i.Supplier.StateCode, i.PlaceOfSupply)
		}
		w.Go("2026-10-20")
		if err := w.Subscriptions.Close(t.Context(), c, []int64{order.Items[0].ID}, day("2026-10-20")); err != nil {
			t.Fatal(err)
		}
		left := append(moved, "credit_note of 2026-10-20 due  for 2026-10-15 to 2026-11-01: 58026")
		if diff := cmp.Diff(left, billedAhead(t, w, c, "2026-10-20")); diff != "" {
			t.Fatal(diff)
		}
	})
}

// In arrears nothing is billed ahead, and a month not before it is over.
func TestNothingIsBilledAheadInArrears(t *testing.T) {
	w, c := owing(t, testkit.Open(t))
	w.Go("2026-11-15")
	if list, err := w.Billing.BillAhead(t.Context(), c); len(list) > 0 || err != nil {
		t.Errorf("billed %+v, %v", list, err)
	}
}
