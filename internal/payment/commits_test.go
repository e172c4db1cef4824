package payment_test

import (
	"testing"
	"time"

	"rento/internal/payment"
	"rento/internal/sandbox/razorpay"
)

// The durable commits of a payment, as docs/payments.md names them. The customer waits for the
// first four.
func TestCommitsOfAPayment(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p := w.debtor()
		w.work() // run the other jobs that are due, so that they do not count
		total := int64(0)
		spent := func(step string, want int64, do func()) {
			w.T.Helper()
			before := w.Store.Commits()
			do()
			got := w.Store.Commits() - before
			if got != want {
				w.T.Errorf("%s takes %d commits, want %d", step, got, want)
			}
			total += got
		}
		var tr payment.Transaction
		var order string
		var proof map[string]string
		spent("start: the transaction", 1, func() { tr = w.startDue(p) })
		spent("gateway: the attempt, the order", 2, func() { order = w.open(p, tr).Checkout.OrderID })
		proof = w.pay(order, razorpay.OutcomeSuccess)
		spent("capture: the payment with its posting, receipt and feedback", 1, func() {
			if paid, err := w.capture(p, tr, proof); err != nil || !paid {
				w.T.Fatalf("capture: %t, %v", paid, err)
			}
		})
		w.wantPaid(p, tr)
		if total > 5 {
			w.T.Errorf("pay and capture takes %d commits, want at most 5", total)
		}
		spent("the same return once more", 0, func() {
			if _, err := w.capture(p, tr, proof); err != nil {
				w.T.Fatal(err)
			}
		})
		// Nobody waits for the rest. The provider reports the authorization and the capture of
		// the payment and the state of the order, each in its own webhook.
		events := 0
		spent("the webhooks, each stored", 3, func() { events = w.box.Deliver(w.T.Context()) })
		if events != 3 {
			w.T.Errorf("%d webhooks came, want 3", events)
		}
		jobs := func(want int) func() {
			return func() {
				w.T.Helper()
				if ran, err := w.Queue.RunDue(w.T.Context()); err != nil || ran != want {
					w.T.Errorf("%d jobs ran, %v, want %d", ran, err, want)
				}
			}
		}
		spent("the jobs of the webhooks: claimed together, each marked processed, done together", 1+3+1, jobs(3))
		w.Clock.Advance(31 * time.Second)
		spent("the question that was planned with the attempt: claimed, done", 2, jobs(1))
	})
}
