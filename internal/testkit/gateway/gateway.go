// Package gateway is the test kit of the gateways' adapters: an adapter, the
// sandbox as its other end, and the shop that hears of its webhooks.
package gateway

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
)

// Way is how an adapter reaches the sandbox.
type Way string

// The ways: without sockets, where a planned timeout fails at once, and by a socket.
const (
	InProcess Way = "in process"
	OverHTTP  Way = "over HTTP"
)

// Fixture is an adapter and its other end. Its clock stands still.
type Fixture[G provider.Gateway] struct {
	T     *testing.T
	Clock *calendar.Frozen
	Box   *sandbox.Sandbox
	// Gateway is the adapter that reads the shop's webhooks.
	Gateway G
	// Client calls the sandbox as a browser does, at Origin.
	Client *http.Client
	Origin string
	// Inbox are the events that the shop has taken, Forged counts those whose
	// signature was not the provider's. With Refuse it takes none.
	Inbox  []provider.Event
	Forged int
	Refuse bool

	name string
}

// Open opens a fixture of a provider, by its name, in which our account has the
// keys. connect makes the adapter that calls w.Box by a transport.
func Open[G provider.Gateway](t *testing.T, way Way, name string, keys emulator.Keys, connect func(w *Fixture[G], transport http.RoundTripper) G) *Fixture[G] {
	t.Helper()
	w := &Fixture[G]{T: t, Clock: calendar.NewFrozen(time.Unix(1767225600, 0)), Origin: "http://shop.test", name: name}
	var server *httptest.Server
	if way == OverHTTP {
		server = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) { w.Box.ServeHTTP(rw, r) }))
		t.Cleanup(server.Close)
		w.Origin = server.URL
	}
	box, err := sandbox.New(sandbox.Options{
		Clock: w.Clock, PublicURL: w.Origin, Random: rand.NewPCG(1, 2), Webhooks: emulator.Transport{Handler: http.HandlerFunc(w.receive)},
		Merchants: []sandbox.Merchant{{Keys: keys, WebhookURL: "http://shop.test/webhooks/" + name}},
	})
	if err != nil {
		t.Fatal(err)
	}
	w.Box, w.Client = box, &http.Client{Transport: box.Transport()}
	if server != nil {
		w.Client = server.Client()
	}
	w.Gateway = connect(w, w.Client.Transport)
	return w
}

// Both runs a scenario with a fixture of either way.
func Both[W any](t *testing.T, open func(t *testing.T, way Way) W, scenario func(t *testing.T, w W)) {
	t.Helper()
	for _, way := range []Way{InProcess, OverHTTP} {
		t.Run(string(way), func(t *testing.T) { scenario(t, open(t, way)) })
	}
}

// receive is the shop's webhook address.
func (w *Fixture[G]) receive(rw http.ResponseWriter, r *http.Request) {
	if w.Refuse {
		rw.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	raw, _ := io.ReadAll(r.Body)
	event, err := w.Gateway.VerifyWebhook(r.Header, raw)
	if errors.Is(err, provider.ErrBadSignature) {
		w.Forged++
		return
	}
	if err != nil || !w.Gateway.LooksSigned(r.Header) {
		w.T.Errorf("webhook: %v", err)
	}
	w.Inbox = append(w.Inbox, event)
}

// Kinds are those of the events that the shop has taken.
func (w *Fixture[G]) Kinds() []string {
	var kinds []string
	for _, e := range w.Inbox {
		kinds = append(kinds, e.Kind)
	}
	return kinds
}

// Do has the sandbox carry a command out.
func (w *Fixture[G]) Do(c sandbox.Command) {
	w.T.Helper()
	if err := w.Box.Do(c); err != nil {
		w.T.Fatal(err)
	}
}

// Spoil breaks the next call of a kind.
func (w *Fixture[G]) Spoil(call string, fault emulator.Fault) {
	w.T.Helper()
	w.Do(sandbox.Command{Faults: []emulator.Plan{{Call: call, Fault: fault}}})
}

// Asking is what an order is asked for with.
func Asking(reference string, amount money.Paise) provider.OrderRequest {
	return provider.OrderRequest{
		Reference: reference, Amount: amount, ReturnURL: "http://shop.test/pay/1/return",
		Customer: provider.Customer{ID: 7, Name: "Rohan <Kumar> & Sons", Email: "rohan@mail.example", Mobile: "9876543210"},
		Device:   provider.Device{Platform: "web", OS: "android", Device: "mobile", Address: "203.0.113.7", UserAgent: "Mozilla/5.0"},
	}
}

// Order makes an order.
func (w *Fixture[G]) Order(reference string, amount money.Paise) provider.Checkout {
	w.T.Helper()
	c, err := w.Gateway.CreateOrder(w.T.Context(), Asking(reference, amount))
	if err != nil {
		w.T.Fatal(err)
	}
	return c
}

// Pay pays an order as a payer would, reads what the browser learns of it, and
// fails the test unless the status is 200.
func (w *Fixture[G]) Pay(orderID, outcome string, into any) {
	w.T.Helper()
	choice := map[string]any{"order_id": orderID, "outcome": outcome}
	if status := w.Post("/sandbox/"+w.name+"/pay", choice, into); status != http.StatusOK {
		w.T.Fatalf("pay: HTTP %d, want 200", status)
	}
}

// Post sends JSON to the sandbox as a browser does, and reads the answer.
func (w *Fixture[G]) Post(path string, in, into any) (status int) {
	w.T.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		w.T.Fatal(err)
	}
	answer, err := w.Client.Post(w.Origin+path, "application/json", bytes.NewReader(body))
	if err != nil {
		w.T.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(into); err != nil {
		w.T.Fatal(err)
	}
	return answer.StatusCode
}

// Observe asks the adapter for the payments of an order.
func (w *Fixture[G]) Observe(orderID string) []provider.Payment {
	w.T.Helper()
	seen, err := w.Gateway.Observe(w.T.Context(), orderID, orderID)
	if err != nil {
		w.T.Fatal(err)
	}
	return seen.Payments
}

// Only is the one payment of an order.
func (w *Fixture[G]) Only(orderID string) provider.Payment {
	w.T.Helper()
	payments := w.Observe(orderID)
	if len(payments) != 1 {
		w.T.Fatalf("%d payments, want 1", len(payments))
	}
	return payments[0]
}

// Ledger is what the provider believes.
func (w *Fixture[G]) Ledger() emulator.Ledger {
	w.T.Helper()
	answer, err := w.Client.Get(w.Origin + "/sandbox/books")
	if err != nil {
		w.T.Fatal(err)
	}
	defer answer.Body.Close()
	var all map[string]json.RawMessage
	if err := json.NewDecoder(answer.Body).Decode(&all); err != nil {
		w.T.Fatal(err)
	}
	var books emulator.Ledger
	if err := json.Unmarshal(all[w.name], &books); err != nil {
		w.T.Fatal(err)
	}
	return books
}

// Outcome returns the provider's error, and fails the test unless it says so much.
func Outcome(t *testing.T, err error, want provider.Outcome) provider.Error {
	t.Helper()
	e, ok := errors.AsType[*provider.Error](err)
	if !ok || e.Outcome != want {
		t.Fatalf("error %v, want outcome %s", err, want)
	}
	return *e
}

// Says is a provider that answers without listening: by the path of a call, or
// the same to each.
type Says struct {
	Status int
	Body   func(path string) string
}

// Saying says the same to every call.
func Saying(status int, body string) Says {
	return Says{status, func(string) string { return body }}
}

// RoundTrip answers a call.
func (s Says) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: s.Status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(s.Body(r.URL.Path))), Request: r}, nil
}
