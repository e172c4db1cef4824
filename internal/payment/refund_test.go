package payment_test

import (
	"fmt"
	"strings"
	"testing"

	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
)

// A refund that the gateway refuses stays owed, and a person is told.
func TestRefundFails(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, _, firstOrder := w.begin()
		w.credit(p, money.Rupees(30))
		secondOrder := w.open(p, w.startDue(p)).Checkout.OrderID
		w.pay(firstOrder, "success")
		w.do(sandbox.Command{Outcomes: []emulator.Answer{{Call: "refund", Outcome: "failure"}}})
		w.pay(secondOrder, "success")
		w.wait(3 * day)
		if owed := -w.Balances(p)[ledger.ExcessPayment]; owed != dueAmount-money.Rupees(30) {
			w.T.Fatalf("refund payable %v", owed)
		}
		if !strings.Contains(fmt.Sprint(w.alerts()), "refund_failed") {
			w.T.Fatalf("alerts %v", w.alerts())
		}
	})
}

// A refund that does not end is asked about daily, and after ten days a person
// is told.
func TestRefundIsSlow(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, _, firstOrder := w.begin()
		w.credit(p, money.Rupees(30))
		secondOrder := w.open(p, w.startDue(p)).Checkout.OrderID
		w.pay(firstOrder, "success")
		w.do(sandbox.Command{Outcomes: []emulator.Answer{{Call: "refund", Outcome: "pending"}}})
		w.pay(secondOrder, "success")
		w.wait(5 * day)
		if len(w.alerts()) != 0 {
			w.T.Fatalf("alerts %v", w.alerts())
		}
		w.wait(9 * day)
		if fmt.Sprint(w.alerts()) != "[refund_slow]" {
			w.T.Fatalf("alerts %v", w.alerts())
		}
	})
}

// Somebody gave money back at the gateway by hand: our books do not guess, a
// person is told.
func TestRefundedOutside(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		fields := w.pay(order, "success")
		if paid, err := w.capture(p, tr, fields); err != nil || !paid {
			w.T.Fatalf("%v, %v", paid, err)
		}
		_, err := w.gateway.Refund(w.T.Context(), provider.RefundRequest{PaymentID: fields["razorpay_payment_id"], Amount: 5000, Key: "by-hand-0001"})
		if err != nil {
			w.T.Fatal(err)
		}
		w.wait(2 * day)
		if !strings.Contains(fmt.Sprint(w.alerts()), "refunded_outside") {
			w.T.Fatalf("alerts %v", w.alerts())
		}
	})
}
