package juspay_test

import (
	"context"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/provider/juspay"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	emulated "rento/internal/sandbox/juspay"
)

func TestJSP01PaidOrderIsSeenAsCaptured(t *testing.T) {
	both(t, func(t *testing.T, w *world) {
		checkout := w.order("RM0001", 129_905)
		if checkout.OrderID != "RM0001" || !strings.HasPrefix(checkout.RedirectURL, w.box.BaseURL("juspay")+"/v2/pay/start/") || checkout.Form != nil {
			t.Errorf("checkout %+v; want the order RM0001 and a page of the sandbox", checkout)
		}
		back := w.pay("RM0001", "success")
		p := w.only("RM0001")
		if p.ID != back.TxnID || p.OrderID != "RM0001" || p.State != provider.PaymentCaptured || p.Amount != 129_905 || p.Refunded != 0 ||
			p.Currency != "INR" || p.Method != "wallet" || p.Instrument != "phonepe" || !p.At.Equal(w.clock.Now()) {
			t.Errorf("payment %+v; want %s of RM0001, captured at %v, 1299.05 INR by the wallet phonepe", p, back.TxnID, w.clock.Now())
		}
		order := provider.Order{Reference: "RM0001", ID: "RM0001"}
		if claim, err := w.wallet().ReadReturn(order, back.Fields); claim != provider.ClaimPaid || err != nil || !strings.HasPrefix(back.ReturnURL, "http://shop.test/pay/1/return?") {
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
		if _, err := g.CreateOrder(t.Context(), asking(order, 5000)); err != nil {
			t.Fatal(err)
		}
		if paid := w.ledger().Payments; paid[len(paid)-1]["payment_method"] != want.method {
			t.Errorf("%s: payment %v, want one by %s", name, paid[len(paid)-1], want.method)
		}
	}
	if without := w.connect(w.box.Transport(), func(c *juspay.Config) { c.CredKey = "" }); len(without) != 3 || without["juspay-credpay"] != nil {
		t.Errorf("%d gateways without the key of CRED, want 3 and no CredPay", len(without))
	}
}

func TestJSP03TheSameAgainIsTheSameOrder(t *testing.T) {
	w := inProcess(t)
	first, second := w.order("RM0003", 5000), w.order("RM0003", 5000)
	if first.OrderID != second.OrderID || first.RedirectURL == second.RedirectURL || len(w.ledger().Orders) != 1 {
		t.Errorf("%+v and %+v, %d orders; want one order and a page for each try", first, second, len(w.ledger().Orders))
	}
	_, err := w.wallet().CreateOrder(t.Context(), asking("RM0003", 6000))
	if e := outcome(t, err, provider.Unknown); e.Reason != "amount_differs" {
		t.Errorf("another amount: reason %q, want amount_differs", e.Reason)
	}
	again, err := w.wallet().Resume(t.Context(), "RM0003", asking("RM0003", 5000))
	if err != nil || again.OrderID != "RM0003" {
		t.Errorf("resume: %+v, %v; want RM0003", again, err)
	}
}

func TestJSP04ALostAnswerOfAnOrderIsFoundAgain(t *testing.T) {
	for _, call := range []string{"orders.create", "txns.create"} {
		for _, fault := range []emulator.Fault{emulator.TimeoutAfter, emulator.TimeoutBefore, emulator.Error500After, emulator.Empty200, emulator.Malformed, emulator.HTML502} {
			w := inProcess(t)
			w.spoil(call, fault)
			_, err := w.wallet().CreateOrder(t.Context(), asking("RM0004", 5000))
			outcome(t, err, provider.Unknown)
			if _, err := w.wallet().CreateOrder(t.Context(), asking("RM0004", 5000)); err != nil || len(w.ledger().Orders) != 1 {
				t.Errorf("%s, %s: %v, %d orders; want one", call, fault, err, len(w.ledger().Orders))
			}
		}
	}
}

func TestJSP05Refusals(t *testing.T) {
	w := inProcess(t)
	refused := func(g *juspay.Gateway, req provider.OrderRequest, want provider.Outcome, reason string) {
		t.Helper()
		_, err := g.CreateOrder(t.Context(), req)
		if e := outcome(t, err, want); e.Reason != reason {
			t.Errorf("reason %q, want %q", e.Reason, reason)
		}
	}
	refused(w.wallet(), asking("RM0005", 99), provider.Declined, "INVALID_INPUT")
	refused(w.wallet(), asking("RM 0005", 5000), provider.Declined, "INVALID_INPUT")
	refused(w.wallet(), asking("", 5000), provider.NotAttempted, "")
	transport := w.box.Transport()
	for _, change := range []func(*juspay.Config){
		func(c *juspay.Config) { c.APIKey = "another" }, func(c *juspay.Config) { c.MerchantID = "another" },
	} {
		refused(w.connect(transport, change)["juspay-phonepe"], asking("RM0005", 5000), provider.NotAttempted, "access_denied")
	}
	if n := len(w.ledger().Orders); n != 0 {
		t.Errorf("%d orders, want none", n)
	}
}

func TestJSP06AnUntouchedOrderHasNoPayment(t *testing.T) {
	w := inProcess(t)
	seen, err := w.wallet().Observe(t.Context(), "RM0006", "")
	if err != nil || seen.OrderID != "" || len(seen.Payments) != 0 || seen.Gateway != "juspay-phonepe" {
		t.Errorf("nothing there: %+v, %v; want nothing of juspay-phonepe", seen, err)
	}
	w.order("RM0006", 5000)
	if seen, err = w.wallet().Observe(t.Context(), "RM0006", ""); err != nil || seen.OrderID != "RM0006" || len(seen.Payments) != 0 {
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
		w.order("RM0007", 5000)
		w.pay("RM0007", how)
		now := w.only("RM0007")
		w.do(sandbox.Command{Advance: "1h"})
		if later := w.only("RM0007"); now.State != want[0] || later.State != want[1] || later.ID != now.ID {
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
	w.order("RM0008", 5000)
	w.pay("RM0008", "failed_then_paid")
	if _, err := w.gateways["juspay-mobikwik"].Resume(t.Context(), "RM0008", asking("RM0008", 5000)); err != nil {
		t.Fatal(err)
	}
	second := w.pay("RM0008", "success")
	w.do(sandbox.Command{Advance: "1h"})
	p := w.only("RM0008")
	if p.ID != second.TxnID || p.State != provider.PaymentCaptured || p.Amount != 5000 || p.Refunded != 0 {
		t.Errorf("payment %+v; want %s, captured once", p, second.TxnID)
	}
	_, err := w.wallet().Resume(t.Context(), "RM0008", asking("RM0008", 5000))
	if e := outcome(t, err, provider.Declined); e.Reason != "ORDER_ALREADY_PAID" {
		t.Errorf("reason %q, want ORDER_ALREADY_PAID", e.Reason)
	}
}

func TestJSP09RefundsOfOneKeyAreOne(t *testing.T) {
	both(t, func(t *testing.T, w *world) {
		w.order("RM0009", 5000)
		p := w.pay("RM0009", "success")
		req := provider.RefundRequest{Order: provider.Order{Reference: "RM0009", ID: "RM0009"}, PaymentID: p.TxnID, Amount: 2000, Key: "dup:1"}
		first, err := w.wallet().Refund(t.Context(), req)
		if err != nil || first.State != provider.RefundPending || first.Amount != 2000 || first.PaymentID != p.TxnID || len(first.ID) != 20 {
			t.Fatalf("refund %+v, %v; want one of 20.00, pending", first, err)
		}
		second, err := w.wallet().Refund(t.Context(), req)
		if err != nil || second.ID != first.ID || len(w.ledger().Refunds) != 1 {
			t.Errorf("repeat %+v, %v; want %s", second, err, first.ID)
		}
		req.Amount = 2100
		_, err = w.wallet().Refund(t.Context(), req)
		outcome(t, err, provider.Declined)
		if got := w.only("RM0009"); got.Refunded != 2000 || got.State != provider.PaymentCaptured {
			t.Errorf("payment %+v; want 20.00 given back", got)
		}
		req.Amount, req.Key = 3000, "dup:2"
		if _, err := w.wallet().Refund(t.Context(), req); err != nil {
			t.Fatal(err)
		}
		if got := w.only("RM0009"); got.Refunded != 5000 || got.State != provider.PaymentRefunded {
			t.Errorf("payment %+v; want all of it given back", got)
		}
	})
}

func TestJSP10LostAnswerOfRefundIsRepeated(t *testing.T) {
	for _, fault := range []emulator.Fault{emulator.TimeoutAfter, emulator.TimeoutBefore, emulator.Error500After, emulator.Empty200, emulator.Malformed} {
		w := inProcess(t)
		w.order("RM0010", 5000)
		p := w.pay("RM0010", "success")
		req := provider.RefundRequest{Order: provider.Order{ID: "RM0010"}, PaymentID: p.TxnID, Amount: 5000, Key: "dup-juspay-" + p.TxnID}
		w.spoil("refunds.create", fault)
		_, err := w.wallet().Refund(t.Context(), req)
		outcome(t, err, provider.Unknown)
		if _, err := w.wallet().Refund(t.Context(), req); err != nil || len(w.ledger().Refunds) != 1 {
			t.Errorf("%s: %v, %d refunds; want one", fault, err, len(w.ledger().Refunds))
		}
	}
}

func TestJSP11RefundEnds(t *testing.T) {
	for how, want := range map[string]provider.RefundState{
		"success": provider.RefundProcessed, "failure": provider.RefundFailed, "pending": provider.RefundPending,
	} {
		w := inProcess(t)
		w.order("RM0011", 5000)
		p := w.pay("RM0011", "success")
		w.do(sandbox.Command{Outcomes: []emulator.Answer{{Call: "refund", Outcome: how}}})
		order := provider.Order{ID: "RM0011"}
		made, err := w.wallet().Refund(t.Context(), provider.RefundRequest{Order: order, PaymentID: p.TxnID, Amount: 5000, Key: "dup-1"})
		if err != nil {
			t.Fatal(err)
		}
		w.do(sandbox.Command{Advance: "1h"})
		for _, which := range []provider.RefundQuery{{Order: order, Key: "dup-1"}, {Order: order, ID: made.ID}} {
			if got, err := w.wallet().FetchRefund(t.Context(), which); err != nil || got.State != want || got.Amount != 5000 || got.ID != made.ID {
				t.Errorf("%s: %+v, %v; want %s", how, got, err, want)
			}
		}
		_, err = w.wallet().FetchRefund(t.Context(), provider.RefundQuery{Order: order, Key: "dup-2"})
		outcome(t, err, provider.Unknown)
		if left := w.only("RM0011"); (left.Refunded == 0) != (how == "failure") {
			t.Errorf("%s: %v given back; want nothing of a refund that failed", how, left.Refunded)
		}
	}
}

func TestJSP12WebhooksAreHints(t *testing.T) {
	both(t, func(t *testing.T, w *world) {
		w.order("RM0012", 5000)
		p := w.pay("RM0012", "success")
		w.box.Deliver(t.Context())
		if len(w.inbox) != 1 || w.inbox[0].Kind != "order.succeeded" || w.inbox[0].OrderID != "RM0012" || w.inbox[0].PaymentID != p.TxnID ||
			w.inbox[0].ID == "" || len(w.inbox[0].Observation.Payments) != 0 {
			t.Fatalf("events %+v; want order.succeeded of RM0012, without a word about the money", w.inbox)
		}
		if _, err := w.wallet().Refund(t.Context(), provider.RefundRequest{Order: provider.Order{ID: "RM0012"}, PaymentID: p.TxnID, Amount: 5000, Key: "dup-1"}); err != nil {
			t.Fatal(err)
		}
		w.do(sandbox.Command{Advance: "1h"})
		w.box.Deliver(t.Context())
		if last := w.inbox[len(w.inbox)-1]; last.Kind != "order.refunded" || last.RefundID == "" || last.OrderID != "RM0012" || last.PaymentID != p.TxnID {
			t.Errorf("event %+v; want order.refunded with the refund", last)
		}
	})
}

func TestJSP13ForgedWebhooksAreRefused(t *testing.T) {
	w := inProcess(t)
	w.do(sandbox.Command{Webhooks: []emulator.Rule{{Event: "order.succeeded", Action: emulator.BadSignature}}})
	w.order("RM0013", 5000)
	w.pay("RM0013", "success")
	w.box.Deliver(t.Context())
	if w.forged != 1 || len(w.inbox) != 0 {
		t.Errorf("%d forged, %d taken; want 1 and none", w.forged, len(w.inbox))
	}
	body := []byte(`{"id":"evt_1","event_name":"ORDER_SUCCEEDED","content":{"order":{"order_id":"RM0013"}}}`)
	for name, pair := range map[string]string{"another user": "x:SBXWEBHOOKS", "another password": "juspay:x", "no password": "juspay:", "no pair": "juspay"} {
		header := http.Header{"Authorization": {"Basic " + base64.StdEncoding.EncodeToString([]byte(pair))}}
		if _, err := w.wallet().VerifyWebhook(header, body); !errors.Is(err, provider.ErrBadSignature) {
			t.Errorf("%s: %v, want %v", name, err, provider.ErrBadSignature)
		}
	}
	if w.wallet().LooksSigned(http.Header{}) || w.wallet().LooksSigned(http.Header{"Authorization": {"Bearer x"}}) {
		t.Error("a webhook that names nobody looks signed")
	}
	own := http.Header{"Authorization": {"Basic " + base64.StdEncoding.EncodeToString([]byte("juspay:SBXWEBHOOKS"))}}
	for _, wrong := range []string{``, `{}`, `[]`, `{"id":"evt_1","event_name":"ORDER_SUCCEEDED","content":{}}`, `{"event_name":"X","content":{"order":{"order_id":"RM"}}}`} {
		_, err := w.wallet().VerifyWebhook(own, []byte(wrong))
		outcome(t, err, provider.Unknown)
	}
	for _, from := range []string{"txn", "refund"} {
		e, err := w.wallet().VerifyWebhook(own, []byte(`{"id":"evt_1","event_name":"TXN_CHARGED","content":{"`+from+`":{"order_id":"RM0013","txn_id":"T1"}}}`))
		if err != nil || e.OrderID != "RM0013" || e.PaymentID != "T1" {
			t.Errorf("of a %s: %+v, %v; want RM0013 and T1", from, e, err)
		}
	}
}

func TestJSP14ARefusedWebhookComesAgain(t *testing.T) {
	w := inProcess(t)
	w.refuse = true
	w.order("RM0014", 5000)
	w.pay("RM0014", "success")
	for range 5 {
		w.box.Deliver(t.Context())
		w.box.Advance(10 * time.Minute)
	}
	w.refuse = false
	w.box.Deliver(t.Context())
	if len(w.inbox) != 1 {
		t.Errorf("%d events, want the one that was refused before", len(w.inbox))
	}
}

// PAY-40: with the app CRED is opened by an address of its own, without it on a
// page; the phone number is CRED's alone to read.
func TestJSP15Cred(t *testing.T) {
	w := inProcess(t)
	cred := w.gateways["juspay-credpay"]
	page, err := cred.CreateOrder(t.Context(), asking("RM0015", 5000))
	if err != nil || page.IntentURL != "" || page.RedirectURL == "" {
		t.Fatalf("without the app: %+v, %v; want a page", page, err)
	}
	w.forms = nil
	req := asking("RM0015", 5000)
	req.Device.AppPresent = true
	app, err := cred.Resume(t.Context(), "RM0015", req)
	if err != nil || !strings.HasPrefix(app.IntentURL, "credpay://checkout?") || app.RedirectURL != "" || app.OrderID != "RM0015" {
		t.Fatalf("with the app: %+v, %v; want an address of credpay:", app, err)
	}
	scheme, _, _ := strings.Cut(app.IntentURL, ":")
	if !slices.Contains(cred.Profile().Schemes, scheme) || cred.Profile().Checkout != provider.Intent {
		t.Errorf("%s is not among the schemes %v", scheme, cred.Profile().Schemes)
	}
	form, err := url.ParseQuery(w.forms[len(w.forms)-1])
	if err != nil {
		t.Fatal(err)
	}
	var told struct {
		Platform, OS, Device string
		Country              string `json:"countryCode"`
		Phone                string `json:"phoneNumber"`
		AppPresent           bool   `json:"credAppPresent"`
	}
	if err := json.Unmarshal([]byte(form.Get("sdk_pg_params")), &told); err != nil {
		t.Fatal(err)
	}
	sealed, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(told.Phone, "enc-"))
	if err != nil {
		t.Fatal(err)
	}
	phone, err := rsa.DecryptPKCS1v15(nil, credKey(), sealed) //nolint:staticcheck // CRED's own form
	if err != nil || string(phone) != "9876543210" || told.Platform != "WEB" || told.OS != "ANDROID" || told.Device != "MOBILE" || told.Country != "+91" || !told.AppPresent {
		t.Errorf("CRED is told %+v with the phone %q, %v; want a mobile with the app, and 9876543210", told, phone, err)
	}
	if strings.Contains(strings.Join(w.forms, " "), "9876543210") {
		t.Error("the phone number goes to CRED as it is")
	}
	w.pay("RM0015", "success")
	seen, err := cred.Observe(t.Context(), "RM0015", "RM0015")
	if err != nil || len(seen.Payments) != 1 || seen.Payments[0].State != provider.PaymentCaptured || seen.Gateway != "juspay-credpay" {
		t.Errorf("%+v, %v; want it captured", seen, err)
	}
}

func TestJSP16AFormOpensThePage(t *testing.T) {
	w := overHTTP(t)
	c, err := w.gateways["juspay-amazonpay"].CreateOrder(t.Context(), asking("RM0016", 5000))
	if err != nil || c.Form["txn"] == "" || c.Form["source"] != "rento" {
		t.Fatalf("checkout %+v, %v; want the fields of a form", c, err)
	}
	for _, open := range []func() (*http.Response, error){
		func() (*http.Response, error) {
			return w.client.PostForm(c.RedirectURL, url.Values{"txn": {c.Form["txn"]}})
		},
		func() (*http.Response, error) { return w.client.Get(c.RedirectURL) },
	} {
		answer, err := open()
		if err != nil {
			t.Fatal(err)
		}
		page, _ := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if answer.StatusCode != http.StatusOK || !strings.Contains(string(page), `data-order="RM0016"`) {
			t.Errorf("HTTP %d: %s; want the page of RM0016", answer.StatusCode, page)
		}
	}
	w.pay("RM0016", "success")
	answer, err := w.client.Get(c.RedirectURL)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusGone {
		t.Errorf("after the payment: HTTP %d, want 410", answer.StatusCode)
	}
	if _, status := w.tryPay("/sandbox/juspay/v2/pay/finish", emulated.Attempt{OrderID: "RM0016"}); status == http.StatusOK {
		t.Error("the payment was made a second time")
	}
}

func TestJSP17BooksOutliveTheProcess(t *testing.T) {
	w := inProcess(t)
	for _, how := range []string{"success", "pending", "failure"} {
		id := "RM17" + how
		w.order(id, 5000)
		w.pay(id, how)
	}
	p := w.only("RM17success")
	req := provider.RefundRequest{Order: provider.Order{ID: "RM17success"}, PaymentID: p.ID, Amount: 1000, Key: "dup-1"}
	if _, err := w.wallet().Refund(t.Context(), req); err != nil {
		t.Fatal(err)
	}
	kept, err := w.box.Memory()
	if err != nil {
		t.Fatal(err)
	}
	after := inProcess(t)
	if err := after.box.Recall(kept); err != nil {
		t.Fatal(err)
	}
	after.do(sandbox.Command{Advance: "1h"})
	want := map[string]provider.PaymentState{"RM17success": provider.PaymentCaptured, "RM17pending": provider.PaymentFailed, "RM17failure": provider.PaymentFailed}
	for id, state := range want {
		if got := after.only(id); got.State != state || got.Amount != 5000 {
			t.Errorf("%s: %+v; want %s", id, got, state)
		}
	}
	if got, err := after.wallet().FetchRefund(t.Context(), provider.RefundQuery{Order: provider.Order{ID: "RM17success"}, Key: "dup-1"}); err != nil || got.State != provider.RefundProcessed {
		t.Errorf("refund %+v, %v; want it processed", got, err)
	}
}

func TestJSP18WhatIsNotOffered(t *testing.T) {
	g := inProcess(t).wallet()
	if !g.Available() {
		t.Error("a gateway that was not asked yet is unavailable")
	}
	_, err := g.Capture(t.Context(), "T1", money.Rupee)
	outcome(t, err, provider.NotAttempted)
	_, err = g.ListPayments(context.Background(), time.Time{}, time.Time{})
	outcome(t, err, provider.NotAttempted)
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
