package sandbox_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
)

// rule plans one change of the next events of a kind.
func rule(event string, action emulator.Action) sandbox.Command {
	return sandbox.Command{Webhooks: []emulator.Rule{{Event: event, Action: action}}}
}

const captured = "payment.captured"

func TestHOOK01EventsCarryIDsAndWaitForDelivery(t *testing.T) {
	w := newFixture(t)
	w.pay(w.order(50000, true), "success")
	if len(w.received) != 0 {
		t.Fatal("delivered without being told")
	}
	w.deliver()
	if got := w.kinds(); !slices.Equal(got, []string{"payment.authorized", captured, "order.paid"}) {
		t.Errorf("events %v, want %v", got, []string{"payment.authorized", captured, "order.paid"})
	}
	ids := map[string]bool{}
	for _, r := range w.received {
		ids[r.header.Get("X-Razorpay-Event-Id")] = true
	}
	if len(ids) != 3 || ids[""] {
		t.Errorf("ids %v, want length 3", ids)
	}
	w.deliver()
	if len(w.received) != 3 {
		t.Error("delivered again after an answer")
	}
}

func TestHOOK02RefusedEventIsRetriedLaterAndLater(t *testing.T) {
	w := newFixture(t)
	w.status = http.StatusInternalServerError
	w.pay(w.order(50000, true), "failure")
	w.deliver()
	w.deliver()
	if len(w.received) != 1 {
		t.Fatalf("%d attempts at once, want 1", len(w.received))
	}
	for _, wait := range []string{"30s", "60s", "120s"} {
		w.control(sandbox.Command{Advance: wait, Deliver: true})
	}
	if len(w.received) != 4 {
		t.Errorf("%d attempts, want 4", len(w.received))
	}
	w.status = http.StatusNoContent
	w.control(sandbox.Command{Advance: "240s", Deliver: true})
	if bag := w.webhookState(); len(bag.Waiting) != 0 || bag.Past[0].State != emulator.Delivered || bag.Past[0].Attempts != 5 {
		t.Errorf("webhookState %+v; want len(bag.Waiting) = 0, bag.Past[0].State = %v, bag.Past[0].Attempts = 5", bag, emulator.Delivered)
	}
	first, last := w.received[0], w.received[4]
	if first.body != last.body || first.header.Get("X-Razorpay-Event-Id") != last.header.Get("X-Razorpay-Event-Id") {
		t.Error("a retry differs")
	}
}

func TestHOOK03AfterADayWebhooksAreDisabled(t *testing.T) {
	w := newFixture(t)
	w.status = http.StatusBadGateway
	w.pay(w.order(50000, true), "failure")
	for range 30 {
		w.control(sandbox.Command{Advance: "1h", Deliver: true})
	}
	if bag := w.webhookState(); !bag.Disabled || len(bag.Waiting) != 0 {
		t.Fatalf("webhookState %+v; want bag.Disabled, len(bag.Waiting) = 0", bag)
	}
	w.status, w.received = http.StatusOK, nil
	w.pay(w.order(50000, true), "failure")
	w.deliver()
	if len(w.received) != 0 {
		t.Error("sent while disabled")
	}
	w.control(sandbox.Command{EnableWebhooks: true})
	w.pay(w.order(50000, true), "failure")
	w.deliver()
	if len(w.received) != 1 {
		t.Error("not sent after being enabled")
	}
}

func TestHOOK04Drop(t *testing.T) {
	w := newFixture(t)
	w.control(rule(captured, emulator.Drop))
	w.pay(w.order(50000, true), "success")
	w.control(sandbox.Command{Advance: "23h", Deliver: true})
	if slices.Contains(w.kinds(), captured) || len(w.received) != 2 {
		t.Errorf("events %v, want length 2", w.kinds())
	}
}

func TestHOOK05Duplicate(t *testing.T) {
	w := newFixture(t)
	w.control(sandbox.Command{Webhooks: []emulator.Rule{{Event: captured, Action: emulator.Duplicate, Copies: 3}}})
	w.pay(w.order(50000, true), "success")
	w.deliver()
	if got := strings.Join(w.kinds(), " "); got != "payment.authorized payment.captured payment.captured payment.captured order.paid" {
		t.Errorf("events %s, want %q", got, "payment.authorized payment.captured payment.captured payment.captured order.paid")
	}
}

func TestHOOK06Delay(t *testing.T) {
	w := newFixture(t)
	w.control(sandbox.Command{Webhooks: []emulator.Rule{{Event: captured, Action: emulator.Delay, Seconds: 3600}}})
	w.pay(w.order(50000, true), "success")
	w.deliver()
	if slices.Contains(w.kinds(), captured) {
		t.Error("not delayed")
	}
	w.control(sandbox.Command{Advance: "1h", Deliver: true})
	if got := w.kinds(); got[len(got)-1] != captured {
		t.Errorf("events %v, want %v", got, captured)
	}
}

func TestHOOK07Reorder(t *testing.T) {
	w := newFixture(t)
	w.control(sandbox.Command{Webhooks: []emulator.Rule{{Event: "*", Action: emulator.Reorder, Times: 3}}})
	w.pay(w.order(50000, true), "success")
	w.deliver()
	if got := w.kinds(); !slices.Equal(got, []string{"order.paid", captured, "payment.authorized"}) {
		t.Errorf("events %v, want %v", got, []string{"order.paid", captured, "payment.authorized"})
	}
}

func TestHOOK08BadSignature(t *testing.T) {
	w := newFixture(t)
	w.pay(w.order(50000, true), "failure")
	w.control(rule("*", emulator.BadSignature))
	w.pay(w.order(50000, true), "failure")
	w.deliver()
	good, bad := w.received[0].header.Get("X-Razorpay-Signature"), w.received[1].header.Get("X-Razorpay-Signature")
	if len(good) != 64 || len(bad) != 64 || good == bad {
		t.Errorf("signatures %s and %s, want length 64 and length 64", good, bad)
	}
}

func TestHOOK09WrongAmount(t *testing.T) {
	w := newFixture(t)
	w.control(rule(captured, emulator.WrongAmount))
	w.pay(w.order(50000, true), "success")
	w.deliver()
	for _, r := range w.received {
		want := int64(50000)
		if r.kind == captured {
			want = 50100
		}
		if r.amount != want {
			t.Errorf("%s: %d paise, want %v", r.kind, r.amount, want)
		}
	}
}

func TestHOOK10BeforeCallback(t *testing.T) {
	w := newFixture(t)
	w.control(rule(captured, emulator.BeforeCallback))
	w.pay(w.order(50000, true), "success")
	if got := w.kinds(); !slices.Equal(got, []string{captured}) {
		t.Errorf("events when the payer was answered: %v, want %v", got, []string{captured})
	}
}

func TestHOOK11RunDeliversInTheBackground(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go w.box.Run(ctx)
		w.pay(w.order(50000, true), "failure")
		time.Sleep(time.Second) // virtual
		synctest.Wait()
		if len(w.received) != 1 {
			t.Errorf("%d events, want 1", len(w.received))
		}
	})
}

func TestHOOK12ControlRefusesWhatItDoesNotKnow(t *testing.T) {
	w := newFixture(t)
	for name, c := range map[string]sandbox.Command{
		"fault":    {Faults: []emulator.Plan{{Call: "*", Fault: "melt"}}},
		"action":   {Webhooks: []emulator.Rule{{Event: "*", Action: "burn"}}},
		"outcome":  {Outcomes: []emulator.Answer{{Call: "payment"}}},
		"span":     {Advance: "-1h"},
		"words":    {Advance: "soon"},
		"provider": {Provider: "nobody"},
	} {
		if _, status := w.send("POST", "/sandbox/control", c, nil); status != http.StatusUnprocessableEntity {
			t.Errorf("%s: HTTP %d, want 422", name, status)
		}
	}
	if _, status := w.send("POST", "/sandbox/control", map[string]any{"typo": 1}, nil); status != http.StatusBadRequest {
		t.Errorf("unknown member: HTTP %d, want 400", status)
	}
}

func TestHOOK13ResetForgetsEverything(t *testing.T) {
	w := newFixture(t)
	start := w.box.Now()
	id := w.pay(w.order(50000, true), "success")
	w.control(sandbox.Command{Advance: "5d"})
	w.control(sandbox.Command{Reset: true})
	if !w.box.Now().Equal(start) {
		t.Errorf("clock at %v", w.box.Now())
	}
	answer, status := w.call("GET", "/payments/"+id, nil)
	w.refused(answer, status)
	w.deliver()
	if len(w.received) != 0 {
		t.Errorf("events %v", w.kinds())
	}
}

func TestHOOK14TargetCanBeMoved(t *testing.T) {
	w := newFixture(t)
	w.control(sandbox.Command{Provider: "razorpay", WebhookURL: origin + "/elsewhere"})
	w.pay(w.order(50000, true), "failure")
	w.deliver()
	if bag := w.webhookState(); bag.Target != origin+"/elsewhere" || len(w.received) != 1 {
		t.Errorf("webhookState %+v; want bag.Target = %v, len(w.received) = 1", bag, origin+"/elsewhere")
	}
	w.box.Reset()
	if bag := w.webhookState(); len(bag.Past) != 0 {
		t.Errorf("after reset %+v; want len(bag.Past) = 0", bag)
	}
}
