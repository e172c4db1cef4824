// Package juspay takes payments through Juspay's express checkout: one account
// that leads to several wallets and to CRED, each of which is a gateway of its
// own here. Amounts are rupees on this wire. The protocol's facts and traps are
// retold in docs/providers/juspay.md.
package juspay

import (
	"context"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/provider/httpcall"
)

// Name is the provider's name: in the path of its webhooks, and before that of
// each gateway.
const Name = "juspay"

// currency is the only one in which we charge.
const currency = "INR"

// version is the date of the API that we speak.
const version = "2023-06-30"

// Config is what the operator sets.
type Config struct {
	// BaseURL is the API's origin, which also opens the payer's page.
	BaseURL string
	// MerchantID is our id, APIKey our secret of the API.
	MerchantID string
	APIKey     string
	// ResponseKey signs what a browser brings back. ResponseKeyOld is still accepted.
	ResponseKey    string
	ResponseKeyOld string
	// WebhookUser and WebhookPassword are what Juspay says who it is with, when
	// it sends an event. WebhookPasswordOld is still accepted.
	WebhookUser        string
	WebhookPassword    string
	WebhookPasswordOld string
	// CredKey is the public key under which phone numbers go to CRED: the base64
	// of its DER form. Without it CRED is not offered.
	CredKey string
}

// Gateway is one way to pay at Juspay as a provider.Gateway. All share an
// account, and what is known of whether it answers.
type Gateway struct {
	account *account
	way     way
}

var _ provider.Gateway = (*Gateway)(nil)

// account is what the gateways share.
type account struct {
	config  Config
	client  *httpcall.Client
	basic   string
	credKey *rsa.PublicKey
}

// testHost is that of Juspay's test system.
const testHost = "sandbox.juspay.in"

// TestAddress reports whether an address is that of Juspay's test system, in
// which no money moves.
func TestAddress(address string) bool {
	u, err := url.Parse(address)
	return err == nil && strings.EqualFold(strings.TrimRight(u.Hostname(), "."), testHost)
}

// New makes the gateways of an account. transport is nil for the real network.
// It fails when the configuration misses a value without which no money could be
// taken.
func New(config Config, clock calendar.Clock, log *slog.Logger, transport http.RoundTripper) ([]*Gateway, error) {
	if config.MerchantID == "" || config.APIKey == "" || config.ResponseKey == "" || config.WebhookUser == "" || config.WebhookPassword == "" {
		return nil, errors.New("juspay: merchant id, API key, response key, and user and password of the webhooks must be set")
	}
	client, err := httpcall.New(httpcall.Options{
		Provider: Name, BaseURL: config.BaseURL, Clock: clock, Log: log, Transport: transport, Refuse: refuse,
	})
	if err != nil {
		return nil, err
	}
	a := &account{config: config, client: client, basic: "Basic " + base64.StdEncoding.EncodeToString([]byte(config.APIKey+":"))}
	if config.CredKey != "" {
		if a.credKey, err = readKey(config.CredKey); err != nil {
			return nil, err
		}
	}
	var gateways []*Gateway
	for _, w := range ways {
		if w.method != methodCred || a.credKey != nil {
			gateways = append(gateways, &Gateway{account: a, way: w})
		}
	}
	return gateways, nil
}

// readKey reads an RSA public key.
func readKey(text string) (*rsa.PublicKey, error) {
	der, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("juspay: the public key of CRED is not base64: %w", err)
	}
	read, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		return nil, fmt.Errorf("juspay: the public key of CRED: %w", err)
	}
	key, ok := read.(*rsa.PublicKey)
	if !ok {
		return nil, fmt.Errorf("juspay: the public key of CRED is a %T, not one of RSA", read)
	}
	return key, nil
}

// Available reports whether Juspay has been answering.
func (g *Gateway) Available() bool { return g.account.client.Available() }

func (g *Gateway) name() string { return Name + "-" + g.way.name }

// get asks a question. customerID keeps the calls of one customer on one path
// through Juspay, 0 when it is not known.
func (a *account) get(ctx context.Context, call, path string, out any) error {
	return a.client.JSON(ctx, a.request(call, http.MethodGet, path, 0), nil, out)
}

// post sends a form, as all of Juspay's calls but its sessions want it.
func (a *account) post(ctx context.Context, call, path string, customerID int64, form url.Values, out any) error {
	request := a.request(call, http.MethodPost, path, customerID)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Body = []byte(form.Encode())
	return a.client.JSON(ctx, request, nil, out)
}

func (a *account) request(call, method, path string, customerID int64) httpcall.Request {
	header := http.Header{"Authorization": {a.basic}, "X-Merchantid": {a.config.MerchantID}, "Version": {version}}
	if customerID != 0 {
		header.Set("X-Routing-Id", strconv.FormatInt(customerID, 10))
	}
	return httpcall.Request{Call: call, Method: method, Path: path, Header: header}
}

// failed is an error of our own about a call, in the port's form.
func failed(call string, outcome provider.Outcome, reason, text string, args ...any) error {
	return &provider.Error{
		Provider: Name, Call: call, Outcome: outcome, Reason: reason, Cause: fmt.Errorf(text, args...),
	}
}

// Observe asks for the payment of an order, which Juspay knows by our reference.
// An order that it does not have, or that nobody has begun to pay, has none.
func (g *Gateway) Observe(ctx context.Context, reference, orderID string) (provider.Observation, error) {
	seen := provider.Observation{Gateway: g.name(), Reference: reference, OrderID: orderID}
	asked := orderID
	if asked == "" {
		asked = reference
	}
	found, err := g.account.order(ctx, asked)
	if isUnknownOrder(err) {
		return seen, nil
	}
	if err != nil {
		return seen, err
	}
	seen.OrderID = asked
	p, any, err := found.payment()
	if err != nil {
		return seen, failed("orders.status", provider.Unknown, found.Status, "%w", err)
	}
	if any {
		seen.Payments = []provider.Payment{p}
	}
	return seen, nil
}

// order asks how an order stands. What is said of another one is not believed.
func (a *account) order(ctx context.Context, orderID string) (order, error) {
	var found order
	if err := a.get(ctx, "orders.status", "/orders/"+url.PathEscape(orderID), &found); err != nil {
		return order{}, err
	}
	return found, a.isAbout("orders.status", found, orderID)
}

// isAbout refuses an answer about another order or merchant.
func (a *account) isAbout(call string, found order, orderID string) error {
	if found.OrderID != orderID || found.MerchantID != "" && found.MerchantID != a.config.MerchantID {
		return failed(call, provider.Unknown, "order_differs", "the answer is about order %q of %q", found.OrderID, found.MerchantID)
	}
	return nil
}

var errNoCall = errors.New("juspay: there is no such call")

// Capture is not needed: Juspay takes the money when the wallet says yes.
func (*Gateway) Capture(context.Context, string, money.Paise) (provider.Payment, error) {
	return provider.Payment{}, failed("payments.capture", provider.NotAttempted, "", "%w", errNoCall)
}

// ListPayments is not offered: each order is asked about by itself.
func (*Gateway) ListPayments(context.Context, time.Time, time.Time) (provider.Listing[provider.Payment], error) {
	return provider.Listing[provider.Payment]{}, failed("payments.list", provider.NotAttempted, "", "%w", errNoCall)
}
