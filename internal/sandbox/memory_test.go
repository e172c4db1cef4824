package sandbox_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Books that were kept and recalled are the same books, and go on living.
func TestBooksOutliveTheProcess(t *testing.T) {
	old := newFixture(t)
	paid := old.pay(old.order(250_000, true), "success")
	old.pay(old.order(99_900, true), "failure")
	waiting := old.pay(old.order(50_000, true), "pending")
	kept := old.pay(old.order(70_000, false), "authorized")
	keyed := func(r *http.Request) {
		r.SetBasicAuth(keys.ID, keys.Secret)
		r.Header.Set("X-Refund-Idempotency", "refund-key-0001")
	}
	refund := func(w *fixture) map[string]any {
		answer, status := w.send("POST", "/sandbox/razorpay/v1/payments/"+paid+"/refund", map[string]any{"amount": 10_000}, keyed)
		if status != http.StatusOK {
			t.Fatalf("refund: HTTP %d %v, want 200", status, answer)
		}
		return answer
	}
	first := refund(old)

	raw, err := old.box.Memory()
	if err != nil {
		t.Fatal(err)
	}
	fresh := newFixture(t)
	if err := fresh.box.Recall(raw); err != nil {
		t.Fatal(err)
	}
	was, is := old.ledger(), fresh.ledger()
	if diff := cmp.Diff([]any{was.Orders, was.Payments, was.Refunds}, []any{is.Orders, is.Payments, is.Refunds}); diff != "" {
		t.Errorf("recalled books differ (-kept +recalled):\n%s", diff)
	}
	if again := refund(fresh); again["id"] != first["id"] {
		t.Errorf("the refund's key made %v, first %v", again["id"], first["id"])
	}
	fresh.clock.Advance(11 * time.Minute)
	if got := fresh.payment(waiting)["status"]; got != "failed" {
		t.Errorf("a payment that waited for its bank is %v, want failed", got)
	}
	if refunds := fresh.ledger().Refunds; refunds[0]["status"] != "processed" {
		t.Errorf("the refund is %v, want processed", refunds[0]["status"])
	}
	fresh.clock.Advance(6 * 24 * time.Hour)
	if got := fresh.payment(kept)["status"]; got != "refunded" {
		t.Errorf("a payment that was never captured is %v", got)
	}
}

func TestRecallRefusesTornBooks(t *testing.T) {
	w := newFixture(t)
	paid := w.pay(w.order(250_000, true), "success")
	for text, want := range map[string]string{
		"": "recall", `{"razorpay":5}`: "recall",
		`{"razorpay":{"payments":[{"id":"pay_1","order":"order_1"}]}}`: "has no order",
		`{"razorpay":{"refunds":[{"id":"rfnd_1","payment":"pay_1"}]}}`: "has no payment",
		`{"razorpay":{"keys":{"key-000001":{"refund":"rfnd_1"}}}}`:     "no refund",
	} {
		if err := w.box.Recall([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if w.payment(paid)["status"] != "captured" {
		t.Error("refused books took the place of the old ones")
	}
	if err := w.box.Recall([]byte(`{}`)); err != nil || len(w.ledger().Payments) != 0 {
		t.Errorf("a provider that was not kept: %v, %d payments", err, len(w.ledger().Payments))
	}
}
