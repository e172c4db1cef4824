// Package billdesk pretends to be BillDesk: the same paths, envelopes, states and
// refusals as its orders, transactions, refunds, mandates and invoices, the SDK that
// opens its checkout, and its webhooks, over books kept in memory. Its facts are
// those of docs/providers/billdesk.md.
package billdesk

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"rento/internal/sandbox/emulator"
)

// Name is the first segment of the provider's paths.
const Name = "billdesk"

// Keys are the merchant's credentials at this provider. Without an encryption key
// bodies are signed alone.
type Keys struct {
	MerchantID    string
	ClientID      string
	KeyID         string
	SigningKey    string
	EncryptionKey string
}

// Check refuses keys that are not whole. Whether they are live ones cannot be seen
// by their form.
func (k Keys) Check() error {
	if k.MerchantID == "" || k.ClientID == "" || k.SigningKey == "" {
		return errors.New("billdesk needs merchant id, client id and signing key")
	}
	if n := len(k.SigningKey); n < 32 {
		return fmt.Errorf("billdesk: a signing key has 32 characters or more, not %d", n)
	}
	if n := len(k.EncryptionKey); n != 0 && n != 32 {
		return fmt.Errorf("billdesk: an encryption key has 32 characters, not %d", n)
	}
	return nil
}

// Open opens a BillDesk that knows the keys, with empty books.
func (k Keys) Open(base *emulator.Base) emulator.Provider { return New(k, base) }

// Provider is the emulated BillDesk. It is safe for concurrent use.
type Provider struct {
	*emulator.Base
	keys  Keys
	books *books
	// traces are the trace ids of a day, which are taken once.
	traces map[string]time.Time
}

// retries are when a webhook is sent again that was not taken. BillDesk documents
// no times: a few within the hour are the least to count on.
var retries = []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute}

// New opens a BillDesk with empty books.
func New(keys Keys, r *emulator.Base) *Provider {
	r.Webhooks.Retry(retries)
	return &Provider{Base: r, keys: keys, books: &books{}, traces: map[string]time.Time{}}
}

// Name is "billdesk".
func (p *Provider) Name() string { return Name }

// sdkPath is the folder of the SDK.
const sdkPath = "/jssdk/v1/dist"

// ForShops is the checkout.
func (*Provider) ForShops() []string { return []string{sdkPath + "/"} }

// Reset empties the books.
func (p *Provider) Reset() {
	p.Restart(func() { p.books, p.traces = &books{}, map[string]time.Time{} })
}

// Routes mounts everything below prefix, as in "/sandbox/billdesk".
func (p *Provider) Routes(mux *http.ServeMux, prefix string) {
	merchant := func(name, path string, do action) {
		mux.Handle("POST "+prefix+path, p.Faults.Inject(name, p.api(do)))
	}
	merchant("orders.create", "/payments/ve1_2/orders/create", p.createOrder)
	merchant("transactions.get", "/payments/ve1_2/transactions/get", p.getTransaction)
	merchant("transactions.create", "/payments/ve1_2/transactions/create", p.debit)
	merchant("refunds.create", "/payments/ve1_2/refunds/create", p.createRefund)
	merchant("refunds.get", "/payments/ve1_2/refunds/get", p.getRefund)
	merchant("mandatetokens.create", "/pgsi/ve1_2/mandatetokens/create", p.createMandate)
	merchant("mandates.get", "/pgsi/ve1_2/mandates/get", p.getMandate)
	merchant("mandates.delete", "/pgsi/ve1_2/mandates/delete", p.deleteMandate)
	merchant("invoices.create", "/pgsi/ve1_2/invoices/create", p.createInvoice)
	merchant("invoices.get", "/pgsi/ve1_2/invoices/get", p.getInvoice)
	p.checkoutRoutes(mux, prefix)
}
