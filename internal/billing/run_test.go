package billing_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// Rents of 1,499 and 899 for October: taxable 2,398.00, CGST and SGST 215.82 each, 2,829.64,
// payable 2,830 by the 10th (docs/rules.md R2).
func TestMonthlyRunRaisesOneInvoice(t *testing.T) {
	testkit.BothEngines(t)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		c := w.Customer()
		w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa, company.Fridge)
		w.Go("2026-11-01")
		runs := w.Bill()
		if diff := cmp.Diff([]runFacts{{"2026-10-01", true, 1, 2830_00}}, factsOf(runs)); diff != "" {
			t.Fatalf("runs (-want +got):\n%s", diff)
		}
		list := w.Invoices(c)
		month := "rental of 2026-11-01 due 2026-11-10 for 2026-10-01 to 2026-11-01: 239800"
		if diff := cmp.Diff([]string{month}, described(list)); diff != "" {
			t.Fatalf("invoices (-want +got):\n%s", diff)
		}
		want := billing.Totals{Taxable: 239800, CGST: 21582, SGST: 21582, RoundOff: 36, Total: 283000}
		if diff := cmp.Diff(want, list[0].Totals); diff != "" {
			t.Fatalf("totals (-want +got):\n%s", diff)
		}
		if got, want := list[0].Number, "KA/26-27/0000001"; got != want {
			t.Fatalf("number %s, want %s", got, want)
		}
		if got := w.Balances(c).InvoicesDue(); got != money.Rupees(2830) {
			t.Fatalf("owed %v, want %v", got, money.Rupees(2830))
		}
		if again := w.Bill(); len(again) != 0 {
			t.Fatalf("billed again: %+v, want no run", again)
		}
		if again, err := w.Billing.BillMonth(t.Context(), day("2026-10-01"), nil); err != nil || again != runs[0] {
			t.Fatalf("billed again: %+v, %v; want the run %+v", again, err, runs[0])
		}
	})
}

func day(text string) calendar.Date { return calendar.MustParse(text) }

// runFacts are what tests check of a monthly run.
type runFacts struct {
	Month    string
	Done     bool
	Invoices int64
	Amount   money.Paise
}

func factsOf(runs []billing.Run) (list []runFacts) {
	for _, r := range runs {
		list = append(list, runFacts{r.Month.String(), r.Done, r.Invoices, r.Amount})
	}
	return list
}

// There is one invoice per supplier and place of supply. Kolkata is supplied from Karnataka with
// IGST, and Pune from Maharashtra with its own series.
func TestMonthlyRunSplitsBySupply(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		c := w.Customer()
		for _, city := range []int64{company.Bengaluru, company.Pune, company.Kolkata} {
			w.Rent(c, city, "2026-10-01", company.Sofa)
		}
		firm := w.Registered("27AAAAA0000A1Z2", "27")
		w.Rent(firm, company.Bengaluru, "2026-10-01", company.TV)
		w.Go("2026-11-01")
		w.Bill()
		var got []string
		for _, i := range append(w.Invoices(c), w.Invoices(firm)...) {
			got = append(got, fmt.Sprintf("%s %s %d %d", i.Number, i.PlaceOfSupply, i.CGST, i.IGST))
		}
		want := []string{
			"KA/26-27/0000002 19 0 26982", "MH/26-27/0000001 27 13491 0", "KA/26-27/0000001 29 13491 0", "KA/26-27/0000003 27 0 12582",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
		if to := w.Invoices(firm)[0].BillTo; to.GSTIN != "27AAAAA0000A1Z2" || to.Address == "" {
			t.Fatalf("billed to %+v, want the GSTIN 27AAAAA0000A1Z2 and an address", to)
		}
	})
}

// Months in which no run took place are billed later in order, each with its own invoice, across
// the financial year.
func TestCatchUpOfMissedMonths(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2027-01-17")
		c := w.Customer()
		if runs := w.Bill(); len(runs) != 0 {
			t.Fatalf("nothing was delivered: runs %+v, want none", runs)
		}
		w.Rent(c, company.Bengaluru, "2027-01-17", company.Sofa)
		w.Go("2027-04-03")
		var seen []string
		runs, err := w.Billing.CatchUp(t.Context(), func(p billing.Progress) {
			seen = append(seen, fmt.Sprintf("%s %d/%d %d %d", p.Month, p.Done, p.Total, p.Invoices, p.Amount))
		})
		if err != nil || len(runs) != 3 {
			t.Fatalf("%d runs, %v, want 3", len(runs), err)
		}
		if diff := cmp.Diff([]string{"2027-01-01 1/1 1 85600", "2027-02-01 1/1 1 176900", "2027-03-01 1/1 1 176900"}, seen); diff != "" {
			t.Fatal(diff)
		}
		list := w.Invoices(c)
		months := []string{
			"rental of 2027-04-03 due 2027-04-10 for 2027-01-17 to 2027-02-01: 72532",
			"rental of 2027-04-03 due 2027-04-10 for 2027-02-01 to 2027-03-01: 149900",
			"rental of 2027-04-03 due 2027-04-10 for 2027-03-01 to 2027-04-01: 149900",
		}
		if diff := cmp.Diff(months, described(list)); diff != "" {
			t.Fatalf("invoices (-want +got):\n%s", diff)
		}
		if got, want := list[2].Number, "KA/27-28/0000001"; got != want {
			t.Fatalf("the invoice of January is %s, want %s", got, want)
		}
		if last, err := s.Queries().BillingRun(t.Context(), day("2027-03-01")); err != nil || last.State != "done" {
			t.Fatalf("the run of March is %+v, %v; want it done", last, err)
		}
	})
}

func TestMonthThatIsNotOver(t *testing.T) {
	w := company.New(t, testkit.Open(t), "2026-10-31")
	if _, err := w.Billing.BillMonth(t.Context(), day("2026-10-01"), nil); !fault.Is(err, 409) {
		t.Fatalf("%v, want 409", err)
	}
}

// A delivery that is recorded after its month was billed is billed with the next month, and each
// day once.
func TestLateRecordOfADelivery(t *testing.T) {
	w := company.New(t, testkit.Open(t), "2026-09-01")
	early := w.Customer()
	w.Rent(early, company.Bengaluru, "2026-09-01", company.Sofa)
	w.Go("2026-10-01")
	w.Bill()
	late := w.Customer()
	w.Rent(late, company.Bengaluru, "2026-09-17", company.Sofa)
	w.Go("2026-11-01")
	w.Bill()
	both := "rental of 2026-11-01 due 2026-11-10 for 2026-09-17 to 2026-11-01: 219853" // 699.53 and 1,499
	if diff := cmp.Diff([]string{both}, described(w.Invoices(late))); diff != "" {
		t.Fatalf("invoices (-want +got):\n%s", diff)
	}
}

// An item that was rented elsewhere before is billed from its first day here on. The runs begin
// with the month of that day and not with its delivery.
func TestImportedItemIsNotBilledForItsPast(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-20")
		c := w.Customer()
		item := w.Import(c, company.Bengaluru, "2025-11-12", "2026-10-15", company.Sofa)
		w.Go("2026-11-01")
		if diff := cmp.Diff([]runFacts{{"2026-10-01", true, 1, 970_00}}, factsOf(w.Bill())); diff != "" {
			t.Fatalf("runs (-want +got):\n%s", diff)
		}
		october := "rental of 2026-11-01 due 2026-11-10 for 2026-10-15 to 2026-11-01: 82203"
		if diff := cmp.Diff([]string{october}, described(w.Invoices(c))); diff != "" {
			t.Fatalf("invoices (-want +got):\n%s", diff)
		}
		if item.DeliveryDate != day("2025-11-12") || item.TenureEnd != day("2026-05-12") {
			t.Errorf("the tenure is counted from %s to %s, want %v and %v", item.DeliveryDate, item.TenureEnd, day("2025-11-12"), day("2026-05-12"))
		}
	})
}

// An item that is picked up before its first day here is never billed.
func TestImportedItemThatLeavesBeforeItsFirstDay(t *testing.T) {
	w := company.New(t, testkit.Open(t), "2026-10-20")
	w.Queue.Handle("settlement.open", noJob)
	w.Billing.Register(w.Queue, nil)
	c := w.Customer()
	item := w.Import(c, company.Bengaluru, "2025-11-12", "2026-11-01", company.Sofa)
	if err := w.Subscriptions.Close(t.Context(), c, []int64{item.ID}, day("2026-10-20")); err != nil {
		t.Fatal(err)
	}
	runsTo(t, w, c, "2026-10-21", 10, 0, 0)
	runsTo(t, w, c, "2026-12-02", 10, 0, 0)
}

// The days before going live are never billed, whatever the items say.
func TestNothingIsBilledBeforeGoingLive(t *testing.T) {
	w := company.New(t, testkit.Open(t), "2026-08-01")
	settings := billing.DefaultSettings()
	settings.GoLive = day("2026-10-15")
	w.Wire(settings)
	c := w.Customer()
	w.Rent(c, company.Bengaluru, "2026-08-01", company.Sofa)
	w.Go("2026-11-01")
	if diff := cmp.Diff([]runFacts{{"2026-10-01", true, 1, 970_00}}, factsOf(w.Bill())); diff != "" {
		t.Fatalf("runs (-want +got):\n%s", diff)
	}
	october := "rental of 2026-11-01 due 2026-11-10 for 2026-10-15 to 2026-11-01: 82203"
	if diff := cmp.Diff([]string{october}, described(w.Invoices(c))); diff != "" {
		t.Fatalf("invoices (-want +got):\n%s", diff)
	}
}

// errKilled simulates that the process was killed.
var errKilled = errors.New("killed")

// A run that is killed before or after any of its commits, and started again, gives the same result
// as an undisturbed run. It makes nothing twice and skips no number.
func TestRunKilledInTheMiddle(t *testing.T) {
	for _, engine := range testkit.Engines() {
		t.Run(engine, func(t *testing.T) {
			want := ""
			kills := 14
			for k := 0; k <= kills; k++ {
				got := killedRun(t, engine, k)
				if k == 0 {
					want = got
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("killed at commit point %d: %s", k, diff)
				}
			}
		})
	}
}

// killedRun bills five customers and is killed at the k-th commit point. 0 means never.
func killedRun(t *testing.T, engine string, k int) string {
	point, armed := 0, false
	s, err := store.Open(t.Context(), store.Options{
		URL: testkit.ReadyURL(t, engine), Relaxed: true, MaxConns: 4,
		Probe: func(context.Context, store.Point) error {
			if !armed {
				return nil
			}
			if point++; k > 0 && point >= k {
				return errKilled // a killed node commits nothing any more
			}
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	w := company.New(t, s, "2026-10-01")
	customers := make([]int64, 5)
	for i := range customers {
		customers[i] = w.Customer()
		w.Rent(customers[i], company.Bengaluru, "2026-10-01", company.Sofa, company.TV)
	}
	w.Go("2026-11-01")
	armed = true
	_, err = w.Billing.CatchUp(t.Context(), nil)
	armed = false
	if k > 0 && !errors.Is(err, errKilled) {
		t.Fatalf("kill %d: %v, want %v", k, err, errKilled)
	}
	w.Wire(billing.DefaultSettings())
	w.Bill()
	return summary(t, w, customers)
}

func summary(t *testing.T, w *company.Company, customers []int64) (text string) {
	for n, c := range customers {
		for _, i := range w.Invoices(c) {
			text += fmt.Sprintf("%d %s %s %v\n", n, i.Number, i.PeriodFrom, i.Total)
		}
		text += fmt.Sprintln(w.Balances(c).InvoicesDue())
	}
	r, err := w.Store.Queries().BillingRun(t.Context(), day("2026-10-01"))
	if err != nil {
		t.Fatal(err)
	}
	text += fmt.Sprintln(r.Month, r.State, r.Invoices, r.TotalPaise)
	findings, err := ledger.Check(t.Context(), w.Store.Queries())
	if err != nil || len(findings) > 0 {
		t.Fatalf("%v %v", findings, err)
	}
	return text
}

// Two nodes that bill the same month at the same time share the work.
func TestTwoRunsAtOnce(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		customers := make([]int64, 12)
		for i := range customers {
			customers[i] = w.Customer()
			w.Rent(customers[i], company.Bengaluru, "2026-10-01", company.Sofa)
		}
		w.Go("2026-11-01")
		var group sync.WaitGroup
		for range 2 {
			group.Go(func() {
				if _, err := w.Billing.CatchUp(t.Context(), nil); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		numbers := map[string]bool{}
		for _, c := range customers {
			list := w.Invoices(c)
			if len(list) != 1 {
				t.Fatalf("customer %d has %d invoices, want 1", c, len(list))
			}
			numbers[list[0].Number] = true
		}
		if len(numbers) != len(customers) || !numbers["KA/26-27/0000012"] {
			t.Fatalf("numbers %v, want %d, the last KA/26-27/0000012", numbers, len(customers))
		}
	})
}

// The schedule does nothing in the last minute before the run. At 00:10 on the 1st it bills the
// month, which is 18:40 UTC of the day before.
func TestMonthlySchedule(t *testing.T) {
	w, c := scheduled(t)
	runsTo(t, w, c, "2026-10-06", 0, 10, 0)
	runsTo(t, w, c, "2026-11-01", 0, 9, 0)
	runsTo(t, w, c, "2026-11-01", 0, 10, 1)
	runsTo(t, w, c, "2026-11-02", 0, 30, 1)
}

// If the service starts after the 1st, the daily work does the missed run.
func TestDailyWorkCatchesUp(t *testing.T) {
	w, c := scheduled(t)
	runsTo(t, w, c, "2026-11-02", 0, 5, 0)
	runsTo(t, w, c, "2026-11-02", 0, 30, 1)
}

func scheduled(t *testing.T) (*company.Company, int64) {
	w := company.New(t, testkit.Open(t), "2026-10-05")
	w.Billing.Register(w.Queue, nil)
	c := w.Customer()
	w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
	return w, c
}

// runsTo sets the clock, runs the due jobs, and checks the number of invoices.
func runsTo(t *testing.T, w *company.Company, c int64, on string, hour, minute, invoices int) {
	t.Helper()
	w.Clock.Set(day(on).At(hour, minute))
	if _, err := w.Queue.RunDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	if list := w.Invoices(c); len(list) != invoices {
		t.Fatalf("%d invoices, want %v", len(list), invoices)
	}
}
