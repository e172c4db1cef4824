package autodebit_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/mandate"
	"rento/internal/provider"
	"rento/internal/sandbox/emulator"
)

// late is a customer whose invoice of November is overdue, with a late fee of 11 November, and whose
// mandate, paused on 2 November, is active again on 12 November: the debit of the invoice is for
// 14 November.
func (w *world) late() (int64, mandate.Mandate) {
	w.T.Helper()
	c := w.tenant()
	m := w.confirmed(c, provider.MandateUPI)
	w.hour("2026-11-01", 2)
	w.atBank(m, "paused")
	w.run()
	w.bill()
	w.hour("2026-11-11", 8)
	if err := w.Billing.AssessLateFees(w.T.Context()); err != nil {
		w.T.Fatal(err)
	}
	w.hour("2026-11-12", 11)
	w.atBank(m, "active")
	w.run()
	return c, m
}

// said fails the test unless as many mails that left say these words.
func (w *world) said(c int64, words string, want int) {
	w.T.Helper()
	if diff := cmp.Diff(want, len(holding(w.left(c, ""), words))); diff != "" {
		w.T.Errorf("mails that say %q (-want +got):\n%s\n%q", words, diff, w.left(c, ""))
	}
}

// Who skips the debit of an invoice that is overdue is told since when, and when the next late fee
// comes. No day of a fee is called the day to pay by.
func TestSkippingTheDebitOfAnOverdueInvoice(t *testing.T) {
	onEachEngineByBilldesk(t, func(w *world) {
		c, _ := w.late()
		if err := w.debits.Skip(t.Context(), c, w.newestDebit(c).ID); err != nil {
			t.Fatal(err)
		}
		w.run()
		w.said(c, "will not be debited by su…@billdesk. It was to be paid by 10 November 2026. Please pay it in your dashboard. The next late fee, ₹35, is charged on 11 December 2026.", 1)
	})
}

// When the bank has refused the last try, the message names the day that home and the reminders name:
// four days later, also if the next late fee comes long after it.
func TestTheLastRefusalNamesTheDayThatCounts(t *testing.T) {
	onEachEngineByBilldesk(t, func(w *world) {
		c, _ := w.late()
		for range 4 {
			w.plan("debit", emulator.Failure, "insufficient_funds")
		}
		w.until(calendar.MustParse("2026-11-20").At(10, 0))
		w.said(c, "We do not try again. Please pay it in your dashboard by 24 November 2026: on 11 January 2027 a late fee of ₹35 is charged.", 1)
		w.until(calendar.MustParse("2026-11-21").At(9, 30))
		if err := w.Billing.Remind(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.run()
		w.said(c, "is to be paid by 24 November 2026", 1)
	})
}
