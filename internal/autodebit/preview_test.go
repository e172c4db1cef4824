package autodebit_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/autodebit"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/sandbox/emulator"
	"rento/internal/testkit"
)

// then is what the tests compare of an autodebit.DebitThen.
type then struct {
	Amount money.Paise
	On, By string
	Stays  bool
}

func thenOf(d *autodebit.DebitThen) *then {
	if d == nil {
		return nil
	}
	return &then{d.Amount, d.On.String(), d.By, d.Stays}
}

// way is what the options say of a way: this month's debit, the instrument that stays in use, and the
// day of the next invoice's debit.
type way struct {
	ThisMonth     *then
	Beside, First string
}

func (w *world) way(c int64, method provider.MandateMethod) way {
	w.T.Helper()
	o, err := w.debits.OptionsFor(w.T.Context(), c)
	if err != nil {
		w.T.Fatal(err)
	}
	for _, offered := range o.Ways {
		if offered.Choice.Method == method {
			return way{thenOf(offered.ThisMonth), offered.Beside, offered.First.String()}
		}
	}
	w.T.Fatalf("%s is not offered", method)
	return way{}
}

func (w *world) wantThen(what string, want then, got autodebit.DebitThen, some bool, err error) {
	w.T.Helper()
	if err != nil || !some {
		w.T.Fatalf("%s: %v, %v; want what is debited then", what, some, err)
	}
	if diff := cmp.Diff(&want, thenOf(&got)); diff != "" {
		w.T.Errorf("%s: what is debited then (-want +got):\n%s", what, diff)
	}
}

// What is said before a mandate is set up is what happens: without another one it debits the next
// invoice, or this month's if that was given up; beside one that suffices it debits nothing.
func TestWhatIsSaidBeforeSettingUp(t *testing.T) {
	onEachGateway(t, func(w *world) {
		c := w.tenant()
		wantWay := func(what string, want way) {
			t.Helper()
			if diff := cmp.Diff(want, w.way(c, provider.MandateUPI)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", what, diff)
			}
		}
		wantWay("without a mandate", way{First: "2026-11-03"})
		first := w.confirmed(c, provider.MandateUPI)
		wantWay("beside one", way{Beside: first.Instrument()})
		w.bill()
		wantWay("beside one that debits this month", way{Beside: first.Instrument()})
		if err := w.debits.Cancel(t.Context(), c, w.at.name, first.ID); err != nil {
			t.Fatal(err)
		}
		w.hour("2026-11-02", 9)
		wantWay("after it was removed", way{ThisMonth: &then{Amount: rent, On: "2026-11-04"}, First: "2026-12-03"})
		w.confirmed(c, provider.MandateUPI)
		w.hour("2026-11-05", 9)
		w.wantDebit(w.newestDebit(c), debit{State: mandate.Succeeded, Amount: rent, On: "2026-11-04", Tries: 1})
	})
}

// What is said before another mandate is chosen, or one is removed, is what happens to the debit of
// the month.
func TestWhatIsSaidBeforeChoosingAndRemoving(t *testing.T) {
	onEachGateway(t, func(w *world) {
		c := w.tenant()
		first, second := w.confirmed(c, provider.MandateUPI), w.confirmed(c, provider.MandateCard)
		w.bill()
		to, some, err := w.debits.IfRemoved(t.Context(), first)
		w.wantThen("the one in use is removed", then{Amount: rent, On: "2026-11-03"}, to, some, err)
		if err := w.debits.Cancel(t.Context(), c, w.at.name, first.ID); err != nil {
			t.Fatal(err)
		}
		to, some, err = w.debits.IfChosen(t.Context(), w.mandate(c, second.ID))
		w.wantThen("the other one is chosen after it", then{Amount: rent, On: "2026-11-03", By: second.Instrument()}, to, some, err)
		if err := w.debits.SetActive(t.Context(), c, w.at.name, second.ID); err != nil {
			t.Fatal(err)
		}
		w.wantDebit(w.newestDebit(c), debit{State: mandate.Scheduled, Amount: rent, On: "2026-11-03"})
		if _, some, err := w.debits.IfRemoved(t.Context(), w.mandate(c, first.ID)); err != nil || some {
			t.Errorf("one that debits nothing is removed: %v, %v; want nothing to say", some, err)
		}
	})
}

// A debit that is too late to move to the mandate that was chosen stays with the former one. If that
// is removed, the chosen one makes it, as it is said before.
func TestRemovingTheFormerMandate(t *testing.T) {
	onEachGateway(t, func(w *world) {
		c := w.tenant()
		first, second := w.confirmed(c, provider.MandateUPI), w.confirmed(c, provider.MandateCard)
		w.bill()
		w.hour("2026-11-02", 9)
		w.atBank(first, "paused")
		w.run()
		w.hour("2026-11-08", 9)
		w.atBank(first, "active")
		w.run()
		w.hour("2026-11-09", 22)
		to, some, err := w.debits.IfChosen(t.Context(), w.mandate(c, second.ID))
		w.wantThen("the other one is chosen", then{Amount: rent, On: "2026-11-10", By: first.Instrument(), Stays: true}, to, some, err)
		if err := w.debits.SetActive(t.Context(), c, w.at.name, second.ID); err != nil {
			t.Fatal(err)
		}
		to, some, err = w.debits.IfRemoved(t.Context(), w.mandate(c, first.ID))
		w.wantThen("the former one is removed", then{Amount: rent, On: "2026-11-12", By: second.Instrument()}, to, some, err)
		if err := w.debits.Cancel(t.Context(), c, w.at.name, first.ID); err != nil {
			t.Fatal(err)
		}
		said := "Your rent goes on being debited by " + second.Instrument() + ". The next debit is on 12 November 2026."
		if diff := cmp.Diff(1, len(holding(mailsOf(w, c), said))); diff != "" {
			t.Errorf("mails that say so (-want +got):\n%s\n%q", diff, mailsOf(w, c))
		}
		w.hour("2026-11-12", 18)
		w.wantDebit(w.newestDebit(c), debit{State: mandate.Succeeded, Amount: rent, On: "2026-11-12", Tries: 1})
	})
}

// An invoice is tried three times in all, and four times if UPI makes the last one, by however many
// mandates (R12).
func TestTheTriesOfAnInvoiceOverItsMandates(t *testing.T) {
	for name, c := range map[string]struct {
		day  string // of the change, in the evening after a try
		want int
	}{
		"after the first try": {"2026-11-03", 3}, "after the second": {"2026-11-05", 3}, "after the third": {"2026-11-07", 4},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, testkit.Open(t), byBilldesk)
			id := w.tenant()
			w.confirmed(id, provider.MandateUPI)
			other := w.confirmed(id, provider.MandateCard)
			w.bill()
			for range 8 {
				w.plan("debit", emulator.Failure, "insufficient_funds")
			}
			w.hour(c.day, 12)
			if err := w.debits.SetActive(t.Context(), id, w.at.name, other.ID); err != nil {
				t.Fatal(err)
			}
			w.hour("2026-11-30", 20)
			list, err := w.Debits(id)
			if err != nil {
				t.Fatal(err)
			}
			tries := 0
			for _, d := range list {
				tries += int(d.Tries)
			}
			if diff := cmp.Diff(c.want, tries); diff != "" {
				t.Errorf("tries (-want +got):\n%s\ntold %q", diff, w.told(id))
			}
		})
	}
}
