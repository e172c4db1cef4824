// Package razorpayx pays money out through RazorpayX: bank accounts and UPI
// ids are validated, then paid. Amounts are paise on this wire. The protocol's
// facts and traps are retold in docs/providers/razorpayx.md.
package razorpayx

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"rento/internal/calendar"
	"rento/internal/provider"
	"rento/internal/provider/httpcall"
)

// Name is the provider's name as it is stored.
const Name = "razorpayx"

const currency = "INR"

// Config is what the operator sets.
type Config struct {
	// BaseURL is the API's origin without /v1.
	BaseURL   string
	KeyID     string
	KeySecret string
	// WebhookSecret signs events. WebhookSecretOld is still accepted, because
	// after a rotation retries of old events keep the old secret for 24 h.
	WebhookSecret    string
	WebhookSecretOld string
	// Account is the number of our own account, from which money leaves.
	Account string
}

// Payouts is RazorpayX as a provider.Payouts.
type Payouts struct {
	config Config
	client *httpcall.Client
	basic  string
}

var _ provider.Payouts = (*Payouts)(nil)

var keyIDForm = regexp.MustCompile(`^rzp_[a-z]+_[A-Za-z0-9]+$`)

// KeyForm reports whether a text has the form of a key id of RazorpayX, of whichever
// mode: it is compared letter by letter, and a mistake would be seen at the first
// payment alone.
func KeyForm(id string) bool { return keyIDForm.MatchString(id) }

// TestKey reports whether a key id is one of RazorpayX's test mode, in which no
// money moves.
func TestKey(id string) bool { return strings.HasPrefix(id, "rzp_test_") }

// LiveKey reports whether a key id is one of RazorpayX's live mode, in which real
// money moves.
func LiveKey(id string) bool { return strings.HasPrefix(id, "rzp_live_") }

// New makes the adapter. transport is nil for the real network. It fails when
// the configuration misses a value without which no money could leave.
func New(config Config, clock calendar.Clock, log *slog.Logger, transport http.RoundTripper) (*Payouts, error) {
	if config.KeyID == "" || config.KeySecret == "" || config.WebhookSecret == "" || config.Account == "" {
		return nil, errors.New("razorpayx: key id, key secret, webhook secret and account must be set")
	}
	if LiveKey(config.KeyID) && strings.Contains(config.BaseURL, "/sandbox/") {
		return nil, errors.New("razorpayx: a live key must not be used with the sandbox")
	}
	client, err := httpcall.New(httpcall.Options{
		Provider: Name, BaseURL: config.BaseURL, Clock: clock, Log: log, Transport: transport, Refuse: refuse,
	})
	if err != nil {
		return nil, err
	}
	pair := config.KeyID + ":" + config.KeySecret
	return &Payouts{config: config, client: client, basic: "Basic " + base64.StdEncoding.EncodeToString([]byte(pair))}, nil
}

// Name is "razorpayx".
func (p *Payouts) Name() string { return Name }

func (p *Payouts) get(ctx context.Context, call, path string, query url.Values, out any) error {
	return p.client.JSON(ctx, p.request(call, http.MethodGet, path, query), nil, out)
}

func (p *Payouts) request(call, method, path string, query url.Values) httpcall.Request {
	header := http.Header{"Authorization": {p.basic}}
	return httpcall.Request{Call: call, Method: method, Path: "/v1" + path, Query: query, Header: header}
}

// failed is an error of our own about a call, in the port's form.
func failed(call string, outcome provider.Outcome, reason, text string, args ...any) error {
	return &provider.Error{
		Provider: Name, Call: call, Outcome: outcome, Reason: reason, Cause: fmt.Errorf(text, args...),
	}
}

// refuse reads the error envelope, which is Razorpay's. Only the status and
// the reason decide; the description changes without notice.
func refuse(status int, body []byte) httpcall.Refusal {
	var e struct {
		Error struct {
			Code        string `json:"code"`
			Description string `json:"description"`
			Reason      string `json:"reason"`
		} `json:"error"`
	}
	r := httpcall.Refusal{Outcome: httpcall.ByStatus(status)}
	if httpcall.Decode(body, &e) != nil || e.Error.Code == "" {
		return r
	}
	r.Reason, r.Detail = e.Error.Reason, e.Error.Code+": "+e.Error.Description
	if r.Reason == "" || r.Reason == "NA" {
		r.Reason = e.Error.Code
	}
	if status == http.StatusBadRequest || status == http.StatusNotFound {
		r.Outcome = provider.Declined
	}
	return r
}
