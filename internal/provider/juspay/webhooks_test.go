package juspay_test

import (
	"encoding/base64"
	"errors"
	"net/http"
	"testing"
	"time"

	"rento/internal/provider"
	"rento/internal/provider/juspay"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	"rento/internal/testkit/gateway"
)

func TestJSP12WebhooksAreHints(t *testing.T) {
	both(t, func(t *testing.T, w *fixture) {
		w.Order("RM0012", 5000)
		p := w.pay("RM0012", "success")
		w.Box.Deliver(t.Context())
		if len(w.Inbox) != 1 || w.Inbox[0].Kind != "order.succeeded" || w.Inbox[0].OrderID != "RM0012" || w.Inbox[0].PaymentID != p.TxnID ||
			w.Inbox[0].ID == "" || len(w.Inbox[0].Observation.Payments) != 0 {
			t.Fatalf("events %+v; want order.succeeded of RM0012, without a word about the money", w.Inbox)
		}
		if _, err := w.Gateway.Refund(t.Context(), provider.RefundRequest{Order: provider.Order{ID: "RM0012"}, PaymentID: p.TxnID, Amount: 5000, Key: "dup-1"}); err != nil {
			t.Fatal(err)
		}
		w.Do(sandbox.Command{Advance: "1h"})
		w.Box.Deliver(t.Context())
		if last := w.Inbox[len(w.Inbox)-1]; last.Kind != "order.refunded" || last.RefundID == "" || last.OrderID != "RM0012" || last.PaymentID != p.TxnID {
			t.Errorf("event %+v; want order.refunded with the refund", last)
		}
	})
}

func TestJSP13ForgedWebhooksAreRefused(t *testing.T) {
	w := inProcess(t)
	w.Do(sandbox.Command{Webhooks: []emulator.Rule{{Event: "order.succeeded", Action: emulator.BadSignature}}})
	w.Order("RM0013", 5000)
	w.pay("RM0013", "success")
	w.Box.Deliver(t.Context())
	if w.Forged != 1 || len(w.Inbox) != 0 {
		t.Errorf("%d forged, %d taken; want 1 and none", w.Forged, len(w.Inbox))
	}
	body := []byte(`{"id":"evt_1","event_name":"ORDER_SUCCEEDED","content":{"order":{"order_id":"RM0013"}}}`)
	for name, pair := range map[string]string{"another user": "x:SBXWEBHOOKS", "another password": "juspay:x", "no password": "juspay:", "no pair": "juspay"} {
		header := http.Header{"Authorization": {"Basic " + base64.StdEncoding.EncodeToString([]byte(pair))}}
		if _, err := w.Gateway.VerifyWebhook(header, body); !errors.Is(err, provider.ErrBadSignature) {
			t.Errorf("%s: %v, want %v", name, err, provider.ErrBadSignature)
		}
	}
	if w.Gateway.LooksSigned(http.Header{}) || w.Gateway.LooksSigned(http.Header{"Authorization": {"Bearer x"}}) {
		t.Error("a webhook that names nobody looks signed")
	}
	own := http.Header{"Authorization": {"Basic " + base64.StdEncoding.EncodeToString([]byte("juspay:SBXWEBHOOKS"))}}
	for _, wrong := range []string{``, `{}`, `[]`, `{"id":"evt_1","event_name":"ORDER_SUCCEEDED","content":{}}`, `{"event_name":"X","content":{"order":{"order_id":"RM"}}}`} {
		_, err := w.Gateway.VerifyWebhook(own, []byte(wrong))
		gateway.Outcome(t, err, provider.Unknown)
	}
	for _, from := range []string{"txn", "refund"} {
		e, err := w.Gateway.VerifyWebhook(own, []byte(`{"id":"evt_1","event_name":"TXN_CHARGED","content":{"`+from+`":{"order_id":"RM0013","txn_id":"T1"}}}`))
		if err != nil || e.OrderID != "RM0013" || e.PaymentID != "T1" {
			t.Errorf("of a %s: %+v, %v; want RM0013 and T1", from, e, err)
		}
	}
}

// After a rotation the former response key and webhook password are taken for as long as
// they are set, and nothing without them. F22
func TestJSP26TheFormerKeys(t *testing.T) {
	w := inProcess(t)
	w.Order("RM0015", 5000)
	back := w.pay("RM0015", "success").Fields
	notice := []byte(`{"id":"evt_15","event_name":"ORDER_SUCCEEDED","content":{"order":{"order_id":"RM0015"}}}`)
	rotated := func(responseOld, passwordOld string) *juspay.Gateway {
		return w.connect(w.Client.Transport, func(c *juspay.Config) {
			c.ResponseKey, c.ResponseKeyOld = "SBXRESPONSEKEY0002", responseOld
			c.WebhookPassword, c.WebhookPasswordOld = "SBXWEBHOOKS2", passwordOld
		})["juspay-phonepe"]
	}
	hears := func(g *juspay.Gateway, password string) bool {
		_, err := g.VerifyWebhook(http.Header{"Authorization": {"Basic " + base64.StdEncoding.EncodeToString([]byte("juspay:"+password))}}, notice)
		return err == nil
	}
	for name, test := range map[string]struct {
		responseOld, passwordOld string
		taken                    bool
	}{
		"with the former ones": {keys.ResponseKey, keys.WebhookPassword, true},
		"without them":         {"", "", false},
		"with others":          {"SBXRESPONSEKEY0000", "SBXWEBHOOKS0", false},
	} {
		g := rotated(test.responseOld, test.passwordOld)
		claim, err := g.ReadReturn(provider.Order{ID: "RM0015"}, back)
		if (claim == provider.ClaimPaid) != test.taken || errors.Is(err, provider.ErrBadSignature) == test.taken {
			t.Errorf("%s: the return is %q, %v; want it taken: %t", name, claim, err, test.taken)
		}
		if hears(g, keys.WebhookPassword) != test.taken || !hears(g, "SBXWEBHOOKS2") || hears(g, "") {
			t.Errorf("%s: want a webhook taken under the new password, under the former one: %t, and under none not", name, test.taken)
		}
	}
	present := w.connect(w.Client.Transport, func(c *juspay.Config) { c.ResponseKeyOld = "SBXRESPONSEKEY0000" })["juspay-phonepe"]
	if claim, err := present.ReadReturn(provider.Order{ID: "RM0015"}, back); claim != provider.ClaimPaid || err != nil {
		t.Errorf("by the present key: %q, %v; want %s", claim, err, provider.ClaimPaid)
	}
}

func TestJSP14ARefusedWebhookComesAgain(t *testing.T) {
	w := inProcess(t)
	w.Refuse = true
	w.Order("RM0014", 5000)
	w.pay("RM0014", "success")
	for range 5 {
		w.Box.Deliver(t.Context())
		w.Box.Advance(10 * time.Minute)
	}
	w.Refuse = false
	w.Box.Deliver(t.Context())
	if len(w.Inbox) != 1 {
		t.Errorf("%d events, want the one that was refused before", len(w.Inbox))
	}
}
