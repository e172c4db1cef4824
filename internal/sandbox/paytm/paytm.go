// Package paytm pretends to be Paytm: the same paths, envelopes, codes and
// checksums as its payment gateway, its checkout script and page, the form with
// which it sends browsers back, and its webhooks, over books kept in memory.
// Its facts are those of docs/providers/paytm.md.
package paytm

import (
	"context"
	"errors"
	"net/http"
	"sync"
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
	keys Keys
	base *emulator.Base

	mu    sync.Mutex
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
	return &Provider{keys: keys, base: r, books: newBooks()}
}

// Name is "paytm".
func (p *Provider) Name() string { return Name }

// ForShops is the checkout, by its script and by a page of its own.
func (*Provider) ForShops() []string {
	return []string{"/merchantpgpui/checkoutjs/", "/theia/api/v1/showPaymentPage"}
}

// Base gives the machinery to those who control the sandbox.
func (p *Provider) Base() *emulator.Base { return p.base }

// Elapse does everything that has fallen due on the provider's clock: late
// answers of banks, and finished refunds.
func (p *Provider) Elapse() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.elapse()
}

func (p *Provider) elapse() time.Time {
	now := p.base.Clock.Now()
	p.base.Agenda.Run(now)
	return now
}

// Reset empties the books.
func (p *Provider) Reset() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.base.Reset()
	p.books = newBooks()
}

// Deliver catches up with the clock and sends the webhooks that are due. It
// returns how many were tried.
func (p *Provider) Deliver(ctx context.Context) int {
	p.Elapse()
	return p.base.Webhooks.Deliver(ctx)
}

// Routes mounts everything below prefix, as in "/sandbox/paytm".
func (p *Provider) Routes(mux *http.ServeMux, prefix string) {
	merchant := func(name, path string, do action) {
		mux.Handle("POST "+prefix+path, p.base.Faults.Inject(name, p.api(do)))
	}
	merchant("orders.initiate", "/theia/api/v1/initiateTransaction", p.initiate)
	merchant("orders.status", "/v3/order/status", p.status)
	merchant("refunds.apply", "/refund/apply", p.applyRefund)
	merchant("refunds.status", "/v2/refund/status", p.refundStatus)
	p.checkoutRoutes(mux, prefix)
}
