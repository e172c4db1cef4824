package payment_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"rento/internal/ident"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/provider/razorpay"
	"rento/internal/sandbox"
	"rento/internal/sandbox/rig"
	"rento/internal/store"
	"rento/internal/testkit"
)

// permutations returns every order of 0 to n-1.
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

// F3, F4: whatever is reported, in each of 24 orders, with one to five copies
// of each report, from several sides at once: one posting.
func TestEveryOrderOfReportsPostsOnce(t *testing.T) {
	onEachEngine(t, func(w *world) {
		orders := permutations(4)
		payers := w.debtors(len(orders))
		random := rand.New(rand.NewPCG(7, 7))
		for i, order := range orders {
			p := payers[i]
			tr := w.startDue(p)
			id := w.open(p, tr).Razorpay.OrderID
			w.deliver(reports(id, fmt.Sprintf("pay_%d", i)), order, random)
			w.wantStatus(p, tr, payment.StatusPaid)
			if b := w.Balances(p.CustomerID); b.Owed() != 0 || b.WalletCredit() != 0 || b[ledger.RefundPayable] != 0 {
				w.T.Fatalf("order %v: balances %v", order, b)
			}
		}
		if got, want := w.total(ledger.InTransit(payment.Razorpay)), dueAmount*money.Paise(len(orders)); got != want {
			w.T.Fatalf("in transit %v, want %v", got, want)
		}
	})
}

// reports are what may be heard of one payment that failed first and was
// honoured late.
func reports(orderID, paymentID string) []provider.Observation {
	states := []provider.PaymentState{provider.PaymentFailed, provider.PaymentCreated, provider.PaymentAuthorized, provider.PaymentCaptured}
	list := make([]provider.Observation, len(states))
	for i, state := range states {
		list[i] = provider.Observation{Gateway: payment.Razorpay, OrderID: orderID, Payments: []provider.Payment{
			{ID: paymentID, OrderID: orderID, State: state, Amount: dueAmount, Currency: "INR", Method: "upi"},
		}}
	}
	return list
}

// deliver reports in an order, each report by as many goroutines as it has
// copies.
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

// An observation of somebody else's order under our reference is judged
// against the order that it names; one that is nobody's does nothing.
func TestObservationOfAnotherOrder(t *testing.T) {
	onEachEngine(t, func(w *world) {
		both := w.debtors(2)
		first, second := w.startDue(both[0]), w.startDue(both[1])
		firstOrder, secondOrder := w.open(both[0], first).Razorpay.OrderID, w.open(both[1], second).Razorpay.OrderID
		swapped := reports(firstOrder, "pay_swapped")[3]
		swapped.Payments[0].OrderID = secondOrder
		if _, err := w.payments.Apply(w.T.Context(), swapped); err != nil {
			w.T.Fatal(err)
		}
		done, err := w.payments.Apply(w.T.Context(), reports("order_nobody", "pay_nobody")[3])
		if err != nil || done.Known {
			w.T.Fatalf("%+v, %v", done, err)
		}
		for i, p := range both {
			if b := w.Balances(p.CustomerID); b.Owed() != dueAmount {
				w.T.Fatalf("customer %d: %v", i, b)
			}
		}
		if w.total(ledger.Suspense) != -dueAmount || len(w.alerts()) != 1 || w.alerts()[0] != "payment_order_differs" {
			w.T.Fatalf("suspense %v, alerts %v", w.total(ledger.Suspense), w.alerts())
		}
	})
}

// CALL-69: a browser that asks every second for five minutes makes us ask the
// gateway four times.
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

var errCrash = errors.New("the node dies here")

// A node that dies before or after any commit of a payment loses nothing and
// does nothing twice: the next one goes on from what is stored.
func TestKillAtEveryCommit(t *testing.T) {
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			step := 1
			if engine == "postgres" {
				step = 5 // the same code; the other engine's commits are sampled
			}
			for at := 1; ; at += step {
				if !killAt(t, engine, at) {
					return
				}
			}
		})
	}
}

// killAt plays a payment through on a database whose node dies at the given
// point, and reports whether that point was reached.
func killAt(t *testing.T, engine string, at int) (reached bool) {
	t.Helper()
	points, armed := 0, false
	var mu sync.Mutex
	s, err := store.Open(t.Context(), store.Options{
		URL: testkit.DatabaseURL(t, engine), Relaxed: true, MaxConns: 4,
		Probe: func(context.Context, store.Point) error {
			mu.Lock()
			defer mu.Unlock()
			if !armed {
				return nil
			}
			if points++; points == at {
				reached = true
				return errCrash
			}
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	w := newWorld(t, s)
	p := w.debtor()
	armed = true
	for round := range 4 {
		if w.playThrough(p) {
			break
		}
		if round == 3 {
			t.Fatalf("point %d: not paid", at)
		}
		w.wire(payment.Config{ProductName: "Town"}) // the next node
	}
	armed = false
	w.rest()
	b := w.Balances(p.CustomerID)
	if b.Owed() != 0 || b.WalletCredit() != 0 || b[ledger.RefundPayable] != 0 {
		t.Fatalf("point %d: balances %v", at, b)
	}
	w.wantInTransit(dueAmount)
	return reached
}

// playThrough does what a customer does, from wherever things stand, and
// reports whether the due is paid. It stops where the node dies.
func (w *world) playThrough(p payment.Payer) bool {
	ctx := w.T.Context()
	tr, err := w.payments.StartDue(ctx, p, payment.DueInput{})
	if err != nil {
		return w.Balances(p.CustomerID).Owed() == 0
	}
	started, err := w.payments.StartGateway(ctx, p, payment.GatewayInput{TransactionID: tr.ID, UniqueID: tr.UniqueID, Gateway: payment.Razorpay})
	if err != nil {
		return false
	}
	fields, status := w.tryPay(started.Razorpay.OrderID, "success")
	if status == http.StatusOK {
		if _, err := w.capture(p, tr, fields); err != nil {
			return false
		}
	}
	w.box.Deliver(ctx)
	if _, err := w.Queue.RunDue(ctx); err != nil {
		return false
	}
	return w.Balances(p.CustomerID).Owed() == 0
}

// rest lets a day pass, in which everything that is left is done.
func (w *world) rest() {
	w.T.Helper()
	w.box.Deliver(w.T.Context())
	for range 12 {
		w.Clock.Advance(2 * time.Hour)
		w.work()
	}
}

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

func (w *world) compare() payment.Comparison {
	w.T.Helper()
	list, err := w.payments.CompareLately(w.T.Context())
	if err != nil || len(list) != 1 {
		w.T.Fatalf("%+v, %v", list, err)
	}
	return list[0]
}

// A refund that the gateway refuses stays owed, and a person is told.
func TestRefundFails(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, _, firstOrder := w.begin()
		w.credit(p, money.Rupees(30))
		secondOrder := w.open(p, w.startDue(p)).Razorpay.OrderID
		w.pay(firstOrder, "success")
		w.do(sandbox.Command{Outcomes: []rig.Answer{{Call: "refund", Outcome: "failure"}}})
		w.pay(secondOrder, "success")
		w.wait(3 * day)
		if owed := -w.Balances(p.CustomerID)[ledger.RefundPayable]; owed != dueAmount-money.Rupees(30) {
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
		secondOrder := w.open(p, w.startDue(p)).Razorpay.OrderID
		w.pay(firstOrder, "success")
		w.do(sandbox.Command{Outcomes: []rig.Answer{{Call: "refund", Outcome: "pending"}}})
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

func signed(body string) http.Header {
	return http.Header{
		razorpay.HeaderSignature: {razorpay.Sign(keys.WebhookSecret, []byte(body))}, razorpay.HeaderEvent: {"evt_1"},
	}
}

// A webhook is verified, kept once and answered; what is not the gateway's
// leaves no trace.
func TestReceive(t *testing.T) {
	onEachEngine(t, func(w *world) {
		ctx := w.T.Context()
		body := `{"entity":"event","event":"payment.captured","payload":{}}`
		events := func() int64 {
			var n int64
			for _, id := range []string{"evt_1", "evt_1:" + ident.Hash(body + " ")[:16]} {
				if _, err := w.Store.Queries().PaymentEvent(ctx, payment.Razorpay, id); err == nil {
					n++
				}
			}
			return n
		}
		wantFault(w.T, w.payments.Receive(ctx, "nobody", signed(body), []byte(body)), http.StatusNotFound)
		for _, forged := range []http.Header{{}, signed(body + " "), {razorpay.HeaderSignature: {"00"}}} {
			wantFault(w.T, w.payments.Receive(ctx, payment.Razorpay, forged, []byte(body)), http.StatusUnauthorized)
		}
		if events() != 0 {
			w.T.Fatal("a forged event was kept")
		}
		for range 3 {
			if err := w.payments.Receive(ctx, payment.Razorpay, signed(body), []byte(body)); err != nil {
				w.T.Fatal(err)
			}
		}
		if events() != 1 {
			w.T.Fatalf("%d events", events())
		}
		// The id is not signed: another true event under a used id is kept too.
		if err := w.payments.Receive(ctx, payment.Razorpay, signed(body+" "), []byte(body+" ")); err != nil || events() != 2 {
			w.T.Fatalf("%d events, %v", events(), err)
		}
		broken := `{"event":`
		if err := w.payments.Receive(ctx, payment.Razorpay, signed(broken), []byte(broken)); err != nil || len(w.alerts()) != 1 {
			w.T.Fatalf("alerts %v, %v", w.alerts(), err)
		}
	})
}

// An event of an order that is not ours is kept trying for a day, then a
// person is told.
func TestEventOfUnknownOrder(t *testing.T) {
	onEachEngine(t, func(w *world) {
		body := `{"event":"payment.failed","payload":{"payment":{"entity":{"id":"pay_9","order_id":"order_9","status":"failed","amount":100,"currency":"INR","created_at":1}}}}`
		if err := w.payments.Receive(w.T.Context(), payment.Razorpay, signed(body), []byte(body)); err != nil {
			w.T.Fatal(err)
		}
		w.wait(12 * time.Hour)
		if len(w.alerts()) != 0 {
			w.T.Fatalf("alerts %v", w.alerts())
		}
		w.wait(14 * time.Hour)
		if fmt.Sprint(w.alerts()) != "[event_of_unknown_order]" {
			w.T.Fatalf("alerts %v", w.alerts())
		}
	})
}

// A question whose job has died is found by the sweep; a transaction that
// nobody took to a gateway runs out.
func TestSweep(t *testing.T) {
	onEachEngine(t, func(w *world) {
		both := w.debtors(2)
		p, idle := both[0], both[1]
		tr, unused := w.startDue(p), w.startDue(idle)
		order := w.open(p, tr).Razorpay.OrderID
		w.deaf = true
		w.pay(order, "success")
		w.wire(payment.Config{}) // a node without the old one's memory
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

// CALL-46, CALL-47, ENTITY-58: statements from the books, the newest first, in
// pages.
func TestStatements(t *testing.T) {
	onEachEngine(t, func(w *world) {
		ctx := w.T.Context()
		p := w.debtor()
		for i := range 5 {
			w.Clock.Advance(time.Minute)
			w.credit(p, money.Rupees(int64(i+1)))
		}
		tr := w.startDue(p)
		w.pay(w.open(p, tr).Razorpay.OrderID, "success")
		w.wait(time.Minute)
		statement, err := w.payments.Wallet(ctx, p.CustomerID, payment.Page{Number: 1, Size: 4})
		if err != nil || statement.Total != 6 || statement.Credit != 0 || len(statement.Movements) != 4 {
			w.T.Fatalf("%+v, %v", statement, err)
		}
		if newest := statement.Movements[0]; newest.Amount != -money.Rupees(15) || newest.Balance != 0 || newest.Description == "" {
			w.T.Fatalf("newest %+v", newest)
		}
		last, err := w.payments.Wallet(ctx, p.CustomerID, payment.Page{Number: 2, Size: 4})
		if err != nil || len(last.Movements) != 2 || last.Movements[1].Balance != money.Rupees(1) {
			w.T.Fatalf("%+v, %v", last, err)
		}
		for _, page := range []payment.Page{{0, 10}, {1, 0}, {1, 101}, {-1, 5}} {
			_, err := w.payments.Wallet(ctx, p.CustomerID, page)
			wantFault(w.T, err, http.StatusBadRequest)
			_, err = w.payments.Transactions(ctx, p.CustomerID, page)
			wantFault(w.T, err, http.StatusBadRequest)
		}
		list, err := w.payments.Transactions(ctx, p.CustomerID, payment.Page{Number: 1, Size: 10})
		if err != nil || len(list) != 1 || list[0].State != payment.Succeeded || list[0].Amount != dueAmount {
			w.T.Fatalf("%+v, %v", list, err)
		}
		if list[0].Mode != "upi and wallet (success@razorpay)" || list[0].Describe() != "Rent and charges" {
			w.T.Fatalf("%+v", list[0])
		}
	})
}
