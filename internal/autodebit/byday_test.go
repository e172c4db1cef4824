package autodebit_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/provider"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	"rento/internal/testkit"
)

// A debit that fails in the early morning is told at nine, as it stands then: not if the invoice is
// paid by hand meanwhile, and without another try if auto debit is removed.
func TestAFailedDebitIsToldByDayAsItStandsThen(t *testing.T) {
	for name, c := range map[string]struct {
		meanwhile func(w *world, c int64, m mandate.Mandate)
		want      []string
	}{
		"nothing happens": {func(*world, int64, mandate.Mandate) {}, []string{"We try again on 5 November 2026"}},
		"paid by hand":    {func(w *world, c int64, _ mandate.Mandate) { w.Pay(c, "by hand", rent) }, nil},
		"auto debit is removed": {func(w *world, c int64, m mandate.Mandate) {
			if err := w.debits.Cancel(w.T.Context(), c, "billdesk", m.ID); err != nil {
				w.T.Fatal(err)
			}
		}, []string{"We do not try again. Please pay it in your dashboard by 10 November 2026"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, testkit.Open(t), byBilldesk)
			id := w.tenant()
			m := w.confirmed(id, provider.MandateUPI)
			w.bill()
			w.plan("debit", emulator.Failure, "insufficient_funds")
			w.hour("2026-11-03", 7)
			if told := w.left(id, "did not go through"); len(told) != 0 {
				t.Errorf("told at half past seven: %q, want nothing", told)
			}
			c.meanwhile(w, id, m)
			w.until(calendar.MustParse("2026-11-03").At(9, 0))
			var got []string
			for _, body := range w.left(id, "did not go through") {
				got = append(got, strings.FieldsFunc(body[strings.Index(body, "We "):], func(r rune) bool { return r == ',' || r == ':' })[0])
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("told at nine (-want +got):\n%s", diff)
			}
		})
	}
}

// left are the mails with a subject that have left.
func (w *world) left(c int64, subject string) (bodies []string) {
	w.T.Helper()
	for _, m := range w.Mails(c) {
		if m.State == notify.StateKept && strings.Contains(m.Subject, subject) {
			bodies = append(bodies, m.Body)
		}
	}
	return bodies
}

// The notice of its debit is the message about an invoice. Without a notice by noon the invoice is
// told alone, and so it is, to be paid by hand, if its debit was dropped in the night (R12b, R15).
func TestTheMessageAboutAnInvoiceThatIsDebited(t *testing.T) {
	const invoice, notice = "your rent invoice KA/26-27/0000001 of ₹1,769 is here.", "₹1,769 will be debited by"
	for name, c := range map[string]struct {
		do            func(w *world, c int64, m mandate.Mandate)
		alone, notice int
		words         string
	}{
		"announced": {do: func(*world, int64, mandate.Mandate) {}, notice: 1},
		"the gateway is away": {
			do:    func(w *world, _ int64, _ mandate.Mandate) { w.between = func(string) error { return errRefused } },
			alone: 1, words: "It will be debited by",
		},
		"removed in the night": {
			do: func(w *world, c int64, m mandate.Mandate) {
				if err := w.debits.Cancel(w.T.Context(), c, w.at.name, m.ID); err != nil {
					w.T.Fatal(err)
				}
			},
			alone: 1, words: "Please pay it by 10 November 2026.",
		},
		"skipped in the night": {
			do: func(w *world, c int64, _ mandate.Mandate) {
				if err := w.debits.Skip(w.T.Context(), c, w.newestDebit(c).ID); err != nil {
					w.T.Fatal(err)
				}
			},
		},
		"paid by the wallet before": {do: func(w *world, c int64, _ mandate.Mandate) { w.gift(c, 2000*money.Rupee) }},
		"above the limit": {
			do: func(w *world, _ int64, m mandate.Mandate) {
				w.atGateway("/bank", map[string]any{"reference": m.Reference, "amount": "500.00"})
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, testkit.Open(t), byBilldesk)
			id := w.tenant()
			m := w.confirmed(id, provider.MandateUPI)
			w.bill()
			c.do(w, id, m)
			w.hour("2026-11-01", 15)
			mails := w.left(id, "")
			if diff := cmp.Diff(c.alone, len(holding(holding(mails, invoice), c.words))); diff != "" {
				t.Errorf("messages about the invoice alone (-want +got):\n%s\n%q", diff, mails)
			}
			if diff := cmp.Diff(c.notice, len(holding(mails, notice))); diff != "" {
				t.Errorf("notices (-want +got):\n%s\n%q", diff, mails)
			}
		})
	}
}

// A mandate that does not allow the rent is chosen, and the former one removed: each message says
// that the rent is not debited, and the customer is reminded like anybody.
func TestAMandateBelowTheRent(t *testing.T) {
	onEachEngineByBilldesk(t, func(w *world) {
		c := w.tenant()
		first, low := w.confirmed(c, provider.MandateUPI), w.confirmed(c, provider.MandateCard)
		w.atGateway("/bank", map[string]any{"reference": low.Reference, "amount": "500.00"})
		w.run()
		w.bill()
		if err := w.debits.SetActive(t.Context(), c, w.at.name, low.ID); err != nil {
			t.Fatal(err)
		}
		if err := w.debits.Cancel(t.Context(), c, w.at.name, first.ID); err != nil {
			t.Fatal(err)
		}
		w.hour("2026-11-01", 15)
		w.hour("2026-11-07", 8)
		w.until(calendar.MustParse("2026-11-07").At(9, 0))
		if err := w.Billing.Remind(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.run()
		mails := w.left(c, "")
		for _, words := range []string{
			"auto debit is by " + low.Instrument() + " from now on, in place of " + first.Instrument() + ", but your rent is above its limit.",
			"Your next invoice of ₹1,769 is more than the ₹500 that may be debited at once by " + low.Instrument() + ", so it is not debited: please pay it by hand. If it was not you",
			"auto debit by " + first.Instrument() + " is removed. Nothing is debited by it. Your next invoice of ₹1,769 is more than the ₹500",
			"your invoice KA/26-27/0000001 of ₹1,769 is more than the ₹500 that may be debited at once by " + low.Instrument(),
			"₹1,769 is to be paid by 10 November 2026.",
		} {
			if diff := cmp.Diff(1, len(holding(mails, words))); diff != "" {
				t.Errorf("mails that say %q (-want +got):\n%s\n%q", words, diff, mails)
			}
		}
	})
}

// The mail that an invoice is above the limit names another account, if that allows as much.
func TestTheMailOfTheLimitNamesAnotherAccount(t *testing.T) {
	onEachEngineByBilldesk(t, func(w *world) {
		c := w.tenant()
		first, low := w.confirmed(c, provider.MandateUPI), w.confirmed(c, provider.MandateCard)
		w.atGateway("/bank", map[string]any{"reference": low.Reference, "amount": "500.00"})
		w.run()
		if err := w.debits.SetActive(t.Context(), c, w.at.name, low.ID); err != nil {
			t.Fatal(err)
		}
		w.bill()
		w.hour("2026-11-01", 15)
		words := "by " + low.Instrument() + ", so it is not debited. Please pay it in your dashboard by 10 November 2026: on 11 November 2026 a late fee of ₹35 is charged. For later invoices you can choose " + first.Instrument() + " under Auto Debit in your dashboard."
		mails := w.left(c, "")
		if diff := cmp.Diff(1, len(holding(mails, words))); diff != "" {
			t.Errorf("mails that say %q (-want +got):\n%s\n%q", words, diff, mails)
		}
	})
}

// The bank pays late for a try that it had refused. The notice of the next try, which the customer has
// by then, is taken back in words, and the register has the try that was paid.
func TestALateYesTakesTheNextNoticeBack(t *testing.T) {
	onEachGateway(t, func(w *world) {
		c := w.tenant()
		w.confirmed(c, provider.MandateUPI)
		w.bill()
		w.control(sandbox.Command{Outcomes: []emulator.Answer{{Call: "debit", Outcome: emulator.FailedThenPaid, Seconds: int((8 * time.Hour).Seconds())}}})
		w.hour("2026-11-02", 12)
		tried := w.newestDebit(c)
		w.hour("2026-11-03", 20)
		w.hour("2026-11-04", 12)
		if diff := cmp.Diff([]string{"₹1,769 will not be debited on 5 November 2026"}, holding(w.told(c), "will not be debited")); diff != "" {
			t.Errorf("notices taken back (-want +got):\n%s\n%q", diff, w.told(c))
		}
		paid := w.newestDebit(c)
		if diff := cmp.Diff([]string{tried.On.String(), tried.Reference}, []string{paid.On.String(), paid.Reference}); diff != "" {
			t.Errorf("the try that was paid (-want +got):\n%s", diff)
		}
	})
}
