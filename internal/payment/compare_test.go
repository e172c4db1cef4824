package payment_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rento/internal/ledger"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/sandbox"
	emulated "rento/internal/sandbox/razorpay"
	"rento/internal/testkit"
)

// The daily comparison finds what every other way has missed.
func TestCompareCatchesALostPayment(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		w.deaf = true
		w.pay(order, "success")
		w.Clock.Advance(time.Hour) // no job runs
		c := w.compare()
		if len(c.Caught) != 1 || c.Listed != 1 || c.Held != 1 {
			w.T.Fatalf("%+v", c)
		}
		w.wantPaid(p, tr)
		if again := w.compare(); !again.Clean() {
			w.T.Fatalf("again %+v", again)
		}
	})
}

// Money of an order that is nobody's goes to suspense once, and a person is
// told.
func TestCompareStrandsForeignMoney(t *testing.T) {
	onEachEngine(t, func(w *world) {
		order, err := w.gateway.CreateOrder(w.T.Context(), provider.OrderRequest{Reference: "somebody", Amount: 5000})
		if err != nil {
			w.T.Fatal(err)
		}
		w.pay(order.OrderID, "success")
		w.wait(2 * day)
		w.Clock.Advance(time.Second)
		if c := w.compare(); !c.Clean() {
			w.T.Fatalf("the daily run has missed it: %+v", c)
		}
		if w.total(ledger.Suspense) != -5000 || !strings.Contains(fmt.Sprint(w.alerts()), "payment_unknown_order") {
			w.T.Fatalf("suspense %v, alerts %v", w.total(ledger.Suspense), w.alerts())
		}
		w.wantInTransit(5000)
	})
}

func TestCompareMissesWhatTheGatewayLost(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		if paid, err := w.capture(p, tr, w.pay(order, "success")); err != nil || !paid {
			w.T.Fatalf("%v, %v", paid, err)
		}
		w.Clock.Advance(time.Hour)
		w.do(sandbox.Command{Reset: true})
		if c := w.compare(); len(c.Missing) != 1 || len(w.alerts()) != 1 {
			w.T.Fatalf("%+v, alerts %v", c, w.alerts())
		}
	})
}

// Money that is not taken goes back to the payer after five days; a comparison
// that runs hours later than the one before still sees it.
func TestALateCompareSeesWhatWentBack(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, _, order := w.begin()
		w.Pay(p, "elsewhere", dueAmount)
		w.deaf = true
		w.pay(order, emulated.OutcomeAuthorized)
		for _, step := range []struct {
			wait time.Duration
			want string
		}{{time.Hour, "authorized"}, {5*day - 2*time.Hour, "authorized"}, {day + 5*time.Hour, "refunded"}} {
			w.Clock.Advance(step.wait) // no job runs
			w.box.Elapse()
			w.compare()
			if got := w.paymentState(); got != step.want {
				w.T.Errorf("on %v the payment is %s, want %s", w.Clock.Now(), got, step.want)
			}
		}
	})
}

// paymentState is the state of the one payment that we know of.
func (w *world) paymentState() (state string) {
	w.T.Helper()
	if err := testkit.Raw(w.T, w.Store).QueryRowContext(w.T.Context(), "SELECT state FROM gateway_payments").Scan(&state); err != nil {
		w.T.Fatal(err)
	}
	return state
}

func (w *world) compare() payment.Comparison {
	w.T.Helper()
	list, err := w.payments.CompareLately(w.T.Context())
	if err != nil || len(list) != 1 {
		w.T.Fatalf("%+v, %v", list, err)
	}
	return list[0]
}
