package autodebit_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/testkit"
)

// A mandate that is confirmed while the active one debits nothing becomes active at once and
// takes over its debit. If the active one works, the new mandate waits until the customer chooses
// it.
func TestWhichMandateDebits(t *testing.T) {
	for before, takesOver := range map[string]bool{"active": false, "paused": true, "cancelled": true} {
		t.Run(before, func(t *testing.T) {
			onEachGateway(t, func(w *world) {
				c := w.tenant()
				first := w.confirmed(c, provider.MandateCard)
				w.bill()
				w.hour("2026-11-02", 9)
				if before != "active" {
					w.atBank(first, before)
					w.run()
				}
				second := w.confirmed(c, provider.MandateUPI)
				if now := w.mandate(c, second.ID); now.Active != takesOver {
					t.Fatalf("active %v, want %v", now.Active, takesOver)
				}
				active, _, err := mandate.Active(t.Context(), w.Store.Queries(), c)
				if err != nil {
					t.Fatal(err)
				}
				on, err := w.debits.NextDebit(t.Context(), active)
				want, words := "2026-11-03", "Your rent goes on being debited by "+first.Instrument()+"."
				if takesOver {
					want, words = "2026-11-04", "Your rent is debited by it from 4 November 2026 on, and you are told at least 24 hours before."
				}
				if err != nil || on.String() != want {
					t.Errorf("next on %s, %v; want it on %s", on, err, want)
				}
				if newest := w.newestDebit(c).On.String(); newest != want {
					t.Errorf("the newest debit is on %s, want it on %s", newest, want)
				}
				if set := holding(mailsOf(w, c), "confirmed auto debit by "+second.Instrument()); len(set) != 1 || !strings.Contains(set[0], words) {
					t.Errorf("told %q, want once %q", set, words)
				}
			})
		})
	}
}

// chargeLateFees does the daily run of late fees.
func (w *world) chargeLateFees() {
	w.T.Helper()
	if err := w.Billing.AssessLateFees(w.T.Context()); err != nil {
		w.T.Fatal(err)
	}
}

// A mandate that comes when its month has no day left debits nothing in that month. The one
// message says so, with all that is due and the day from which it debits. It does not say that a
// debit was tried.
func TestAMandateThatComesTooLate(t *testing.T) {
	for name, c := range map[string]struct {
		change func(w *world, c int64, first mandate.Mandate) mandate.Mandate
		words  []string
	}{
		"set up": {func(w *world, c int64, _ mandate.Mandate) mandate.Mandate {
			return w.confirmed(c, provider.MandateUPI)
		}, []string{"your bank has confirmed auto debit by ", "Your rent is debited by it from 3 December 2026 on"}},
		"resumed": {func(w *world, _ int64, first mandate.Mandate) mandate.Mandate {
			w.atBank(first, "active")
			w.run()
			return first
		}, []string{"is active at your bank again.", "The next debit is on 3 December 2026."}},
	} {
		change, said := c.change, c.words
		t.Run(name, func(t *testing.T) {
			onEachGateway(t, func(w *world) {
				c := w.tenant()
				first := w.confirmed(c, provider.MandateCard)
				w.atBank(first, "paused")
				w.bill()
				w.hour("2026-11-11", 1)
				w.chargeLateFees()
				w.hour("2026-11-29", 21)
				told := len(w.told(c))
				now := change(w, c, first)
				w.hour("2026-11-29", 22)
				mails := holding(mailsOf(w, c)[told:], now.Instrument())
				for _, words := range append([]string{
					"It came too late for ₹1,769 of this month, since a debit is announced two days before: nothing was debited.",
					"₹1,804 is due now, ₹35 of it late fees: please pay it in your dashboard.",
				}, said...) {
					if len(mails) != 1 || !strings.Contains(mails[0], words) {
						t.Errorf("told %q, want one message with %q", mails, words)
					}
				}
				if due := w.Balances(c).Dues(); due != rent+35*money.Rupee {
					t.Errorf("%v due, want the rent and the fee of November", due)
				}
				w.hour("2026-12-01", 1)
				w.Bill()
				w.hour("2026-12-03", 9)
				d := w.newestDebit(c)
				w.wantDebit(d, debit{State: mandate.Succeeded, Amount: rent, On: "2026-12-03", Tries: 1})
				if d.MandateID != now.ID {
					t.Errorf("debited by mandate %d, want %d", d.MandateID, now.ID)
				}
			})
		})
	}
}

// The limit of a mandate is too low for the rent. Another mandate that is set up for it, or a higher
// limit at the bank, debits the rent that was given up for this, and every later one. Somebody who
// has paid by hand meanwhile has the new mandate from the next month on.
func TestAMandateThatWasTooSmall(t *testing.T) {
	raised := func(w *world, _ int64, small mandate.Mandate) mandate.Mandate {
		w.atGateway("/bank", map[string]any{"reference": small.Reference, "amount": "5000.00"})
		w.run()
		return small
	}
	another := func(w *world, c int64, _ mandate.Mandate) mandate.Mandate {
		return w.confirmed(c, provider.MandateCard)
	}
	for name, then := range map[string]struct {
		change func(w *world, c int64, small mandate.Mandate) mandate.Mandate
		paid   bool
	}{
		"another one": {change: another}, "another one, paid by hand": {change: another, paid: true}, "raised at the bank": {change: raised},
	} {
		t.Run(name, func(t *testing.T) {
			onEachEngineByBilldesk(t, func(w *world) {
				c := w.tenant()
				small := w.confirmed(c, provider.MandateUPI)
				w.atGateway("/bank", map[string]any{"reference": small.Reference, "amount": "500.00"})
				w.run()
				w.bill()
				w.hour("2026-11-01", 10)
				if diff := cmp.Diff(string(mandate.NotAllowed), string(w.soleDebit(c).SkippedFor)); diff != "" {
					w.T.Fatalf("the debit above the limit (-want +got):\n%s", diff)
				}
				if then.paid {
					w.Pay(c, "by hand", rent)
				}
				m := then.change(w, c, small)
				active, _, err := mandate.Active(w.T.Context(), w.Store.Queries(), c)
				if err != nil {
					w.T.Fatal(err)
				}
				if diff := cmp.Diff(m.ID, active.ID); diff != "" {
					w.T.Errorf("active mandate (-want +got):\n%s", diff)
				}
				taken := rent
				if then.paid {
					taken = 0
				}
				w.hour("2026-11-05", 20)
				w.wantMoney(c, 0, taken)
				w.hour("2026-12-01", 1)
				w.Bill()
				w.hour("2026-12-05", 20)
				w.wantMoney(c, 0, taken+rent)
			})
		})
	}
}

// A customer who chooses another mandate gets one message, about both mandates and the day of the
// first debit. Choosing it again changes nothing.
func TestChoosingIsTold(t *testing.T) {
	w := newWorld(t, testkit.Open(t), byBilldesk)
	c := w.tenant()
	first, second := w.confirmed(c, provider.MandateUPI), w.confirmed(c, provider.MandateEMandate)
	told := len(w.told(c))
	for range 2 {
		if err := w.debits.SetActive(t.Context(), c, w.at.name, second.ID); err != nil {
			t.Fatal(err)
		}
		w.run()
	}
	want := "your rent is debited by " + second.Instrument() + " from now on, in place of " + first.Instrument() + ". The first debit by it is for 3 November 2026, and you are told at least 24 hours before."
	if mails := mailsOf(w, c)[told:]; len(mails) != 1 || !strings.Contains(mails[0], want) {
		t.Errorf("told %q, want once %q", mails, want)
	}
	if subject := "Your rent is debited by " + second.Instrument(); !slices.Contains(w.told(c), subject) {
		t.Errorf("told %q, want %q", w.told(c), subject)
	}
}

// The message about a skipped debit names the late fee that follows and its day, and that fee is
// charged on that day.
func TestASkippedDebitNamesItsFee(t *testing.T) {
	w := newWorld(t, testkit.Open(t), byBilldesk)
	c := w.tenant()
	w.confirmed(c, provider.MandateUPI)
	w.bill()
	if err := w.debits.Skip(t.Context(), c, w.soleDebit(c).ID); err != nil {
		t.Fatal(err)
	}
	w.hour("2026-11-01", 10)
	want := "Please pay it in your dashboard by 10 November 2026: on 11 November 2026 a late fee of ₹35 is charged."
	if mails := holding(mailsOf(w, c), "as you wished"); len(mails) != 1 || !strings.Contains(mails[0], want) {
		t.Errorf("told %q, want %q", mails, want)
	}
	w.hour("2026-11-10", 23)
	w.chargeLateFees()
	if fees := w.Balances(c).LateFeesDue(); fees != 0 {
		t.Errorf("%v of late fees on the last day in time, want none", fees)
	}
	w.hour("2026-11-11", 1)
	w.chargeLateFees()
	if fees := w.Balances(c).LateFeesDue(); fees != 35*money.Rupee {
		t.Errorf("%v of late fees on the day after, want ₹35", fees)
	}
}
