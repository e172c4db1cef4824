package autodebit_test

import (
	"net"
	"slices"
	"strings"
	"syscall"
	"testing"

	"rento/internal/calendar"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// A customer who objects to one debit pays that invoice by hand, and the next invoice is debited.
// The customer can object until the bank has the debit. Objecting again changes nothing.
func TestSkipOneDebit(t *testing.T) {
	onEachEngine(t, func(w *world) {
		c, other := w.tenant(), w.tenant()
		w.confirmed(c, provider.MandateUPI)
		w.confirmed(other, provider.MandateCard)
		w.bill()
		w.hour("2026-11-01", 9)
		d := w.soleDebit(c)
		if err := w.debits.Skip(w.T.Context(), other, d.ID); code(err) != "debit.not_found" {
			w.T.Errorf("another customer's: %v, want a 404", err)
		}
		for range 2 {
			if err := w.debits.Skip(w.T.Context(), c, d.ID); err != nil {
				w.T.Fatal(err)
			}
		}
		w.control(sandbox.Command{Outcomes: []emulator.Answer{{Call: "debit", Outcome: emulator.Late, Seconds: 600}}})
		w.until(calendar.MustParse("2026-11-03").At(6, 5))
		if err := w.debits.Skip(w.T.Context(), other, w.soleDebit(other).ID); code(err) != "debit.not_planned" {
			w.T.Errorf("one that the bank has: %v, want a 409", err)
		}
		w.hour("2026-11-05", 9)
		if d := w.soleDebit(c); d.State != mandate.Skipped || d.SkippedFor != mandate.Declined {
			w.T.Errorf("debit %+v, want it skipped", d)
		}
		if due := w.Balances(c).InvoicesDue(); due != rent {
			w.T.Errorf("%v due, want %v: the invoice stays due", due, rent)
		}
		skipped := "The debit of ₹1,769 is skipped"
		if told := w.told(c); slices.Index(told, skipped) < 0 || strings.Count(strings.Join(told, "|"), skipped) != 1 {
			w.T.Errorf("told %q, want it told once", told)
		}
		w.Pay(c, "by hand", rent)
		w.hour("2026-12-01", 5)
		w.Bill()
		w.hour("2026-12-03", 9)
		if due := w.Balances(c).Dues(); due != 0 {
			w.T.Errorf("%v due in December, want that month debited", due)
		}
	})
}

// An invoice above the limit is not debited. The customer is told with the invoice, a week before
// it is due.
func TestAnInvoiceAboveTheLimit(t *testing.T) {
	onEachEngine(t, func(w *world) {
		c := w.tenant()
		w.confirmed(c, provider.MandateUPI) // with a limit of 5,000 rupees
		w.Rent(c, company.Bengaluru, "2026-10-01", company.AC, company.AC, company.AC)
		w.bill()
		due := w.Balances(c).InvoicesDue()
		if due <= money.Rupees(5000) {
			w.T.Fatalf("%v due, want more than the limit of 5,000", due)
		}
		want := debit{State: mandate.Skipped, SkippedFor: mandate.NotAllowed, Amount: due, On: "2026-11-03"}
		w.wantDebit(w.soleDebit(c), want)
		w.hour("2026-11-01", 9)
		if told, want := w.told(c), due.String()+" will not be debited"; !slices.Contains(told, want) {
			w.T.Errorf("told %q, want %q", told, want)
		}
	})
}

// The customer is told once, thirty days before a mandate ends, or later if no node ran then.
func TestToldBeforeTheLastDay(t *testing.T) {
	onEachEngine(t, func(w *world) {
		c := w.tenant()
		w.confirmed(c, provider.MandateUPI) // until 1 October 2031
		const ends = "Auto debit ends on 1 October 2031"
		count := func() int { return strings.Count(strings.Join(w.told(c), "|"), ends) }
		w.Clock.Set(calendar.MustParse("2031-08-31").At(9, 0))
		w.run()
		if n := count(); n != 0 {
			w.T.Fatalf("told %d times a day too early", n)
		}
		w.hour("2031-09-01", 10)
		if n := count(); n != 1 {
			w.T.Errorf("told %d times thirty days before, want once: %q", n, w.told(c))
		}
		w.hour("2031-09-08", 10)
		if n := count(); n != 1 {
			w.T.Errorf("told %d times a week later, want once", n)
		}
	})
}

// A debit that could not be announced for a week lapses, so that the screens say early enough
// that the invoice is to be paid by hand.
func TestADebitThatCannotBeAnnouncedLapses(t *testing.T) {
	w := newWorld(t, testkit.Open(t), byBilldesk)
	c := w.tenant()
	w.confirmed(c, provider.MandateUPI)
	w.between = func(call string) error {
		if strings.HasSuffix(call, "invoices/create") {
			return &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
		}
		return nil
	}
	w.bill()
	w.hour("2026-11-08", 20)
	if d := w.soleDebit(c); d.State != mandate.Scheduled {
		t.Fatalf("debit %+v, want it scheduled", d)
	}
	w.hour("2026-11-09", 9)
	if d := w.soleDebit(c); d.State != mandate.Skipped || d.SkippedFor != mandate.Lapsed {
		t.Errorf("debit %+v, want it lapsed", d)
	}
}
