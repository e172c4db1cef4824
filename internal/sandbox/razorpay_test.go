package sandbox_test

import (
	"net/http"
	"strings"
	"testing"

	"rento/internal/calendar"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	"rento/internal/sandbox/razorpay"
)

func TestSBX01PaidOrderTakesNoFurtherPayment(t *testing.T) {
	w := newFixture(t)
	order := w.order(50000, true)
	w.pay(order, "failure")
	if got, _ := w.call("GET", "/orders/"+order, nil); got["status"] != "attempted" || got["attempts"] != 1.0 {
		t.Errorf("after a failure: %v, want attempted and 1.0", got)
	}
	w.pay(order, "success")
	answer, status := w.attempt(razorpay.Attempt{OrderID: order, Outcome: "success"})
	w.refused(answer, status)
	if got, _ := w.call("GET", "/orders/"+order, nil); got["status"] != "paid" || got["amount_due"] != 0.0 {
		t.Errorf("order %v, want paid and 0.0", got)
	}
}

func TestSBX02AuthorizedOrderTakesNoFurtherPayment(t *testing.T) {
	w := newFixture(t)
	order := w.order(50000, false)
	id := w.pay(order, "success")
	answer, status := w.attempt(razorpay.Attempt{OrderID: order, Outcome: "success"})
	w.refused(answer, status)
	list, _ := w.call("GET", "/orders?authorized=1", nil)
	if list["count"] != 1.0 {
		t.Errorf("authorized orders %v, want 1.0", list)
	}
	if _, status := w.call("POST", "/payments/"+id+"/capture", map[string]any{"amount": 50000, "currency": "INR"}); status != http.StatusOK {
		t.Errorf("capture: HTTP %d, want 200", status)
	}
}

func TestSBX03UncapturedPaymentGoesBackAfterFiveDays(t *testing.T) {
	w := newFixture(t)
	id := w.pay(w.order(50000, false), "success")
	w.control(sandbox.Command{Advance: "119h"})
	if got := w.payment(id); got["status"] != "authorized" {
		t.Fatalf("before: %v, want authorized", got["status"])
	}
	w.control(sandbox.Command{Advance: "2h"})
	if got := w.payment(id); got["status"] != "refunded" || got["amount_refunded"] != 50000.0 || got["captured"] != false {
		t.Errorf("after: %v, want refunded and 50000.0", got)
	}
	answer, status := w.call("POST", "/payments/"+id+"/capture", map[string]any{"amount": 50000, "currency": "INR"})
	w.refused(answer, status)
}

func TestSBX04SilentBankFailsThePaymentThenMayStillSayYes(t *testing.T) {
	w := newFixture(t)
	id := w.payLate(w.order(50000, true), "late", 7200)
	if got := w.payment(id); got["status"] != "created" {
		t.Fatalf("at first: %v, want created", got["status"])
	}
	w.control(sandbox.Command{Advance: "11m"})
	if got := w.payment(id); got["status"] != "failed" || got["error_reason"] != "payment_timed_out" {
		t.Fatalf("after ten minutes: %v, want failed and payment_timed_out", got)
	}
	w.control(sandbox.Command{Advance: "2h"})
	if got := w.payment(id); got["status"] != "captured" || got["error_reason"] != nil {
		t.Errorf("after two hours: %v, want captured", got)
	}
}

func TestSBX05LateYesAfterAnotherPaymentGoesBack(t *testing.T) {
	w := newFixture(t)
	order := w.order(50000, true)
	late := w.payLate(order, "late", 300)
	w.pay(order, "success")
	w.control(sandbox.Command{Advance: "10m"})
	if got := w.payment(late); got["status"] != "refunded" {
		t.Errorf("late payment %v, want refunded", got["status"])
	}
	if got, _ := w.call("GET", "/orders/"+order, nil); got["status"] != "paid" || got["amount_paid"] != 50000.0 {
		t.Errorf("order %v, want paid and 50000.0", got)
	}
}

func TestSBX06LateYesAfterTheCaptureWindowWaits(t *testing.T) {
	w := newFixture(t)
	id := w.payLate(w.order(50000, true), "late", 4*86400)
	w.control(sandbox.Command{Advance: "97h"})
	if got := w.payment(id); got["status"] != "authorized" {
		t.Fatalf("after four days: %v, want authorized", got["status"])
	}
	w.control(sandbox.Command{Advance: "24h"})
	if got := w.payment(id); got["status"] != "refunded" {
		t.Errorf("after five days: %v, want refunded", got["status"])
	}
}

func TestSBX07FailedPaymentMaySucceedInTheApp(t *testing.T) {
	w := newFixture(t)
	id := w.payLate(w.order(50000, true), "failed_then_paid", 60)
	if got := w.payment(id); got["status"] != "failed" {
		t.Fatalf("at first: %v, want failed", got["status"])
	}
	w.control(sandbox.Command{Advance: "2m", Deliver: true})
	if got := w.payment(id); got["status"] != "captured" {
		t.Errorf("then: %v, want captured", got["status"])
	}
	if got := strings.Join(w.kinds(), " "); got != "payment.failed payment.authorized payment.captured order.paid" {
		t.Errorf("events %s, want %q", got, "payment.failed payment.authorized payment.captured order.paid")
	}
}

func TestSBX08PendingPaymentEndsAsFailed(t *testing.T) {
	w := newFixture(t)
	id := w.pay(w.order(50000, true), "pending")
	w.control(sandbox.Command{Advance: "5d"})
	if got := w.payment(id); got["status"] != "failed" {
		t.Errorf("status %v, want failed", got["status"])
	}
}

func TestSBX09OrderValidation(t *testing.T) {
	w := newFixture(t)
	many := map[string]string{}
	for _, c := range "abcdefghijklmnop" {
		many[string(c)] = "x"
	}
	for name, in := range map[string]map[string]any{
		"no amount":     {"currency": "INR"},
		"under a rupee": {"amount": 99, "currency": "INR"},
		"fraction":      {"amount": 100.5, "currency": "INR"},
		"text amount":   {"amount": "100", "currency": "INR"},
		"no currency":   {"amount": 100},
		"dollars":       {"amount": 100, "currency": "USD"},
		"long receipt":  {"amount": 100, "currency": "INR", "receipt": strings.Repeat("r", 41)},
		"16 notes":      {"amount": 100, "currency": "INR", "notes": many},
		"long note":     {"amount": 100, "currency": "INR", "notes": map[string]string{"a": strings.Repeat("n", 257)}},
		"unknown field": {"amount": 100, "currency": "INR", "colour": "red"},
		"short window": {"amount": 100, "currency": "INR", "payment": map[string]any{
			"capture": "automatic", "capture_options": map[string]any{"automatic_expiry_period": 5},
		}},
	} {
		answer, status := w.call("POST", "/orders", in)
		if status != http.StatusBadRequest {
			t.Errorf("%s: HTTP %d %v, want 400", name, status, answer)
		}
	}
}

func TestSBX10ReceiptsAreNotUniqueUnlessAsked(t *testing.T) {
	w := newFixture(t)
	in := map[string]any{"amount": 100, "currency": "INR", "receipt": "R1"}
	first, _ := w.call("POST", "/orders", in)
	second, _ := w.call("POST", "/orders", in)
	if first["id"] == second["id"] {
		t.Error("one order for two creations")
	}
	in["unique_receipt"] = true
	third, _ := w.call("POST", "/orders", in)
	if third["id"] != first["id"] {
		t.Error("not the first order for a unique receipt")
	}
	if list, _ := w.call("GET", "/orders?receipt=R1&expand[]=payments", nil); list["count"] != 2.0 {
		t.Errorf("list %v, want 2.0", list)
	}
}

func TestSBX11OldOrdersAreRefused(t *testing.T) {
	w := newFixture(t)
	order := w.order(50000, true)
	w.control(sandbox.Command{Advance: "181d"})
	answer, status := w.call("GET", "/orders/"+order, nil)
	w.refused(answer, status)
}

func TestSBX12Authentication(t *testing.T) {
	w := newFixture(t)
	for name, change := range map[string]func(*http.Request){
		"none":             nil,
		"wrong secret":     func(r *http.Request) { r.SetBasicAuth(keys.ID, "wrong") },
		"lower-case basic": func(r *http.Request) { r.Header.Set("Authorization", "basic cnpw") },
		"bearer":           func(r *http.Request) { r.Header.Set("Authorization", "Bearer x") },
	} {
		if answer, status := w.send("GET", "/sandbox/razorpay/v1/orders", nil, change); status != http.StatusUnauthorized {
			t.Errorf("%s: HTTP %d %v, want 401", name, status, answer)
		}
	}
	answer, status := w.call("GET", "/no/such/path", nil)
	w.refused(answer, status)
}

func TestSBX13ListsPage(t *testing.T) {
	w := newFixture(t)
	for range 12 {
		w.pay(w.order(50000, true), "success")
	}
	for query, want := range map[string]float64{"": 10, "?count=100": 12, "?count=5&skip=10": 2, "?from=1767225601": 0, "?to=1767225600&count=12": 12} {
		if list, _ := w.call("GET", "/payments"+query, nil); list["count"] != want {
			t.Errorf("%s: %v items, want %v", query, list["count"], want)
		}
	}
	for _, query := range []string{"?count=101", "?count=0", "?skip=x", "?from=y"} {
		answer, status := w.call("GET", "/payments"+query, nil)
		w.refused(answer, status)
	}
}

func TestSBX14CaptureCanFailAtTheBank(t *testing.T) {
	w := newFixture(t)
	id := w.pay(w.order(50000, false), "success")
	w.control(sandbox.Command{Outcomes: []emulator.Answer{{Call: "capture", Outcome: "failure"}}})
	in := map[string]any{"amount": 50000, "currency": "INR"}
	if answer, status := w.call("POST", "/payments/"+id+"/capture", in); status != http.StatusBadGateway {
		t.Errorf("HTTP %d %v, want 502", status, answer)
	}
	if _, status := w.call("POST", "/payments/"+id+"/capture", in); status != http.StatusOK {
		t.Errorf("second time: HTTP %d, want 200", status)
	}
}

func TestSBX15PlannedOutcomeDecidesTheNextPayment(t *testing.T) {
	w := newFixture(t)
	order := w.order(50000, true)
	w.control(sandbox.Command{Outcomes: []emulator.Answer{{Call: "payment", Outcome: "failure", Reason: "insufficient_funds"}}})
	made, _ := w.attempt(razorpay.Attempt{OrderID: order, Method: "card"})
	failure, ok := made["error"].(map[string]any)
	if !ok || failure["reason"] != "insufficient_funds" || failure["metadata"].(map[string]any)["order_id"] != order {
		t.Fatalf("first: %v, want insufficient_funds and %v", made, order)
	}
	if made, _ = w.attempt(razorpay.Attempt{OrderID: order, Method: "card"}); made["status"] != "captured" {
		t.Errorf("second: %v, want captured", made)
	}
	got, _ := w.call("GET", "/payments/"+made["payment_id"].(string)+"?expand[]=card", nil)
	if card, ok := got["card"].(map[string]any); !ok || card["last4"] != "1007" {
		t.Errorf("card %v, want 1007", got["card"])
	}
}

func TestSBX16SameSeedSameIDs(t *testing.T) {
	a, b := newFixture(t), newFixture(t)
	if x, y := a.order(50000, true), b.order(50000, true); x != y {
		t.Errorf("orders %s and %s", x, y)
	}
}

func TestSBX18EveryMethodLeavesItsTrace(t *testing.T) {
	w := newFixture(t)
	for method, field := range map[string]string{"upi": "vpa", "card": "card_id", "netbanking": "bank", "wallet": "wallet"} {
		made, status := w.attempt(razorpay.Attempt{OrderID: w.order(50000, true), Method: method})
		if status != http.StatusOK {
			t.Fatalf("%s: HTTP %d, want 200", method, status)
		}
		got := w.payment(made["payment_id"].(string))
		if got["method"] != method || got[field] == nil || len(got["acquirer_data"].(map[string]any)) == 0 {
			t.Errorf("%s: %v", method, got)
		}
	}
	answer, status := w.attempt(razorpay.Attempt{OrderID: w.order(50000, true), Method: "cheque"})
	w.refused(answer, status)
}

func TestSBX19RefundsAreListed(t *testing.T) {
	w := newFixture(t)
	id := w.pay(w.order(50000, true), "success")
	for range 2 {
		if answer, status := w.call("POST", "/payments/"+id+"/refund", map[string]any{"amount": 1000}); status != http.StatusOK {
			t.Fatalf("refund: HTTP %d %v, want 200", status, answer)
		}
	}
	for _, path := range []string{"/refunds", "/payments/" + id + "/refunds"} {
		if list, _ := w.call("GET", path, nil); list["count"] != 2.0 {
			t.Errorf("%s: %v, want 2.0", path, list)
		}
	}
}

func TestSBX20BrowserNeedsTheRightKey(t *testing.T) {
	w := newFixture(t)
	in := map[string]any{"key_id": "rzp_test_other", "order_id": w.order(50000, true)}
	answer, status := w.send("POST", "/sandbox/razorpay/v1/checkout/payments", in, nil)
	if status != http.StatusUnauthorized {
		t.Errorf("HTTP %d %v, want 401", status, answer)
	}
}

func TestSBX21RefusesUnusableOptions(t *testing.T) {
	good := func() sandbox.Options {
		return sandbox.Options{
			Clock: calendar.System{}, PublicURL: origin, Merchants: []sandbox.Merchant{{Keys: keys}},
		}
	}
	for name, change := range map[string]func(*sandbox.Options){
		"no clock":  func(o *sandbox.Options) { o.Clock = nil },
		"no origin": func(o *sandbox.Options) { o.PublicURL = "/sandbox" },
		"no secrets": func(o *sandbox.Options) {
			o.Merchants[0].Keys = razorpay.Keys{ID: keys.ID, Secret: keys.Secret}
		},
		"live key": func(o *sandbox.Options) {
			o.Merchants[0].Keys = razorpay.Keys{ID: "rzp_live_1", Secret: keys.Secret, WebhookSecret: keys.WebhookSecret}
		},
	} {
		o := good()
		change(&o)
		if _, err := sandbox.New(o); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if _, err := sandbox.New(good()); err != nil {
		t.Error(err)
	}
}
