// Package razorpayx pretends to be RazorpayX: contacts, fund accounts, account
// validations and payouts with their states, rules, signatures and webhooks,
// over books kept in memory. Its facts are those of
// docs/providers/razorpayx.md.
package razorpayx

import (
	"bytes"
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
const Name = "razorpayx"

// Keys are the merchant's credentials at this provider, and the number of the
// account from which it pays.
type Keys struct {
	ID            string
	Secret        string
	WebhookSecret string
	Account       string
}

// Check refuses keys that are not whole, and live ones: no real money may be
// taken for the sandbox's.
func (k Keys) Check() error {
	if k.ID == "" || k.Secret == "" || k.WebhookSecret == "" || k.Account == "" {
		return errors.New("razorpayx needs key id, key secret, webhook secret and account")
	}
	if strings.HasPrefix(k.ID, "rzp_live_") {
		return errors.New("razorpayx: a live key must not be used here")
	}
	return nil
}

// Open opens a RazorpayX that knows the keys, with empty books.
func (k Keys) Open(base *emulator.Base) emulator.Provider { return New(k, base) }

// Provider is the emulated RazorpayX. It is safe for concurrent use.
type Provider struct {
	*emulator.Base
	keys  Keys
	books books
}

// New opens a RazorpayX with empty books.
func New(keys Keys, r *emulator.Base) *Provider {
	return &Provider{Base: r, keys: keys, books: newBooks()}
}

// Name is "razorpayx".
func (p *Provider) Name() string { return Name }

// ForShops is nothing: servers pay out, browsers do not.
func (*Provider) ForShops() []string { return nil }

// Reset empties the books.
func (p *Provider) Reset() { p.Restart(func() { p.books = newBooks() }) }

// Routes mounts everything below prefix, as in "/sandbox/razorpayx".
func (p *Provider) Routes(mux *http.ServeMux, prefix string) {
	merchant := func(name, method, path string, do action) {
		mux.Handle(method+" "+prefix+"/v1"+path, p.Faults.Inject(name, p.api(do)))
	}
	merchant("contacts.create", http.MethodPost, "/contacts", p.createContact)
	merchant("fund_accounts.create", http.MethodPost, "/fund_accounts", p.createFundAccount)
	merchant("validations.create", http.MethodPost, "/fund_accounts/validations", p.createValidation)
	merchant("validations.fetch", http.MethodGet, "/fund_accounts/validations/{id}", p.fetchValidation)
	merchant("payouts.create", http.MethodPost, "/payouts", p.createPayout)
	merchant("payouts.list", http.MethodGet, "/payouts", p.listPayouts)
	merchant("payouts.fetch", http.MethodGet, "/payouts/{id}", p.fetchPayout)
	merchant("payouts.cancel", http.MethodPost, "/payouts/{id}/cancel", p.cancelPayout)
	mux.Handle(prefix+"/", p.api(func(*request) (any, error) {
		return nil, refusal("", "The requested URL was not found on the server.")
	}))
}

// request is a call of the merchant with the moment at which it arrived.
type request struct {
	*http.Request
	body []byte
	now  time.Time
}

// read reads the body; a member that the call does not know is refused.
func (r *request) read(into any) error {
	d := json.NewDecoder(bytes.NewReader(r.body))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return refusal("", "The request body is not valid: "+err.Error())
	}
	return nil
}

// action does a call under the lock of the books.
type action func(r *request) (any, error)

const maxBody = 1 << 20

// api serves a call of the merchant's server: Basic authentication, a JSON
// body, a JSON answer.
func (p *Provider) api(do action) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := p.authenticate(r); err != nil {
			answer(w, nil, err)
			return
		}
		body, err := io.ReadAll(io.LimitReader(r.Body, maxBody))
		if err != nil {
			answer(w, nil, refusal("", "The request body could not be read."))
			return
		}
		p.Lock()
		defer p.Unlock()
		result, err := do(&request{Request: r, body: body, now: p.CatchUp()})
		answer(w, result, err)
	})
}

func (p *Provider) authenticate(r *http.Request) error {
	id, secret, ok := r.BasicAuth()
	same := subtle.ConstantTimeCompare([]byte(id+":"+secret), []byte(p.keys.ID+":"+p.keys.Secret)) == 1
	if !ok || !same || !strings.HasPrefix(r.Header.Get("Authorization"), "Basic ") {
		return &apiError{status: http.StatusUnauthorized, description: "Authentication failed", reason: "NA"}
	}
	return nil
}

// apiError is a refusal in Razorpay's form.
type apiError struct {
	status                     int
	description, field, reason string
}

func (e *apiError) Error() string { return e.description }

func refusal(field, description string) *apiError {
	return &apiError{status: http.StatusBadRequest, description: description, field: field, reason: "input_validation_failed"}
}

func unknownID() *apiError { return refusal("id", "The id provided does not exist") }

func answer(w http.ResponseWriter, result any, err error) {
	status := http.StatusOK
	if err != nil {
		e, ok := errors.AsType[*apiError](err)
		if !ok {
			e = &apiError{status: http.StatusInternalServerError, description: "We are facing some trouble completing your request at the moment.", reason: "NA"}
		}
		status = e.status
		result = map[string]any{"error": map[string]any{
			"code": "BAD_REQUEST_ERROR", "description": e.description, "field": e.field, "source": "business", "step": "NA",
			"reason": e.reason, "metadata": map[string]any{},
		}}
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(result)
}
