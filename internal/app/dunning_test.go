package app

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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

// pageOfDunning is the page by some settings.
func pageOfDunning(t *testing.T, change func(c *config.Billing)) string {
	t.Helper()
	c := settings(t, nil)
	change(&c.Billing)
	var page strings.Builder
	if err := writeDunning(t.Context(), &page, *c); err != nil {
		t.Fatal(err)
	}
	return page.String()
}

// heardIn lists the days and events of a section of the page.
func heardIn(page, section string) (list []string) {
	_, text, _ := strings.Cut(page, "\n## "+section+"\n")
	text, _, _ = strings.Cut(text, "\n## ")
	for line := range strings.Lines(text) {
		cells := strings.Split(line, " | ")
		if _, event, isRow := strings.Cut(line, "messages.md#"); isRow {
			event, _, _ = strings.Cut(event, ")")
			list = append(list, strings.TrimPrefix(cells[0], "| ")+" "+event)
		}
	}
	return list
}

// The page of dunning has what customers are told: what a payment stops is not in it.
func TestThePageOfDunningIsWhatCustomersHear(t *testing.T) {
	page := pageOfDunning(t, func(*config.Billing) {})
	for section, want := range map[string][]string{
		"The first month without a payment": {
			"1 November invoice_raised", "7 November payment_reminder", "10 November payment_reminder",
			"11 November late_fee_raised", "13 November payment_overdue", "20 November payment_overdue",
		},
		"Paid late, by hand": {
			"1 November invoice_raised", "7 November payment_reminder", "10 November payment_reminder",
			"11 November late_fee_raised", "12 November payment_received",
		},
		"A promise that is not kept": {
			"1 November invoice_raised", "7 November payment_reminder", "10 November payment_reminder",
			"11 November late_fee_raised", "12 November payment_promised", "18 November promise_broken", "20 November payment_overdue",
		},
		"Auto debit": {"1 November debit_planned", "3 November debit_received"},
		"A deposit": {
			"3 November deposit_due", "7 November deposit_due", "10 November deposit_due", "13 November deposit_due", "20 November deposit_due",
		},
	} {
		if diff := cmp.Diff(want, heardIn(page, section)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", section, diff)
		}
	}
}

// The page of dunning is made without what belongs to the node: neither its database nor its files
// nor its gateways are touched.
func TestThePageOfDunningLeavesTheNodeAlone(t *testing.T) {
	folder := t.TempDir()
	c := settings(t, nil)
	c.Database = filepath.Join(folder, "rento.db")
	c.Files.Folder = filepath.Join(folder, "files")
	c.Billing.GoLive = "2027-04-01"
	before := *c
	if err := writeDunning(t.Context(), io.Discard, *c); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, *c); diff != "" {
		t.Errorf("the settings (-before +after):\n%s", diff)
	}
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 0 {
		t.Errorf("in the node's folder are %v, %v; want nothing", left, err)
	}
}

// The page of dunning follows the settings: the days, their channels, and the least amount.
func TestThePageOfDunningFollowsTheSettings(t *testing.T) {
	for name, c := range map[string]struct {
		change   func(c *config.Billing)
		has, not []string
	}{
		"as shipped": {
			func(*config.Billing) {},
			[]string{"| 7 November | [`payment_reminder`](messages.md#payment_reminder) | sms, email, push | ₹1,297 is to be paid by 10 November 2026."},
			nil,
		},
		"other days and channels": {
			func(c *config.Billing) { c.Reminders = "-2:push+email,5" },
			[]string{
				"| 8 November | [`payment_reminder`](messages.md#payment_reminder) | email, push |",
				"| 15 November | [`payment_overdue`](messages.md#payment_overdue) | sms, email, push |",
				"| 8 November | [`deposit_due`](messages.md#deposit_due) | email, push |",
			},
			[]string{"| 7 November", "| 13 November"},
		},
		"another day to pay by": {
			func(c *config.Billing) { c.DueDay = 3 },
			[]string{"to be paid by 3 November", "| 4 November | [`late_fee_raised`]"},
			[]string{"| 11 November | [`late_fee_raised`]"},
		},
		"rent ahead of the month": {
			func(c *config.Billing) { c.Timing = "advance" },
			[]string{"| 2 November | [`invoice_raised`]", "| 1 December | [`invoice_raised`]", "and GST, since 1 November"},
			nil,
		},
		"no late fees": {
			func(c *config.Billing) { c.LateFeeBasisPoint, c.LateFeeMinRupees = 0, 0 },
			[]string{"| late fee | none |", "| 7 November | [`payment_reminder`]"},
			[]string{"late_fee_raised", "| 10 November | [`payment_reminder`]"},
		},
		"a least amount between the months": {
			func(c *config.Billing) { c.ReminderLeast = 2000 },
			[]string{"| 7 December | [`payment_reminder`]"},
			[]string{"| 7 November | [`payment_reminder`]"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			page := pageOfDunning(t, c.change)
			for _, want := range c.has {
				if !strings.Contains(page, want) {
					t.Errorf("got %s\nwant %q in it", page, want)
				}
			}
			for _, not := range c.not {
				if strings.Contains(page, not) {
					t.Errorf("got %s\nwant no %q in it", page, not)
				}
			}
		})
	}
}
