package autodebit_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/mandate"
	"rento/internal/provider"
	"rento/internal/sandbox"
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

// A mandate that is active again after a pause at the bank is not called set up: the message says what
// is debited next.
func TestAResumedMandateIsNotCalledSetUp(t *testing.T) {
	onEachGateway(t, func(w *world) {
		c, m := w.late()
		w.said(c, "your bank has confirmed", 1)
		w.said(c, "auto debit by "+m.Instrument()+" is active at your bank again. ₹35 is due now, all of it late fees. It is not debited: please pay it in your dashboard. The next debit is on 14 November 2026.", 1)
	})
}

// What is due beside a new mandate is said not to be debited by it.
func TestASetUpSaysWhatItDoesNotDebit(t *testing.T) {
	onEachGateway(t, func(w *world) {
		c := w.tenant()
		w.bill()
		w.hour("2026-11-11", 8)
		if err := w.Billing.AssessLateFees(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.hour("2026-11-12", 11)
		w.confirmed(c, provider.MandateUPI)
		w.run()
		w.said(c, "₹1,804 is due now, ₹35 of it late fees. It is not debited: please pay it in your dashboard.", 1)
	})
}

// Who chooses a mandate that does not carry the rent has one message, which says so from its subject on.
func TestChoosingAMandateBelowTheRentIsOneMessage(t *testing.T) {
	onEachEngineByBilldesk(t, func(w *world) {
		c := w.tenant()
		first := w.confirmed(c, provider.MandateUPI)
		low := w.confirmed(c, provider.MandateCard)
		w.atGateway("/bank", map[string]any{"reference": low.Reference, "amount": "500.00"})
		w.run()
		w.bill()
		w.atBank(first, "paused")
		w.run()
		before := len(w.Mails(c))
		if err := w.debits.SetActive(t.Context(), c, w.at.name, low.ID); err != nil {
			t.Fatal(err)
		}
		w.run()
		var subjects []string
		for _, m := range w.Mails(c)[before:] {
			subjects = append(subjects, m.Subject)
		}
		if diff := cmp.Diff([]string{"Your rent is above the limit of " + low.Instrument()}, subjects); diff != "" {
			t.Errorf("mails (-want +got):\n%s", diff)
		}
		w.said(c, "please pay it by hand. Therefore ₹1,769 for your invoice KA/26-27/0000001 is not debited. Please pay it in your dashboard by 10 November 2026: on 11 November 2026 a late fee of ₹35 is charged.", 1)
	})
}

// One message a day tells by when to pay an invoice: the reminder of the day on which the customer is
// told that the debit did not go through is left out, and the next one comes.
func TestNoReminderOnTheDayOfARefusal(t *testing.T) {
	onEachEngineByBilldesk(t, func(w *world) {
		c := w.tenant()
		w.confirmed(c, provider.MandateCard)
		w.bill()
		for range 3 {
			w.plan("debit", emulator.Failure, "insufficient_funds")
		}
		remind := func(day string) {
			w.until(calendar.MustParse(day).At(9, 0))
			if err := w.Billing.Remind(t.Context()); err != nil {
				t.Fatal(err)
			}
			w.run()
		}
		remind("2026-11-07")
		w.said(c, "We do not try again. Please pay it in your dashboard by 10 November 2026: on 11 November 2026 a late fee of ₹35 is charged.", 1)
		w.said(c, "is to be paid", 0)
		remind("2026-11-10")
		w.said(c, "₹1,769 is to be paid today, 10 November 2026.", 1)
	})
}

// A debit that the customer has skipped after the bank's first no, and that the bank pays after all:
// the receipt says that it is the one that was told not to be made.
func TestALateYesToASkippedDebitIsExplained(t *testing.T) {
	onEachGateway(t, func(w *world) {
		c := w.tenant()
		w.confirmed(c, provider.MandateUPI)
		w.bill()
		w.lateYes(20 * time.Hour)
		w.hour("2026-11-03", 14)
		if err := w.debits.Skip(t.Context(), c, w.newestDebit(c).ID); err != nil {
			t.Fatal(err)
		}
		w.hour("2026-11-05", 12)
		w.said(c, "We had told you that it will not be made, but your bank had it already and has paid it. Thank you.", 1)
	})
}

// A late yes to a debit whose invoice was paid by hand meanwhile: the message of the morning that the
// money went back in the night names the debit.
func TestALateYesThatGoesBackNamesTheDebit(t *testing.T) {
	onEachGateway(t, func(w *world) {
		c := w.tenant()
		m := w.confirmed(c, provider.MandateUPI)
		w.bill()
		w.lateYes(20 * time.Hour)
		w.hour("2026-11-03", 14)
		w.Pay(c, "by hand", rent)
		w.hour("2026-11-05", 12)
		w.said(c, "your payment of ₹1,769 by the auto debit of 3 November 2026 by "+m.Instrument()+", which your bank had not paid at first, with the reference", 1)
	})
}

// A late yes that pays the invoice says that the bank had refused it.
func TestALateYesThatPaysIsExplained(t *testing.T) {
	onEachGateway(t, func(w *world) {
		c := w.tenant()
		w.confirmed(c, provider.MandateUPI)
		w.bill()
		w.lateYes(20 * time.Hour)
		w.hour("2026-11-05", 4)
		w.said(c, "Your bank had not paid it at first. Thank you.", 1)
	})
}

// lateYes has the bank refuse the next debit, and pay it after all some time later.
func (w *world) lateYes(after time.Duration) {
	w.T.Helper()
	w.control(sandbox.Command{Outcomes: []emulator.Answer{{Call: "debit", Outcome: emulator.FailedThenPaid, Seconds: int(after.Seconds())}}})
}
