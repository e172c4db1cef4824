package billing_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/address"
	"rento/internal/billing"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
	"rento/internal/testkit/recompute"
)

// inAdvance opens a company that bills in advance. The run of September has billed another
// customer.
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

// billedAhead runs the due jobs on a day and lists a customer's documents, oldest first.
func billedAhead(t *testing.T, w *company.Company, c int64, on string) []string {
	t.Helper()
	w.Go(on)
	if _, err := w.Queue.RunDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Bill()
	return described(w.Invoices(c))
}

// described describes a customer's documents, oldest first, in a line each.
func described(documents []billing.Invoice) (list []string) {
	for _, i := range slices.Backward(documents) {
		list = append(list, fmt.Sprintf("%s of %s due %s for %s to %s: %d", i.Kind, i.Date, i.DueDate, i.PeriodFrom, i.PeriodTo, i.Taxable))
	}
	return list
}

// Docs/rules.md R2, in advance: the first part of a month is billed at the delivery, and each later
// month on its 1st. What was billed beyond a pickup is credited.
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
		credit := "credit_note of 2026-10-15 due  for 2026-10-15 to 2026-11-01: 82203"
		for _, on := range []string{"2026-10-15", "2026-11-01"} {
			if diff := cmp.Diff([]string{first, month, credit}, billedAhead(t, w, c, on)); diff != "" {
				t.Fatalf("on %s: %s", on, diff)
			}
		}
	})
}

// After a pickup or a change, a credit note names the credited days and the days of their month. A
// credit of an amount that is not for days names no rate.
func TestACreditNoteNamesTheDaysItTakesBack(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := inAdvance(t, s)
		w.Go("2026-10-01")
		item := w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa).Items[0].ID
		billedAhead(t, w, c, "2026-10-01")
		invoice := w.Invoices(c)[0]
		noted := func() string {
			t.Helper()
			d, err := w.Billing.Document(t.Context(), s.Queries(), c, w.Invoices(c)[0].ID)
			if err != nil {
				t.Fatal(err)
			}
			type noteFacts struct {
				Kind     billing.Kind
				For      billing.Purpose
				Original string
			}
			want := noteFacts{billing.CreditNote, billing.ForCredit, invoice.Number}
			if diff := cmp.Diff(want, noteFacts{d.Kind, d.For, d.Original.Number}); diff != "" {
				t.Fatalf("the credit note (-want +got):\n%s", diff)
			}
			l := d.Lines[0]
			return fmt.Sprintf("%s to %s, %d of %d days at %d: %d", l.From, l.To, l.Days, l.MonthDays, l.Rate, l.Amount)
		}
		w.Write(c, func(tx *store.Tx) error {
			_, err := w.Billing.CreditIn(t.Context(), tx, billing.Credit{
				CustomerID: c, InvoiceID: invoice.ID, Operation: "goodwill/1", Reason: billing.Reason{Code: billing.WrittenReason, Written: "Sorry"}, Lines: []billing.CreditedLine{{LineNo: 1, Amount: 100}},
			})
			return err
		})
		if got, want := noted(), "2026-10-01 to 2026-11-01, 31 of 31 days at 0: 100"; got != want {
			t.Errorf("a rupee of it: got %s, want %s", got, want)
		}
		w.Go("2026-10-15")
		if err := w.Subscriptions.Close(t.Context(), c, []int64{item}, day("2026-10-15")); err != nil {
			t.Fatal(err)
		}
		billedAhead(t, w, c, "2026-10-15")
		if got, want := noted(), "2026-10-15 to 2026-11-01, 17 of 31 days at 149900: 82203"; got != want {
			t.Errorf("after the pickup: got %s, want %s", got, want)
		}
		report, err := recompute.Documents(t.Context(), testkit.Raw(t, s), "2026-11-01")
		if err != nil || report.Err() != nil {
			t.Errorf("recomputed: %v, %v; want no difference", err, report.Err())
		}
	})
}

// If an item moves to another state, the days billed ahead are credited and billed in the new
// state. A later pickup credits what is left of both.
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
			month, "credit_note of 2026-10-15 due  for 2026-10-15 to 2026-11-01: 82203",
			"adjustment of 2026-10-15 due 2026-11-10 for 2026-10-15 to 2026-11-01: 82203",
		}
		for range 2 {
			if diff := cmp.Diff(moved, billedAhead(t, w, c, "2026-10-15")); diff != "" {
				t.Fatal(diff)
			}
		}
		if i := w.Invoices(c)[0]; i.PlaceOfSupply != "27" || i.Supplier.StateCode != "27" {
			t.Errorf("billed anew by %s in %s, want 27 and 27", i.Supplier.StateCode, i.PlaceOfSupply)
		}
		w.Go("2026-10-20")
		if err := w.Subscriptions.Close(t.Context(), c, []int64{order.Items[0].ID}, day("2026-10-20")); err != nil {
			t.Fatal(err)
		}
		left := append(moved, "credit_note of 2026-10-20 due  for 2026-10-20 to 2026-11-01: 58026")
		if diff := cmp.Diff(left, billedAhead(t, w, c, "2026-10-20")); diff != "" {
			t.Fatal(diff)
		}
	})
}

// A move that was planned ahead can come earlier. Then days before the ones that were billed again
// change too.
func TestAMoveInAdvanceComesEarlier(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := inAdvance(t, s)
		w.Go("2026-10-01")
		order := w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
		billedAhead(t, w, c, "2026-10-01")
		pune := w.Address(c, company.Pune)
		move := func(told, from string) {
			w.Go(told)
			w.Write(c, func(tx *store.Tx) error {
				to, err := address.Get(t.Context(), tx.Queries, c, pune)
				if err != nil {
					return err
				}
				return w.Subscriptions.MoveIn(t.Context(), tx, c, []int64{order.Items[0].ID}, to, day(from))
			})
		}
		move("2026-10-05", "2026-10-20")
		billedAhead(t, w, c, "2026-10-05")
		move("2026-10-10", "2026-10-10")
		want := []string{
			"rental of 2026-10-01 due 2026-10-10 for 2026-10-01 to 2026-11-01: 149900",
			"credit_note of 2026-10-05 due  for 2026-10-20 to 2026-11-01: 58026",
			"adjustment of 2026-10-05 due 2026-11-10 for 2026-10-20 to 2026-11-01: 58026",
			"credit_note of 2026-10-10 due  for 2026-10-10 to 2026-10-20: 48355",
			"adjustment of 2026-10-10 due 2026-11-10 for 2026-10-10 to 2026-10-20: 48355",
		}
		for range 2 {
			if diff := cmp.Diff(want, billedAhead(t, w, c, "2026-10-10")); diff != "" {
				t.Fatal(diff)
			}
		}
		report, err := recompute.Documents(t.Context(), testkit.Raw(t, s), "2026-11-01")
		if err != nil || report.Err() != nil {
			t.Errorf("recomputed: %v, %v; want no difference", err, report.Err())
		}
	})
}

// Days that were credited by hand are not billed again at another place. They do not stop other
// days from being billed.
func TestDaysThatWereGivenStayGiven(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := inAdvance(t, s)
		w.Go("2026-10-01")
		given := w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa).Items[0].ID
		billedAhead(t, w, c, "2026-10-01")
		invoice := w.Invoices(c)[0].ID
		other := w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa).Items[0].ID
		list := billedAhead(t, w, c, "2026-10-02")
		w.Write(c, func(tx *store.Tx) error {
			_, err := w.Billing.CreditIn(t.Context(), tx, billing.Credit{
				CustomerID: c, InvoiceID: invoice, Operation: "goodwill/1", Reason: billing.Reason{Code: billing.WrittenReason, Written: "Never worked"}, Lines: []billing.CreditedLine{{LineNo: 1, Amount: 149_900}},
			})
			return err
		})
		w.Go("2026-10-15")
		pune := w.Address(c, company.Pune)
		w.Write(c, func(tx *store.Tx) error {
			to, err := address.Get(t.Context(), tx.Queries, c, pune)
			if err != nil {
				return err
			}
			return w.Subscriptions.MoveIn(t.Context(), tx, c, []int64{given, other}, to, day("2026-10-15"))
		})
		want := append(
			list, "credit_note of 2026-10-02 due  for 2026-10-01 to 2026-11-01: 149900",
			"credit_note of 2026-10-15 due  for 2026-10-15 to 2026-11-01: 82203",
			"adjustment of 2026-10-15 due 2026-11-10 for 2026-10-15 to 2026-11-01: 82203",
		)
		if diff := cmp.Diff(want, billedAhead(t, w, c, "2026-10-15")); diff != "" {
			t.Fatal(diff)
		}
		if alerts := testkit.OpenAlerts(t, s); len(alerts) != 0 {
			t.Errorf("alerts: got %+v, want none", alerts)
		}
	})
}

// If a part of the days was credited by hand, the days are billed again all the same, and the same
// part stays credited. Another line on the same invoice does not change that.
func TestAPartThatWasGivenStaysGiven(t *testing.T) {
	const (
		days   = " of 2026-10-15 due  for 2026-10-15 to 2026-11-01: "
		again  = "adjustment of 2026-10-15 due 2026-11-10 for 2026-10-15 to 2026-11-01: "
		moved  = "credit_note" + days + "82203"
		picked = "credit_note of 2026-10-16 due  for 2026-10-16 to 2026-11-01: "
	)
	for _, c := range []struct {
		name  string
		given money.Paise
		want  []string // after the move, and after the first item is picked up on the 16th
	}{
		{"what the days before the move cost", 10000, []string{moved, moved, again + "164406", picked + "77368"}},
		{"more than that", 100000, []string{
			"credit_note of 2026-10-15 due  for 2026-10-01 to 2026-11-01: 49900", moved, again + "164406", "credit_note" + days + "32303",
			"credit_note of 2026-10-16 due  for 2026-10-15 to 2026-11-01: 49900",
		}},
		{"all of them", 149900, []string{moved, again + "82203"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w, customer := inAdvance(t, s)
				w.Go("2026-10-01")
				items := w.Rent(customer, company.Bengaluru, "2026-10-01", company.Sofa, company.Sofa).Items
				billedAhead(t, w, customer, "2026-10-01")
				invoice := w.Invoices(customer)[0].ID
				w.Write(customer, func(tx *store.Tx) error {
					_, err := w.Billing.CreditIn(t.Context(), tx, billing.Credit{
						CustomerID: customer, InvoiceID: invoice, Operation: "goodwill/1", Reason: billing.Reason{Code: billing.WrittenReason, Written: "Did not work"}, Lines: []billing.CreditedLine{{LineNo: 1, Amount: c.given}},
					})
					return err
				})
				before := len(w.Invoices(customer))
				w.Go("2026-10-15")
				pune := w.Address(customer, company.Pune)
				w.Write(customer, func(tx *store.Tx) error {
					to, err := address.Get(t.Context(), tx.Queries, customer, pune)
					if err != nil {
						return err
					}
					return w.Subscriptions.MoveIn(t.Context(), tx, customer, []int64{items[0].ID, items[1].ID}, to, day("2026-10-15"))
				})
				billedAhead(t, w, customer, "2026-10-15")
				w.Go("2026-10-16")
				if err := w.Subscriptions.Close(t.Context(), customer, []int64{items[0].ID}, day("2026-10-16")); err != nil {
					t.Fatal(err)
				}
				for range 2 {
					if diff := cmp.Diff(c.want, billedAhead(t, w, customer, "2026-10-16")[before:]); diff != "" {
						t.Fatal(diff)
					}
				}
				if c.given < 149900 { // what was credited in full is billed where the item no longer stands
					report, err := recompute.Documents(t.Context(), testkit.Raw(t, s), "2026-11-01")
					if err != nil || report.Err() != nil {
						t.Errorf("recomputed: %v, %v; want no difference", err, report.Err())
					}
				}
			})
		})
	}
}

// In arrears nothing is billed ahead, and no month is billed before it is over.
func TestNothingIsBilledAheadInArrears(t *testing.T) {
	w, c := owing(t, testkit.Open(t))
	w.Go("2026-11-15")
	if list, err := w.Billing.BillAhead(t.Context(), c); len(list) > 0 || err != nil {
		t.Errorf("billed %+v, %v; want nothing", list, err)
	}
}
