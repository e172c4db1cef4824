package paytm_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/provider/paytm"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	emulated "rento/internal/sandbox/paytm"
	"rento/internal/testkit/gateway"
)

func TestPTM01PaidOrderIsSeenAsCaptured(t *testing.T) {
	both(t, func(t *testing.T, w *fixture) {
		checkout := w.Order("RM0001", 129_905)
		if checkout.OrderID != "RM0001" || checkout.Options["token"] == "" || checkout.ScriptURL != w.Box.BaseURL("paytm")+"/merchantpgpui/checkoutjs/merchants/"+keys.MID+".js" {
			t.Errorf("checkout %+v; want the order RM0001, a token, and the script of %s", checkout, keys.MID)
		}
		back := w.pay("RM0001", "success")
		p := w.Only("RM0001")
		if p.ID != back.PaymentID || p.OrderID != "RM0001" || p.State != provider.PaymentCaptured || p.Amount != 129_905 || p.Refunded != 0 ||
			p.Currency != "INR" || p.Method != "upi" || p.Instrument != "HDFC Bank" || !p.At.Equal(w.Clock.Now()) {
			t.Errorf("payment %+v; want %s of RM0001, captured at %v, 1299.05 INR by upi, HDFC Bank", p, back.PaymentID, w.Clock.Now())
		}
		order := provider.Order{Reference: "RM0001", ID: "RM0001"}
		if claim, err := w.Gateway.ReadReturn(order, back.Fields); claim != provider.ClaimPaid || err != nil || back.Callback != "http://shop.test/pay/1/return" {
			t.Errorf("return to %s: %s, %v; want %s", back.Callback, claim, err, provider.ClaimPaid)
		}
	})
}

func TestPTM02TheSameAgainIsTheSameOrder(t *testing.T) {
	w := inProcess(t)
	first, second := w.Order("RM0002", 5000), w.Order("RM0002", 5000)
	if first.Options["token"] != second.Options["token"] || len(w.Ledger().Orders) != 1 {
		t.Errorf("tokens %v and %v, %d orders; want one token and order", first.Options, second.Options, len(w.Ledger().Orders))
	}
	_, err := w.Gateway.CreateOrder(t.Context(), gateway.Asking("RM0002", 6000))
	if e := gateway.Outcome(t, err, provider.Declined); e.Reason != "334" {
		t.Errorf("reason %q, want 334", e.Reason)
	}
	w.Clock.Advance(15 * time.Minute)
	renewed, err := w.Gateway.Resume(t.Context(), "RM0002", gateway.Asking("RM0002", 5000))
	if err != nil || renewed.OrderID != "RM0002" || renewed.Options["token"] == first.Options["token"] {
		t.Errorf("after a quarter of an hour: %+v, %v; want another token", renewed, err)
	}
	if old, status := w.tryPay("/sandbox/paytm/merchantpgpui/checkoutjs/payments", emulated.Attempt{Token: first.Options["token"]}); status == http.StatusOK || old.Error.Code != "SESSION_EXPIRED" {
		t.Errorf("the old token: HTTP %d %+v; want it refused", status, old)
	}
}

func TestPTM03LostAnswersOfCreation(t *testing.T) {
	for fault, want := range map[emulator.Fault]provider.Outcome{
		emulator.TimeoutAfter: provider.Unknown, emulator.TimeoutBefore: provider.Unknown, emulator.Error500: provider.Unknown, emulator.Error500After: provider.Unknown,
		emulator.Empty200: provider.Unknown, emulator.Malformed: provider.Unknown, emulator.SlowBody: provider.Unknown,
		emulator.HTML502: provider.Unknown, emulator.Throttled: provider.NotAttempted,
	} {
		w := inProcess(t)
		w.Spoil("orders.initiate", fault)
		_, err := w.Gateway.CreateOrder(t.Context(), gateway.Asking("RM0003", 5000))
		gateway.Outcome(t, err, want)
		if again := w.Order("RM0003", 5000); again.OrderID != "RM0003" || len(w.Ledger().Orders) != 1 {
			t.Errorf("%s: %+v, %d orders; want one order, RM0003", fault, again, len(w.Ledger().Orders))
		}
	}
}

func TestPTM04RefusedOrders(t *testing.T) {
	w := inProcess(t)
	refused := func(g *paytm.Gateway, req provider.OrderRequest, want provider.Outcome, reason string) {
		t.Helper()
		_, err := g.CreateOrder(t.Context(), req)
		if e := gateway.Outcome(t, err, want); e.Reason != reason {
			t.Errorf("reason %q, want %q", e.Reason, reason)
		}
	}
	refused(w.Gateway, gateway.Asking("RM0004", 99), provider.Declined, "335")
	refused(w.Gateway, gateway.Asking("RM 0004", 5000), provider.Declined, "330")
	refused(w.Gateway, gateway.Asking("", 5000), provider.NotAttempted, "")
	transport := w.Box.Transport()
	refused(w.connect(transport, func(c *paytm.Config) { c.Key = "SBXKEY9876543210" }), gateway.Asking("RM0004", 5000), provider.NotAttempted, "227")
	refused(w.connect(transport, func(c *paytm.Config) { c.MID = "SBXMID00000000000002" }), gateway.Asking("RM0004", 5000), provider.Declined, "335")
	refused(w.connect(transport, func(c *paytm.Config) { c.Website = "DEFAULT" }), gateway.Asking("RM0004", 5000), provider.Unknown, "501")
	if n := len(w.Ledger().Orders); n != 0 {
		t.Errorf("%d orders, want none", n)
	}
}

// A failed try uses its order up; a payment under way does too.
func TestPTM05AUsedOrderIsRefused(t *testing.T) {
	for _, how := range []string{"failure", "pending", "success"} {
		w := inProcess(t)
		w.Order("RM0005", 5000)
		w.pay("RM0005", how)
		_, err := w.Gateway.Resume(t.Context(), "RM0005", gateway.Asking("RM0005", 5000))
		if e := gateway.Outcome(t, err, provider.Declined); e.Reason != "334" {
			t.Errorf("%s: reason %q, want 334", how, e.Reason)
		}
		if _, status := w.tryPay("/sandbox/paytm/pay", emulated.Attempt{OrderID: "RM0005"}); status == http.StatusOK {
			t.Errorf("%s: the order was paid a second time", how)
		}
	}
}

func TestPTM06AnUntouchedOrderHasNoPayment(t *testing.T) {
	w := inProcess(t)
	seen, err := w.Gateway.Observe(t.Context(), "RM0006", "")
	if err != nil || seen.OrderID != "" || len(seen.Payments) != 0 {
		t.Errorf("nothing there: %+v, %v; want nothing", seen, err)
	}
	w.Order("RM0006", 5000)
	if seen, err = w.Gateway.Observe(t.Context(), "RM0006", "RM0006"); err != nil || seen.OrderID != "RM0006" || len(seen.Payments) != 0 {
		t.Errorf("opened: %+v, %v; want the order without a payment", seen, err)
	}
	w.pay("RM0006", "success")
	if seen, err = w.Gateway.Observe(t.Context(), "RM0006", ""); err != nil || seen.OrderID != "RM0006" || len(seen.Payments) != 1 {
		t.Errorf("paid, and asked by our reference: %+v, %v; want the order with a payment", seen, err)
	}
}

func TestPTM07StatesOfAPayment(t *testing.T) {
	for how, want := range map[string][2]provider.PaymentState{
		"success":          {provider.PaymentCaptured, provider.PaymentCaptured},
		"failure":          {provider.PaymentFailed, provider.PaymentFailed},
		"cancelled":        {provider.PaymentFailed, provider.PaymentFailed},
		"pending":          {provider.PaymentCreated, provider.PaymentFailed},
		"late":             {provider.PaymentCreated, provider.PaymentCaptured},
		"failed_then_paid": {provider.PaymentFailed, provider.PaymentCaptured},
	} {
		w := inProcess(t)
		w.Order("RM0007", 5000)
		w.pay("RM0007", how)
		now := w.Only("RM0007")
		w.Do(sandbox.Command{Advance: "1h"})
		if later := w.Only("RM0007"); now.State != want[0] || later.State != want[1] || later.ID != now.ID {
			t.Errorf("%s: %s, an hour later %s; want %v of one payment", how, now.State, later.State, want)
		}
		if failed := now.State == provider.PaymentFailed; failed != (now.Reason != "" && now.Explanation != "") {
			t.Errorf("%s: reason %q, explanation %q", how, now.Reason, now.Explanation)
		}
	}
}

func TestPTM08RefundsOfOneKeyAreOne(t *testing.T) {
	both(t, func(t *testing.T, w *fixture) {
		w.Order("RM0008", 5000)
		p := w.pay("RM0008", "success")
		req := provider.RefundRequest{Order: provider.Order{Reference: "RM0008", ID: "RM0008"}, PaymentID: p.PaymentID, Amount: 2000, Key: "dup:1"}
		first, err := w.Gateway.Refund(t.Context(), req)
		if err != nil || first.State != provider.RefundPending || first.Amount != 2000 || first.PaymentID != p.PaymentID {
			t.Fatalf("refund %+v, %v; want one of 20.00, pending", first, err)
		}
		second, err := w.Gateway.Refund(t.Context(), req)
		if err != nil || second.ID != first.ID || len(w.Ledger().Refunds) != 1 {
			t.Errorf("repeat %+v, %v; want %s", second, err, first.ID)
		}
		req.Amount = 2100
		_, err = w.Gateway.Refund(t.Context(), req)
		gateway.Outcome(t, err, provider.Unknown)
		if got := w.Only("RM0008"); got.Refunded != 2000 || got.State != provider.PaymentCaptured {
			t.Errorf("payment %+v; want 20.00 given back", got)
		}
		req.Amount, req.Key = 3000, "dup:2"
		_, err = w.Gateway.Refund(t.Context(), req)
		if e := gateway.Outcome(t, err, provider.Unknown); e.Reason != "626" {
			t.Errorf("another refund while one is under way: %v, want 626", err)
		}
		w.Do(sandbox.Command{Advance: "2m"})
		if _, err := w.Gateway.Refund(t.Context(), req); err != nil {
			t.Fatal(err)
		}
		if got := w.Only("RM0008"); got.Refunded != 5000 || got.State != provider.PaymentRefunded {
			t.Errorf("payment %+v; want all of it given back", got)
		}
	})
}

// Paytm answers a repetition with a failure (617, 628, 629) that has payment and
// amount: the refund's own state is told instead, whether the caller knows that it
// repeats or not.
func TestPTM09LostAnswerOfRefundIsRepeated(t *testing.T) {
	for _, fault := range []emulator.Fault{emulator.TimeoutAfter, emulator.TimeoutBefore, emulator.Error500After, emulator.Empty200, emulator.Malformed} {
		w := inProcess(t)
		w.Order("RM0009", 5000)
		p := w.pay("RM0009", "success")
		req := provider.RefundRequest{Order: provider.Order{ID: "RM0009"}, PaymentID: p.PaymentID, Amount: 5000, Key: "dup-paytm-" + p.PaymentID}
		w.Do(sandbox.Command{Outcomes: []emulator.Answer{{Call: "refund", Outcome: "success", Seconds: 3600}}})
		w.Spoil("refunds.apply", fault)
		_, err := w.Gateway.Refund(t.Context(), req)
		gateway.Outcome(t, err, provider.Unknown)
		for _, want := range []provider.RefundState{provider.RefundPending, provider.RefundPending, provider.RefundProcessed} {
			for _, repeated := range []bool{true, false} {
				req.Repeated = repeated
				got, err := w.Gateway.Refund(t.Context(), req)
				if err != nil || got.State != want || len(w.Ledger().Refunds) != 1 {
					t.Errorf("%s: %+v, %v, %d refunds; want one that is %s", fault, got, err, len(w.Ledger().Refunds), want)
				}
			}
			w.Do(sandbox.Command{Advance: "40m"})
		}
	}
}

func TestPTM10RefundEnds(t *testing.T) {
	for decided, want := range map[string]provider.RefundState{
		"": provider.RefundProcessed, "failure": provider.RefundFailed, "pending": provider.RefundPending,
	} {
		w := inProcess(t)
		w.Order("RM0010", 5000)
		p := w.pay("RM0010", "success")
		if decided != "" {
			w.Do(sandbox.Command{Outcomes: []emulator.Answer{{Call: "refund", Outcome: decided}}})
		}
		order := provider.Order{ID: "RM0010"}
		made, err := w.Gateway.Refund(t.Context(), provider.RefundRequest{Order: order, PaymentID: p.PaymentID, Amount: 5000, Key: "key of a refund"})
		if err != nil {
			t.Fatal(err)
		}
		w.Do(sandbox.Command{Advance: "1h"})
		for _, which := range []provider.RefundQuery{{Order: order, ID: made.ID}, {Order: order, ID: made.ID, Key: "key of a refund"}} {
			if got, err := w.Gateway.FetchRefund(t.Context(), which); err != nil || got.State != want || got.ID != made.ID || got.Amount != 5000 || got.PaymentID != p.PaymentID {
				t.Errorf("%q: %+v, %v; want %s, %s", decided, got, err, made.ID, want)
			} else if made.At.IsZero() || !got.At.Equal(made.At) {
				t.Errorf("made at %s, an hour later at %s; want one time", made.At, got.At)
			}
		}
	}
}

func TestPTM11RefundRules(t *testing.T) {
	w := inProcess(t)
	w.Order("RM0011A", 5000)
	failed := w.pay("RM0011A", "failure")
	w.Order("RM0011B", 5000)
	good := w.pay("RM0011B", "success")
	refund := func(order, id string, amount money.Paise, key string) error {
		_, err := w.Gateway.Refund(t.Context(), provider.RefundRequest{Order: provider.Order{ID: order}, PaymentID: id, Amount: amount, Key: key})
		return err
	}
	gateway.Outcome(t, refund("RM0011A", failed.PaymentID, 5000, "of-failed"), provider.Declined)
	gateway.Outcome(t, refund("RM0011B", good.PaymentID, 5001, "too-much"), provider.Declined)
	gateway.Outcome(t, refund("RM0011B", "another", 5000, "of-another"), provider.Unknown)
	gateway.Outcome(t, refund("RM0011B", good.PaymentID, 5000, ""), provider.NotAttempted)
	gateway.Outcome(t, refund("", good.PaymentID, 5000, "no-order"), provider.NotAttempted)
	_, err := w.Gateway.FetchRefund(t.Context(), provider.RefundQuery{Order: provider.Order{ID: "RM0011B"}, ID: "never-made"})
	gateway.Outcome(t, err, provider.Declined)
	_, err = w.Gateway.FetchRefund(t.Context(), provider.RefundQuery{ID: "no-order"})
	gateway.Outcome(t, err, provider.NotAttempted)
	if n := len(w.Ledger().Refunds); n != 0 {
		t.Errorf("%d refunds, want none", n)
	}
}

func TestPTM12GatewayThatFailsIsNotAvailable(t *testing.T) {
	w := inProcess(t)
	w.Order("RM0012", 5000)
	w.Do(sandbox.Command{Faults: []emulator.Plan{{Call: "*", Fault: emulator.HTML502, Times: 5}}})
	for range 5 {
		_, err := w.Gateway.Observe(t.Context(), "RM0012", "RM0012")
		gateway.Outcome(t, err, provider.Unknown)
	}
	if w.Gateway.Available() {
		t.Error("available after five failures")
	}
	w.Clock.Advance(time.Minute)
	if _, err := w.Gateway.Observe(t.Context(), "RM0012", "RM0012"); err != nil || !w.Gateway.Available() {
		t.Errorf("after its rest: %v", err)
	}
}

func TestPTM13TimeoutOverSocketIsUnknown(t *testing.T) {
	w := open(t, gateway.OverHTTP)
	w.Order("RM0013", 5000)
	for _, fault := range []emulator.Fault{emulator.TimeoutBefore, emulator.TimeoutAfter, emulator.SlowBody} {
		w.Spoil("orders.status", fault)
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		_, err := w.Gateway.Observe(ctx, "RM0013", "RM0013")
		cancel()
		gateway.Outcome(t, err, provider.Unknown)
	}
}

func TestPTM14RefusedConnectionHasNoEffect(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	address := server.URL
	server.Close()
	g, err := paytm.New(paytm.Config{BaseURL: address, MID: "m", Key: keys.Key, Website: "w"}, calendar.System{}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = g.Observe(t.Context(), "RM0014", "RM0014")
	gateway.Outcome(t, err, provider.NotAttempted)
}

func TestPTM15EventsOfTheSandboxAreVerifiedAndRead(t *testing.T) {
	w := inProcess(t)
	w.Order("RM0015", 5000)
	p := w.pay("RM0015", "failed_then_paid")
	w.Do(sandbox.Command{Advance: "1m"})
	made, err := w.Gateway.Refund(t.Context(), provider.RefundRequest{Order: provider.Order{ID: "RM0015"}, PaymentID: p.PaymentID, Amount: 5000, Key: "dup-1"})
	if err != nil {
		t.Fatal(err)
	}
	w.Do(sandbox.Command{Advance: "2m"})
	w.Box.Deliver(t.Context())
	want := []string{"sale.txn_failure", "sale.txn_success", "refund.pending", "refund.txn_success"}
	if got := w.Kinds(); !slices.Equal(got, want) || w.Forged != 0 {
		t.Fatalf("events %v, %d forged; want %v", got, w.Forged, want)
	}
	ids := map[string]bool{}
	for i, e := range w.Inbox {
		ids[e.ID] = true
		if e.OrderID != "RM0015" || e.PaymentID != p.PaymentID || e.Check() != nil {
			t.Errorf("event %+v; want one of RM0015 and %s", e, p.PaymentID)
		}
		if refunds := i >= 2; refunds != (e.RefundID == made.ID) || refunds == (len(e.Observation.Payments) == 1) {
			t.Errorf("event %+v; want the refund %s only of refunds, a payment only of sales", e, made.ID)
		}
	}
	if len(ids) != 4 {
		t.Errorf("%d ids of four events, want 4", len(ids))
	}
}

func TestPTM16ForgedAndRepeatedEvents(t *testing.T) {
	w := inProcess(t)
	w.Do(sandbox.Command{Webhooks: []emulator.Rule{{Event: "sale.txn_success", Action: emulator.BadSignature}}})
	w.Order("RM0016A", 5000)
	w.pay("RM0016A", "success")
	w.Box.Deliver(t.Context())
	if w.Forged != 1 || len(w.Inbox) != 0 {
		t.Errorf("%d forged, events %v; want one forged", w.Forged, w.Kinds())
	}
	w.Do(sandbox.Command{Webhooks: []emulator.Rule{{Event: "*", Action: emulator.Duplicate, Copies: 3}}})
	w.Order("RM0016B", 5000)
	w.pay("RM0016B", "success")
	w.Box.Deliver(t.Context())
	if len(w.Inbox) != 3 || w.Inbox[0].ID != w.Inbox[2].ID {
		t.Errorf("events %+v; want three of one id", w.Inbox)
	}
}

// A webhook that is not taken comes again for a week, and is then given up
// alone.
func TestPTM17WebhooksComeAgainForAWeek(t *testing.T) {
	w := inProcess(t)
	w.Refuse = true
	w.Order("RM0017", 5000)
	w.pay("RM0017", "success")
	tries := 0
	for range 8 * 24 * 6 {
		tries += w.Box.Deliver(t.Context())
		w.Do(sandbox.Command{Advance: "10m"})
	}
	if state := w.Ledger().Webhooks; tries != 10 || state.Disabled || len(state.Waiting) != 0 || state.Past[0].State != emulator.Refused {
		t.Errorf("%d tries, %+v; want ten, and the webhook given up", tries, state)
	}
	w.Refuse = false
	w.Order("RM0017B", 5000)
	w.pay("RM0017B", "success")
	if w.Box.Deliver(t.Context()); len(w.Inbox) != 1 {
		t.Errorf("%d events after that, want one", len(w.Inbox))
	}
}

// Nothing personal and no key is in an error, where a log would have it.
func TestPTM18ErrorsTellNothingPersonal(t *testing.T) {
	for _, g := range []*paytm.Gateway{
		answering(t, http.StatusBadGateway, "<html>"), answering(t, http.StatusOK, ""), answering(t, http.StatusOK, `{"body":{"resultInfo":{"resultStatus":"F","resultCode":"227"}}}`),
	} {
		_, err := g.CreateOrder(t.Context(), gateway.Asking("RM0018", 5000))
		if err == nil {
			t.Fatal("an answer without sense is taken")
		}
		for _, secret := range []string{"Rohan", "rohan@", "9876543210", keys.Key} {
			if strings.Contains(err.Error(), secret) {
				t.Errorf("%q is in the error %v", secret, err)
			}
		}
	}
}

// Books that were kept and recalled are the same books, and go on living.
func TestPTM24BooksOutliveTheProcess(t *testing.T) {
	old := inProcess(t)
	for id, how := range map[string]string{"RM0024A": "success", "RM0024B": "failure", "RM0024C": "pending"} {
		old.Order(id, 5000)
		old.pay(id, how)
	}
	old.Order("RM0024D", 5000)
	req := provider.RefundRequest{Order: provider.Order{ID: "RM0024A"}, PaymentID: old.Only("RM0024A").ID, Amount: 2000, Key: "dup-1"}
	if _, err := old.Gateway.Refund(t.Context(), req); err != nil {
		t.Fatal(err)
	}
	raw, err := old.Box.Memory()
	if err != nil {
		t.Fatal(err)
	}
	fresh := inProcess(t)
	if err := fresh.Box.Recall(raw); err != nil {
		t.Fatal(err)
	}
	was, is := old.Ledger(), fresh.Ledger()
	if diff := cmp.Diff([]any{was.Orders, was.Payments, was.Refunds}, []any{is.Orders, is.Payments, is.Refunds}); diff != "" {
		t.Errorf("recalled books differ (-kept +recalled):\n%s", diff)
	}
	if fresh.Order("RM0024D", 5000); len(fresh.Ledger().Orders) != 4 {
		t.Errorf("%d orders; want the kept one opened again", len(fresh.Ledger().Orders))
	}
	if _, err := fresh.Gateway.Refund(t.Context(), req); err != nil || len(fresh.Ledger().Refunds) != 1 {
		t.Errorf("the refund again: %v, %d refunds; want one", err, len(fresh.Ledger().Refunds))
	}
	fresh.Do(sandbox.Command{Advance: "1h"})
	if got := fresh.Only("RM0024C").State; got != provider.PaymentFailed {
		t.Errorf("a payment that waited for its bank is %s, want failed", got)
	}
	if got := fresh.Ledger().Refunds[0]["status"]; got != "TXN_SUCCESS" {
		t.Errorf("the refund is %v, want TXN_SUCCESS", got)
	}
	for _, torn := range []string{`{"paytm":5}`, `{"paytm":{"refunds":[{"ref_id":"r","order":"o"}]}}`, `{"paytm":{"orders":[{"id":"o"}],"refunds":[{"ref_id":"r","order":"o"}]}}`} {
		if err := fresh.Box.Recall([]byte(torn)); err == nil || len(fresh.Ledger().Orders) != 4 {
			t.Errorf("%s: %v, %d orders; want it refused and the books kept", torn, err, len(fresh.Ledger().Orders))
		}
	}
}

// The script of another merchant is not there, and Paytm's own page opens by
// the order's token only.
func TestPTM25WhatBrowsersAreServed(t *testing.T) {
	w := inProcess(t)
	token := w.Order("RM0025", 5000).Options["token"]
	for file, want := range map[string]int{keys.MID: http.StatusOK, "SBXMID00000000000002": http.StatusNotFound} {
		answer, err := w.Client.Get(w.Box.BaseURL("paytm") + "/merchantpgpui/checkoutjs/merchants/" + file + ".js")
		if err != nil {
			t.Fatal(err)
		}
		if answer.Body.Close(); answer.StatusCode != want {
			t.Errorf("script of %s: HTTP %d, want %d", file, answer.StatusCode, want)
		}
	}
	for name, c := range map[string]struct {
		form url.Values
		want int
	}{
		"its token":        {url.Values{"mid": {keys.MID}, "orderId": {"RM0025"}, "txnToken": {token}}, http.StatusOK},
		"another order":    {url.Values{"mid": {keys.MID}, "orderId": {"RM0026"}, "txnToken": {token}}, http.StatusBadRequest},
		"another merchant": {url.Values{"mid": {"other"}, "orderId": {"RM0025"}, "txnToken": {token}}, http.StatusBadRequest},
		"no token":         {url.Values{"mid": {keys.MID}, "orderId": {"RM0025"}}, http.StatusBadRequest},
	} {
		answer, err := w.Client.PostForm(w.Box.BaseURL("paytm")+"/theia/api/v1/showPaymentPage", c.form)
		if err != nil {
			t.Fatal(err)
		}
		page, err := io.ReadAll(answer.Body)
		if answer.Body.Close(); err != nil || answer.StatusCode != c.want || (c.want == http.StatusOK) != strings.Contains(string(page), `data-token="`+token+`"`) {
			t.Errorf("%s: HTTP %d, %v, %s; want %d", name, answer.StatusCode, err, page, c.want)
		}
	}
}
