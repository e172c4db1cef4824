package billing_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// told are the mails to a customer whose text contains part.
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

// A customer is reminded of open invoices three days before the due day, and on the day before the
// first late fee. Each reminder is sent once, even if the run is repeated.
func TestReminders(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		for day := calendar.MustParse("2026-11-01"); day.Before(calendar.MustParse("2026-11-30")); day = day.AddDays(1) {
			remind(t, w, day.String())
			remind(t, w, day.String())
			assess(t, w, day.String())
		}
		mails := told(w, c, "is to be paid")
		overdue := told(w, c, "was to be paid by 10 November 2026 and is still open")
		if len(overdue) != 2 {
			t.Fatalf("told of what is overdue: %+v; want twice, on the 13th and the 20th", overdue)
		}
		want := "₹1,769 was to be paid by 10 November 2026 and is still open, and ₹35 of late fees: ₹1,804 in all."
		if got := overdue[0].Body; !strings.Contains(got, want) {
			t.Errorf("told of what is overdue: %q, want %q in it", got, want)
		}
		if len(mails) != 2 {
			t.Fatalf("reminded %d times: %+v; want 2", len(mails), mails)
		}
		for i, want := range []string{"₹1,769 is to be paid by 10 November 2026", "If it is not, a late fee of ₹35 is charged tomorrow"} {
			if !strings.Contains(mails[i].Body, want) {
				t.Errorf("reminder %d: %q, want %q in it", i, mails[i].Body, want)
			}
		}
	})
}

// If more than one month is open, a reminder names everything that must be paid, with the late fees
// of earlier months. On the last day it names all late fees of the next day.
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
			"₹1,769 is to be paid today, 10 December 2026, and ₹1,804 that was due before: ₹3,573 in all. If it is not, a late fee of ₹70",
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

// A message with a link to the payment names the amount behind the link: all that is due, with all
// late fees that were charged in the same run, less what the wallet pays.
func TestTheLinkOfAMessageNamesWhatItAsksFor(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		assess(t, w, "2026-11-11")
		w.Go("2026-12-01")
		w.Bill()
		remind(t, w, "2026-12-07")
		assess(t, w, "2026-12-11")
		remind(t, w, "2026-12-13")
		w.Go("2026-12-14")
		saved(t, w, c, money.Rupees(6000))
		w.Go("2027-01-01")
		w.Bill()
		for _, want := range []struct{ said, sum string }{
			{"your rent invoice KA/26-27/0000001 of", "₹1,769"},
			{"a late fee of ₹35 was charged", "₹1,804"},
			{"₹1,769 is to be paid by 10 December 2026", "₹3,573"},
		} {
			if mails := told(w, c, want.said); len(mails) == 0 || !strings.Contains(mails[0].Body, "Pay all that is due by now, "+want.sum+", here: ") {
				t.Errorf("of %q told %+v; want a link to pay %s", want.said, mails, want.sum)
			}
		}
		fees := told(w, c, "so late fees of") // two invoices got their late fees in the same run
		if len(fees) != 1 || !strings.Contains(fees[0].Body, "Pay all that is due by now, ₹3,643, here: ") {
			t.Errorf("told %+v; want one message with a link to pay ₹3,643, both fees with it", fees)
		}
		mails := w.Mails(c)
		last, want := mails[len(mails)-1].Body, "Your Rentomoney pays it on 10 January 2027."
		if !strings.Contains(last, want) {
			t.Errorf("of an invoice that the wallet pays told %q; want %q in it", last, want)
		}
		if strings.Contains(last, "/dashboard/pay") {
			t.Errorf("of an invoice that the wallet pays told %q; want no link", last)
		}
	})
}

// The late fees of a day are one message with one sum. It waits for nine o'clock and names what is
// open then: what was paid in the night is not asked for.
func TestTheLateFeesOfADayAreOneMessage(t *testing.T) {
	const one = "₹1,769 of your invoice KA/26-27/0000001 were not paid by 10 November 2026, so a late fee of ₹35 was charged. If the invoice is still open, the next fee can come on 11 December 2026"
	const two = "₹3,538 of your invoices KA/26-27/0000001, KA/26-27/0000002 were not paid in time, so late fees of ₹70 in all were charged. If one of them is still open, the next fee can come on 11 January 2027"
	for name, c := range map[string]struct {
		paid money.Paise
		want []string
	}{
		"nothing is paid":          {0, []string{one, two}},
		"both invoices are paid":   {money.Rupees(3538), []string{one, two}},
		"an invoice alone is paid": {money.Rupees(1769), []string{one, two}},
		"all is paid":              {money.Rupees(3643), []string{one}},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w, id := owing(t, s)
				assess(t, w, "2026-11-11")
				w.Go("2026-12-01")
				w.Bill()
				w.Clock.Set(calendar.MustParse("2026-12-11").At(0, 30))
				for range 2 {
					if err := w.Billing.AssessLateFees(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
				if c.paid > 0 {
					w.Pay(id, "in the night", c.paid)
				}
				w.Clock.Set(calendar.MustParse("2026-12-11").At(9, 0))
				if _, err := w.Queue.RunDue(t.Context()); err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, m := range told(w, id, "late fee") {
					if m.State == notify.StateKept {
						line := strings.Split(m.Body, "\n")[2]
						got = append(got, strings.TrimSuffix(line, ", and none before."))
					}
				}
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("told (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// There is no reminder for money that comes by itself or whose delay costs no late fee. The amount
// leaves out the wallet's part. On the last day, only customers who get a late fee on the next day
// are reminded.
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

// The operator sets the schedule. Each step is sent once per invoice, even if another invoice falls
// due on another day. A step that is not in the schedule is not sent.
func TestTheOperatorsSchedule(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		settings := billing.DefaultSettings()
		settings.Reminders = []int{-1, 5}
		w := company.New(t, s, "2026-10-01")
		w.Wire(settings)
		c := w.Customer()
		w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
		w.Go("2026-11-01")
		w.Bill()
		for day := calendar.MustParse("2026-11-02"); day.Before(calendar.MustParse("2026-11-28")); day = day.AddDays(1) {
			remind(t, w, day.String())
		}
		var days []string
		for _, m := range w.Mails(c) {
			if strings.Contains(m.Body, "to be paid by 10 November 2026") {
				days = append(days, m.CreatedAt.Date().String())
			}
		}
		slices.Sort(days)
		if want := []string{"2026-11-09", "2026-11-15"}; !slices.Equal(days, want) {
			t.Errorf("reminded on %v, want %v", days, want)
		}
	})
}

// The operator sets the amount below which nobody is reminded.
func TestNobodyIsRemindedOfLittle(t *testing.T) {
	for name, c := range map[string]struct {
		least money.Paise
		want  int
	}{
		"as much is to be paid":        {money.Rupees(1769), 1},
		"a paisa less is to be paid":   {money.Rupees(1769) + 1, 0},
		"a paisa more is to be paid":   {money.Rupees(1769) - 1, 1},
		"the operator has set nothing": {billing.DefaultSettings().ReminderLeast, 1},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w := company.New(t, s, "2026-10-01")
				settings := billing.DefaultSettings()
				settings.ReminderLeast = c.least
				w.Wire(settings)
				id := w.Customer()
				w.Rent(id, company.Bengaluru, "2026-10-01", company.Sofa)
				w.Go("2026-11-01")
				w.Bill()
				remind(t, w, "2026-11-07")
				if mails := told(w, id, "₹1,769 is to be paid by 10 November 2026"); len(mails) != c.want {
					t.Errorf("reminded by %+v, want %d mails", mails, c.want)
				}
			})
		})
	}
}

// Customers are not reminded while their payment is being confirmed, nor at night.
func TestNoReminderIsInTheWay(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		paying := true
		w.Billing.NotRemindedWhile(func(context.Context, *db.Queries, int64, money.Paise) (bool, error) { return paying, nil })
		remind(t, w, "2026-11-07")
		remind(t, w, "2026-11-13")
		paying = false
		for _, hour := range []int{8, 20, 23} {
			w.Clock.Set(calendar.MustParse("2026-11-13").At(hour, 30))
			if err := w.Billing.Remind(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if mails := told(w, c, "to be paid by 10 November 2026"); len(mails) != 0 {
			t.Fatalf("reminded by %+v; want none", mails)
		}
		remind(t, w, "2026-11-13")
		if mails := told(w, c, "was to be paid by 10 November 2026"); len(mails) != 1 {
			t.Errorf("reminded by %+v; want one by day, once nothing is confirmed any more", mails)
		}
	})
}

// There is no reminder for what auto debit will collect, not even after the due day. The notice of
// the debit is enough.
func TestAPlannedDebitIsNotOverdue(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := debitable(t, s, money.Rupees(5000))
		w.Go("2026-11-01")
		w.Bill()
		for _, day := range []string{"2026-11-07", "2026-11-10", "2026-11-13", "2026-11-20"} {
			remind(t, w, day)
		}
		if mails := told(w, c, "to be paid by 10 November 2026."); len(mails) != 0 {
			t.Errorf("reminded by %+v; want none", mails)
		}
	})
}

// A message says what the wallet paid by itself on the due day, and what is left.
func TestTheWalletTellsWhatItPaid(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		saved(t, w, c, money.Rupees(500))
		assess(t, w, "2026-11-09")
		if mails := told(w, c, "of your Rentomoney paid"); len(mails) != 0 {
			t.Fatalf("before the due day: %+v; want no message", mails)
		}
		assess(t, w, "2026-11-10")
		assess(t, w, "2026-11-10")
		mails := told(w, c, "of your Rentomoney paid")
		if len(mails) != 1 {
			t.Fatalf("told %+v; want one message", mails)
		}
		for _, want := range []string{"on 10 November 2026, ₹500 of your Rentomoney paid", "₹1,269 is still to be paid"} {
			if !strings.Contains(mails[0].Body, want) {
				t.Errorf("told %q, want %q in it", mails[0].Body, want)
			}
		}
	})
}

// What the wallet paid in the night is told at nine, with what is still due then.
func TestWhatTheWalletPaidIsToldByDay(t *testing.T) {
	for name, c := range map[string]struct {
		paid money.Paise
		want string
	}{
		"nothing more is paid":   {0, "₹500 of your Rentomoney paid what had fallen due. ₹1,269 is still to be paid."},
		"a part is paid by hand": {money.Rupees(1000), "₹500 of your Rentomoney paid what had fallen due. ₹269 is still to be paid."},
		"all is paid by hand":    {money.Rupees(1269), "₹500 of your Rentomoney paid what had fallen due. Your dashboard shows"},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w, id := owing(t, s)
				saved(t, w, id, money.Rupees(500))
				w.Clock.Set(calendar.MustParse("2026-11-10").At(0, 30))
				if err := w.Billing.AssessLateFees(t.Context()); err != nil {
					t.Fatal(err)
				}
				if c.paid > 0 {
					w.Pay(id, "meanwhile", c.paid)
				}
				w.Clock.Set(calendar.MustParse("2026-11-10").At(9, 0))
				if _, err := w.Queue.RunDue(t.Context()); err != nil {
					t.Fatal(err)
				}
				if mails := told(w, id, c.want); len(mails) != 1 {
					t.Errorf("told %+v, want one message with %q", w.Mails(id), c.want)
				}
			})
		})
	}
}

// That an invoice is not debited is told at nine, unless it is paid by then.
func TestADebitThatIsNotMadeIsToldByDay(t *testing.T) {
	for name, c := range map[string]struct {
		paid money.Paise
		want []string
	}{
		"open": {0, []string{notify.StateKept}},
		"paid": {money.Rupees(1769), []string{notify.StateWithheld}},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w, id := debitable(t, s, money.Rupees(500))
				w.Clock.Set(calendar.MustParse("2026-11-01").At(0, 10))
				w.Bill()
				if c.paid > 0 {
					w.Pay(id, "meanwhile", c.paid)
				}
				w.Clock.Set(calendar.MustParse("2026-11-01").At(9, 0))
				if _, err := w.Queue.RunDue(t.Context()); err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, m := range told(w, id, "₹500") {
					got = append(got, m.State)
				}
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("the message about the limit (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// An invoice is also sent by SMS, unless the customer has switched SMS off.
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

// postOffice sends nothing. It records the messages that it was asked to send.
type postOffice struct{ sent []provider.Message }

func (p *postOffice) Send(_ context.Context, m provider.Message) error {
	p.sent = append(p.sent, m)
	return nil
}

// A message that asks for money uses the balances at the time when it leaves, not when it was
// written. So no message asks for what was paid while it waited.
func TestAMessageThatWaitsAsksForWhatIsOpen(t *testing.T) {
	const told = "invoice KA/26-27/0000001 of ₹1,769 is here. Please pay it by 10 November 2026."
	const settled = "invoice KA/26-27/0000001 of ₹1,769 is here. There is nothing to pay."
	asks := []string{"ay it by", "/dashboard/pay", "to be paid", "late fee"}
	for name, c := range map[string]struct {
		until         string // the day of the last message
		paid          money.Paise
		want, without []string
	}{
		"before the due day, nothing": {"2026-11-07", 0, []string{told, "₹1,769 is to be paid by 10 November 2026"}, nil},
		"before the due day, a part":  {"2026-11-07", money.Rupees(1000), []string{told, "₹769 is to be paid by 10 November 2026"}, []string{"₹1,769 is to be paid"}},
		"before the due day, all":     {"2026-11-07", money.Rupees(1769), []string{settled}, asks},
		"after it, nothing":           {"2026-11-13", 0, []string{told, "a late fee of ₹35 was charged", "₹1,769 was to be paid by 10 November 2026 and is still open, and ₹35 of late fees: ₹1,804 in all."}, nil},
		"after it, a part": {
			"2026-11-13", money.Rupees(1000),
			[]string{told, "a late fee of ₹35 was charged", "₹769 was to be paid by 10 November 2026 and is still open, and ₹35 of late fees: ₹804 in all."},
			[]string{"₹1,769 was to be paid"},
		},
		"after it, all": {"2026-11-13", money.Rupees(1804), []string{settled}, asks},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w := company.New(t, s, "2026-10-01")
				office := &postOffice{}
				w.Queue = jobs.New(s, w.IDs, w.Clock, slog.New(slog.DiscardHandler))
				w.Notices = notify.New(notify.Deps{
					Store: s, IDs: w.IDs, Clock: w.Clock, Jobs: w.Queue, Logger: slog.New(slog.DiscardHandler), Senders: map[notify.Channel]provider.Sender{notify.Email: office},
				})
				w.Billing = billing.New(s, w.IDs, w.Clock, w.Ledger, w.Mandates, w.Notices, billing.DefaultSettings())
				id := w.Customer()
				w.Rent(id, company.Bengaluru, "2026-10-01", company.Sofa)
				w.Go("2026-11-01")
				w.Bill()
				for _, day := range []string{"2026-11-07", "2026-11-11", "2026-11-13"} {
					if day <= c.until {
						assess(t, w, day)
						remind(t, w, day)
					}
				}
				if c.paid > 0 {
					w.Pay(id, "meanwhile", c.paid)
				}
				if _, err := w.Queue.RunDue(t.Context()); err != nil {
					t.Fatal(err)
				}
				var bodies strings.Builder
				for _, m := range office.sent {
					bodies.WriteString(m.Body + "\n\n")
				}
				for _, want := range c.want {
					if !strings.Contains(bodies.String(), want) {
						t.Errorf("sent %s\nwant %q in it", &bodies, want)
					}
				}
				for _, without := range c.without {
					if strings.Contains(bodies.String(), without) {
						t.Errorf("sent %s\nwant no %q in it", &bodies, without)
					}
				}
			})
		})
	}
}

// Every mail that asks a business customer for money links to the invoices that it asks for: the
// invoice itself, the reminders, what is overdue and the late fees. No mail of theirs names a
// dashboard, and what is paid is not asked for.
func TestTheMailsOfABusinessCustomerLinkToTheirInvoices(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		c := w.Business()
		w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
		w.Go("2026-11-01")
		w.Bill()
		for day := calendar.MustParse("2026-11-01"); day.Before(calendar.MustParse("2026-12-01")); day = day.AddDays(1) {
			remind(t, w, day.String())
			assess(t, w, day.String())
		}
		w.Go("2026-12-01")
		w.Bill()
		invoices := w.Invoices(c)
		october, november := fmt.Sprintf("/invoice/{invoiceCode/%d}", invoices[1].ID), fmt.Sprintf("/invoice/{invoiceCode/%d}", invoices[0].ID)
		remind(t, w, "2026-12-07")
		w.Pay(c, "transfer", 1_804_00)
		remind(t, w, "2026-12-10")

		type asked struct {
			Subject           string
			October, November bool
		}
		var got []asked
		for _, m := range w.Mails(c) {
			if strings.Contains(m.Body, "dashboard") {
				t.Errorf("%q names a dashboard", m.Body)
			}
			if asks := (asked{m.Subject, strings.Contains(m.Body, october), strings.Contains(m.Body, november)}); asks.October || asks.November {
				got = append(got, asks)
			}
		}
		want := []asked{
			{"Tax invoice " + invoices[1].Number, true, false},
			{"₹1,769 is to be paid by 10 November 2026", true, false},
			{"₹1,769 is to be paid by 10 November 2026", true, false},
			{"Late fees of ₹35 were charged", true, false},
			{"₹1,804 is overdue", true, false},
			{"₹1,804 is overdue", true, false},
			{"Tax invoice " + invoices[0].Number, false, true},
			{"₹1,769 is to be paid by 10 December 2026", true, true},
			{"₹1,734 is to be paid by 10 December 2026", false, true},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("mails that ask for money (-want +got):\n%s", diff)
		}
	})
}
