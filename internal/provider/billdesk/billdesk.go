// Package billdesk sets auto debit up and uses it through BillDesk: a mandate is
// registered in BillDesk's checkout, each debit is announced by an invoice and then
// taken, and what came of it is asked about as about an order. Amounts are rupees
// with two decimals on this wire. The protocol's facts and traps are retold in
// docs/providers/billdesk.md.
package billdesk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/provider/httpcall"
)

// Name is the gateway's name as it is stored.
const Name = "billdesk"

// The only currency in which we charge, as BillDesk and we write it.
const (
	currencyNumber = "356"
	currency       = "INR"
)

// Config is what the operator sets.
type Config struct {
	// BaseURL is the API's origin, with a path before that of the calls if there is
	// one. SDKURL is the folder of the checkout's assets.
	BaseURL string
	SDKURL  string
	// MerchantID is our id as a merchant, ClientID that of who calls the API.
	MerchantID string
	ClientID   string
	// KeyID is the kid of the headers, where BillDesk has given one.
	KeyID string
	// SigningKey signs in both directions. SigningKeyOld is still accepted in what
	// comes from BillDesk.
	SigningKey    string
	SigningKeyOld string
	// EncryptionKey has 32 characters; without it what is sent is signed alone.
	EncryptionKey string
}

// Gateway is BillDesk as a provider.Gateway with mandates.
type Gateway struct {
	config   Config
	envelope envelope
	client   *httpcall.Client
	clock    calendar.Clock
}

var _ provider.Mandates = (*Gateway)(nil)

// testHosts are those of BillDesk's test systems. Our ids do not tell whether they
// are test ones.
var testHosts = []string{"pguat.billdesk.io", "uat.billdesk.com", "uat1.billdesk.com"}

// TestAddress reports whether an address is that of one of BillDesk's test systems,
// in which no money moves.
func TestAddress(address string) bool {
	u, err := url.Parse(address)
	return err == nil && slices.Contains(testHosts, strings.ToLower(strings.TrimRight(u.Hostname(), ".")))
}

// New makes the gateway. transport is nil for the real network. It fails when the
// configuration misses a value without which no money could be taken.
func New(config Config, clock calendar.Clock, log *slog.Logger, transport http.RoundTripper) (*Gateway, error) {
	if config.MerchantID == "" || config.ClientID == "" || config.SigningKey == "" || config.SDKURL == "" {
		return nil, errors.New("billdesk: merchant id, client id, signing key and the address of the SDK must be set")
	}
	for _, key := range []string{config.SigningKey, config.SigningKeyOld} {
		if n := len(key); n != 0 && n < leastSigningKey {
			return nil, fmt.Errorf("billdesk: a signing key has at least %[2]d bytes, not %[1]d", n, leastSigningKey)
		}
	}
	if n := len(config.EncryptionKey); n != 0 && n != encryptionKey {
		return nil, fmt.Errorf("billdesk: the encryption key has %d characters, not %d", encryptionKey, n)
	}
	config.SDKURL = strings.TrimSuffix(config.SDKURL, "/")
	g := &Gateway{config: config, clock: clock, envelope: envelope{
		clientID: config.ClientID, keyID: config.KeyID, signing: []byte(config.SigningKey), signingOld: []byte(config.SigningKeyOld),
		encryption: []byte(config.EncryptionKey),
	}}
	client, err := httpcall.New(httpcall.Options{
		Provider: Name, BaseURL: config.BaseURL, Clock: clock, Log: log, Transport: transport, Refuse: g.refuse,
	})
	if err != nil {
		return nil, err
	}
	g.client = client
	return g, nil
}

// Available reports whether BillDesk has been answering.
func (g *Gateway) Available() bool { return g.client.Available() }

// traceID names one call. BillDesk refuses one that it has seen on the same day.
func traceID() string { return ident.Reference(24) }

// post makes a call. Each has a trace id of its own: what must not happen twice is
// guarded by the ids within the body.
func (g *Gateway) post(ctx context.Context, call, path string, in any, out httpcall.Checked) error {
	return g.call(ctx, call, path, in, out, nil)
}

// query is post for a question to which it is an answer that there is no such thing.
func (g *Gateway) query(ctx context.Context, call, path string, in any, out httpcall.Checked) error {
	return g.call(ctx, call, path, in, out, isNotFound)
}

func (g *Gateway) call(ctx context.Context, call, path string, in any, out httpcall.Checked, answers func(error) bool) error {
	body, err := json.Marshal(in)
	if err != nil {
		return failed(call, provider.NotAttempted, "", "%w", err)
	}
	sealed, err := g.envelope.seal(body)
	if err != nil {
		return failed(call, provider.NotAttempted, "", "%w", err)
	}
	_, err = g.client.Do(ctx, httpcall.Request{
		Call: call, Method: http.MethodPost, Path: path, Body: []byte(sealed), Answers: answers,
		Header: http.Header{
			"Content-Type": {contentType}, "Accept": {contentType},
			"BD-Traceid": {traceID()}, "BD-Timestamp": {strconv.FormatInt(g.clock.Now().Unix(), 10)},
		},
		Read: func(answer httpcall.Response) error { return g.read(answer.Body, out) },
	})
	return err
}

// contentType is that of a body in an envelope.
const contentType = "application/jose"

// read takes an answer in. One that is not in BillDesk's envelope says nothing.
func (g *Gateway) read(raw []byte, out httpcall.Checked) error {
	payload, err := g.envelope.open(string(raw))
	if err != nil {
		return fmt.Errorf("%w: %w", httpcall.ErrUnreadable, err)
	}
	return readPayload(payload, out)
}

// readPayload reads a payload that is BillDesk's word.
func readPayload(payload []byte, out httpcall.Checked) error {
	if err := httpcall.Decode(payload, out); err != nil {
		return err
	}
	if err := out.Check(); err != nil {
		return fmt.Errorf("%w: %w", httpcall.ErrUnreadable, err)
	}
	return nil
}

// errorBody is how BillDesk refuses.
type errorBody struct {
	Status  json.Number `json:"status"`
	Type    string      `json:"error_type"`
	Code    string      `json:"error_code"`
	Message string      `json:"message"`
}

// The reasons on which we act: BillDesk's own codes differ by the call, so they are
// made of the status where it tells enough.
const (
	reasonNotFound  = "not_found"
	reasonDuplicate = "duplicate"
)

// refuse reads an error, which comes in an envelope or as plain JSON. Only one that
// BillDesk itself has written is a refusal: the same status may be a firewall's.
func (g *Gateway) refuse(status int, body []byte) httpcall.Refusal {
	r := httpcall.Refusal{Outcome: httpcall.ByStatus(status)}
	if payload, err := g.envelope.open(string(body)); err == nil {
		body = payload
	}
	var e errorBody
	if httpcall.Decode(body, &e) != nil || e.Code == "" {
		return r
	}
	r.Reason, r.Detail = e.Code, e.Type+": "+e.Message
	switch {
	case e.Type == "api_connection_error", e.Type == "api_processing_error":
		r.Outcome = provider.Unknown // it may yet do what was asked for
	case status == http.StatusNotFound:
		r.Outcome, r.Reason = provider.Declined, reasonNotFound
	case status == http.StatusConflict, e.Type == "duplicate_request_error":
		r.Outcome, r.Reason = provider.Declined, reasonDuplicate
	case status == http.StatusBadRequest, status == http.StatusUnprocessableEntity:
		r.Outcome = provider.Declined
	}
	return r
}

// refusal is the error of a call that BillDesk has refused, and by whose id it has
// nothing. If it was refused because the id was taken, what took it may be under
// way: nobody knows.
func refusal(call string, err error) error {
	if e, ok := errors.AsType[*provider.Error](err); ok && e.Reason == reasonDuplicate {
		return failed(call, provider.Unknown, reasonDuplicate, "%w", err)
	}
	return err
}

// isRefused reports whether BillDesk has said no to a call.
func isRefused(err error) bool { return err != nil && provider.OutcomeOf(err) == provider.Declined }

// isNotFound reports whether BillDesk has said that it does not have what was asked
// about.
func isNotFound(err error) bool {
	e, ok := errors.AsType[*provider.Error](err)
	return ok && e.Outcome == provider.Declined && e.Reason == reasonNotFound
}

// failed is an error of our own about a call, in the port's form.
func failed(call string, outcome provider.Outcome, reason, text string, args ...any) error {
	return &provider.Error{
		Provider: Name, Call: call, Outcome: outcome, Reason: reason, Cause: fmt.Errorf(text, args...),
	}
}

var errNoCall = errors.New("there is no such call")

// Capture is not needed: BillDesk takes the money when the bank says yes.
func (*Gateway) Capture(context.Context, string, money.Paise) (provider.Payment, error) {
	return provider.Payment{}, failed("payments.capture", provider.NotAttempted, "", "%w", errNoCall)
}

// ListPayments is not offered: each order is asked about by itself.
func (*Gateway) ListPayments(context.Context, time.Time, time.Time) (provider.Listing[provider.Payment], error) {
	return provider.Listing[provider.Payment]{}, failed("payments.list", provider.NotAttempted, "", "%w", errNoCall)
}
