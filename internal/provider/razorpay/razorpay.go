// Package razorpay takes payments through Razorpay's Orders, Payments and
// Refunds APIs, and sets auto debit up and uses it through its Customers and
// Tokens. Amounts are paise on this wire. The protocol's facts and traps
// are retold in docs/providers/razorpay.md.
package razorpay

import (
	"context"
	"encoding/base64"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/provider/httpcall"
)

// Name is the gateway's name as it is stored and as customers choose it.
const Name = "razorpay"

// currency is the only one in which we charge.
const currency = "INR"

// Config is what the operator sets.
type Config struct {
	// BaseURL is the API's origin without /v1.
	BaseURL string
	// KeyID is public and goes to the browser; KeySecret never does.
	KeyID     string
	KeySecret string
	// WebhookSecret signs events. WebhookSecretOld is still accepted, because
	// after a rotation retries of old events keep the old secret for 24 h.
	WebhookSecret    string
	WebhookSecretOld string
	// ScriptURL is the checkout script, always from Razorpay's own host.
	ScriptURL string
}

// Gateway is Razorpay as a provider.Gateway with mandates.
type Gateway struct {
	config Config
	client *httpcall.Client
	clock  calendar.Clock
	basic  string
}

var _ provider.Mandates = (*Gateway)(nil)

var keyIDForm = regexp.MustCompile(`^rzp_[a-z]+_[A-Za-z0-9]+$`)

// KeyForm reports whether a text has the form of a key id of Razorpay, of whichever
// mode: it is compared letter by letter, and a mistake would be seen at the first
// payment alone.
func KeyForm(id string) bool { return keyIDForm.MatchString(id) }

// TestKey reports whether a key id is one of Razorpay's test mode, in which no
// money moves.
func TestKey(id string) bool { return strings.HasPrefix(id, "rzp_test_") }

// LiveKey reports whether a key id is one of Razorpay's live mode, in which real
// money moves.
func LiveKey(id string) bool { return strings.HasPrefix(id, "rzp_live_") }

// New makes the gateway. transport is nil for the real network. It fails when
// the configuration misses a value without which no money could be taken.
func New(config Config, clock calendar.Clock, log *slog.Logger, transport http.RoundTripper) (*Gateway, error) {
	if config.KeyID == "" || config.KeySecret == "" || config.WebhookSecret == "" || config.ScriptURL == "" {
		return nil, fmt.Errorf("razorpay: key id, key secret, webhook secret and script URL must be set")
	}
	if LiveKey(config.KeyID) && strings.Contains(config.BaseURL, "/sandbox/") {
		return nil, fmt.Errorf("razorpay: a live key must not be used with the sandbox")
	}
	client, err := httpcall.New(httpcall.Options{
		Provider: Name, BaseURL: config.BaseURL, Clock: clock, Log: log, Transport: transport, Refuse: refuse,
	})
	if err != nil {
		return nil, err
	}
	pair := config.KeyID + ":" + config.KeySecret
	basic := "Basic " + base64.StdEncoding.EncodeToString([]byte(pair))
	return &Gateway{config: config, client: client, clock: clock, basic: basic}, nil
}

// Available reports whether Razorpay has been answering.
func (g *Gateway) Available() bool { return g.client.Available() }

func (g *Gateway) get(ctx context.Context, call, path string, query url.Values, out any) error {
	return g.client.JSON(ctx, g.request(call, http.MethodGet, path, query), nil, out)
}

func (g *Gateway) post(ctx context.Context, call, path string, in, out any) error {
	return g.client.JSON(ctx, g.request(call, http.MethodPost, path, nil), in, out)
}

func (g *Gateway) request(call, method, path string, query url.Values) httpcall.Request {
	header := http.Header{"Authorization": {g.basic}}
	return httpcall.Request{Call: call, Method: method, Path: "/v1" + path, Query: query, Header: header}
}

// failed is an error of our own about a call, in the port's form.
func failed(call string, outcome provider.Outcome, reason, text string, args ...any) error {
	return &provider.Error{
		Provider: Name, Call: call, Outcome: outcome, Reason: reason, Cause: fmt.Errorf(text, args...),
	}
}

// Observe asks for the payments of an order. Without an order id it looks the
// order up by our reference; when Razorpay has none, the observation is empty.
func (g *Gateway) Observe(ctx context.Context, reference, orderID string) (provider.Observation, error) {
	seen := provider.Observation{Gateway: Name, Reference: reference, OrderID: orderID}
	if seen.OrderID == "" {
		o, found, err := g.byReceipt(ctx, reference)
		if err != nil || !found {
			return seen, err
		}
		seen.OrderID = o.ID
	}
	var list paymentList
	err := g.get(ctx, "orders.payments", "/orders/"+url.PathEscape(seen.OrderID)+"/payments", nil, &list)
	if err != nil {
		return seen, err
	}
	for _, p := range list.Items {
		if p.OrderID != seen.OrderID {
			return seen, failed("orders.payments", provider.Unknown, "", "payment %s is of another order", p.ID)
		}
		seen.Payments = append(seen.Payments, p.payment())
	}
	return seen, nil
}

// ListPayments returns the payments that were created from from (inclusive) to
// to (exclusive), which count in whole seconds there.
func (g *Gateway) ListPayments(ctx context.Context, from, to time.Time) (provider.Listing[provider.Payment], error) {
	var all provider.Listing[provider.Payment]
	known := map[string]bool{}
	for skip := 0; ; skip += pageSize {
		var list collection
		if err := g.get(ctx, "payments.list", "/payments", page(from, to, skip), &list); err != nil {
			return all, err
		}
		payments, odd := httpcall.Entries[payment](list.Items)
		for _, p := range payments {
			if !known[p.ID] { // a payment made while we page shifts the next page
				known[p.ID] = true
				all.Entries = append(all.Entries, p.payment())
			}
		}
		all.Odd = append(all.Odd, odd...)
		if len(list.Items) < pageSize {
			return all, nil
		}
	}
}

// FetchPayment asks for one payment with its card, if it has one.
func (g *Gateway) FetchPayment(ctx context.Context, paymentID string) (provider.Payment, error) {
	var p payment
	query := url.Values{"expand[]": {"card"}}
	err := g.get(ctx, "payments.fetch", "/payments/"+url.PathEscape(paymentID), query, &p)
	if err != nil {
		return provider.Payment{}, err
	}
	return p.payment(), nil
}

// Capture takes an authorized payment in full. When Razorpay refuses or its
// answer is lost, the payment itself is asked: it may be captured already, by
// its own automatic capture or by our earlier call.
func (g *Gateway) Capture(ctx context.Context, paymentID string, amount money.Paise) (provider.Payment, error) {
	var p payment
	in := captureRequest{Amount: int64(amount), Currency: currency}
	err := g.post(ctx, "payments.capture", "/payments/"+url.PathEscape(paymentID)+"/capture", in, &p)
	if err == nil {
		return p.payment(), nil
	}
	if provider.OutcomeOf(err) == provider.NotAttempted {
		return provider.Payment{}, err
	}
	now, fetchErr := g.FetchPayment(ctx, paymentID)
	if fetchErr == nil && now.State == provider.PaymentCaptured && now.Amount == amount {
		return now, nil
	}
	return provider.Payment{}, err
}
