// Package razorpay pretends to be Razorpay: the same paths, bodies, errors,
// signatures and state machines as its Orders, Payments, Refunds, Customers and
// Tokens APIs, its checkout script and its webhooks, over books kept in memory. Its facts are
// those of docs/providers/razorpay.md.
package razorpay

import (
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"rento/internal/sandbox/emulator"
)

// Name is the first segment of the provider's paths.
const Name = "razorpay"

// Keys are the merchant's credentials at this provider.
type Keys struct {
	ID            string
	Secret        string
	WebhookSecret string
}

// Check refuses keys that are not whole, and live ones: no real money may be
// taken for the sandbox's.
func (k Keys) Check() error {
	if k.ID == "" || k.Secret == "" || k.WebhookSecret == "" {
		return errors.New("razorpay needs key id, key secret and webhook secret")
	}
	if strings.HasPrefix(k.ID, "rzp_live_") {
		return errors.New("razorpay: a live key must not be used here")
	}
	return nil
}

// Open opens a Razorpay that knows the keys, with empty books.
func (k Keys) Open(base *emulator.Base) emulator.Provider { return New(k, base) }

// Provider is the emulated Razorpay. It is safe for concurrent use.
type Provider struct {
	*emulator.Base
	keys  Keys
	books *books
}

// New opens a Razorpay with empty books.
func New(keys Keys, r *emulator.Base) *Provider {
	return &Provider{Base: r, keys: keys, books: newBooks()}
}

// Name is "razorpay".
func (p *Provider) Name() string { return Name }

// ForShops is the checkout.
func (*Provider) ForShops() []string { return []string{"/v1/checkout/"} }

// Reset empties the books.
func (p *Provider) Reset() { p.Restart(func() { p.books = newBooks() }) }

// Routes mounts everything below prefix, as in "/sandbox/razorpay".
func (p *Provider) Routes(mux *http.ServeMux, prefix string) {
	merchant := func(name, method, path string, do action) {
		mux.Handle(method+" "+prefix+"/v1"+path, p.Faults.Inject(name, p.api(do)))
	}
	merchant("orders.create", http.MethodPost, "/orders", p.createOrder)
	merchant("orders.list", http.MethodGet, "/orders", p.listOrders)
	merchant("orders.fetch", http.MethodGet, "/orders/{id}", p.fetchOrder)
	merchant("orders.payments", http.MethodGet, "/orders/{id}/payments", p.orderPayments)
	merchant("payments.list", http.MethodGet, "/payments", p.listPayments)
	merchant("payments.fetch", http.MethodGet, "/payments/{id}", p.fetchPayment)
	merchant("payments.capture", http.MethodPost, "/payments/{id}/capture", p.capture)
	merchant("payments.refund", http.MethodPost, "/payments/{id}/refund", p.refund)
	merchant("payments.refunds", http.MethodGet, "/payments/{id}/refunds", p.paymentRefunds)
	merchant("payments.refunds.fetch", http.MethodGet, "/payments/{payment}/refunds/{id}", p.fetchRefund)
	merchant("refunds.list", http.MethodGet, "/refunds", p.listRefunds)
	merchant("refunds.fetch", http.MethodGet, "/refunds/{id}", p.fetchRefund)
	merchant("payments.recurring", http.MethodPost, "/payments/create/recurring", p.debit)
	merchant("customers.create", http.MethodPost, "/customers", p.createCustomer)
	merchant("customers.fetch", http.MethodGet, "/customers/{customer}", p.fetchCustomer)
	merchant("tokens.list", http.MethodGet, "/customers/{customer}/tokens", p.listTokens)
	merchant("tokens.fetch", http.MethodGet, "/customers/{customer}/tokens/{token}", p.fetchToken)
	merchant("tokens.delete", http.MethodDelete, "/customers/{customer}/tokens/{token}", p.deleteToken)
	merchant("tokens.cancel", http.MethodPut, "/customers/{customer}/tokens/{token}/cancel", p.cancelToken)
	p.checkoutRoutes(mux, prefix)
	mux.Handle(prefix+"/", p.api(func(*request) (any, error) {
		return nil, refusal("The requested URL was not found on the server.")
	}))
}

// request is a call of the merchant with the moment at which it arrived.
type request struct {
	*http.Request
	fields fields
	now    time.Time
}

// action does a call under the lock of the books.
type action func(r *request) (any, error)

// api serves a call of the merchant's server: Basic authentication, a JSON
// body, a JSON answer.
func (p *Provider) api(do action) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := p.authenticate(r); err != nil {
			answer(w, nil, err)
			return
		}
		result, err := p.run(r, do)
		answer(w, result, err)
	})
}

func (p *Provider) authenticate(r *http.Request) error {
	header := r.Header.Get("Authorization")
	if header == "" {
		return &apiError{Status: http.StatusUnauthorized, Description: "Please provide your api key for authentication purposes."}
	}
	id, secret, ok := r.BasicAuth()
	same := subtle.ConstantTimeCompare([]byte(id+":"+secret), []byte(p.keys.ID+":"+p.keys.Secret)) == 1
	if !ok || !same || !strings.HasPrefix(header, "Basic ") {
		return &apiError{Status: http.StatusUnauthorized, Description: "Authentication failed"}
	}
	return nil
}

// run reads the body, catches up with the clock and does the call.
func (p *Provider) run(r *http.Request, do action) (any, error) {
	body, err := readFields(r)
	if err != nil {
		return nil, err
	}
	p.Lock()
	defer p.Unlock()
	return do(&request{Request: r, fields: body, now: p.CatchUp()})
}

const maxBody = 1 << 20

func readFields(r *http.Request) (fields, error) {
	raw, err := io.ReadAll(io.LimitReader(r.Body, maxBody))
	if err != nil {
		return nil, refusal("The request body could not be read.")
	}
	if len(raw) == 0 {
		return fields{}, nil
	}
	var f fields
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, refusal("The request body is not valid JSON.")
	}
	return f, nil
}

func answer(w http.ResponseWriter, result any, err error) {
	status := http.StatusOK
	if err != nil {
		status, result = describe(err)
	}
	emulator.Send(w, status, result)
}
