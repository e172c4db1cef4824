package razorpay

import (
	"crypto/subtle"
	_ "embed"
	"encoding/json"
	"net/http"
	"time"

	"rento/internal/sandbox/emulator"
)

//go:embed checkout.js
var script []byte

// checkoutRoutes are for the payer's browser: the script, which knows only the
// public key id, and the calls that it makes.
func (p *Provider) checkoutRoutes(mux *http.ServeMux, prefix string) {
	mux.Handle("GET "+prefix+"/v1/checkout.js", emulator.Script(script))
	mux.Handle("POST "+prefix+"/v1/checkout/preferences", emulator.Open(p.browser(p.preferences)))
	mux.Handle("POST "+prefix+"/v1/checkout/payments", emulator.Open(p.base.Faults.Inject("checkout.payments", p.browser(p.pay))))
	mux.Handle("OPTIONS "+prefix+"/v1/checkout/", emulator.Allow())
	mux.Handle("POST "+prefix+"/pay", http.HandlerFunc(p.serverPay))
}

type checkoutCall struct {
	KeyID string `json:"key_id"`
	Attempt
}

// browser serves a call of the checkout script.
func (p *Provider) browser(do func(checkoutCall, time.Time) (any, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var call checkoutCall
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&call); err != nil {
			answer(w, nil, refusal("The request body is not valid JSON."))
			return
		}
		if subtle.ConstantTimeCompare([]byte(call.KeyID), []byte(p.keys.ID)) != 1 {
			answer(w, nil, &apiError{Status: http.StatusUnauthorized, Description: "The api key provided is invalid"})
			return
		}
		p.playOut(w, r, func(now time.Time) (any, error) { return do(call, now) })
	})
}

// playOut does a payer's call and then sends the webhooks that were ordered to
// arrive before the payer's browser hears of it.
func (p *Provider) playOut(w http.ResponseWriter, r *http.Request, do func(now time.Time) (any, error)) {
	result, err := func() (any, error) {
		p.mu.Lock()
		defer p.mu.Unlock()
		return do(p.elapse())
	}()
	p.base.Webhooks.Urgent(r.Context())
	answer(w, result, err)
}

// preferences is what checkout shows before anything is paid.
func (p *Provider) preferences(call checkoutCall, now time.Time) (any, error) {
	o, err := p.order(call.OrderID, now)
	if err != nil {
		return nil, err
	}
	return map[string]any{"order": o.entity(), "methods": []string{"upi", "card", "netbanking", "wallet"}}, nil
}

func (p *Provider) pay(call checkoutCall, now time.Time) (any, error) {
	x, err := p.attempt(call.Attempt, now)
	if err != nil {
		return nil, err
	}
	return p.result(x), nil
}

// serverPay lets a test pay an order without a browser.
func (p *Provider) serverPay(w http.ResponseWriter, r *http.Request) {
	var a Attempt
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&a); err != nil {
		answer(w, nil, refusal("The request body is not valid JSON."))
		return
	}
	p.playOut(w, r, func(now time.Time) (any, error) { return p.pay(checkoutCall{Attempt: a}, now) })
}
