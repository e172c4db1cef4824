package simulate

import (
	"encoding/json"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/provider"
	"rento/internal/provider/juspay"
	"rento/internal/provider/paytm"
	"rento/internal/sandbox/emulator"
	wallets "rento/internal/sandbox/juspay"
	paytms "rento/internal/sandbox/paytm"
	emulated "rento/internal/sandbox/razorpay"
)

// The gateways beside Razorpay by which some people pay: Paytm, of which an order takes one try, and
// Juspay, of which each wallet is a gateway of its own.

const (
	paytmURL  = host + "/sandbox/paytm"
	juspayURL = host + "/sandbox/juspay"
)

var paytmKeys = paytms.Keys{MID: "SIMMID00000000000001", Key: "simulated_key_06", Website: "WEBSTAGING"}

var juspayKeys = wallets.Keys{MerchantID: "town", APIKey: "simulated_key_0007", ResponseKey: "simulated_key_0008", WebhookUser: "juspay", WebhookPassword: "simulated_key_0009"}

// choices are the gateways that a payer has in a run with several, Razorpay twice.
var choices = []string{emulated.Name, emulated.Name, paytm.Name, "juspay-phonepe", "juspay-mobikwik"}

// openGateways opens them, in a run that has them.
func (w *world) openGateways(mux *http.ServeMux, clock *emulator.Clock, log *slog.Logger, letters *http.Client) {
	if !w.trade.gateways {
		return
	}
	w.paytmBase = emulator.New(clock, emulator.NewIDs(rand.NewPCG(w.seed, 6)), log, letters, ourURL+paytms.Name)
	w.juspayBase = emulator.New(clock, emulator.NewIDs(rand.NewPCG(w.seed, 7)), log, letters, ourURL+wallets.Name)
	w.juspayBase.Origin = host
	w.paytm, w.juspay = paytms.New(paytmKeys, w.paytmBase), wallets.New(juspayKeys, w.juspayBase)
	w.paytm.Routes(mux, "/sandbox/paytm")
	w.juspay.Routes(mux, "/sandbox/juspay")
}

func (n *node) otherGateways(log *slog.Logger) (all []provider.Gateway) {
	if !n.w.trade.gateways {
		return nil
	}
	byPaytm, err := paytm.New(paytm.Config{BaseURL: paytmURL, MID: paytmKeys.MID, Key: paytmKeys.Key, Website: paytmKeys.Website}, n.w.clock, log, road{n})
	if err != nil {
		panic(err)
	}
	byWallets, err := juspay.New(juspay.Config{
		BaseURL: juspayURL, MerchantID: juspayKeys.MerchantID, APIKey: juspayKeys.APIKey, ResponseKey: juspayKeys.ResponseKey,
		WebhookUser: juspayKeys.WebhookUser, WebhookPassword: juspayKeys.WebhookPassword,
	}, n.w.clock, log, road{n})
	if err != nil {
		panic(err)
	}
	all = append(all, byPaytm)
	for _, g := range byWallets {
		all = append(all, g)
	}
	return all
}

// payBy is what a payer does at a gateway with an order. It returns what the browser brings back, none
// if the gateway has refused.
func (w *world) payBy(gateway, order, outcome string, seconds int) (map[string]string, error) {
	if gateway == emulated.Name {
		return w.payAt(attemptOf(order, outcome, seconds))
	}
	if outcome == emulated.OutcomeAuthorized { // of cards at Razorpay alone
		outcome = emulator.Pending
	}
	at := paytmURL
	if gateway != paytm.Name {
		at = juspayURL
	}
	var told struct {
		Fields    map[string]string `json:"fields"`
		ReturnURL string            `json:"return_url"`
	}
	err := w.post(at+"/pay", map[string]any{"order_id": order, "outcome": outcome, "seconds": seconds}, false, &told)
	if err != nil || told.ReturnURL == "" {
		return told.Fields, err
	}
	u, err := url.Parse(told.ReturnURL)
	if err != nil {
		return nil, err
	}
	back := map[string]string{}
	for name := range u.Query() {
		back[name] = u.Query().Get(name)
	}
	return back, nil
}

// addOthers adds the payments and refunds of the other gateways.
func (w *world) addOthers(t *truth) {
	all := w.paytm.Books().(emulator.Ledger)
	for _, p := range all.Payments {
		t.add(held{
			id: p["txnId"].(string), gateway: paytm.Name, order: p["orderId"].(string), status: p["status"].(string), captured: p["captured"].(bool),
			at: paytmMoment(p["txnDate"].(string)), amount: paiseOf(p["txnAmount"]), refunded: paiseOf(p["refundAmt"]),
		})
	}
	for _, r := range all.Refunds {
		back := paidBack{id: r["refId"].(string), payment: r["txnId"].(string), status: r["status"].(string), amount: paiseOf(r["refundAmount"])}
		if back.status == "TXN_SUCCESS" {
			back.status = "processed"
		}
		t.refunds = append(t.refunds, back)
	}
	all = w.juspay.Books().(emulator.Ledger)
	charged := map[string]string{} // by order
	for _, p := range all.Payments {
		h := held{
			id: p["txn_id"].(string), gateway: "juspay-" + strings.ToLower(p["payment_method"].(string)), order: p["order_id"].(string), status: p["status"].(string),
			captured: p["captured"].(bool), at: momentOf(p["created"]), amount: paiseOf(p["amount"].(json.Number).String()),
		}
		if h.captured {
			charged[h.order] = h.id
		}
		t.add(h)
	}
	for _, o := range all.Orders {
		if id := charged[o["order_id"].(string)]; id != "" {
			h := t.payments[id]
			h.refunded = paiseOf(o["amount_refunded"].(json.Number).String())
			t.payments[id] = h
		}
	}
	for _, r := range all.Refunds {
		back := paidBack{id: r["unique_request_id"].(string), payment: charged[r["order_id"].(string)], status: r["status"].(string), amount: paiseOf(r["amount"].(json.Number).String())}
		if back.status == "SUCCESS" {
			back.status = "processed"
		}
		t.refunds = append(t.refunds, back)
	}
}

func (t *truth) add(h held) {
	t.payments[h.id] = h
	t.order = append(t.order, h.id)
}

func paytmMoment(text string) time.Time {
	at, err := time.ParseInLocation("2006-01-02 15:04:05.0", text, calendar.India)
	if err != nil {
		panic(err)
	}
	return at
}
