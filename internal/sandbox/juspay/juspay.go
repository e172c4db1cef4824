// Package juspay pretends to be Juspay: the same paths, forms, states and
// signatures as its express checkout, the page on which a wallet is paid, the
// address that opens CRED, and its webhooks, over books kept in memory. Its facts
// are those of docs/providers/juspay.md.
package juspay

import (
	"errors"
	"net/http"
	"time"

	"rento/internal/sandbox/emulator"
)

// Name is the first segment of the provider's paths.
const Name = "juspay"

// Keys are the merchant's credentials at this provider.
type Keys struct {
	MerchantID      string
	APIKey          string
	ResponseKey     string
	WebhookUser     string
	WebhookPassword string
}

// Check refuses keys that are not whole. Whether they are live ones cannot be
// seen by their form.
func (k Keys) Check() error {
	if k.MerchantID == "" || k.APIKey == "" || k.ResponseKey == "" || k.WebhookUser == "" || k.WebhookPassword == "" {
		return errors.New("juspay needs merchant id, API key, response key, and user and password of the webhooks")
	}
	return nil
}

// Open opens a Juspay that knows the keys, with empty books.
func (k Keys) Open(base *emulator.Base) emulator.Provider { return New(k, base) }

// Provider is the emulated Juspay. It is safe for concurrent use.
type Provider struct {
	*emulator.Base
	keys  Keys
	books *books
}

// retries are when Juspay sends a webhook again that was not taken: sixteen
// times in a day.
var retries = []time.Duration{
	time.Minute, 5 * time.Minute, 5 * time.Minute,
	10 * time.Minute, 10 * time.Minute, 10 * time.Minute, 10 * time.Minute, 10 * time.Minute,
	time.Hour, time.Hour, time.Hour, time.Hour, time.Hour,
	6 * time.Hour, 6 * time.Hour, 6 * time.Hour,
}

// New opens a Juspay with empty books.
func New(keys Keys, r *emulator.Base) *Provider {
	r.Webhooks.Retry(retries)
	return &Provider{Base: r, keys: keys, books: newBooks()}
}

// Name is "juspay".
func (p *Provider) Name() string { return Name }

// ForShops is nothing: payers come to Juspay's own page, by an address or a form.
func (*Provider) ForShops() []string { return []string{pagePath + "/"} }

// Reset empties the books.
func (p *Provider) Reset() { p.Restart(func() { p.books = newBooks() }) }

// Routes mounts everything below prefix, as in "/sandbox/juspay".
func (p *Provider) Routes(mux *http.ServeMux, prefix string) {
	merchant := func(name, pattern, path string, do action) {
		mux.Handle(pattern+" "+prefix+path, p.Faults.Inject(name, p.api(do)))
	}
	merchant("orders.create", "POST", "/orders", p.createOrder)
	merchant("orders.status", "GET", "/orders/{order}", p.orderStatus)
	merchant("txns.create", "POST", "/txns", func(r request) (any, *refusal) { return p.beginPayment(r, prefix) })
	merchant("refunds.create", "POST", "/orders/{order}/refunds", p.createRefund)
	p.pageRoutes(mux, prefix)
}
