package juspay_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/provider/juspay"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	"rento/internal/testkit/gateway"
)

func TestJSP01PaidOrderIsSeenAsCaptured(t *testing.T) {
	both(t, func(t *testing.T, w *fixture) {
		checkout := w.Order("RM0001", 129_905)
		if checkout.OrderID != "RM0001" || !strings.HasPrefix(checkout.RedirectURL, w.Box.BaseURL("juspay")+"/v2/pay/start/") || checkout.Form != nil {
			t.Errorf("checkout %+v; want the order RM0001 and a page of the sandbox", checkout)
		}
		back := w.pay("RM0001", "success")
		p := w.Only("RM0001")
		if p.ID != back.TxnID || p.OrderID != "RM0001" || p.State != provider.PaymentCaptured || p.Amount != 129_905 || p.Refunded != 0 ||
			p.Currency != "INR" || p.Method != "wallet" || p.Instrument != "phonepe" || !p.At.Equal(w.Clock.Now()) {
			t.Errorf("payment %+v; want %s of RM0001, captured at %v, 1299.05 INR by the wallet phonepe", p, back.TxnID, w.Clock.Now())
		}
		order := provider.Order{Reference: "RM0001", ID: "RM0001"}
		if claim, err := w.Gateway.ReadReturn(order, back.Fields); claim != provider.ClaimPaid || err != nil || !strings.HasPrefix(back.ReturnURL, "http://shop.test/pay/1/return?") {
			t.Errorf("return to %s: %s, %v; want %s", back.ReturnURL, claim, err, provider.ClaimPaid)
		}
	})
}

// PAY-34, PAY-37: each wallet is a gateway of its own, behind one account.
func TestJSP02EachWayIsAGateway(t *testing.T) {
	w := inProcess(t)
	for name, want := range map[string]struct{ method, shown string }{
		"juspay-phonepe": {"PHONEPE", "PhonePe"}, "juspay-amazonpay": {"AMAZONPAY", "AmazonPay"},
		"juspay-mobikwik": {"MOBIKWIK", "Mobikwik"}, "juspay-credpay": {"CRED", "CredPay"},
	} {
		g := w.gateways[name]
		if g == nil {
			t.Fatalf("no gateway %s", name)
		}
		p := g.Profile()
		if p.Source() != "juspay" || p.Choice.Name != want.shown || !p.Choice.Aggregated || !p.Refunds || p.SingleTry || p.Lists || len(p.Choice.Logo) == 0 {
			t.Errorf("%s: profile %+v; want %s of Juspay, with refunds, more tries than one and no list", name, p, want.shown)
		}
		order := "RM02" + want.method
		if _, err := g.CreateOrder(t.Context(), gateway.Asking(order, 5000)); err != nil {
			t.Fatal(err)
		}
		if paid := w.Ledger().Payments; paid[len(paid)-1]["payment_method"] != want.method {
			t.Errorf("%s: payment %v, want one by %s", name, paid[len(paid)-1], want.method)
		}
	}
	if without := w.connect(w.Box.Transport(), func(c *juspay.Config) { c.CredKey = "" }); len(without) != 3 || without["juspay-credpay"] != nil {
		t.Errorf("%d gateways without the key of CRED, want 3 and no CredPay", len(without))
	}
}

func TestJSP03TheSameAgainIsTheSameOrder(t *testing.T) {
	w := inProcess(t)
	first, second := w.Order("RM0003", 5000), w.Order("RM0003", 5000)
	if first.OrderID != second.OrderID || first.RedirectURL == second.RedirectURL || len(w.Ledger().Orders) != 1 {
		t.Errorf("%+v and %+v, %d orders; want one order and a page for each try", first, second, len(w.Ledger().Orders))
	}
	_, err := w.Gateway.CreateOrder(t.Context(), gateway.Asking("RM0003", 6000))
	if e := gateway.Outcome(t, err, provider.Unknown); e.Reason != "amount_differs" {
		t.Errorf("another amount: reason %q, want amount_differs", e.Reason)
	}
	again, err := w.Gateway.Resume(t.Context(), "RM0003", gateway.Asking("RM0003", 5000))
	if err != nil || again.OrderID != "RM0003" {
		t.Errorf("resume: %+v, %v; want RM0003", again, err)
	}
}

func TestJSP04ALostAnswerOfAnOrderIsFoundAgain(t *testing.T) {
	for _, call := range []string{"orders.create", "txns.create"} {
		for _, fault := range []emulator.Fault{emulator.TimeoutAfter, emulator.TimeoutBefore, emulator.Error500After, emulator.Empty200, emulator.Malformed, emulator.HTML502} {
			w := inProcess(t)
			w.Spoil(call, fault)
			_, err := w.Gateway.CreateOrder(t.Context(), gateway.Asking("RM0004", 5000))
			gateway.Outcome(t, err, provider.Unknown)
			if _, err := w.Gateway.CreateOrder(t.Context(), gateway.Asking("RM0004", 5000)); err != nil || len(w.Ledger().Orders) != 1 {
				t.Errorf("%s, %s: %v, %d orders; want one", call, fault, err, len(w.Ledger().Orders))
			}
		}
	}
}

func TestJSP05Refusals(t *testing.T) {
	w := inProcess(t)
	refused := func(g *juspay.Gateway, req provider.OrderRequest, want provider.Outcome, reason string) {
		t.Helper()
		_, err := g.CreateOrder(t.Context(), req)
		if e := gateway.Outcome(t, err, want); e.Reason != reason {
			t.Errorf("reason %q, want %q", e.Reason, reason)
		}
	}
	refused(w.Gateway, gateway.Asking("RM0005", 99), provider.Declined, "INVALID_INPUT")
	refused(w.Gateway, gateway.Asking("RM 0005", 5000), provider.Declined, "INVALID_INPUT")
	refused(w.Gateway, gateway.Asking("", 5000), provider.NotAttempted, "")
	transport := w.Box.Transport()
	for _, change := range []func(*juspay.Config){
		func(c *juspay.Config) { c.APIKey = "another" }, func(c *juspay.Config) { c.MerchantID = "another" },
	} {
		refused(w.connect(transport, change)["juspay-phonepe"], gateway.Asking("RM0005", 5000), provider.NotAttempted, "access_denied")
	}
	if n := len(w.Ledger().Orders); n != 0 {
		t.Errorf("%d orders, want none", n)
	}
}

func TestJSP06AnUntouchedOrderHasNoPayment(t *testing.T) {
	w := inProcess(t)
	seen, err := w.Gateway.Observe(t.Context(), "RM0006", "")
	if err != nil || seen.OrderID != "" || len(seen.Payments) != 0 || seen.Gateway != "juspay-phonepe" {
		t.Errorf("nothing there: %+v, %v; want nothing of juspay-phonepe", seen, err)
	}
	w.Order("RM0006", 5000)
	if seen, err = w.Gateway.Observe(t.Context(), "RM0006", ""); err != nil || seen.OrderID != "RM0006" || len(seen.Payments) != 0 {
		t.Errorf("an order without a payment: %+v, %v; want the order and no payment", seen, err)
	}
}

func TestJSP07StatesOfAPayment(t *testing.T) {
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
			t.Errorf("%s: reason %q, explanation %q; want both of a failure alone", how, now.Reason, now.Explanation)
		}
	}
}

// A payer who has failed pays the same order once more, also at another wallet.
// Money that comes for the first try after all Juspay gives back.
func TestJSP08AnotherTryOfTheSameOrder(t *testing.T) {
	w := inProcess(t)
	w.Order("RM0008", 5000)
	w.pay("RM0008", "failed_then_paid")
	if _, err := w.gateways["juspay-mobikwik"].Resume(t.Context(), "RM0008", gateway.Asking("RM0008", 5000)); err != nil {
		t.Fatal(err)
	}
	second := w.pay("RM0008", "success")
	w.Do(sandbox.Command{Advance: "1h"})
	p := w.Only("RM0008")
	if p.ID != second.TxnID || p.State != provider.PaymentCaptured || p.Amount != 5000 || p.Refunded != 0 {
		t.Errorf("payment %+v; want %s, captured once", p, second.TxnID)
	}
	_, err := w.Gateway.Resume(t.Context(), "RM0008", gateway.Asking("RM0008", 5000))
	if e := gateway.Outcome(t, err, provider.Declined); e.Reason != "ORDER_ALREADY_PAID" {
		t.Errorf("reason %q, want ORDER_ALREADY_PAID", e.Reason)
	}
}

func TestJSP17BooksOutliveTheProcess(t *testing.T) {
	w := inProcess(t)
	for _, how := range []string{"success", "pending", "failure"} {
		id := "RM17" + how
		w.Order(id, 5000)
		w.pay(id, how)
	}
	p := w.Only("RM17success")
	req := provider.RefundRequest{Order: provider.Order{ID: "RM17success"}, PaymentID: p.ID, Amount: 1000, Key: "dup-1"}
	if _, err := w.Gateway.Refund(t.Context(), req); err != nil {
		t.Fatal(err)
	}
	kept, err := w.Box.Memory()
	if err != nil {
		t.Fatal(err)
	}
	after := inProcess(t)
	if err := after.Box.Recall(kept); err != nil {
		t.Fatal(err)
	}
	after.Do(sandbox.Command{Advance: "1h"})
	want := map[string]provider.PaymentState{"RM17success": provider.PaymentCaptured, "RM17pending": provider.PaymentFailed, "RM17failure": provider.PaymentFailed}
	for id, state := range want {
		if got := after.Only(id); got.State != state || got.Amount != 5000 {
			t.Errorf("%s: %+v; want %s", id, got, state)
		}
	}
	if got, err := after.Gateway.FetchRefund(t.Context(), provider.RefundQuery{Order: provider.Order{ID: "RM17success"}, Key: "dup-1"}); err != nil || got.State != provider.RefundProcessed {
		t.Errorf("refund %+v, %v; want it processed", got, err)
	}
}

func TestJSP18WhatIsNotOffered(t *testing.T) {
	g := inProcess(t).Gateway
	if !g.Available() {
		t.Error("a gateway that was not asked yet is unavailable")
	}
	_, err := g.Capture(t.Context(), "T1", money.Rupee)
	gateway.Outcome(t, err, provider.NotAttempted)
	_, err = g.ListPayments(context.Background(), time.Time{}, time.Time{})
	gateway.Outcome(t, err, provider.NotAttempted)
	for _, missing := range []func(*juspay.Config){
		func(c *juspay.Config) { c.MerchantID = "" }, func(c *juspay.Config) { c.APIKey = "" }, func(c *juspay.Config) { c.ResponseKey = "" },
		func(c *juspay.Config) { c.WebhookUser = "" }, func(c *juspay.Config) { c.WebhookPassword = "" },
		func(c *juspay.Config) { c.CredKey = "no key" }, func(c *juspay.Config) { c.CredKey = "bm8ga2V5" }, func(c *juspay.Config) { c.BaseURL = "juspay" },
	} {
		c := configOf(t, "https://api.juspay.in")
		missing(&c)
		if _, err := juspay.New(c, calendar.System{}, nil, nil); err == nil {
			t.Errorf("%+v is taken, want a refusal", c)
		}
	}
}
