package paytm_test

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
	"rento/internal/provider/paytm"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	emulated "rento/internal/sandbox/paytm"
)

// world is the adapter, the sandbox and a receiver of webhooks.
type world struct {
	t       *testing.T
	clock   *calendar.Frozen
	box     *sandbox.Sandbox
	gateway *paytm.Gateway
	client  *http.Client
	origin  string
	inbox   []provider.Event
	forged  int
	refuse  bool
}

var keys = emulated.Keys{MID: "SBXMID00000000000001", Key: "SBXKEY0123456789", Website: "WEBSTAGING"}

// inProcess is a world without sockets.
func inProcess(t *testing.T) *world {
	w := newWorld(t, "http://shop.test")
	w.client = &http.Client{Transport: w.box.Transport()}
	w.gateway = w.connect(w.box.Transport(), nil)
	return w
}

// overHTTP is a world in which the adapter reaches the sandbox by a socket.
func overHTTP(t *testing.T) *world {
	var w *world
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) { w.box.ServeHTTP(rw, r) }))
	t.Cleanup(server.Close)
	w = newWorld(t, server.URL)
	w.client = server.Client()
	w.gateway = w.connect(server.Client().Transport, nil)
	return w
}

func newWorld(t *testing.T, origin string) *world {
	t.Helper()
	w := &world{t: t, clock: calendar.NewFrozen(time.Unix(1767225600, 0)), origin: origin}
	box, err := sandbox.New(sandbox.Options{
		Clock: w.clock, PublicURL: origin, Random: rand.NewPCG(1, 2), Webhooks: emulator.Transport{Handler: http.HandlerFunc(w.receive)},
		Merchants: []sandbox.Merchant{{Keys: keys, WebhookURL: "http://shop.test/webhooks/paytm"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	w.box = box
	return w
}

// connect makes an adapter, with other settings if they are changed.
func (w *world) connect(transport http.RoundTripper, change func(*paytm.Config)) *paytm.Gateway {
	w.t.Helper()
	config := paytm.Config{BaseURL: w.box.BaseURL(paytm.Name), MID: keys.MID, Key: keys.Key, Website: keys.Website}
	if change != nil {
		change(&config)
	}
	gateway, err := paytm.New(config, w.clock, nil, transport)
	if err != nil {
		w.t.Fatal(err)
	}
	return gateway
}

// receive is the shop's webhook address.
func (w *world) receive(rw http.ResponseWriter, r *http.Request) {
	if w.refuse {
		rw.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	raw, _ := io.ReadAll(r.Body)
	event, err := w.gateway.VerifyWebhook(r.Header, raw)
	if errors.Is(err, provider.ErrBadSignature) {
		w.forged++
		return
	}
	if err != nil || !w.gateway.LooksSigned(r.Header) {
		w.t.Errorf("webhook: %v", err)
	}
	w.inbox = append(w.inbox, event)
}

func (w *world) kinds() []string {
	var kinds []string
	for _, e := range w.inbox {
		kinds = append(kinds, e.Kind)
	}
	return kinds
}

func (w *world) do(c sandbox.Command) {
	w.t.Helper()
	if err := w.box.Do(c); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) spoil(call string, fault emulator.Fault) {
	w.t.Helper()
	w.do(sandbox.Command{Faults: []emulator.Plan{{Call: call, Fault: fault}}})
}

// asking is what an order is asked for with.
func asking(reference string, amount money.Paise) provider.OrderRequest {
	return provider.OrderRequest{
		Reference: reference, Amount: amount, ReturnURL: "http://shop.test/pay/1/return",
		Customer: provider.Customer{ID: 7, Name: "Rohan <Kumar> & Sons", Email: "rohan@mail.example", Mobile: "9876543210"},
	}
}

func (w *world) order(reference string, amount money.Paise) provider.Checkout {
	w.t.Helper()
	c, err := w.gateway.CreateOrder(w.t.Context(), asking(reference, amount))
	if err != nil {
		w.t.Fatal(err)
	}
	return c
}

type paid struct {
	Status    string            `json:"status"`
	PaymentID string            `json:"payment_id"`
	Callback  string            `json:"callback"`
	Fields    map[string]string `json:"fields"`
	Error     *struct {
		Code string `json:"code"`
	} `json:"error"`
}

// pay pays an order as a payer would; it fails the test unless status is 200.
func (w *world) pay(orderID, outcome string) paid {
	w.t.Helper()
	p, status := w.tryPay("/sandbox/paytm/pay", emulated.Attempt{OrderID: orderID, Outcome: outcome})
	if status != http.StatusOK {
		w.t.Fatalf("pay: HTTP %d, want 200", status)
	}
	return p
}

func (w *world) tryPay(path string, a emulated.Attempt) (paid, int) {
	w.t.Helper()
	body, err := json.Marshal(a)
	if err != nil {
		w.t.Fatal(err)
	}
	answer, err := w.client.Post(w.origin+path, "application/json", bytes.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	defer answer.Body.Close()
	var p paid
	if err := json.NewDecoder(answer.Body).Decode(&p); err != nil {
		w.t.Fatal(err)
	}
	return p, answer.StatusCode
}

func (w *world) observe(orderID string) []provider.Payment {
	w.t.Helper()
	seen, err := w.gateway.Observe(w.t.Context(), orderID, orderID)
	if err != nil {
		w.t.Fatal(err)
	}
	return seen.Payments
}

func (w *world) only(orderID string) provider.Payment {
	w.t.Helper()
	payments := w.observe(orderID)
	if len(payments) != 1 {
		w.t.Fatalf("%d payments, want 1", len(payments))
	}
	return payments[0]
}

func (w *world) ledger() emulated.Ledger {
	w.t.Helper()
	answer, err := w.client.Get(w.origin + "/sandbox/books")
	if err != nil {
		w.t.Fatal(err)
	}
	defer answer.Body.Close()
	var books struct {
		Paytm emulated.Ledger `json:"paytm"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&books); err != nil {
		w.t.Fatal(err)
	}
	return books.Paytm
}

func outcome(t *testing.T, err error, want provider.Outcome) provider.Error {
	t.Helper()
	e, ok := errors.AsType[*provider.Error](err)
	if !ok || e.Outcome != want {
		t.Fatalf("error %v, want outcome %s", err, want)
	}
	return *e
}

// both runs a scenario in process and over HTTP.
func both(t *testing.T, scenario func(*testing.T, *world)) {
	t.Run("in process", func(t *testing.T) { scenario(t, inProcess(t)) })
	t.Run("over HTTP", func(t *testing.T) { scenario(t, overHTTP(t)) })
}

// says is the status of every answer, and its body by the path of the call.
type says struct {
	status int
	body   func(path string) string
}

func (s says) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: s.status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(s.body(r.URL.Path))), Request: r}, nil
}

// answering is a gateway whose provider says the same to every call.
func answering(t *testing.T, status int, body string) *paytm.Gateway {
	t.Helper()
	return connectTo(t, says{status, func(string) string { return body }})
}

// answeringBy is a gateway whose provider says to each call what its path gives.
func answeringBy(t *testing.T, body func(path string) string) *paytm.Gateway {
	t.Helper()
	return connectTo(t, says{http.StatusOK, body})
}

func connectTo(t *testing.T, network http.RoundTripper) *paytm.Gateway {
	t.Helper()
	g, err := paytm.New(paytm.Config{BaseURL: "https://paytm.test", MID: keys.MID, Key: keys.Key, Website: keys.Website}, calendar.System{}, nil, network)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
