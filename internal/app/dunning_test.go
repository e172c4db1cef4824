package app

import (
	"log/slog"
	"strings"
	"testing"

	"rento/internal/calendar"
	"rento/internal/config"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// The reminders of a node know of the money that its payments hold: a transfer that came before the
// invoice stops them until it is sent back.
func TestRemindersKnowOfMoneyInSuspense(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-02")
		c := settings(t, nil)
		c.DataKey = testkit.Secret
		UseSandbox(c, c.PublicURL)
		x, err := NewServices(c, s, Outside{Clock: w.Clock, Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		w.Subscriptions = x.Subscriptions
		id := w.Customer()
		w.Rent(id, company.Bengaluru, "2026-10-01", company.Sofa)
		_, err = x.Payments.RecordBankTransfer(t.Context(), payment.BankTransferInput{
			UTR: "HDFCN52026100200017", PaidOn: calendar.MustParse("2026-10-02"), Amount: money.Rupees(1769), TransferMatch: payment.TransferMatch{CustomerID: id},
		})
		if err != nil {
			t.Fatal(err)
		}
		reminded := func(day string) (n int) {
			w.Go(day)
			if err := x.Billing.Remind(t.Context()); err != nil {
				t.Fatal(err)
			}
			for _, m := range w.Mails(id) {
				if strings.Contains(m.Subject, "is to be paid by 10 November 2026") && !strings.Contains(m.Subject, "deposit") {
					n++
				}
			}
			return n
		}
		w.Go("2026-11-01")
		if _, err := x.Billing.CatchUp(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if n := reminded("2026-11-07"); n != 0 {
			t.Errorf("reminded %d times while the transfer waits, want none", n)
		}
		if _, err := x.Payments.ReturnBankTransfer(t.Context(), "HDFCN52026100200017", "AXISN52026110800002"); err != nil {
			t.Fatal(err)
		}
		if n := reminded("2026-11-10"); n != 1 {
			t.Errorf("reminded %d times once it was sent back, want 1", n)
		}
	})
}

// The page of dunning follows the settings: the days, their channels, and the least amount.
func TestThePageOfDunningFollowsTheSettings(t *testing.T) {
	for name, c := range map[string]struct {
		change   func(c *config.Billing)
		has, not []string
	}{
		"as shipped": {
			func(*config.Billing) {},
			[]string{"| 7 November | [`payment_reminder`](messages.md#payment_reminder) | sms, email, push | what is to be paid by 10 November"},
			nil,
		},
		"other days and channels": {
			func(c *config.Billing) { c.Reminders = "-2:push+email,5" },
			[]string{
				"| 8 November | [`payment_reminder`](messages.md#payment_reminder) | push, email |",
				"| 15 November | [`payment_overdue`](messages.md#payment_overdue) | sms, email, push |",
				"| 8 November | [`deposit_due`](messages.md#deposit_due) | push, email |",
			},
			[]string{"| 7 November", "| 13 November"},
		},
		"another day to pay by": {
			func(c *config.Billing) { c.DueDay = 3 },
			[]string{"to be paid by 3 November", "| 4 November | [`late_fee_raised`]"},
			[]string{"| 11 November"},
		},
		"a least amount between the months": {
			func(c *config.Billing) { c.ReminderLeast = 3500 },
			[]string{"| 7 December | [`payment_reminder`]"},
			[]string{"| 7 November"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := settings(t, nil)
			c.change(&s.Billing)
			var page strings.Builder
			if err := writeDunning(&page, s.Billing); err != nil {
				t.Fatal(err)
			}
			for _, want := range c.has {
				if !strings.Contains(page.String(), want) {
					t.Errorf("got %s\nwant %q in it", &page, want)
				}
			}
			for _, not := range c.not {
				if strings.Contains(page.String(), not) {
					t.Errorf("got %s\nwant no %q in it", &page, not)
				}
			}
		})
	}
}
