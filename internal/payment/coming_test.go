package payment_test

import (
	"testing"
	"time"

	"rento/internal/money"
	"rento/internal/payment"
)

// remindedOn runs the reminders of a day and returns how many mails name what is overdue since a day.
func (w *world) remindedOn(p int64, day, words string) int {
	w.T.Helper()
	w.Billing.NotRemindedWhile(payment.IsComing)
	w.Go(day)
	w.must(w.Billing.Remind(w.T.Context()))
	return w.said(p, words)
}

// Nobody is reminded while their bank transfer waits in suspense and is enough for what is open. What
// is left of a transfer that was for something else stops nothing, nor does what was sent back.
func TestATransferThatWaitsStopsReminders(t *testing.T) {
	const open = dueAmount + feeOfOctober
	for name, c := range map[string]struct {
		left     money.Paise
		returned bool
		want     int
	}{
		"it is enough":              {open, false, 0},
		"a paisa is missing":        {open - 1, false, 1},
		"it was enough and went on": {open, true, 1},
	} {
		t.Run(name, func(t *testing.T) {
			onEachEngine(t, func(w *world) {
				p, _, newer := w.twoInvoices()
				w.recorded(sent(dueAmount+c.left, payment.TransferMatch{Invoices: []string{newer.Number}}))
				if c.returned {
					_, err := w.payments.ReturnBankTransfer(w.T.Context(), someUTR, "AXISN52026120100002")
					w.must(err)
				}
				if got := w.remindedOn(p, "2026-12-10", "is overdue: your invoice was to be paid by 10 November 2026"); got != c.want {
					w.T.Errorf("reminded %d times, want %d", got, c.want)
				}
			})
		})
	}
}

// A payment that is not what we asked for waits in suspense like a transfer.
func TestAPaymentInSuspenseStopsReminders(t *testing.T) {
	for name, c := range map[string]struct {
		amount money.Paise
		want   int
	}{
		"more than was asked for": {dueAmount + 100, 0},
		"less than was asked for": {dueAmount - 100, 1},
	} {
		t.Run(name, func(t *testing.T) {
			onEachEngine(t, func(w *world) {
				p, _, order := w.begin()
				paid := reports(order, "pay_of_another_amount")[3]
				paid.Payments[0].Amount = c.amount
				_, err := w.payments.Apply(w.T.Context(), paid)
				w.must(err)
				if got := w.remindedOn(p, "2026-11-07", "is to be paid by 10 November 2026"); got != c.want {
					w.T.Errorf("reminded %d times, want %d", got, c.want)
				}
			})
		})
	}
}

// Nobody is reminded while a payment by hand is being confirmed.
func TestAPaymentThatIsBeingConfirmedStopsReminders(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p := w.debtor()
		w.Go("2026-11-07")
		w.pay(w.open(p, w.startDue(p)).Checkout.OrderID, "pending")
		w.wait(time.Minute)
		if got := w.remindedOn(p, "2026-11-07", "is to be paid by 10 November 2026"); got != 0 {
			w.T.Errorf("reminded %d times, want none", got)
		}
	})
}
