package razorpay

import (
	"crypto/subtle"
	_ "embed"
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
	mux.Handle("POST "+prefix+"/v1/checkout/payments", emulator.Open(p.Faults.Inject("checkout.payments", p.browser(p.pay))))
	mux.Handle("OPTIONS "+prefix+"/v1/checkout/", emulator.Allow())
	// A test pays an order without a browser, and without the key id.
	mux.Handle("POST "+prefix+"/pay", emulator.Payer(p.Base, errUnreadable, p.pay, answer))
	mux.Handle("POST "+prefix+"/bank", emulator.Payer(p.Base, errUnreadable, p.atBank, answer))
}

type checkoutCall struct {
	KeyID string `json:"key_id"`
	// CustomerID and Recurring are those of a mandate.
	CustomerID string `json:"customer_id"`
	Recurring  string `json:"recurring"`
	Attempt
}

// browser serves a call of the checkout script.
func (p *Provider) browser(do func(checkoutCall, time.Time) (any, error)) http.Handler {
	known := func(call checkoutCall, now time.Time) (any, error) {
		if subtle.ConstantTimeCompare([]byte(call.KeyID), []byte(p.keys.ID)) != 1 {
			return nil, &apiError{Status: http.StatusUnauthorized, Description: "The api key provided is invalid"}
		}
		return do(call, now)
	}
	return emulator.Payer(p.Base, errUnreadable, known, answer)
}

var errUnreadable = refusal("The request body is not valid JSON.")

// preferences is what checkout shows before anything is paid.
func (p *Provider) preferences(call checkoutCall, now time.Time) (any, error) {
	o, err := p.order(call.OrderID, now)
	if err != nil {
		return nil, err
	}
	if o.terms == nil {
		return map[string]any{"order": o.entity(), "methods": []string{"upi", "card", "netbanking", "wallet"}}, nil
	}
	if call.CustomerID != o.customer || call.Recurring != "1" {
		return nil, refusal("The order registers a mandate: customer_id and recurring must be those of it")
	}
	return map[string]any{"order": o.entity(), "methods": []string{o.method}}, nil
}

func (p *Provider) pay(call checkoutCall, now time.Time) (any, error) {
	x, err := p.attempt(call.Attempt, now)
	if err != nil {
		return nil, err
	}
	return p.result(x), nil
}
