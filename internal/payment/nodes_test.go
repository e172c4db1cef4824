package payment_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"rento/internal/inbox"
	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/provider/juspay"
	"rento/internal/provider/paytm"
	"rento/internal/provider/razorpay"
	"rento/internal/sandbox/emulator"
	atjuspay "rento/internal/sandbox/juspay"
	atpaytm "rento/internal/sandbox/paytm"
	"rento/internal/store"
	"rento/internal/testkit"
)

// node is one of several nodes that work on the same database.
type node struct {
	inbox *inbox.Inbox
	queue *jobs.Queue
}

// A payment fails and is honoured later. Its signed events come to three nodes at once, in all
// orders, with one to five copies of each. Each payment is posted once (P2). RENTO_TEST_CHAOS=1
// delivers 10,000 events at each gateway.
func TestManyDeliveriesOfEachGatewayEnterOnePayment(t *testing.T) {
	least := 60
	if os.Getenv("RENTO_TEST_CHAOS") == "1" {
		least = 10_000
	}
	for name, at := range map[string]struct {
		wire    func(w *world)
		gateway string
		pay     func(w *world, orderID string)
	}{
		razorpay.Name: {func(*world) {}, razorpay.Name, func(w *world, order string) { w.pay(order, emulator.FailedThenPaid) }},
		paytm.Name: {(*world).atPaytm, paytm.Name, func(w *world, order string) {
			w.payAtPaytm(atpaytm.Attempt{OrderID: order, Outcome: emulator.FailedThenPaid})
		}},
		juspay.Name: {(*world).atJuspay, "juspay-phonepe", func(w *world, order string) {
			w.payAtJuspay(atjuspay.Attempt{OrderID: order, Outcome: emulator.FailedThenPaid})
		}},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w := newWorld(t, s)
				var nodes []node
				for range 3 {
					at.wire(w)
					if name == razorpay.Name {
						w.wire(payment.Config{ProductName: "Town"})
					}
					nodes = append(nodes, node{w.inbox, w.Queue})
				}
				chance := rand.New(rand.NewPCG(8, 8))
				delivered, paid := 0, 0
				for _, payer := range w.debtors(1 + least/6) {
					tr := w.startDue(payer)
					var events []event
					w.heard = func(e event) { events = append(events, e) }
					w.openAt(payer, tr, at.gateway)
					at.pay(w, w.orderOf(payer, tr))
					for range 3 {
						w.Clock.Advance(emulator.BankPatience)
						w.box.Elapse()
						w.box.Deliver(t.Context())
					}
					if len(events) < 2 {
						t.Fatalf("%d events, want the failure and the payment", len(events))
					}
					orders := permutations(len(events))
					delivered += w.deliverTo(nodes, events, orders[paid%len(orders)], chance)
					paid++
					w.wantStatus(payer, tr, payment.StatusPaid)
				}
				if delivered < least {
					t.Errorf("%d deliveries, want %d at least", delivered, least)
				}
				if got, want := w.total(ledger.InTransit(at.gateway)), dueAmount*money.Paise(paid); got != want {
					t.Errorf("%v in transit, want %v: each of %d payments once", got, want, paid)
				}
			})
		})
	}
}

// deliverTo delivers events in the given order. Each event is copied to random nodes, which all
// work meanwhile. deliverTo returns how many events it delivered.
func (w *world) deliverTo(nodes []node, events []event, order []int, chance *rand.Rand) int {
	w.T.Helper()
	brought := 0
	var refused atomic.Int64
	for _, i := range order {
		var all sync.WaitGroup
		for range 1 + chance.IntN(5) {
			to := nodes[chance.IntN(len(nodes))]
			brought++
			all.Go(func() {
				if err := to.inbox.Receive(w.T.Context(), events[i].provider, events[i].header, slices.Clone(events[i].body)); err != nil {
					refused.Add(1)
				}
			})
		}
		all.Wait()
		for _, n := range nodes {
			all.Go(func() {
				if _, err := n.queue.RunDue(w.T.Context()); err != nil {
					w.T.Error(err)
				}
			})
		}
		all.Wait()
	}
	if n := refused.Load(); n != 0 {
		w.T.Errorf("%d events were refused, want none", n)
	}
	return brought
}
