// Package paytm pretends to be Paytm: the same paths, envelopes, codes and
// checksums as its payment gateway, its checkout script and page, the form with
// which it sends browsers back, and its webhooks, over books kept in memory.
// Its facts are those of docs/providers/paytm.md.
package paytm

import (
	"errors"
	"net/http"
	"time"

	"rento/internal/sandbox/emulator"
)

// Name is the first segment of the provider's paths.
const Name = "paytm"

// Keys are the merchant's credentials at this provider.
type Keys struct {
	MID     string
	Key     string
	Website string
}

// Check refuses keys that are not whole. Whether they are live ones cannot be
// seen by their form.
func (k Keys) Check() error {
	if k.MID == "" || k.Website == "" {
		return errors.New("paytm needs merchant id, merchant key and website")
	}
	if n := len(k.Key); n != 16 && n != 24 && n != 32 {
		return errors.New("paytm: a merchant key has 16, 24 or 32 characters")
	}
	return nil
}

// Open opens a Paytm that knows the keys, with empty books.
func (k Keys) Open(base *emulator.Base) emulator.Provider { return New(k, base) }

// Provider is the emulated Paytm. It is safe for concurrent use.
type Provider struct {
	*emulator.Base
	keys  Keys
	books *books
}

// retries are when Paytm sends a webhook again that was not taken; about ten
// tries in a week.
var retries = []time.Duration{
	time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour,
	24 * time.Hour, 24 * time.Hour, 48 * time.Hour, 48 * time.Hour,
}

// New opens a Paytm with empty books.
func New(keys Keys, r *emulator.Base) *Provider {
	r.Webhooks.Retry(retries)
	return &Provider{Base: r, keys: keys, books: newBooks()}
}

// Name is "paytm".
func (p *Provider) Name() string { return Name }

// ForShops is the checkout, by its script and by a page of its own.
func (*Provider) ForShops() []string {
	return []string{"/merchantpgpui/checkoutjs/", "/theia/api/v1/showPaymentPage"}
}

// Reset empties the books.
func (p *Provider) Reset() { p.Restart(func() { p.books = newBooks() }) }

// Routes mounts everything below prefix, as in "/sandbox/paytm".
func (p *Provider) Routes(mux *http.ServeMux, prefix string) {
	merchant := func(name, path string, do action) {
		mux.Handle("POST "+prefix+path, p.Faults.Inject(name, p.api(do)))
	}
	merchant("orders.initiate", "/theia/api/v1/initiateTransaction", p.initiate)
	merchant("orders.status", "/v3/order/status", p.status)
	merchant("refunds.apply", "/refund/apply", p.applyRefund)
	merchant("refunds.status", "/v2/refund/status", p.refundStatus)
	p.checkoutRoutes(mux, prefix)
}
