// Package paytm takes payments through Paytm's payment gateway: an order is
// opened by initiateTransaction and paid in Paytm's CheckoutJS. Amounts are
// rupees with two decimals on this wire. The protocol's facts and traps are
// retold in docs/providers/paytm.md.
package paytm

import (
	"context"
	"crypto/aes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/provider/httpcall"
)

// Name is the gateway's name as it is stored and as customers choose it.
const Name = "paytm"

// currency is the only one in which we charge.
const currency = "INR"

// Config is what the operator sets.
type Config struct {
	// BaseURL is Paytm's origin, of the API and of the checkout script.
	BaseURL string
	// MID is our id as a merchant. It is public and goes to the browser.
	MID string
	// Key signs in both directions. KeyOld is still accepted in what comes from
	// Paytm, which may have been signed before a rotation.
	Key    string
	KeyOld string
	// Website is what Paytm has registered our site as.
	Website string
}

// Gateway is Paytm as a provider.Gateway.
type Gateway struct {
	config Config
	client *httpcall.Client
}

var _ provider.Gateway = (*Gateway)(nil)

// testHost is that of Paytm's test system. A merchant id does not tell whether
// it is a test one, only where it is used does.
const testHost = "securestage.paytmpayments.com"

// TestAddress reports whether an address is that of Paytm's test system, in
// which no money moves.
func TestAddress(address string) bool {
	u, err := url.Parse(address)
	return err == nil && strings.EqualFold(strings.TrimRight(u.Hostname(), "."), testHost)
}

// New makes the gateway. transport is nil for the real network. It fails when
// the configuration misses a value without which no money could be taken.
func New(config Config, clock calendar.Clock, log *slog.Logger, transport http.RoundTripper) (*Gateway, error) {
	if config.MID == "" || config.Key == "" || config.Website == "" {
		return nil, fmt.Errorf("paytm: merchant id, merchant key and website must be set")
	}
	for _, key := range []string{config.Key, config.KeyOld} {
		if _, err := aes.NewCipher([]byte(key)); key != "" && err != nil {
			return nil, fmt.Errorf("paytm: a merchant key has 16, 24 or 32 characters, not %d", len(key))
		}
	}
	client, err := httpcall.New(httpcall.Options{
		Provider: Name, BaseURL: config.BaseURL, Clock: clock, Log: log, Transport: transport,
	})
	if err != nil {
		return nil, err
	}
	config.BaseURL = strings.TrimSuffix(config.BaseURL, "/")
	return &Gateway{config: config, client: client}, nil
}

// Available reports whether Paytm has been answering.
func (g *Gateway) Available() bool { return g.client.Available() }

// post sends a signed body. The signature covers the very bytes that are sent,
// so the body is written once and put into the envelope as it is. Refusals come
// with status 200 too: answer says what is one.
func (g *Gateway) post(ctx context.Context, call, path string, query url.Values, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return failed(call, provider.NotAttempted, "", "%w", err)
	}
	signature, err := Sign(g.config.Key, body)
	if err != nil {
		return failed(call, provider.NotAttempted, "", "%w", err)
	}
	head, err := json.Marshal(map[string]string{"signature": signature})
	if err != nil {
		return failed(call, provider.NotAttempted, "", "%w", err)
	}
	_, err = g.client.Do(ctx, httpcall.Request{
		Call: call, Method: http.MethodPost, Path: path, Query: query,
		Header: http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json"}},
		Body:   []byte(`{"head":` + string(head) + `,"body":` + string(body) + `}`),
		Read:   func(answer httpcall.Response) error { return read(answer.Body, out) },
	})
	return err
}

// read takes the body of an answer in.
func read(raw []byte, out any) error {
	envelope := struct {
		Body json.RawMessage `json:"body"`
	}{}
	if err := httpcall.Decode(raw, &envelope); err != nil {
		return err
	}
	if len(envelope.Body) == 0 {
		return fmt.Errorf("%w: it has no body", httpcall.ErrUnreadable)
	}
	if err := httpcall.Decode(envelope.Body, out); err != nil {
		return err
	}
	if checked, ok := out.(httpcall.Checked); ok {
		if err := checked.Check(); err != nil {
			return fmt.Errorf("%w: %w", httpcall.ErrUnreadable, err)
		}
	}
	return nil
}

// failed is an error of our own about a call, in the port's form.
func failed(call string, outcome provider.Outcome, reason, text string, args ...any) error {
	return &provider.Error{
		Provider: Name, Call: call, Outcome: outcome, Reason: reason, Cause: fmt.Errorf(text, args...),
	}
}

// Observe asks for the payment of an order. Paytm knows an order by our
// reference, and only once somebody has begun to pay: that it knows none is no
// failure. What it says of another order or merchant is not believed.
func (g *Gateway) Observe(ctx context.Context, reference, orderID string) (provider.Observation, error) {
	seen := provider.Observation{Gateway: Name, Reference: reference, OrderID: orderID}
	asked := orderID
	if asked == "" {
		asked = reference
	}
	var found status
	in := statusRequest{MID: g.config.MID, OrderID: asked}
	if err := g.post(ctx, "orders.status", "/v3/order/status", nil, in, &found); err != nil {
		return seen, err
	}
	if found.Result.unknownOrder() {
		return seen, nil
	}
	if found.OrderID != asked || found.MID != g.config.MID {
		return seen, failed("orders.status", provider.Unknown, "order_differs", "the answer is about order %q of %q", found.OrderID, found.MID)
	}
	p, err := found.payment()
	if err != nil {
		return seen, failed("orders.status", provider.Unknown, found.Result.Code, "%w", err)
	}
	seen.OrderID, seen.Payments = asked, []provider.Payment{p}
	return seen, nil
}

var errNoCall = errors.New("paytm: there is no such call")

// Capture is not needed: Paytm takes the money when the bank says yes.
func (*Gateway) Capture(context.Context, string, money.Paise) (provider.Payment, error) {
	return provider.Payment{}, failed("payments.capture", provider.NotAttempted, "", "%w", errNoCall)
}

// ListPayments is not offered: each order is asked about by itself.
func (*Gateway) ListPayments(context.Context, time.Time, time.Time) (provider.Listing[provider.Payment], error) {
	return provider.Listing[provider.Payment]{}, failed("payments.list", provider.NotAttempted, "", "%w", errNoCall)
}
