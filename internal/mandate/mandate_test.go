package mandate_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

func day(text string) calendar.Date { return calendar.MustParse(text) }

// banks has a holiday on Monday, 9 November 2026.
var banks = calendar.BankDays{Holidays: []calendar.Date{day("2026-11-09")}}

// The invoice is of 1 November and the debit on the 3rd, so the customer has a day to object.
// 6,240 rupees on a mandate of 5,000 are not debited (docs/rules.md R12).
func TestPlan(t *testing.T) {
	upi := mandate.Mandate{Method: provider.MandateUPI, Max: money.Rupees(5000)}
	until := func(last string) mandate.Mandate {
		m := upi
		m.ExpiresOn = day(last)
		return m
	}
	tests := []struct {
		name    string
		mandate mandate.Mandate
		amount  money.Paise
		allowed bool
	}{
		{"within the limit", upi, money.Rupees(2830), true},
		{"at the limit", upi, money.Rupees(5000), true},
		{"a paisa above", upi, money.Rupees(5000) + 1, false},
		{"above the limit", upi, money.Rupees(6240), false},
		{"expires on the day", until("2026-11-03"), money.Rupees(1), true},
		{"expired the day before", until("2026-11-02"), money.Rupees(1), false},
		{"nothing to debit", upi, 0, false},
	}
	for _, c := range tests {
		on, allowed := c.mandate.Plan(c.amount, day("2026-11-01"), banks)
		if on != day("2026-11-03") || allowed != c.allowed {
			t.Errorf("%s: on %v, allowed %v, want %v and %v", c.name, on, allowed, day("2026-11-03"), c.allowed)
		}
	}
}

var rails = []provider.MandateMethod{provider.MandateUPI, provider.MandateCard, provider.MandateEMandate, provider.MandateNACH}

// R12: UPI and cards debit up to 15,000 rupees, because above that the bank asks the customer.
// Net banking and NACH debit up to their network's crore. The customer's own limit caps both.
func TestMostOfADebitByRail(t *testing.T) {
	tests := []struct {
		name  string
		limit money.Paise
		want  []money.Paise // in the order of rails
	}{
		{"a limit below", money.Rupees(5000), []money.Paise{money.Rupees(5000), money.Rupees(5000), money.Rupees(5000), money.Rupees(5000)}},
		{"a limit of 15,000", money.Rupees(15_000), []money.Paise{money.Rupees(15_000), money.Rupees(15_000), money.Rupees(15_000), money.Rupees(15_000)}},
		{"a limit above it", money.Rupees(20_000), []money.Paise{money.Rupees(15_000), money.Rupees(15_000), money.Rupees(20_000), money.Rupees(20_000)}},
		{"a limit above a crore", money.Rupees(20_000_000), []money.Paise{money.Rupees(15_000), money.Rupees(15_000), money.Rupees(10_000_000), money.Rupees(10_000_000)}},
	}
	for _, c := range tests {
		for i, rail := range rails {
			m := mandate.Mandate{Method: rail, Max: c.limit}
			if got := m.Most(); got != c.want[i] {
				t.Errorf("%s, by %s: at most %v, want %v", c.name, rail, got, c.want[i])
			}
			if !m.Allows(c.want[i], day("2026-11-03")) || m.Allows(c.want[i]+1, day("2026-11-03")) {
				t.Errorf("%s, by %s: want %v allowed, and not a paisa more", c.name, rail, c.want[i])
			}
		}
	}
}

// R12: debits by net banking and NACH go to the bank on bank days only, debits by UPI on any day
// but the last of a month. Both are planned for the next possible day.
func TestDaysOfRails(t *testing.T) {
	tests := []struct {
		invoiced string
		want     []string // in the order of rails
	}{
		{"2026-11-01", []string{"2026-11-03", "2026-11-03", "2026-11-03", "2026-11-03"}}, // the 3rd is a Tuesday
		{"2026-11-05", []string{"2026-11-07", "2026-11-07", "2026-11-07", "2026-11-07"}}, // the 7th is the first Saturday
		{"2026-11-06", []string{"2026-11-08", "2026-11-08", "2026-11-10", "2026-11-10"}}, // the 8th is a Sunday, and the 9th a holiday
		{"2026-11-12", []string{"2026-11-14", "2026-11-14", "2026-11-16", "2026-11-16"}}, // the 14th is the second Saturday
		{"2026-11-27", []string{"2026-11-29", "2026-11-29", "2026-11-30", "2026-11-30"}}, // the 29th is a Sunday and the last day but one
		{"2026-11-28", []string{"2026-12-01", "2026-11-30", "2026-11-30", "2026-11-30"}}, // the 30th is the last day of the month
		{"2028-02-27", []string{"2028-03-01", "2028-02-29", "2028-02-29", "2028-02-29"}}, // the last day of February in a leap year
	}
	for _, c := range tests {
		for i, rail := range rails {
			on, _ := mandate.Mandate{Method: rail, Max: money.Rupees(5000)}.Plan(money.Rupees(1), day(c.invoiced), banks)
			if on != day(c.want[i]) {
				t.Errorf("invoiced on %s, by %s: on %v, want %s", c.invoiced, rail, on, c.want[i])
			}
		}
	}
}

// R12: how often and when each rail tries a debit again, up to the end of its month.
func TestRetryOn(t *testing.T) {
	const no = ""
	tests := []struct {
		today string
		tries int64
		want  []string // in the order of rails
		late  bool     // in the evening, when the notice waits for the next morning
	}{
		{today: "2026-11-03", tries: 1, want: []string{"2026-11-05", "2026-11-05", "2026-11-06", "2026-11-06"}},
		{today: "2026-11-03", tries: 2, want: []string{"2026-11-05", "2026-11-05", "2026-11-06", "2026-11-06"}},
		{today: "2026-11-03", tries: 3, want: []string{"2026-11-05", no, no, no}},
		{today: "2026-11-03", tries: 4, want: []string{no, no, no, no}},
		{today: "2026-11-05", tries: 1, want: []string{"2026-11-07", "2026-11-07", "2026-11-10", "2026-11-10"}}, // three days later is a Sunday
		{today: "2026-11-11", tries: 1, want: []string{"2026-11-13", "2026-11-13", "2026-11-16", "2026-11-16"}}, // three days later is the second Saturday
		{today: "2026-11-26", tries: 1, want: []string{"2026-11-28", "2026-11-28", "2026-11-30", "2026-11-30"}},
		{today: "2026-11-27", tries: 1, want: []string{"2026-11-29", "2026-11-29", "2026-11-30", "2026-11-30"}},
		{today: "2026-11-28", tries: 1, want: []string{no, "2026-11-30", no, no}}, // the 30th is the last day of the month, when UPI takes nothing
		{today: "2026-11-03", tries: 1, want: []string{"2026-11-06", "2026-11-06", "2026-11-06", "2026-11-06"}, late: true},
		{today: "2026-11-28", tries: 1, want: []string{no, no, no, no}, late: true},
		{today: "2026-11-29", tries: 1, want: []string{no, no, no, no}},
	}
	for _, c := range tests {
		for i, rail := range rails {
			d := mandate.Debit{Cycle: day("2026-11-01")}
			m := mandate.Mandate{Method: rail, State: mandate.Confirmed, Active: true}
			soonest := day(c.today).AddDays(mandate.NoticeDays)
			if c.late {
				soonest = soonest.AddDays(1)
			}
			got := no
			if on, again := m.RetryOn(d, c.tries, day(c.today), soonest, banks); again {
				got = on.String()
			}
			if got != c.want[i] {
				t.Errorf("failed on %s after %d tries, by %s: again on %q, want %q", c.today, c.tries, rail, got, c.want[i])
			}
			m.Active = false
			if _, again := m.RetryOn(d, c.tries, day(c.today), soonest, banks); again {
				t.Errorf("by %s, replaced by another: tried again", rail)
			}
			m.Active, m.State = true, mandate.Paused
			if _, again := m.RetryOn(d, c.tries, day(c.today), soonest, banks); again {
				t.Errorf("by %s, paused: tried again", rail)
			}
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

// shown is what a customer sees of a mandate.
type shown struct {
	ID     int64
	Active bool
	VPA    string
}

// listed lists a customer's mandates in the order in which they are shown.
func listed(t *testing.T, w *company.Company, c int64) (list []shown) {
	t.Helper()
	mandates, err := mandate.List(t.Context(), w.Store.Queries(), c)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range mandates {
		list = append(list, shown{m.ID, m.Active, m.VPA})
	}
	return list
}

func debits(t *testing.T, w *company.Company, c int64) []db.MandateDebit {
	t.Helper()
	list, err := w.Debits(c)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// inProgress reports whether the customer has an open debit under the active mandate.
func inProgress(t *testing.T, w *company.Company, c int64) bool {
	t.Helper()
	return slices.ContainsFunc(debits(t, w, c), func(d db.MandateDebit) bool {
		m, err := mandate.Get(t.Context(), w.Store.Queries(), c, d.MandateID)
		if err != nil {
			t.Fatal(err)
		}
		return m.Active && m.State == mandate.Confirmed && mandate.DebitState(d.State).Open()
	})
}

// A monthly invoice plans a debit under the active mandate, and paying by hand skips it
// (ENTITY-02).
func TestDebitFollowsTheInvoice(t *testing.T) {
	testkit.BothEngines(t)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		c := w.Customer()
		w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
		old := record(t, w, c, mandate.Mandate{Gateway: "razorpay", Method: "card", Active: true, Max: money.Rupees(100), Last4: "4242"})
		active := record(t, w, c, mandate.Mandate{Gateway: "razorpay", Method: "upi", Active: true, Max: money.Rupees(5000), VPA: "asha@upi"})
		if diff := cmp.Diff([]shown{{active.ID, true, "as…@upi"}, {old.ID, false, ""}}, listed(t, w, c)); diff != "" {
			t.Fatalf("mandates (-want +got):\n%s", diff)
		}
		if inProgress(t, w, c) {
			t.Fatal("a debit without an invoice")
		}
		w.Go("2026-11-01")
		w.Bill()
		type debit struct {
			State, On string
			Amount    money.Paise
			MandateID int64
		}
		var planned []debit
		for _, d := range debits(t, w, c) {
			planned = append(planned, debit{d.State, d.DebitOn.String(), d.AmountPaise, d.MandateID})
		}
		if diff := cmp.Diff([]debit{{"scheduled", "2026-11-03", money.Rupees(1769), active.ID}}, planned); diff != "" {
			t.Fatalf("debits (-want +got):\n%s", diff)
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
	if diff := cmp.Diff([]string{"skipped not_allowed"}, planned(t, w, c)); diff != "" {
		t.Fatalf("debits (-want +got):\n%s", diff)
	}
	if inProgress(t, w, c) {
		t.Error("a skipped debit counts as open")
	}
}

// A customer whose items stand in two states gets two invoices a month, and one debit pays both. If
// the mandate does not allow their sum, the oldest that it allows is debited. The other one is to be
// paid by hand, and is late like anybody's.
func TestTwoInvoicesOfOneMonth(t *testing.T) {
	for _, c := range []struct {
		name string
		max  money.Paise
		want []string    // the debits of each month
		sum  money.Paise // of the first debit
		fees money.Paise
	}{
		{"both within the limit", money.Rupees(5000), []string{"scheduled "}, money.Rupees(1769 + 825), 0},
		{"their sum is above it", money.Rupees(2000), []string{"scheduled ", "skipped month_taken"}, money.Rupees(1769), money.Rupees(20)},
		{"the first is above it", money.Rupees(1000), []string{"scheduled ", "skipped month_taken"}, money.Rupees(825), money.Rupees(35)},
		{"both are above it", money.Rupees(500), []string{"skipped not_allowed"}, money.Rupees(1769 + 825), money.Rupees(35 + 20)},
	} {
		t.Run(c.name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w := company.New(t, s, "2026-10-01")
				id := w.Customer()
				w.Rent(id, company.Bengaluru, "2026-10-01", company.Sofa) // 1,769 rupees a month
				w.Rent(id, company.Pune, "2026-10-01", company.TV)        // 825 rupees a month
				record(t, w, id, mandate.Mandate{Gateway: "razorpay", Method: "upi", Active: true, Max: c.max})
				w.Go("2026-11-01")
				w.Bill()
				if diff := cmp.Diff(c.want, planned(t, w, id)); diff != "" {
					t.Errorf("debits of October (-want +got):\n%s", diff)
				}
				if all := debits(t, w, id); all[len(all)-1].AmountPaise != c.sum {
					t.Errorf("the first debit is of %v, want %v", all[len(all)-1].AmountPaise, c.sum)
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
				if diff := cmp.Diff(slices.Concat(c.want, c.want), planned(t, w, id)); diff != "" {
					t.Errorf("debits of October and November (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// A debit that we do not submit in its month costs no late fee while the mandate is active. Once the
// customer has paused the mandate, the next month's fee is charged.
func TestALapsedDebitExcusesWhileTheMandateIsActive(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		id := w.Customer()
		w.Rent(id, company.Bengaluru, "2026-10-01", company.Sofa) // 1,769 rupees a month
		m := record(t, w, id, mandate.Mandate{Gateway: "razorpay", Method: "upi", Active: true, Max: money.Rupees(5000)})
		w.Go("2026-11-01")
		w.Bill()
		w.Write(id, func(tx *store.Tx) error {
			return w.Mandates.MoveDebit(t.Context(), tx, id, debits(t, w, id)[0].ID, mandate.Skipped, mandate.Lapsed)
		})
		for _, step := range []struct {
			on    string
			pause bool
			fees  money.Paise
		}{{"2026-11-11", false, 0}, {"2026-12-11", true, 0}, {"2026-12-12", false, 0}, {"2027-01-11", false, 3500}} {
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

// Once a later debit of the invoice was submitted, the lapsed one excuses nobody any more: what the
// bank refuses is to be paid, with reminders and late fees.
func TestALapsedDebitExcusesUntilALaterOneIsSubmitted(t *testing.T) {
	for _, c := range []struct {
		name  string
		tries int64
		fees  money.Paise
	}{{"not submitted", 0, 0}, {"refused", 1, 3500}} {
		t.Run(c.name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w := company.New(t, s, "2026-10-01")
				id := w.Customer()
				w.Rent(id, company.Bengaluru, "2026-10-01", company.Sofa) // 1,769 rupees a month
				record(t, w, id, mandate.Mandate{Gateway: "razorpay", Method: "upi", Active: true, Max: money.Rupees(5000)})
				w.Go("2026-11-01")
				w.Bill()
				lapsed := debits(t, w, id)[0]
				w.Write(id, func(tx *store.Tx) error {
					return w.Mandates.MoveDebit(t.Context(), tx, id, lapsed.ID, mandate.Skipped, mandate.Lapsed)
				})
				w.Go("2026-11-05")
				other := record(t, w, id, mandate.Mandate{Gateway: "billdesk", Method: "card", Active: true, Max: money.Rupees(5000)})
				w.Write(id, func(tx *store.Tx) error {
					now, debit := calendar.Stamp(w.Clock.Now()), w.IDs.Next()
					err := tx.MandateDebitAdd(t.Context(), db.MandateDebitAddParams{
						CustomerID: id, ID: debit, MandateID: other.ID, InvoiceID: lapsed.InvoiceID, Cycle: day("2026-11-01"), State: string(mandate.Failed),
						AmountPaise: money.Rupees(1769), DebitOn: day("2026-11-05"), CreatedAt: now, UpdatedAt: now,
					})
					if err != nil {
						return err
					}
					return tx.MandateDebitTries(t.Context(), db.MandateDebitTriesParams{Tries: c.tries, CustomerID: id, ID: debit})
				})
				w.Go("2026-11-11")
				if err := w.Billing.AssessLateFees(t.Context()); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(c.fees, w.Balances(id).LateFeesDue()); diff != "" {
					t.Errorf("late fees (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// Another account can try a refused debit again only if its own debit of the month is still open to
// more invoices: it makes one a month.
func TestARetryByAnotherAccount(t *testing.T) {
	for _, c := range []struct {
		own  mandate.DebitState // of the other account's debit of the month, "" for none
		want bool
	}{{"", true}, {mandate.Scheduled, true}, {mandate.Submitted, false}, {mandate.Succeeded, false}, {mandate.Failed, false}} {
		t.Run(string(c.own), func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w := company.New(t, s, "2026-10-01")
				id := w.Customer()
				w.Rent(id, company.Bengaluru, "2026-10-01", company.Sofa)
				w.Rent(id, company.Pune, "2026-10-01", company.Sofa)                                                                   // an invoice of another state
				first := record(t, w, id, mandate.Mandate{Gateway: "razorpay", Method: "card", Active: true, Max: money.Rupees(2000)}) // pays one of them
				other := record(t, w, id, mandate.Mandate{Gateway: "billdesk", Method: "card", Max: money.Rupees(5000)})
				w.Go("2026-11-01")
				w.Bill()
				other.Active = true // as it is once the customer has chosen it
				list := debits(t, w, id)
				at := slices.IndexFunc(list, func(d db.MandateDebit) bool { return d.MandateID == first.ID && mandate.DebitState(d.State).Planned() })
				if at < 0 {
					t.Fatalf("debits %+v, want one of them planned", list)
				}
				refused, err := mandate.GetDebit(t.Context(), w.Store.Queries(), id, list[at].ID)
				if err != nil {
					t.Fatal(err)
				}
				if c.own != "" {
					paid := slices.IndexFunc(w.Invoices(id), func(i billing.Invoice) bool { return i.ID != refused.InvoiceID })
					w.Write(id, func(tx *store.Tx) error {
						now := calendar.Stamp(w.Clock.Now())
						return tx.MandateDebitAdd(t.Context(), db.MandateDebitAddParams{
							CustomerID: id, ID: w.IDs.Next(), MandateID: other.ID, InvoiceID: w.Invoices(id)[paid].ID, Cycle: day("2026-11-01"), State: string(c.own),
							AmountPaise: money.Rupees(1769), DebitOn: day("2026-11-04"), CreatedAt: now, UpdatedAt: now,
						})
					})
				}
				may, err := w.Mandates.MayRetry(t.Context(), w.Store.Queries(), other, refused)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(c.want, may); diff != "" {
					t.Errorf("may try again (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// An invoice that is rounded to nothing has no debit, and billing goes on.
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
		var totals []money.Paise
		for _, i := range w.Invoices(id) {
			totals = append(totals, i.Total)
		}
		if diff := cmp.Diff([]money.Paise{0}, totals); diff != "" {
			t.Errorf("totals of the invoices (-want +got):\n%s", diff)
		}
		if list := debits(t, w, id); len(list) != 0 {
			t.Errorf("debits %+v, want none", list)
		}
	})
}

// planned lists the state and reason of each of a customer's debits, the first planned first.
func planned(t *testing.T, w *company.Company, c int64) (list []string) {
	t.Helper()
	for _, d := range slices.Backward(debits(t, w, c)) {
		list = append(list, d.State+" "+d.SkippedFor)
	}
	return list
}

// A debit that was never submitted lapses at the end of its month.
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
			if err := w.Mandates.Lapse(t.Context(), s, w.Billing.DebitLapsed); err != nil {
				t.Fatal(err)
			}
			if got := inProgress(t, w, c); got != d.open {
				t.Fatalf("on %s: open %v, want %v", d.day, got, d.open)
			}
		}
	})
}
