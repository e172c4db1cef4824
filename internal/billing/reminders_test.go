package billing_test

import (
	"fmt"
	"strings"
	"testing"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// told are the mails to a customer with a part in their text.
func told(w *company.Company, c int64, part string) (mails []db.NotifyOutboxRow) {
	for _, m := range w.Mails(c) {
		if strings.Contains(m.Body, part) {
			mails = append(mails, m)
		}
	}
	return mails
}

func remind(t *testing.T, w *company.Company, day string) {
	t.Helper()
	w.Go(day)
	if err := w.Billing.Remind(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// Three days before the due day, and on the day before the first late fee, a
// customer is reminded once of what is open, whatever days the run sees.
func TestReminders(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		for day := calendar.MustParse("2026-11-01"); day.Before(calendar.MustParse("2026-11-30")); day = day.AddDays(1) {
			remind(t, w, day.String())
			remind(t, w, day.String())
			assess(t, w, day.String())
		}
		mails := told(w, c, "is to be paid")
		if len(mails) != 2 {
			t.Fatalf("reminded %d times: %+v; want len(mails) = 2", len(mails), mails)
		}
		for i, want := range []string{"₹1,769 is to be paid by 10 November 2026", "If it is not, a late fee of ₹35 is charged tomorrow"} {
			if !strings.Contains(mails[i].Body, want) {
				t.Errorf("reminder %d: %q, want %q in it", i, mails[i].Body, want)
			}
		}
	})
}

// Once more than one month is open, a reminder names all that is to be paid, with
// the fees of the months before, and on the last day all fees of the day after.
func TestAReminderNamesAllThatIsDue(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		assess(t, w, "2026-11-11")
		w.Go("2026-12-01")
		w.Bill()
		remind(t, w, "2026-12-07")
		remind(t, w, "2026-12-09")
		remind(t, w, "2026-12-10")
		for _, want := range []string{
			"₹1,769 is to be paid by 10 December 2026, and ₹1,804 that was due before: ₹3,573 in all.",
			"₹3,573 is to be paid today, 10 December 2026. If it is not, a late fee of ₹70",
		} {
			if mails := told(w, c, want); len(mails) != 1 {
				t.Fatalf("told %+v; want one with %q: twice 1,769, and 35", w.Mails(c), want)
			}
		}
		assess(t, w, "2026-12-11")
		balances, err := ledger.BalancesOf(t.Context(), w.Store.Queries(), c)
		if err != nil || balances.LateFeesDue() != money.Rupees(105) {
			t.Errorf("late fees of %v, %v; want 105, the 35 of November and the 70 that were announced", balances.LateFeesDue(), err)
		}
	})
}

// Nobody is reminded of what comes by itself or costs no fee: the wallet's part
// is left out, and the last day is told to those alone who are charged after it.
func TestNobodyIsRemindedInVain(t *testing.T) {
	for name, c := range map[string]struct {
		wallet, paid money.Paise
		want         []string
	}{
		"paid in time":                     {paid: money.Rupees(1769)},
		"the wallet has it all":            {wallet: money.Rupees(2000)},
		"the wallet has a part":            {wallet: money.Rupees(1000), want: []string{"₹769 is to be paid by", "late fee of ₹20"}},
		"what is open is too little a fee": {paid: money.Rupees(1700), want: []string{"₹69 is to be paid by"}},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w := company.New(t, s, "2026-10-01")
				id := w.Customer()
				w.Rent(id, company.Bengaluru, "2026-10-01", company.Sofa)
				w.Go("2026-11-02")
				w.Bill()
				if c.paid > 0 {
					w.Pay(id, "part", c.paid)
				}
				if c.wallet > 0 {
					saved(t, w, id, c.wallet)
				}
				remind(t, w, "2026-11-07")
				assess(t, w, "2026-11-10")
				remind(t, w, "2026-11-10")
				mails := told(w, id, "is to be paid")
				if len(mails) != len(c.want) {
					t.Fatalf("got %+v, want %v", mails, c.want)
				}
				for i, want := range c.want {
					if !strings.Contains(mails[i].Body, want) {
						t.Errorf("got %q, want %q in it", mails[i].Body, want)
					}
				}
			})
		})
	}
}

// What the wallet pays by itself on the due day is told, with what is left.
func TestTheWalletTellsWhatItPaid(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		saved(t, w, c, money.Rupees(500))
		assess(t, w, "2026-11-09")
		if mails := told(w, c, "of your Rentomoney paid"); len(mails) != 0 {
			t.Fatalf("before the due day: %+v; want len(mails) = 0", mails)
		}
		assess(t, w, "2026-11-10")
		assess(t, w, "2026-11-10")
		mails := told(w, c, "of your Rentomoney paid")
		if len(mails) != 1 || !strings.Contains(mails[0].Body, "on 10 November 2026, ₹500 of your Rentomoney paid") || !strings.Contains(mails[0].Body, "₹1,269 is still to be paid") {
			t.Errorf(`told %+v; want len(mails) = 1, strings.Contains(mails[0].Body, "on 10 November 2026, ₹500 of your Rentomoney paid"), strings.Contains(mails[0].Body, "₹1,269 is still to be paid")`, mails)
		}
	})
}

// An invoice goes by text message too, unless those are switched off.
func TestAnInvoiceGoesBySMS(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		owing(t, s)
		rows, err := s.Queries().NotifyOutbox(t.Context(), "", 100)
		if err != nil {
			t.Fatal(err)
		}
		channels := map[string]int{}
		for _, row := range rows {
			if strings.Contains(row.Body, "Please pay it by") {
				channels[row.Channel]++
			}
		}
		if fmt.Sprint(channels) != "map[email:1 sms:1]" {
			t.Errorf("told by %v of %v, want %q", channels, billing.Rental, "map[email:1 sms:1]")
		}
	})
}
