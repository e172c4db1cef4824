package billing_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// dates compares days by their value.
var dates = cmpopts.EquateComparable(calendar.Date{})

// Open amounts are listed by due day. The wallet pays on that day exactly what was announced.
func TestDeadlines(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		c := w.Customer()
		w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
		want := func(when string, want billing.Deadlines) {
			t.Helper()
			standing, err := billing.AccountSummaryOf(t.Context(), s.Queries(), c)
			if err != nil {
				t.Fatal(err)
			}
			got, err := billing.DefaultSettings().LateFee.Deadlines(t.Context(), s.Queries(), c, standing, calendar.Today(w.Clock))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, dates); diff != "" {
				t.Errorf("%s (-want +got):\n%s", when, diff)
			}
		}
		november, december := calendar.MustParse("2026-11-10"), calendar.MustParse("2026-12-10")
		want("nothing is due", billing.Deadlines{})
		w.Go("2026-11-01")
		w.Bill()
		want("in time", billing.Deadlines{Days: []billing.DueDay{{Day: november, Amount: money.Rupees(1769)}}})
		w.Go("2026-12-02")
		w.Bill()
		next := w.Balances(c).InvoicesDue() - money.Rupees(1769)
		want("one month overdue, the next in time", billing.Deadlines{Days: []billing.DueDay{
			{Day: november, Amount: money.Rupees(1769), Overdue: true}, {Day: december, Amount: next},
		}, NextFee: billing.LateFee{
			InvoiceID: w.Invoices(c)[1].ID, Cycle: december.MonthStart(), Date: december.AddDays(1), DaysLate: 31, Base: money.Rupees(1769), Amount: money.Rupees(70),
		}})
		w.Pay(c, "november", money.Rupees(1769)+next)
		w.Pay(c, "too much", money.Rupees(500))
		w.Go("2027-01-01")
		w.Bill()
		rent := w.Balances(c).InvoicesDue()
		january := calendar.MustParse("2027-01-10")
		want("with wallet credit", billing.Deadlines{
			Days: []billing.DueDay{{Day: january, Amount: rent}}, FromWallet: money.Rupees(500), WalletOn: january,
		})
		w.Go("2027-01-10")
		want("on the due day, before the wallet has paid", billing.Deadlines{
			Days: []billing.DueDay{{Day: january, Amount: rent}}, FromWallet: money.Rupees(500), WalletOn: january.AddDays(1),
		})
		assess(t, w, "2027-01-10")
		want("after it has", billing.Deadlines{Days: []billing.DueDay{{Day: january, Amount: rent - money.Rupees(500)}}})
		sofa := w.Rent(c, company.Bengaluru, "2027-01-10", company.Sofa).Items[0]
		charge := raised(t, w, c, sofa.ID, billing.ExitCharge+"1/1/0", 50000)
		w.Go("2027-03-01")
		standing, err := billing.AccountSummaryOf(t.Context(), s.Queries(), c)
		if err != nil {
			t.Fatal(err)
		}
		got, err := billing.DefaultSettings().LateFee.Deadlines(t.Context(), s.Queries(), c, standing, calendar.Today(w.Clock))
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Days) != 2 {
			t.Fatalf("a charge for leaving early before the pickup: due on %+v, want two days", got.Days)
		}
		last := billing.DueDay{Day: calendar.MustParse("2027-03-11"), Amount: charge.Total}
		if diff := cmp.Diff(last, got.Days[1], dates); diff != "" {
			t.Errorf("a charge for leaving early before the pickup (-want +got):\n%s", diff)
		}
	})
}

// The wallet pays by the due days that screens show. So rent that is due comes before an older
// early closure charge that is still in its grace period. The late fee is on what the wallet leaves
// open.
func TestTheWalletPaysByTheDaysThatScreensShow(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		c := w.Customer()
		item := w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa).Items[0].ID
		w.Go("2026-11-01")
		charge := raised(t, w, c, item, billing.ExitCharge+"1/1/0", money.Rupees(1000))
		w.Bill()
		saved(t, w, c, money.Rupees(1000))
		w.Go("2026-11-09")
		standing, err := billing.AccountSummaryOf(t.Context(), s.Queries(), c)
		if err != nil {
			t.Fatal(err)
		}
		due := calendar.MustParse("2026-11-10")
		d, err := billing.DefaultSettings().LateFee.Deadlines(t.Context(), s.Queries(), c, standing, calendar.Today(w.Clock))
		if err != nil {
			t.Fatal(err)
		}
		if d.FromWallet != money.Rupees(1000) || d.WalletOn != due {
			t.Errorf("the wallet pays %v on %s, want 1,000 on %s", d.FromWallet, d.WalletOn, due)
		}
		if diff := cmp.Diff(billing.DueDay{Day: due, Amount: money.Rupees(1769)}, d.Days[0], dates); diff != "" {
			t.Errorf("what is due first (-want +got):\n%s", diff)
		}
		assess(t, w, "2026-11-10")
		for _, i := range w.Invoices(c) {
			want := money.Rupees(769)
			if i.ID == charge.ID {
				want = charge.Total
			}
			if i.Open() != want {
				t.Errorf("invoice %s of %v has %v open, want %v", i.Number, i.Total, i.Open(), want)
			}
		}
		assess(t, w, "2026-11-11")
		if fees := w.Balances(c).LateFeesDue(); fees != money.Rupees(20) {
			t.Errorf("late fees of %v, want 20 of what the wallet left open", fees)
		}
	})
}
