package payment_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/provider/paytm"
	emulated "rento/internal/sandbox/razorpay"
)

// permutations returns every order of the numbers 0 to n-1.
func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for _, shorter := range permutations(n - 1) {
		for at := range n {
			order := append(append(append([]int{}, shorter[:at]...), n-1), shorter[at:]...)
			all = append(all, order)
		}
	}
	return all
}

// F3, F4: a payment's reports come in each of 24 orders, with one to five copies of each report,
// from several goroutines at once. The payment is posted once.
func TestEveryOrderOfReportsPostsOnce(t *testing.T) {
	onEachEngine(t, func(w *world) {
		orders := permutations(4)
		payers := w.debtors(len(orders))
		random := rand.New(rand.NewPCG(7, 7))
		for i, order := range orders {
			p := payers[i]
			tr := w.startDue(p)
			id := w.open(p, tr).Checkout.OrderID
			w.deliver(reports(id, fmt.Sprintf("pay_%d", i)), order, random)
			w.wantStatus(p, tr, payment.StatusPaid)
			if diff := cmp.Diff(standing{}, w.standing(p)); diff != "" {
				w.T.Fatalf("standing after the order %v (-want +got):\n%s", order, diff)
			}
		}
		if got, want := w.total(ledger.InTransit("razorpay")), dueAmount*money.Paise(len(orders)); got != want {
			w.T.Fatalf("in transit %v, want %v", got, want)
		}
	})
}

// reports returns what we may hear about a payment that failed first and was honoured late.
func reports(orderID, paymentID string) []provider.Observation {
	states := []provider.PaymentState{provider.PaymentFailed, provider.PaymentCreated, provider.PaymentAuthorized, provider.PaymentCaptured}
	list := make([]provider.Observation, len(states))
	for i, state := range states {
		list[i] = provider.Observation{Gateway: "razorpay", OrderID: orderID, Payments: []provider.Payment{
			{ID: paymentID, OrderID: orderID, State: state, Amount: dueAmount, Currency: "INR", Method: "upi"},
		}}
	}
	return list
}

// deliver applies the reports in the given order, each in several goroutines at once, one per
// copy.
func (w *world) deliver(list []provider.Observation, order []int, random *rand.Rand) {
	w.T.Helper()
	for _, i := range order {
		var all sync.WaitGroup
		for range 1 + random.IntN(5) {
			all.Go(func() {
				if _, err := w.payments.Apply(w.T.Context(), list[i]); err != nil {
					w.T.Errorf("apply: %v", err)
				}
			})
		}
		all.Wait()
	}
}

// An observation of one order may contain a payment of another customer's order. That payment is
// judged against the observation's own order and goes to the suspense account. An observation of
// an order that is not ours does nothing.
func TestObservationOfAnotherOrder(t *testing.T) {
	onEachEngine(t, func(w *world) {
		both := w.debtors(2)
		first, second := w.startDue(both[0]), w.startDue(both[1])
		firstOrder, secondOrder := w.open(both[0], first).Checkout.OrderID, w.open(both[1], second).Checkout.OrderID
		swapped := reports(firstOrder, "pay_swapped")[3]
		swapped.Payments[0].OrderID = secondOrder
		if _, err := w.payments.Apply(w.T.Context(), swapped); err != nil {
			w.T.Fatal(err)
		}
		done, err := w.payments.Apply(w.T.Context(), reports("order_nobody", "pay_nobody")[3])
		if err != nil || done.Known {
			w.T.Fatalf("got %+v, %v; want the order not known", done, err)
		}
		for i, p := range both {
			if b := w.Balances(p); b.InvoicesDue() != dueAmount {
				w.T.Fatalf("customer %d: %v, want %v", i, b, dueAmount)
			}
		}
		if got := w.total(ledger.Suspense); got != -dueAmount {
			w.T.Fatalf("suspense %v, want %v", got, -dueAmount)
		}
		w.wantAlerts("payment_order_differs")
	})
}

// CALL-69: if a browser asks every second for five minutes, we ask the gateway four times.
func TestPollingAsksTheGatewaySeldom(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, _ := w.begin()
		before := len(w.calls)
		var asked []time.Time
		for range 300 {
			w.wantStatus(p, tr, payment.StatusPending)
			w.Clock.Advance(time.Second)
			w.work()
			if len(w.calls) > before {
				before, asked = len(w.calls), append(asked, w.Clock.Now())
			}
		}
		if len(asked) > 4 {
			w.T.Fatalf("asked %d times: %v", len(asked), asked)
		}
		for i := 1; i < len(asked); i++ {
			if gap := asked[i].Sub(asked[i-1]); gap < 90*time.Second {
				w.T.Fatalf("asked again after %v", gap)
			}
		}
	})
}

// A customer who has left the gateway and asks gets the gateway's own answer: it has no payment,
// a payment is under way, or it is paid. Without that answer we say nothing. However often the
// customer asks, the schedule continues as before. F26
func TestRefreshStatus(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, order := w.begin()
		w.deaf = true
		refresh := func(what string, want payment.Progress) {
			w.T.Helper()
			got, err := w.payments.RefreshStatus(w.T.Context(), p, tr.ID)
			if err != nil || got != want {
				w.T.Fatalf("%s: %+v, %v; want %+v", what, got, err, want)
			}
		}
		open := payment.Progress{Status: payment.StatusPending}
		none := payment.Progress{Status: payment.StatusPending, NothingPaid: true}
		refresh("closed without paying", none)
		before := len(w.calls)
		refresh("asked again at once", open)
		if len(w.calls) != before {
			w.T.Fatalf("the gateway was asked twice in a moment: %v", w.calls[before:])
		}
		w.Clock.Advance(2 * time.Second)
		refresh("asked again a moment later", none)
		w.Clock.Advance(2 * time.Second)
		w.between = func(string) error { return os.ErrDeadlineExceeded }
		refresh("the gateway does not answer", open)
		w.between = nil
		w.attempt(emulated.Attempt{OrderID: order, Outcome: emulated.OutcomeLate, Seconds: 60})
		w.Clock.Advance(2 * time.Second)
		refresh("a payment is under way", open)
		w.Clock.Advance(time.Minute)
		w.box.Elapse()
		refresh("it was paid", payment.Progress{Status: payment.StatusPaid})
		w.wantPaid(p, tr)
	})
}

// An earlier attempt of the transaction may also bring money, so we ask its gateway too. While
// that gateway has a payment, nobody is told that nothing was paid.
func TestRefreshStatusAsksAboutEarlierAttempts(t *testing.T) {
	onEachEngine(t, func(w *world) {
		w.atPaytm()
		payer := w.debtor()
		tr := w.startDue(payer)
		order := w.open(payer, tr).Checkout.OrderID
		w.openAt(payer, tr, paytm.Name)
		w.deaf = true
		refresh := func(what string, want payment.Progress) {
			w.T.Helper()
			w.Clock.Advance(3 * time.Second)
			got, err := w.payments.RefreshStatus(w.T.Context(), payer, tr.ID)
			if err != nil || got != want {
				w.T.Fatalf("%s: %+v, %v; want %+v", what, got, err, want)
			}
		}
		refresh("both were closed", payment.Progress{Status: payment.StatusPending, NothingPaid: true})
		w.attempt(emulated.Attempt{OrderID: order, Outcome: emulated.OutcomeLate, Seconds: 60})
		refresh("the first holds a payment", payment.Progress{Status: payment.StatusPending})
		w.between = func(call string) error {
			if !strings.Contains(call, "/paytm/") {
				return os.ErrDeadlineExceeded
			}
			return nil
		}
		refresh("the first does not answer", payment.Progress{Status: payment.StatusPending})
		w.between = nil
		w.Clock.Advance(time.Minute)
		w.box.Elapse()
		refresh("the first was paid", payment.Progress{Status: payment.StatusPaid})
	})
}

// If nobody was shown an order yet, nobody can have paid.
func TestRefreshStatusWithoutAnOrder(t *testing.T) {
	onEachEngine(t, func(w *world) {
		both := w.debtors(2)
		p, other := both[0], both[1]
		tr := w.startDue(p)
		got, err := w.payments.RefreshStatus(w.T.Context(), p, tr.ID)
		w.must(err)
		if diff := cmp.Diff(payment.Progress{Status: payment.StatusPending, NothingPaid: true}, got); diff != "" {
			w.T.Fatalf("progress (-want +got):\n%s", diff)
		}
		if len(w.calls) > 0 {
			w.T.Fatalf("calls %v, want nobody asked", w.calls)
		}
		_, err = w.payments.RefreshStatus(w.T.Context(), other, tr.ID)
		wantFault(w.T, err, http.StatusNotFound)
	})
}

// The sweep finds a question whose job has died. It also expires a transaction that nobody took
// to a gateway.
func TestSweep(t *testing.T) {
	onEachEngine(t, func(w *world) {
		both := w.debtors(2)
		p, idle := both[0], both[1]
		tr, unused := w.startDue(p), w.startDue(idle)
		order := w.open(p, tr).Checkout.OrderID
		w.deaf = true
		w.pay(order, "success")
		w.wire(payment.Config{}) // a new node that remembers nothing of the old one
		w.Clock.Advance(2 * day)
		if err := w.payments.Sweep(w.T.Context()); err != nil {
			w.T.Fatal(err)
		}
		w.wantStatus(p, tr, payment.StatusPaid)
		w.wantStatus(idle, unused, payment.StatusFailed)
	})
}

// A gateway that is down does not stop the sweep.
func TestSweepWithoutGateway(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, _ := w.begin()
		w.between = func(string) error { return os.ErrDeadlineExceeded }
		w.Clock.Advance(day)
		if err := w.payments.Sweep(w.T.Context()); err != nil {
			w.T.Fatal(err)
		}
		w.wantStatus(p, tr, payment.StatusPending)
	})
}
