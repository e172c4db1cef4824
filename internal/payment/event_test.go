package payment_test

import (
	"bytes"
	"net/http"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/payment"
	"rento/internal/provider/razorpay"
	emulated "rento/internal/sandbox/razorpay"
	"rento/internal/store"
	"rento/internal/testkit"
)

func signed(body string) http.Header {
	return http.Header{
		razorpay.HeaderSignature: {razorpay.Sign(keys.WebhookSecret, []byte(body))}, razorpay.HeaderEvent: {"evt_1"},
	}
}

// A webhook is verified, stored once and answered. A webhook that is not the gateway's leaves no
// trace.
func TestReceive(t *testing.T) {
	onEachEngine(t, func(w *world) {
		ctx := w.T.Context()
		body := `{"entity":"event","event":"payment.captured","payload":{}}`
		events := func() int64 {
			var n int64
			for _, id := range []string{"evt_1", "evt_1:" + ident.Hash(body + " ")[:16]} {
				if _, err := w.Store.Queries().InboxEvent(ctx, razorpay.Name, id); err == nil {
					n++
				}
			}
			return n
		}
		wantFault(w.T, w.inbox.Receive(ctx, "nobody", signed(body), []byte(body)), http.StatusNotFound)
		for _, forged := range []http.Header{{}, signed(body + " "), {razorpay.HeaderSignature: {"00"}}} {
			wantFault(w.T, w.inbox.Receive(ctx, razorpay.Name, forged, []byte(body)), http.StatusUnauthorized)
		}
		if events() != 0 {
			w.T.Fatal("a forged event was kept")
		}
		for range 3 {
			if err := w.inbox.Receive(ctx, razorpay.Name, signed(body), []byte(body)); err != nil {
				w.T.Fatal(err)
			}
		}
		if events() != 1 {
			w.T.Fatalf("%d events, want 1", events())
		}
		// The event id is not signed, so another genuine event under a used id is stored too.
		if err := w.inbox.Receive(ctx, razorpay.Name, signed(body+" "), []byte(body+" ")); err != nil || events() != 2 {
			w.T.Fatalf("%d events, %v, want 2", events(), err)
		}
		broken := `{"event":`
		if err := w.inbox.Receive(ctx, razorpay.Name, signed(broken), []byte(broken)); err != nil || len(w.alerts()) != 1 {
			w.T.Fatalf("alerts %v, %v, want length 1", w.alerts(), err)
		}
	})
}

// An event for an order that is not ours is tried again for a day. Then a person is alerted.
func TestEventOfUnknownOrder(t *testing.T) {
	onEachEngine(t, func(w *world) {
		body := `{"event":"payment.failed","payload":{"payment":{"entity":{"id":"pay_9","order_id":"order_9","status":"failed","amount":100,"currency":"INR","created_at":1}}}}`
		if err := w.inbox.Receive(w.T.Context(), razorpay.Name, signed(body), []byte(body)); err != nil {
			w.T.Fatal(err)
		}
		w.wait(12 * time.Hour)
		w.wantAlerts()
		w.wait(14 * time.Hour)
		w.wantAlerts("event_of_unknown_order")
	})
}

// If a signed event is altered in any way, nothing of it is stored.
func TestAlteredEventIsRefused(t *testing.T) {
	w := newWorld(t, testkit.Open(t))
	body := []byte(`{"entity":"event","event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_1","order_id":"order_1","amount":283000}}}}`)
	header := signed(string(body))
	rapid.Check(t, func(r *rapid.T) {
		altered := bytes.Clone(body)
		switch rapid.IntRange(0, 2).Draw(r, "how") {
		case 0:
			altered[rapid.IntRange(0, len(body)-1).Draw(r, "at")] ^= 1 << rapid.IntRange(0, 7).Draw(r, "bit")
		case 1:
			altered = altered[:rapid.IntRange(0, len(body)-1).Draw(r, "length")]
		default:
			altered = append(altered, rapid.SliceOfN(rapid.Byte(), 1, 20).Draw(r, "more")...)
		}
		if err := w.inbox.Receive(t.Context(), razorpay.Name, header, altered); !fault.Is(err, http.StatusUnauthorized) {
			r.Fatalf("%q: %v, want 401", altered, err)
		}
	})
	if _, err := w.Store.Queries().InboxEvent(t.Context(), razorpay.Name, "evt_1"); !store.IsNone(err) {
		t.Fatalf("kept: %v", err)
	}
}

// If the database cannot be read for a moment, no event is lost. The event is processed as soon
// as the database answers, long before we would ask the gateway anyway.
func TestEventOutlivesAFailedRead(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, tr, orderID := w.begin()
		w.pay(orderID, emulated.OutcomeSuccess)
		w.box.Deliver(w.T.Context())
		w.deaf = true // no other event comes
		restore := testkit.Unreadable(w.T, w.Store, "gateway_payments")
		w.work()
		restore()                         // nobody polls, because polling would make us ask the gateway
		w.Clock.Advance(12 * time.Second) // the job's first pause; the first scheduled question comes after 30 s
		w.work()
		w.wantPaid(p, tr)
	})
}

// F21: if a gateway has payments and its webhooks do not come for six hours, a person is
// alerted, once a day and per provider. There is no alert if nothing was paid, or once any event
// of the provider has come.
func TestSilentWebhooksAreTold(t *testing.T) {
	onEachEngine(t, func(w *world) {
		told := func(when string, want ...string) {
			w.T.Helper()
			if err := w.payments.TellSilence(w.T.Context()); err != nil {
				w.T.Fatal(err)
			}
			var subjects []string
			for _, a := range testkit.OpenAlerts(w.T, w.Store) {
				if a.Kind == "webhooks_silent" {
					subjects = append(subjects, a.Subject)
				}
			}
			if !slices.Equal(subjects, want) {
				w.T.Errorf("%s: told of %v, want %v", when, subjects, want)
			}
		}
		w.deaf = true
		payers := w.debtors(4)
		pay := func(payer int64) {
			w.T.Helper()
			tr := w.startDue(payer)
			w.pay(w.open(payer, tr).Checkout.OrderID, "success")
			w.wait(10 * time.Minute) // we ask the gateway
			w.wantStatus(payer, tr, payment.StatusPaid)
		}
		w.open(payers[0], w.startDue(payers[0]))
		w.wait(8 * time.Hour)
		told("an order that nobody pays")
		pay(payers[1])
		w.wait(5 * time.Hour)
		told("five hours after a payment")
		w.wait(time.Hour)
		told("six hours after it", "razorpay:2026-11-01")
		told("again", "razorpay:2026-11-01")
		w.deaf = false
		w.wait(time.Hour) // the sandbox repeats its webhooks until we accept them
		w.deaf = true
		pay(payers[2])
		w.wait(7 * time.Hour)
		told("the next day", "razorpay:2026-11-01", "razorpay:2026-11-02")
		w.deaf = false
		w.wait(20 * time.Hour)
		pay(payers[3])
		w.wait(7 * time.Hour)
		told("once events come", "razorpay:2026-11-01", "razorpay:2026-11-02")
	})
}
