package payment_test

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/payment"
	"rento/internal/store"
	"rento/internal/testkit"
)

var errCrash = errors.New("the node dies here")

// A node may die before or after any commit of a payment. Nothing is lost and nothing is done
// twice, because the next node continues from what is stored.
func TestKillAtEveryCommit(t *testing.T) {
	for _, engine := range testkit.Engines() {
		t.Run(engine, func(t *testing.T) {
			step := 1
			if engine == "postgres" {
				step = 12 // the code is the same, so the other engine's commits are only sampled
			}
			for at := 1; ; at += step {
				if !killAt(t, engine, at) {
					return
				}
			}
		})
	}
}

// killAt runs a whole payment on a database whose node dies at the given point. It reports
// whether that point was reached.
func killAt(t *testing.T, engine string, at int) (reached bool) {
	t.Helper()
	points, armed := 0, false
	var mu sync.Mutex
	s, err := store.Open(t.Context(), store.Options{
		URL: testkit.ReadyURL(t, engine), Relaxed: true, MaxConns: 4,
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
		w.wire(payment.Config{ProductName: "Town"}) // start the next node
	}
	armed = false
	w.rest()
	if diff := cmp.Diff(standing{}, w.standing(p)); diff != "" {
		t.Fatalf("standing after a crash at point %d (-want +got):\n%s", at, diff)
	}
	w.wantInTransit(dueAmount)
	return reached
}

// playThrough does what a customer does, starting from the present state, and reports whether
// the due is paid. It stops where the node dies.
func (w *world) playThrough(p int64) bool {
	ctx := w.T.Context()
	tr, err := w.payments.StartDue(ctx, p, payment.DueInput{})
	if err != nil {
		return w.Balances(p).InvoicesDue() == 0
	}
	started, err := w.payments.StartGateway(ctx, p, payment.GatewayInput{TransactionID: tr.ID, UniqueID: tr.UniqueID, Gateway: "razorpay"})
	if err != nil {
		return false
	}
	fields, status := w.tryPay(started.Checkout.OrderID, "success")
	if status == http.StatusOK {
		if _, err := w.capture(p, tr, fields); err != nil {
			return false
		}
	}
	w.box.Deliver(ctx)
	if _, err := w.Queue.RunDue(ctx); err != nil {
		return false
	}
	return w.Balances(p).InvoicesDue() == 0
}

// rest lets a day pass, in which all remaining work is done.
func (w *world) rest() {
	w.T.Helper()
	w.box.Deliver(w.T.Context())
	for range 12 {
		w.Clock.Advance(2 * time.Hour)
		w.work()
	}
}
