package billing_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

func promised(t *testing.T, w *company.Company, c int64, amount money.Paise, by string) {
	t.Helper()
	if _, err := w.Billing.RecordPromise(t.Context(), c, amount, calendar.MustParse(by)); err != nil {
		t.Fatal(err)
	}
}

// promiseStates are the states of a customer's promises, the oldest first.
func promiseStates(t *testing.T, w *company.Company, c int64) (states []string) {
	t.Helper()
	rows, err := w.Store.Queries().BillingExportPaymentPromises(t.Context(), c, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		states = append(states, r.State)
	}
	return states
}

// heard are the subjects of the mails to a customer from a day on, by day.
func heard(w *company.Company, c int64, from string) (list []string) {
	for _, m := range w.Mails(c) {
		if day := m.CreatedAt.Date(); !day.Before(calendar.MustParse(from)) {
			list = append(list, day.String()+" "+m.Subject)
		}
	}
	return list
}

// live plays the mornings from a day to another.
func live(t *testing.T, w *company.Company, from, to string, morning func(day string)) {
	t.Helper()
	for day := calendar.MustParse(from); !day.After(calendar.MustParse(to)); day = day.AddDays(1) {
		assess(t, w, day.String())
		remind(t, w, day.String())
		if morning != nil {
			morning(day.String())
		}
	}
}

// Nobody is reminded while a promise is open, on any day of the schedule; late fees go on. The morning
// after its day, a promise that was not kept is named once, in place of that day's reminder, and the
// schedule goes on.
func TestNobodyIsRemindedWhileAPromiseIsOpen(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		w.Go("2026-11-06")
		promised(t, w, c, money.Rupees(1769), "2026-11-19")
		live(t, w, "2026-11-06", "2026-11-30", nil)
		want := []string{
			"2026-11-06 You pay ₹1,769 by 19 November 2026",
			"2026-11-11 Late fees of ₹35 were charged",
			"2026-11-20 ₹1,769 was promised by 19 November 2026",
		}
		if diff := cmp.Diff(want, heard(w, c, "2026-11-06")); diff != "" {
			t.Errorf("told (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"broken"}, promiseStates(t, w, c)); diff != "" {
			t.Errorf("the promise (-want +got):\n%s", diff)
		}
		w.Go("2026-12-01")
		w.Bill()
		live(t, w, "2026-12-02", "2026-12-07", nil)
		if mails := told(w, c, "₹1,769 is to be paid by 10 December 2026"); len(mails) != 1 {
			t.Errorf("reminded %d times by the schedule that goes on, want once", len(mails))
		}
	})
}

// What becomes of a promise on the morning after its day.
func TestWhatBecomesOfAPromise(t *testing.T) {
	for name, c := range map[string]struct {
		promised money.Paise
		paid     money.Paise // on the day of the promise
		coming   bool
		state    string
		told     []string // besides the receipt
	}{
		"all is paid":             {money.Rupees(1769), money.Rupees(1769), false, "kept", nil},
		"what was promised":       {money.Rupees(1000), money.Rupees(1000), false, "kept", nil},
		"a part of it":            {money.Rupees(1000), money.Rupees(400), false, "broken", []string{"2026-11-10 ₹600 was promised by 9 November 2026"}},
		"nothing":                 {money.Rupees(1000), 0, false, "broken", []string{"2026-11-10 ₹1,000 was promised by 9 November 2026"}},
		"the money is on its way": {money.Rupees(1000), 0, true, "open", nil},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w, id := owing(t, s)
				w.Billing.NotRemindedWhile(func(context.Context, *db.Queries, int64, money.Paise) (bool, error) { return c.coming, nil })
				w.Go("2026-11-06")
				promised(t, w, id, c.promised, "2026-11-09")
				live(t, w, "2026-11-07", "2026-11-10", func(day string) {
					if day == "2026-11-09" && c.paid > 0 {
						w.Pay(id, "promised", c.paid)
					}
				})
				if diff := cmp.Diff([]string{c.state}, promiseStates(t, w, id)); diff != "" {
					t.Errorf("the promise (-want +got):\n%s", diff)
				}
				var got []string
				for _, line := range heard(w, id, "2026-11-07") {
					if strings.Contains(line, "promised") {
						got = append(got, line)
					}
				}
				if diff := cmp.Diff(c.told, got); diff != "" {
					t.Errorf("told of the promise (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// A promise that was kept stops reminders no longer: what is still open is reminded of on the same
// morning.
func TestAKeptPromiseLeavesTheScheduleAlone(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		w.Go("2026-11-06")
		promised(t, w, c, money.Rupees(1000), "2026-11-09")
		w.Go("2026-11-08")
		w.Pay(c, "promised", money.Rupees(1000))
		live(t, w, "2026-11-09", "2026-11-10", nil)
		if mails := told(w, c, "₹769 is to be paid today, 10 November 2026"); len(mails) != 1 {
			t.Errorf("reminded %d times of what is open beside the promise, want once", len(mails))
		}
	})
}

// A promise that was recorded by mistake is withdrawn, and reminders go on.
func TestAPromiseIsWithdrawn(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		w.Go("2026-11-06")
		promised(t, w, c, money.Rupees(1769), "2026-11-20")
		if err := w.Billing.WithdrawPromise(t.Context(), c, "Recorded for the wrong customer"); err != nil {
			t.Fatal(err)
		}
		remind(t, w, "2026-11-07")
		if mails := told(w, c, "₹1,769 is to be paid by 10 November 2026"); len(mails) != 1 {
			t.Errorf("reminded %d times, want once", len(mails))
		}
		if err := w.Billing.WithdrawPromise(t.Context(), c, "Recorded for the wrong customer"); !fault.Is(err, http.StatusConflict) {
			t.Errorf("withdrawn twice: %v, want a conflict", err)
		}
	})
}

// A promise that is withdrawn in the night in which it was recorded is not confirmed in the morning.
func TestAPromiseThatIsWithdrawnIsNotConfirmed(t *testing.T) {
	for name, c := range map[string]struct {
		withdrawn bool
		want      int
	}{"it stays": {false, 1}, "it is withdrawn": {true, 0}} {
		t.Run(name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w, id := owing(t, s)
				w.Clock.Set(calendar.MustParse("2026-11-06").At(22, 0))
				promised(t, w, id, money.Rupees(1769), "2026-11-20")
				if c.withdrawn {
					if err := w.Billing.WithdrawPromise(t.Context(), id, "Recorded for the wrong customer"); err != nil {
						t.Fatal(err)
					}
				}
				w.Clock.Set(calendar.MustParse("2026-11-07").At(9, 0))
				if _, err := w.Queue.RunDue(t.Context()); err != nil {
					t.Fatal(err)
				}
				got := 0
				for _, m := range append(told(w, id, "thank you for telling us"), told(w, id, "That was a mistake of ours")...) {
					if m.State == notify.StateKept {
						got++
					}
				}
				if got != c.want {
					t.Errorf("confirmed %d times, want %d", got, c.want)
				}
			})
		})
	}
}

// What cannot be promised is refused, and nothing is recorded.
func TestWhatCannotBePromised(t *testing.T) {
	for name, c := range map[string]struct {
		amount money.Paise
		by     string
		status int
	}{
		"a day that is over":    {money.Rupees(1769), "2026-11-05", http.StatusUnprocessableEntity},
		"a day too far ahead":   {money.Rupees(1769), "2026-11-22", http.StatusUnprocessableEntity},
		"nothing":               {0, "2026-11-10", http.StatusUnprocessableEntity},
		"more than is due":      {money.Rupees(1770), "2026-11-10", http.StatusUnprocessableEntity},
		"the last day there is": {money.Rupees(1769), "2026-11-21", 0},
		"today":                 {money.Rupees(1769), "2026-11-06", 0},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w, id := owing(t, s)
				w.Go("2026-11-06")
				_, err := w.Billing.RecordPromise(t.Context(), id, c.amount, calendar.MustParse(c.by))
				status := 0
				if f, is := errors.AsType[*fault.Fault](err); is {
					status = f.Status
				}
				if status != c.status || err != nil && status == 0 {
					t.Errorf("got %v, want status %d", err, c.status)
				}
				if got, want := len(promiseStates(t, w, id)), map[bool]int{true: 1, false: 0}[c.status == 0]; got != want {
					t.Errorf("%d promises are kept, want %d", got, want)
				}
			})
		})
	}
}

// A customer has one open promise. The same one again changes nothing, and another one is refused.
func TestAnOpenPromiseIsTheOnlyOne(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		w.Go("2026-11-06")
		promised(t, w, c, money.Rupees(1000), "2026-11-09")
		promised(t, w, c, money.Rupees(1000), "2026-11-09")
		_, err := w.Billing.RecordPromise(t.Context(), c, money.Rupees(1000), calendar.MustParse("2026-11-12"))
		if !fault.Is(err, http.StatusConflict) {
			t.Errorf("another promise: %v, want a conflict", err)
		}
		if diff := cmp.Diff([]string{"open"}, promiseStates(t, w, c)); diff != "" {
			t.Errorf("promises (-want +got):\n%s", diff)
		}
		if mails := told(w, c, "thank you for telling us that you pay ₹1,000"); len(mails) != 1 {
			t.Errorf("confirmed %d times, want once", len(mails))
		}
	})
}

// A promise that is met is kept: it mutes no reminder any more, and the customer can promise the rest.
func TestAMetPromiseMakesRoom(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		w.Go("2026-11-05")
		promised(t, w, c, money.Rupees(1000), "2026-11-20")
		w.Pay(c, "promised", money.Rupees(1000))
		p, some, err := billing.OpenPromise(t.Context(), s.Queries(), c)
		if err != nil || some || p.Amount != 0 {
			t.Errorf("open is %+v, %v; want none", p, err)
		}
		promised(t, w, c, money.Rupees(500), "2026-11-06")
		if diff := cmp.Diff([]string{"kept", "open"}, promiseStates(t, w, c)); diff != "" {
			t.Errorf("promises (-want +got):\n%s", diff)
		}
		w.Pay(c, "the next one", money.Rupees(500))
		remind(t, w, "2026-11-07")
		if mails := told(w, c, "₹269 is to be paid by 10 November 2026"); len(mails) != 1 {
			t.Errorf("reminded %d times of the rest, want once", len(mails))
		}
	})
}

// A promise that is met in the night in which it was recorded is not confirmed in the morning.
func TestAPromiseThatIsMetIsNotConfirmed(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		w.Clock.Set(calendar.MustParse("2026-11-06").At(22, 0))
		promised(t, w, c, money.Rupees(1769), "2026-11-20")
		w.Pay(c, "at night", money.Rupees(1769))
		w.Clock.Set(calendar.MustParse("2026-11-07").At(9, 0))
		if _, err := w.Queue.RunDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, m := range told(w, c, "thank you for telling us") {
			if m.State == notify.StateKept {
				t.Errorf("confirmed: %q", m.Subject)
			}
		}
	})
}

// What the wallet pays by itself keeps no promise: the customer has promised what the wallet leaves.
func TestTheWalletKeepsNoPromise(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		w.Write(c, func(tx *store.Tx) error {
			_, _, err := w.Ledger.Post(t.Context(), tx, ledger.Entry{
				CustomerID: c, SourceType: "goodwill", SourceID: "welcome", At: calendar.Stamp(w.Clock.Now()), Description: "A gift",
				Legs: []ledger.Leg{ledger.Debit(ledger.Promotion, money.Rupees(1000)), ledger.Credit(ledger.PromotionalCredit, money.Rupees(1000))},
			})
			return err
		})
		w.Go("2026-11-06")
		promised(t, w, c, money.Rupees(769), "2026-11-12")
		live(t, w, "2026-11-07", "2026-11-13", nil)
		if diff := cmp.Diff(money.Rupees(769), w.Balances(c).InvoicesDue()); diff != "" {
			t.Errorf("open after the wallet has paid (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"broken"}, promiseStates(t, w, c)); diff != "" {
			t.Errorf("the promise (-want +got):\n%s", diff)
		}
	})
}

// Once the last day of a promise is over, another one takes its place.
func TestAPromiseAfterItsLastDay(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		w.Go("2026-11-06")
		promised(t, w, c, money.Rupees(1769), "2026-11-06")
		w.Clock.Set(calendar.MustParse("2026-11-07").At(8, 30))
		promised(t, w, c, money.Rupees(1769), "2026-11-09")
		if diff := cmp.Diff([]string{"broken", "open"}, promiseStates(t, w, c)); diff != "" {
			t.Errorf("the promises (-want +got):\n%s", diff)
		}
	})
}

// A promise is about what was due when it was made. A newer invoice is reminded of, alone.
func TestAPromiseLeavesNewerInvoicesAlone(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		live(t, w, "2026-11-02", "2026-11-25", nil)
		promised(t, w, c, money.Rupees(1804), "2026-12-10")
		w.Go("2026-12-01")
		w.Bill()
		live(t, w, "2026-12-02", "2026-12-07", nil)
		want := []string{"2026-12-01 Your invoice of ₹1,769", "2026-12-07 ₹1,769 is to be paid by 10 December 2026"}
		got := heard(w, c, "2026-12-01")
		for i := range got {
			got[i], _, _ = strings.Cut(got[i], " is due by")
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("told (-want +got):\n%s", diff)
		}
	})
}

// A promise that ends on the day before the last one without a late fee is broken with word of the fee,
// because its message stands in place of that day's reminder.
func TestABrokenPromiseNamesTomorrowsFee(t *testing.T) {
	for by, fee := range map[string]int{"2026-11-09": 1, "2026-11-08": 0} {
		t.Run(by, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w, c := owing(t, s)
				w.Go("2026-11-06")
				promised(t, w, c, money.Rupees(1769), by)
				live(t, w, "2026-11-07", calendar.MustParse(by).AddDays(1).String(), nil)
				words := "₹1,769 of it is still open. If it is not paid today, a late fee of ₹35 is charged tomorrow."
				if got := len(told(w, c, words)); got != fee {
					t.Errorf("%d messages say %q, want %d", got, words, fee)
				}
			})
		})
	}
}

// While a debit of what was promised is to come, the promise stays open, and its confirmation says so.
func TestAPromiseBesideADebit(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := debitable(t, s, money.Rupees(5000))
		w.Go("2026-11-01")
		w.Bill() // the debit is planned for the 3rd
		promised(t, w, c, money.Rupees(1769), "2026-11-02")
		live(t, w, "2026-11-02", "2026-11-03", nil)
		if diff := cmp.Diff([]string{"open"}, promiseStates(t, w, c)); diff != "" {
			t.Errorf("before the debit (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(1, len(told(w, c, "The auto debit of 3 November 2026 is made all the same."))); diff != "" {
			t.Errorf("confirmations that name the debit (-want +got):\n%s", diff)
		}
	})
}

// Nobody is told of a broken promise for an amount of which the operator reminds nobody (docs/dunning.md).
func TestAPromiseThatLacksLittleIsKept(t *testing.T) {
	for least, want := range map[money.Paise]string{money.Rupees(10): "broken", money.Rupees(11): "kept"} {
		t.Run(least.String(), func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w, c := owing(t, s)
				settings := billing.DefaultSettings()
				settings.ReminderLeast = least
				w.Wire(settings)
				w.Go("2026-11-06")
				promised(t, w, c, money.Rupees(1769), "2026-11-09")
				w.Pay(c, "most of it", money.Rupees(1759))
				live(t, w, "2026-11-10", "2026-11-10", nil)
				if diff := cmp.Diff([]string{want}, promiseStates(t, w, c)); diff != "" {
					t.Errorf("with ₹10 missing (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// Who has had the confirmation of a promise that was recorded by mistake is told that it was one.
func TestAWithdrawnPromiseIsTold(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		w.Go("2026-11-06")
		promised(t, w, c, money.Rupees(1769), "2026-11-20")
		if err := w.Billing.WithdrawPromise(t.Context(), c, "Recorded for the wrong customer"); err != nil {
			t.Fatal(err)
		}
		words := "we had written that you pay ₹1,769 by 20 November 2026. That was a mistake of ours."
		if mails := told(w, c, words); len(mails) != 1 {
			t.Errorf("%d messages say %q, want one", len(mails), words)
		}
	})
}

// Who has nothing to pay cannot promise anything, and a deleted account leaves no promise behind.
func TestAPromiseGoesWithTheAccount(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		w.Go("2026-11-06")
		promised(t, w, c, money.Rupees(1769), "2026-11-09")
		w.Pay(c, "all", money.Rupees(1769))
		live(t, w, "2026-11-10", "2026-11-10", nil)
		if _, err := w.Billing.RecordPromise(t.Context(), c, money.Rupees(1), calendar.MustParse("2026-11-12")); !fault.Is(err, http.StatusConflict) {
			t.Errorf("promised with nothing due: %v, want a conflict", err)
		}
		w.Write(c, func(tx *store.Tx) error { return billing.Deletion().Erase(t.Context(), tx, c) })
		if left := promiseStates(t, w, c); left != nil {
			t.Errorf("left are %v, want none", left)
		}
	})
}
