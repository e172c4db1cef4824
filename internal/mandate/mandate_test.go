package mandate_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

func day(text string) calendar.Date { return calendar.MustParse(text) }

// Invoice on 1 November, debit on the 3rd: the customer has a day to object.
// 6,240 on a mandate of 5,000 is not debited (docs/rules.md R12).
func TestPlan(t *testing.T) {
	tests := []struct {
		name    string
		mandate mandate.Mandate
		amount  money.Paise
		allowed bool
	}{
		{"within the limit", mandate.Mandate{Max: money.Rupees(5000)}, money.Rupees(2830), true},
		{"at the limit", mandate.Mandate{Max: money.Rupees(5000)}, money.Rupees(5000), true},
		{"a paisa above", mandate.Mandate{Max: money.Rupees(5000)}, money.Rupees(5000) + 1, false},
		{"above the limit", mandate.Mandate{Max: money.Rupees(5000)}, money.Rupees(6240), false},
		{"expires on the day", mandate.Mandate{Max: money.Rupees(5000), ExpiresOn: day("2026-11-03")}, money.Rupees(1), true},
		{"expired the day before", mandate.Mandate{Max: money.Rupees(5000), ExpiresOn: day("2026-11-02")}, money.Rupees(1), false},
		{"nothing to debit", mandate.Mandate{Max: money.Rupees(5000)}, 0, false},
	}
	for _, c := range tests {
		on, allowed := c.mandate.Plan(c.amount, day("2026-11-01"))
		if on != day("2026-11-03") || allowed != c.allowed {
			t.Errorf("%s: on %v, allowed %v, want %v and %v", c.name, on, allowed, day("2026-11-03"), c.allowed)
		}
	}
}

func record(t *testing.T, w *company.Company, c int64, m mandate.Mandate) mandate.Mandate {
	t.Helper()
	w.Write(c, func(tx *store.Tx) (err error) {
		m, err = w.Mandates.Record(t.Context(), tx, c, m)
		return err
	})
	return m
}

func debits(t *testing.T, w *company.Company, c int64) []db.MandateDebit {
	t.Helper()
	list, err := w.Store.Queries().MandateDebits(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func inProgress(t *testing.T, w *company.Company, c int64) bool {
	t.Helper()
	open, err := mandate.DebitOpen(t.Context(), w.Store.Queries(), c)
	if err != nil {
		t.Fatal(err)
	}
	return open
}

// A monthly invoice plans a debit under the active mandate; paying by hand
// takes it back (ENTITY-02).
func TestDebitFollowsTheInvoice(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		c := w.Customer()
		w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
		old := record(t, w, c, mandate.Mandate{Gateway: "razorpay", Method: "card", Active: true, Max: money.Rupees(100), Last4: "4242"})
		active := record(t, w, c, mandate.Mandate{Gateway: "razorpay", Method: "upi", Active: true, Max: money.Rupees(5000), VPA: "asha@upi"})
		list, err := mandate.List(t.Context(), s.Queries(), c)
		if err != nil || len(list) != 2 || list[0].ID != active.ID || list[1].ID != old.ID || list[1].Active || list[0].VPA != "as…@upi" {
			t.Fatalf(`got %+v, %v; want len(list) = 2, list[0].ID = %v, list[1].ID = %v, not list[1].Active, list[0].VPA = "as…@upi"`, list, err, active.ID, old.ID)
		}
		if inProgress(t, w, c) {
			t.Fatal("a debit without an invoice")
		}
		w.Go("2026-11-01")
		w.Bill()
		planned := debits(t, w, c)
		if len(planned) != 1 || planned[0].State != "scheduled" || planned[0].DebitOn != day("2026-11-03") || planned[0].AmountPaise != money.Rupees(1769) || planned[0].MandateID != active.ID {
			t.Fatalf(`got %+v; want len(planned) = 1, planned[0].State = "scheduled", planned[0].DebitOn = %v, planned[0].AmountPaise = %v, planned[0].MandateID = %v`, planned, day("2026-11-03"), money.Rupees(1769), active.ID)
		}
		if !inProgress(t, w, c) {
			t.Fatal("the debit is not open")
		}
		w.Pay(c, "1", money.Rupees(1769))
		if inProgress(t, w, c) || debits(t, w, c)[0].State != "skipped" {
			t.Fatal("the debit outlived its invoice")
		}
	})
}

func TestDebitAboveTheLimitIsSkipped(t *testing.T) {
	w := company.New(t, testkit.Open(t), "2026-10-01")
	c := w.Customer()
	w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
	record(t, w, c, mandate.Mandate{Gateway: "razorpay", Method: "upi", Active: true, Max: money.Rupees(1000)})
	w.Go("2026-11-01")
	w.Bill()
	if planned := debits(t, w, c); len(planned) != 1 || planned[0].State != "skipped" || inProgress(t, w, c) {
		t.Fatalf(`got %+v; want len(planned) = 1, planned[0].State = "skipped", not inProgress(t, w, c)`, planned)
	}
}

// A customer whose items stand in two states has two monthly invoices a month,
// and a mandate debits once a month: the second invoice has a debit that is
// skipped through no fault of the customer's, so neither has a late fee. One
// that the mandate does not allow leaves the month to the next.
func TestTwoInvoicesOfOneMonth(t *testing.T) {
	for _, c := range []struct {
		name  string
		max   money.Paise
		want  []string // by invoice, the first made first
		fees  money.Paise
		again []string // of the next month
	}{
		{"both within the limit", money.Rupees(5000), []string{"scheduled ", "skipped month_taken"}, 0, []string{"scheduled ", "skipped month_taken"}},
		{"the first is above it", money.Rupees(1000), []string{"skipped not_allowed", "scheduled "}, 3500, []string{"skipped not_allowed", "scheduled "}},
		{"both are above it", money.Rupees(500), []string{"skipped not_allowed", "skipped not_allowed"}, 3500 + 2000, []string{"skipped not_allowed", "skipped not_allowed"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w := company.New(t, s, "2026-10-01")
				id := w.Customer()
				w.Rent(id, company.Bengaluru, "2026-10-01", company.Sofa) // 1,769
				w.Rent(id, company.Pune, "2026-10-01", company.TV)        // 825
				record(t, w, id, mandate.Mandate{Gateway: "razorpay", Method: "upi", Active: true, Max: c.max})
				w.Go("2026-11-01")
				w.Bill()
				if diff := cmp.Diff(c.want, planned(t, w, id)); diff != "" {
					t.Errorf("debits of October (-want +got):\n%s", diff)
				}
				w.Go("2026-11-11")
				if err := w.Billing.AssessLateFees(t.Context()); err != nil {
					t.Fatal(err)
				}
				if got := w.Balances(id).LateFeesDue(); got != c.fees {
					t.Errorf("late fees of %v, want %v", got, c.fees)
				}
				w.Go("2026-12-01")
				w.Bill()
				if diff := cmp.Diff(slices.Concat(c.want, c.again), planned(t, w, id)); diff != "" {
					t.Errorf("debits of October and November (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// The second invoice of a month has no fee as long as the mandate debits; once
// the customer has paused it, nothing stands in the way of the next month's fee.
func TestAMonthThatIsTakenExcusesWhileTheMandateIsActive(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		id := w.Customer()
		w.Rent(id, company.Bengaluru, "2026-10-01", company.Sofa) // 1,769
		w.Rent(id, company.Pune, "2026-10-01", company.TV)        // 825
		m := record(t, w, id, mandate.Mandate{Gateway: "razorpay", Method: "upi", Active: true, Max: money.Rupees(5000)})
		w.Go("2026-11-01")
		w.Bill()
		w.Pay(id, "the first", money.Rupees(1769))
		for _, step := range []struct {
			on    string
			pause bool
			fees  money.Paise
		}{{"2026-11-11", false, 0}, {"2026-12-11", true, 0}, {"2026-12-12", false, 0}, {"2027-01-11", false, 2000}} {
			w.Go(step.on)
			if err := w.Billing.AssessLateFees(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := w.Balances(id).LateFeesDue(); got != step.fees {
				t.Errorf("on %s there are late fees of %v, want %v", step.on, got, step.fees)
			}
			if step.pause {
				w.Write(id, func(tx *store.Tx) error {
					_, err := w.Mandates.Move(t.Context(), tx, id, m.ID, mandate.Paused)
					return err
				})
			}
		}
	})
}

// An invoice that is rounded to nothing has no debit, and stops nobody's bill.
func TestAnInvoiceOfNothingHasNoDebit(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		id := w.Customer()
		w.Write(id, func(tx *store.Tx) error {
			return subscription.SaveProduct(t.Context(), tx, subscription.Product{ID: 9, Slug: "hook", Name: "Hook", SAC: "997323", Rent: 101, Deposit: 100}, day("2026-10-01"))
		})
		w.Go("2026-10-25")
		w.Rent(id, company.Bengaluru, "2026-10-25", 9)
		record(t, w, id, mandate.Mandate{Gateway: "razorpay", Method: "upi", Active: true, Max: money.Rupees(5000)})
		w.Go("2026-11-01")
		w.Bill()
		if list := w.Invoices(id); len(list) != 1 || list[0].Total != 0 || len(debits(t, w, id)) != 0 {
			t.Errorf("invoices %+v, debits %+v; want len(list) = 1, list[0].Total = 0, len(debits(t, w, id)) = 0", list, debits(t, w, id))
		}
	})
}

// planned lists state and reason of a customer's debits, the first planned
// first.
func planned(t *testing.T, w *company.Company, c int64) (list []string) {
	t.Helper()
	for _, d := range slices.Backward(debits(t, w, c)) {
		list = append(list, d.State+" "+d.SkippedFor)
	}
	return list
}

// A debit that was never submitted lapses with its month, for all customers.
func TestLapse(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		c := w.Customer()
		w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
		record(t, w, c, mandate.Mandate{Gateway: "razorpay", Method: "upi", Active: true, Max: money.Rupees(5000)})
		w.Go("2026-11-01")
		w.Bill()
		for _, d := range []struct {
			day  string
			open bool
		}{{"2026-11-30", true}, {"2026-12-01", false}, {"2026-12-02", false}} {
			w.Go(d.day)
			if err := w.Mandates.Lapse(t.Context(), s); err != nil {
				t.Fatal(err)
			}
			if got := inProgress(t, w, c); got != d.open {
				t.Fatalf("on %s: open %v, want %v", d.day, got, d.open)
			}
		}
	})
}
