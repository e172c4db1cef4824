package dashboard_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/dashboard"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// Home shows the debit of an open invoice with its day, amount and account, or says that the
// invoice has to be paid by hand. It shows nothing for a paid invoice.
func TestWhatBecomesOfADebit(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		cases := map[string]struct {
			most  money.Paise
			moves []mandate.DebitState
			why   mandate.Reason
			want  dashboard.Step
		}{
			"planned":        {most: money.Rupees(5000), want: dashboard.DebitPlanned},
			"announced":      {most: money.Rupees(5000), moves: []mandate.DebitState{mandate.Notified}, want: dashboard.DebitPlanned},
			"at the bank":    {most: money.Rupees(5000), moves: []mandate.DebitState{mandate.Notified, mandate.Unknown}, want: dashboard.DebitUnderWay},
			"submitted":      {most: money.Rupees(5000), moves: []mandate.DebitState{mandate.Notified, mandate.Unknown, mandate.Submitted}, want: dashboard.DebitUnderWay},
			"refused":        {most: money.Rupees(5000), moves: []mandate.DebitState{mandate.Notified, mandate.Unknown, mandate.Failed}, want: dashboard.DebitFailed},
			"over the limit": {most: money.Rupees(500), want: dashboard.DebitAboveLimit},
			"objected to":    {most: money.Rupees(5000), moves: []mandate.DebitState{mandate.Skipped}, why: mandate.Declined, want: dashboard.DebitSkipped},
			"left behind":    {most: money.Rupees(5000), moves: []mandate.DebitState{mandate.Skipped}, why: mandate.Inactive, want: dashboard.DebitTooLate},
			"lapsed":         {most: money.Rupees(5000), moves: []mandate.DebitState{mandate.Skipped}, why: mandate.Lapsed, want: dashboard.DebitLapsed},
			"paid":           {most: money.Rupees(5000), moves: []mandate.DebitState{mandate.Skipped}, why: mandate.PaidOtherwise},
			"debited":        {most: money.Rupees(5000), moves: []mandate.DebitState{mandate.Notified, mandate.Unknown, mandate.Succeeded}},
		}
		w := company.New(t, s, "2026-10-01")
		customers := map[string]int64{}
		for name, c := range cases {
			customer := w.Customer()
			customers[name] = customer
			w.Rent(customer, company.Bengaluru, "2026-10-01", company.Sofa)
			w.Write(customer, func(tx *store.Tx) error {
				_, err := w.Mandates.Record(t.Context(), tx, customer, mandate.Mandate{Max: c.most, Gateway: "billdesk", Method: "upi", VPA: "asha@upi", Active: true})
				return err
			})
		}
		w.Go("2026-11-01")
		w.Bill()
		home := dashboard.New(s, w.Subscriptions, w.Clock, dashboard.Config{})
		for name, c := range cases {
			customer := customers[name]
			debits, err := w.Debits(customer)
			if err != nil || len(debits) != 1 {
				t.Fatalf("%s: debits %+v, %v; want one", name, debits, err)
			}
			for _, to := range c.moves {
				w.Write(customer, func(tx *store.Tx) error {
					why := c.why
					if to != mandate.Skipped {
						why = mandate.NotSkipped
					}
					return w.Mandates.MoveDebit(t.Context(), tx, customer, debits[0].ID, to, why)
				})
			}
			data, err := home.For(t.Context(), customer)
			d := data.Debit
			if err != nil || d.Step != c.want {
				t.Errorf("%s: %+v, %v; want the step %q", name, d, err, c.want)
			}
			if c.want == "" {
				continue
			}
			if planned := c.want == dashboard.DebitPlanned; planned && d.On != calendar.MustParse("2026-11-03") || !planned && !d.On.IsZero() {
				t.Errorf("%s: on %s, want the 3rd for a planned one and no day for others", name, d.On)
			}
			if d.Amount != data.TotalPayable || d.Most != c.most || d.Account != "as…@upi" || d.PayBy.IsZero() || d.Invoice == "" || d.ID != debits[0].ID {
				t.Errorf("%s: %+v; want it whole", name, d)
			}
			w.Pay(customer, name, data.TotalPayable)
			if after, err := home.For(t.Context(), customer); err != nil || after.Debit.Step != "" {
				t.Errorf("%s, paid: %+v, %v; want nothing", name, after.Debit, err)
			}
		}
	})
}

// A debit that moved to another mandate has the day and the account of the new one. One that the new
// one does not allow stays with the former one. A debit that is not made because the mandate changed
// says why: the active mandate does not allow it, or no mandate debits rent.
func TestADebitAfterAChangeOfMandate(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		customer := w.Customer()
		w.Rent(customer, company.Bengaluru, "2026-10-01", company.Sofa)
		with := func(vpa string, most money.Paise, active bool) (m mandate.Mandate) {
			w.Write(customer, func(tx *store.Tx) (err error) {
				m, err = w.Mandates.Record(t.Context(), tx, customer, mandate.Mandate{Max: most, Gateway: "billdesk", Method: "upi", VPA: vpa, Active: active})
				return err
			})
			return m
		}
		with("asha@upi", money.Rupees(5000), true)
		low, high := with("low@upi", money.Rupees(500), false), with("high@upi", money.Rupees(5000), false)
		w.Go("2026-11-01")
		w.Bill()
		w.Go("2026-11-02")
		home := dashboard.New(s, w.Subscriptions, w.Clock, dashboard.Config{})
		want := func(step dashboard.Step, account, on string) {
			t.Helper()
			data, err := home.For(t.Context(), customer)
			if d := data.Debit; err != nil || d.Step != step || d.Account != account || d.On.String() != on {
				t.Errorf("got %+v, %v; want %s by %s on %q", d, err, step, account, on)
			}
		}
		activate := func(m mandate.Mandate) {
			w.Write(customer, func(tx *store.Tx) error {
				_, err := w.Mandates.Activate(t.Context(), tx, customer, m.ID)
				return err
			})
		}
		activate(high)
		want(dashboard.DebitPlanned, "hi…@upi", "2026-11-04")
		activate(low)
		want(dashboard.DebitPlanned, "hi…@upi", "2026-11-04")
		cancel := func(m mandate.Mandate) {
			w.Write(customer, func(tx *store.Tx) error {
				_, err := w.Mandates.Move(t.Context(), tx, customer, m.ID, mandate.Cancelled)
				return err
			})
		}
		cancel(high)
		want(dashboard.DebitAboveLimit, "lo…@upi", "")
		cancel(low)
		want(dashboard.DebitStopped, "lo…@upi", "")
	})
}

// Once a mandate with too low a limit is removed, home does not mention its limit any more.
func TestADebitAboveTheLimitOfARemovedMandate(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		customer := w.Customer()
		w.Rent(customer, company.Bengaluru, "2026-10-01", company.Sofa)
		var low mandate.Mandate
		w.Write(customer, func(tx *store.Tx) (err error) {
			low, err = w.Mandates.Record(t.Context(), tx, customer, mandate.Mandate{Max: money.Rupees(500), Gateway: "billdesk", Method: "upi", VPA: "low@upi", Active: true})
			return err
		})
		w.Go("2026-11-01")
		w.Bill()
		home := dashboard.New(s, w.Subscriptions, w.Clock, dashboard.Config{})
		want := func(step dashboard.Step) {
			t.Helper()
			if data, err := home.For(t.Context(), customer); err != nil || data.Debit.Step != step {
				t.Errorf("%+v, %v; want %s", data.Debit, err, step)
			}
		}
		want(dashboard.DebitAboveLimit)
		w.Write(customer, func(tx *store.Tx) error {
			_, err := w.Mandates.Move(t.Context(), tx, customer, low.ID, mandate.Cancelled)
			return err
		})
		want(dashboard.DebitStopped)
	})
}

// at is a schedule that debits at one time and on one day.
type at struct {
	day    calendar.Date
	amount money.Paise
	ahead  calendar.Date
	back   money.Paise
}

func (a at) Ahead(context.Context, *db.Queries, int64) (calendar.Date, error) { return a.ahead, nil }

func (at) ChoiceFor(context.Context, *db.Queries, int64) (string, error) { return "XXXX 1007", nil }

func (a at) NextDay(context.Context, *db.Queries, mandate.Mandate) (calendar.Date, error) {
	return a.day, nil
}

func (a at) Next(context.Context, *db.Queries, mandate.Mandate) (on calendar.Date, amount, back money.Paise, err error) {
	return a.day, a.amount, a.back, nil
}

func (at) Time(provider.MandateMethod) string { return "06:00" }

// In the month after a skipped debit, home shows what the next debit pays and what else is due,
// which together are all dues. It shows when the debit is made, and the fee that comes if it is
// skipped too. For a mandate that came too late it shows the day from which it debits.
func TestWhatADebitPaysAndWhatNot(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		customer := w.Customer()
		w.Rent(customer, company.Bengaluru, "2026-10-01", company.Sofa)
		var m mandate.Mandate
		w.Write(customer, func(tx *store.Tx) (err error) {
			m, err = w.Mandates.Record(t.Context(), tx, customer, mandate.Mandate{Max: money.Rupees(5000), Gateway: "billdesk", Method: "upi", VPA: "asha@upi", Active: true})
			return err
		})
		w.Go("2026-11-01")
		w.Bill()
		from := calendar.MustParse("2026-12-03")
		home := dashboard.New(s, w.Subscriptions, w.Clock, dashboard.Config{LateFee: billing.DefaultSettings().LateFee, Debits: at{day: from}})
		see := func() dashboard.Data {
			t.Helper()
			data, err := home.For(t.Context(), customer)
			if err != nil {
				t.Fatal(err)
			}
			return data
		}
		if d := see().Debit; d.Besides != 0 || d.Time != "06:00" || d.Fee.Amount != money.Rupees(35) || d.Fee.Date.String() != "2026-11-11" {
			t.Errorf("planned: %+v; want it to pay all, from six on, and a fee of 35 on the 11th if it is skipped", d)
		}
		w.Write(customer, func(tx *store.Tx) error {
			return w.Mandates.MoveDebit(t.Context(), tx, customer, see().Debit.ID, mandate.Skipped, mandate.Declined)
		})
		if d := see().Debit; d.Step != dashboard.DebitSkipped || d.Time != "" || d.Fee.Amount != money.Rupees(35) || d.Fee.InTime().String() != "2026-11-10" {
			t.Errorf("skipped: %+v; want the fee of 35 after the 10th", d)
		}
		w.Go("2026-11-11")
		if err := w.Billing.AssessLateFees(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.Go("2026-12-01")
		w.Bill()
		data := see()
		if d := data.Debit; d.Step != dashboard.DebitPlanned || d.Amount != money.Rupees(1769) || d.Besides != money.Rupees(1769+35) || d.Amount+d.Besides != data.TotalPayable {
			t.Errorf("in December: %+v of %v; want 1,769 debited and 1,804 besides", d, data.TotalPayable)
		}
		w.Write(customer, func(tx *store.Tx) error {
			_, err := w.Mandates.Move(t.Context(), tx, customer, m.ID, mandate.Paused)
			return err
		})
		w.Go("2026-12-30")
		w.Write(customer, func(tx *store.Tx) error {
			_, err := w.Mandates.Record(t.Context(), tx, customer, mandate.Mandate{Max: money.Rupees(5000), Gateway: "billdesk", Method: "upi", VPA: "other@upi", Active: true})
			return err
		})
		if d := see().Debit; d.Step != dashboard.DebitTooLate || d.From != from || d.Account != "ot…@upi" || d.Besides != 0 {
			t.Errorf("too late: %+v; want the day from which on it debits", d)
		}
	})
}

// Two invoices of a month are one debit. If the mandate does not allow their sum, home says which of
// them is not debited.
func TestTwoInvoicesOfAMonth(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		enough, small := w.Customer(), w.Customer()
		for customer, most := range map[int64]money.Paise{enough: money.Rupees(5000), small: money.Rupees(2000)} {
			w.Rent(customer, company.Bengaluru, "2026-10-01", company.Sofa)
			w.Rent(customer, company.Pune, "2026-10-01", company.TV)
			w.Write(customer, func(tx *store.Tx) error {
				_, err := w.Mandates.Record(t.Context(), tx, customer, mandate.Mandate{Max: most, Gateway: "billdesk", Method: "upi", VPA: "asha@upi", Active: true})
				return err
			})
		}
		w.Go("2026-11-01")
		w.Bill()
		type seen struct {
			Step       dashboard.Step
			Amount     money.Paise
			Besides    money.Paise
			NotDebited []money.Paise
		}
		for customer, want := range map[int64]seen{
			enough: {Step: dashboard.DebitPlanned, Amount: money.Rupees(1769 + 825)},
			small:  {Step: dashboard.DebitPlanned, Amount: money.Rupees(1769), Besides: money.Rupees(825), NotDebited: []money.Paise{money.Rupees(825)}},
		} {
			data, err := dashboard.New(s, w.Subscriptions, w.Clock, dashboard.Config{}).For(t.Context(), customer)
			if err != nil {
				t.Fatal(err)
			}
			got := seen{Step: data.Debit.Step, Amount: data.Debit.Amount, Besides: data.Debit.Besides}
			for _, d := range data.NotDebited {
				if d.Step == dashboard.DebitMonthTaken && !d.PayBy.IsZero() {
					got.NotDebited = append(got.NotDebited, d.Amount)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("home of %d (-want +got):\n%s", customer, diff)
			}
		}
	})
}

// Before the debit is announced, home says what the wallet pays of it and when. Afterwards the wallet
// pays nothing of it, because the debit comes before the due day.
func TestWhatTheWalletPaysBeforeADebit(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		part, whole := w.Customer(), w.Customer()
		for customer, wallet := range map[int64]money.Paise{part: money.Rupees(500), whole: money.Rupees(5000)} {
			w.Rent(customer, company.Bengaluru, "2026-10-01", company.Sofa)
			w.Write(customer, func(tx *store.Tx) error {
				_, err := w.Mandates.Record(t.Context(), tx, customer, mandate.Mandate{Max: money.Rupees(5000), Gateway: "billdesk", Method: "upi", VPA: "asha@upi", Active: true})
				return err
			})
			w.Pay(customer, "ahead", wallet)
		}
		w.Go("2026-11-01")
		w.Bill()
		type seen struct {
			Debited, FromWallet money.Paise
			On                  string
		}
		see := func(customer int64) seen {
			t.Helper()
			data, err := dashboard.New(s, w.Subscriptions, w.Clock, dashboard.Config{}).For(t.Context(), customer)
			if err != nil {
				t.Fatal(err)
			}
			return seen{data.Debit.Amount, data.Deadlines.FromWallet, data.Deadlines.WalletOn.String()}
		}
		if diff := cmp.Diff(seen{money.Rupees(1269), money.Rupees(500), "2026-11-01"}, see(part)); diff != "" {
			t.Errorf("a part (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(seen{0, money.Rupees(1769), "2026-11-01"}, see(whole)); diff != "" {
			t.Errorf("all of it (-want +got):\n%s", diff)
		}
		debits, err := w.Debits(part)
		if err != nil {
			t.Fatal(err)
		}
		w.Write(part, func(tx *store.Tx) error {
			return w.Mandates.MoveDebit(t.Context(), tx, part, debits[0].ID, mandate.Notified, mandate.NotSkipped)
		})
		if diff := cmp.Diff(seen{money.Rupees(1769), 0, ""}, see(part)); diff != "" {
			t.Errorf("announced (-want +got):\n%s", diff)
		}
	})
}

// Home says what is debited next: the rent of the next invoice, from which account and when. While
// the debit of an open invoice is to come, that one is said with the invoice. A mandate that does
// not allow the next rent says so, and one that is paused at the bank too.
func TestWhatIsDebitedNext(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		customer := w.Customer()
		w.Rent(customer, company.Bengaluru, "2026-10-01", company.Sofa)
		rent := money.Rupees(1769)
		next := at{day: calendar.MustParse("2026-11-03"), amount: rent}
		want := func(d dashboard.NextDebit) {
			t.Helper()
			home := dashboard.New(s, w.Subscriptions, w.Clock, dashboard.Config{LateFee: billing.DefaultSettings().LateFee, Debits: next})
			up, err := home.Upcoming(t.Context(), customer)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(d, up.Debit, cmpopts.EquateComparable(calendar.Date{})); diff != "" {
				t.Errorf("the next debit (-want +got):\n%s", diff)
			}
		}
		want(dashboard.NextDebit{})
		var m mandate.Mandate
		w.Write(customer, func(tx *store.Tx) (err error) {
			m, err = w.Mandates.Record(t.Context(), tx, customer, mandate.Mandate{Max: money.Rupees(5000), Gateway: "billdesk", Method: "upi", VPA: "asha@upi", Active: true})
			return err
		})
		planned := dashboard.NextDebit{Step: dashboard.DebitPlanned, On: next.day, Time: "06:00", Amount: rent, Most: money.Rupees(5000), Account: "as…@upi"}
		want(planned)
		next.back = money.Rupees(1200)
		less := planned
		less.Amount -= next.back
		want(less)
		next = at{amount: rent}
		want(dashboard.NextDebit{Step: dashboard.DebitAboveLimit, Amount: rent, Most: money.Rupees(5000), Account: "as…@upi", Choice: "XXXX 1007"})
		next = at{}
		want(dashboard.NextDebit{})
		next = at{day: planned.On, amount: rent}
		w.Go("2026-11-01")
		w.Bill()
		want(dashboard.NextDebit{})
		w.Pay(customer, "by hand", rent)
		want(planned)
		w.Write(customer, func(tx *store.Tx) error {
			_, err := w.Mandates.Move(t.Context(), tx, customer, m.ID, mandate.Paused)
			return err
		})
		want(dashboard.NextDebit{Step: dashboard.DebitStopped, Most: money.Rupees(5000), Account: "as…@upi"})
		next.ahead = calendar.MustParse("2027-03-01")
		want(dashboard.NextDebit{Step: dashboard.DebitStopped, Most: money.Rupees(5000), Account: "as…@upi", Ahead: next.ahead})
	})
}

// Home promises the money in the wallet once: what an open invoice that no debit pays needs of it is
// not taken off the debit, neither of the next one nor of a planned one.
func TestTheWalletIsPromisedOnce(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		customer := w.Customer()
		w.Rent(customer, company.Bengaluru, "2026-10-01", company.Sofa)
		rent := money.Rupees(1769)
		w.Go("2026-11-01")
		w.Bill()
		w.Write(customer, func(tx *store.Tx) error {
			if _, err := w.Mandates.Record(t.Context(), tx, customer, mandate.Mandate{Max: money.Rupees(5000), Gateway: "billdesk", Method: "upi", VPA: "asha@upi", Active: true}); err != nil {
				return err
			}
			_, _, err := w.Ledger.Post(t.Context(), tx, ledger.Entry{
				CustomerID: customer, SourceType: "goodwill", SourceID: "welcome", At: calendar.Stamp(w.Clock.Now()), Description: "A gift",
				Legs: []ledger.Leg{ledger.Debit(ledger.Promotion, rent+money.Rupees(231)), ledger.Credit(ledger.PromotionalCredit, rent+money.Rupees(231))},
			})
			return err
		})
		type seen struct {
			FromWallet money.Paise
			On         string
			Debit      money.Paise
		}
		home := dashboard.New(s, w.Subscriptions, w.Clock, dashboard.Config{LateFee: billing.DefaultSettings().LateFee, Debits: at{day: calendar.MustParse("2026-12-03"), amount: rent}})
		data, err := home.For(t.Context(), customer)
		if err != nil {
			t.Fatal(err)
		}
		up, err := home.Upcoming(t.Context(), customer)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(seen{rent, "2026-11-10", rent - money.Rupees(231)}, seen{data.Deadlines.FromWallet, data.Deadlines.WalletOn.String(), up.Debit.Amount}); diff != "" {
			t.Errorf("before the next invoice (-want +got):\n%s", diff)
		}
		w.Go("2026-12-01")
		w.Bill()
		if data, err = home.For(t.Context(), customer); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(seen{money.Rupees(231), "2026-12-01", rent - money.Rupees(231)}, seen{data.Deadlines.FromWallet, data.Deadlines.WalletOn.String(), data.Debit.Amount}); diff != "" {
			t.Errorf("with the next invoice (-want +got):\n%s", diff)
		}
	})
}

// While a debit is planned for after the due day, the invoice is not overdue: home names the last of
// the four days that are left once that debit has failed. If the customer skips it, the due day holds:
// the question before skipping it names that day.
func TestADebitAfterTheDueDay(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		customer := w.Customer()
		w.Rent(customer, company.Bengaluru, "2026-10-01", company.Sofa)
		w.Write(customer, func(tx *store.Tx) error {
			_, err := w.Mandates.Record(t.Context(), tx, customer, mandate.Mandate{Max: money.Rupees(5000), Gateway: "billdesk", Method: "upi", VPA: "asha@upi", Active: true})
			return err
		})
		w.Go("2026-11-01")
		w.Bill()
		debits, err := w.Debits(customer)
		if err != nil {
			t.Fatal(err)
		}
		debit := debits[0].ID
		w.Write(customer, func(tx *store.Tx) error {
			return w.Mandates.PlanNotice(t.Context(), tx, mandate.Debit{CustomerID: customer, ID: debit, On: calendar.MustParse("2026-11-14"), Amount: money.Rupees(1769), Reference: "again"})
		})
		w.Go("2026-11-12")
		want := func(when, day string, overdue bool) {
			t.Helper()
			data, err := dashboard.New(s, w.Subscriptions, w.Clock, dashboard.Config{LateFee: billing.DefaultSettings().LateFee}).For(t.Context(), customer)
			if err != nil {
				t.Fatal(err)
			}
			got := []string{fmt.Sprint(data.Debit.PayBy, " ", data.Debit.Overdue)}
			for _, d := range data.Deadlines.Days {
				got = append(got, fmt.Sprint(d.Day, " ", d.Amount, " ", d.Overdue))
			}
			if diff := cmp.Diff([]string{"2026-11-10 true", fmt.Sprint(day, " ₹1,769 ", overdue)}, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", when, diff)
			}
		}
		want("planned", "2026-11-18", false)
		w.Write(customer, func(tx *store.Tx) error {
			return w.Mandates.MoveDebit(t.Context(), tx, customer, debit, mandate.Skipped, mandate.Declined)
		})
		want("skipped", "2026-11-10", true)
	})
}

// A refund that waits can come after a debit. So home says that it pays only what the debit does not.
func TestARefundBesideADebit(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		customer := w.Customer()
		w.Rent(customer, company.Bengaluru, "2026-10-01", company.Sofa)
		w.Write(customer, func(tx *store.Tx) error {
			_, err := w.Mandates.Record(t.Context(), tx, customer, mandate.Mandate{Max: money.Rupees(5000), Gateway: "billdesk", Method: "upi", VPA: "asha@upi", Active: true})
			return err
		})
		w.Go("2026-11-01")
		w.Bill()
		w.Write(customer, func(tx *store.Tx) error {
			id, now := w.IDs.Next(), calendar.Stamp(w.Clock.Now())
			if err := tx.SettlementAdd(t.Context(), db.SettlementAddParams{CustomerID: customer, ID: id, Origin: "pickup", DepositPaise: money.Rupees(2000), CreatedAt: now, UpdatedAt: now}); err != nil {
				return err
			}
			_, err := tx.SettlementInspected(t.Context(), db.SettlementInspectedParams{
				State: "ready", RefundPaise: money.Rupees(2000), ReadyAt: now, UpdatedAt: now, CustomerID: customer, ID: id,
			})
			return err
		})
		want := func(when string, amount money.Paise) {
			t.Helper()
			data, err := dashboard.New(s, w.Subscriptions, w.Clock, dashboard.Config{}).For(t.Context(), customer)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(amount, data.Refunds.PaysDue.Deposit); diff != "" {
				t.Errorf("%s, what the refund pays of the dues (-want +got):\n%s", when, diff)
			}
		}
		want("a debit is planned", 0)
		debits, err := w.Debits(customer)
		if err != nil {
			t.Fatal(err)
		}
		w.Write(customer, func(tx *store.Tx) error {
			return w.Mandates.MoveDebit(t.Context(), tx, customer, debits[0].ID, mandate.Skipped, mandate.Declined)
		})
		want("it was skipped", money.Rupees(1769))
	})
}
