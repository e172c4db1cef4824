package autodebit_test

import (
	"math/rand/v2"
	"net/http"
	"os"
	"sync"
	"testing"

	"rento/internal/inbox"
	"rento/internal/jobs"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
)

// Debits fail and are paid after all. The events of both, signed as each gateway signs them,
// reach three nodes at once, in any order and one to five times each. Each debit is entered once
// (P2). RENTO_TEST_CHAOS=1 delivers 10,000 events at each gateway.
func TestManyDeliveriesEnterADebitOnce(t *testing.T) {
	least := 60
	if os.Getenv("RENTO_TEST_CHAOS") == "1" {
		least = 10_000
	}
	onEachEngine(t, func(w *world) {
		type node struct {
			inbox *inbox.Inbox
			queue *jobs.Queue
		}
		var nodes []node
		for range 3 {
			w.wire()
			nodes = append(nodes, node{w.inbox, w.Queue})
		}
		tenants := make([]int64, 1+least/5)
		for i := range tenants {
			tenants[i] = w.tenant()
			w.confirmed(tenants[i], provider.MandateUPI)
		}
		w.bill()
		w.hour("2026-11-01", 9)
		w.control(sandbox.Command{Outcomes: []emulator.Answer{{Call: "debit", Outcome: emulator.FailedThenPaid, Times: len(tenants)}}})
		type event struct {
			header http.Header
			body   []byte
		}
		var events []event
		w.heard = func(header http.Header, body []byte) { events = append(events, event{header, body}) }
		w.hour("2026-11-03", 8)
		w.wait(emulator.BankPatience)
		w.heard = nil
		if len(events) < 2*len(tenants) {
			t.Fatalf("%d events of %d debits, want the failure and the payment of each", len(events), len(tenants))
		}
		chance := rand.New(rand.NewPCG(8, 8))
		chance.Shuffle(len(events), func(i, j int) { events[i], events[j] = events[j], events[i] })
		delivered := 0
		for _, e := range events {
			var all sync.WaitGroup
			for range 1 + chance.IntN(5) {
				to := nodes[chance.IntN(len(nodes))]
				delivered++
				all.Go(func() {
					if err := to.inbox.Receive(t.Context(), w.at.name, e.header, e.body); err != nil {
						t.Error(err)
					}
				})
			}
			for _, n := range nodes {
				all.Go(func() {
					if _, err := n.queue.RunDue(t.Context()); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
		}
		for _, n := range nodes {
			if _, err := n.queue.RunDue(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if delivered < least {
			t.Errorf("%d deliveries, want %d at least", delivered, least)
		}
		w.hour("2026-11-30", 8)
		if got, want := w.taken(), rent*money.Paise(len(tenants)); got != want {
			t.Errorf("%v at the gateway, want %v: each of %d debits once", got, want, len(tenants))
		}
	})
}
