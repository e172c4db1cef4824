package razorpay_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/provider/razorpay"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	emulated "rento/internal/sandbox/razorpay"
)

// world is the adapter, the sandbox and a receiver of webhooks.
type world struct {
	t       *testing.T
	clock   *calendar.Frozen
	box     *sandbox.Sandbox
	gateway *razorpay.Gateway
	client  *http.Client
	origin  string
	inbox   []provider.Event
	forged  int
	refuse  bool
}

var keys = emulated.Keys{ID: "rzp_test_SBX0000000001", Secret: "sandbox_key_secret_0001", WebhookSecret: "sandbox_webhook_secret_0001"}

// inProcess is a world without sockets.
func inProcess(t *testing.T) *world {
	w := newWorld(t, "http://shop.test")
	w.client = &http.Client{Transport: w.box.Transport()}
	w.connect(w.box.Transport())
	return w
}

// overHTTP is a world in which the adapter reaches the sandbox by a socket.
func overHTTP(t *testing.T) *world {
	var w *world
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) { w.box.ServeHTTP(rw, r) }))
	t.Cleanup(server.Close)
	w = newWorld(t, server.URL)
	w.client = server.Client()
	w.connect(server.Client().Transport)
	return w
}

func newWorld(t *testing.T, origin string) *world {
	t.Helper()
	w := &world{t: t, clock: calendar.NewFrozen(time.Unix(1767225600, 0)), origin: origin}
	box, err := sandbox.New(sandbox.Options{
		Clock: w.clock, PublicURL: origin, Random: rand.NewPCG(1, 2), Webhooks: emulator.Transport{Handler: http.HandlerFunc(w.receive)},
		Merchants: []sandbox.Merchant{{Keys: keys, WebhookURL: "http://shop.test/webhooks/razorpay"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	w.box = box
	return w
}

func (w *world) connect(transport http.RoundTripper) {
	w.t.Helper()
	base := w.box.BaseURL(razorpay.Name)
	gateway, err := razorpay.New(razorpay.Config{
		BaseURL: base, KeyID: keys.ID, KeySecret: keys.Secret, WebhookSecret: keys.WebhookSecret,
		ScriptURL: base + "/v1/checkout.js",
	}, w.clock, nil, transport)
	if err != nil {
		w.t.Fatal(err)
	}
	w.gateway = gateway
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
	if err != nil {
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

func (w *world) order(reference string, amount money.Paise) provider.Checkout {
	w.t.Helper()
	c, err := w.gateway.CreateOrder(w.t.Context(), provider.OrderRequest{Reference: reference, Amount: amount})
	if err != nil {
		w.t.Fatal(err)
	}
	return c
}

type paid struct {
	Status    string `json:"status"`
	PaymentID string `json:"payment_id"`
	Signature string `json:"razorpay_signature"`
	Error     *struct {
		Reason      string `json:"reason"`
		Description string `json:"description"`
	} `json:"error"`
}

// pay pays an order as a payer would; it fails the test unless status is 200.
func (w *world) pay(orderID, outcome string) paid {
	w.t.Helper()
	p, status := w.tryPay(emulated.Attempt{OrderID: orderID, Outcome: outcome})
	if status != http.StatusOK {
		w.t.Fatalf("pay: HTTP %d, want 200", status)
	}
	return p
}

func (w *world) tryPay(a emulated.Attempt) (paid, int) {
	w.t.Helper()
	var p paid
	status := w.send("/sandbox/razorpay/pay", a, &p)
	return p, status
}

func (w *world) send(path string, in, out any) int {
	w.t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		w.t.Fatal(err)
	}
	answer, err := w.client.Post(w.origin+path, "application/json", bytes.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(out); err != nil {
		w.t.Fatal(err)
	}
	return answer.StatusCode
}

func (w *world) only(orderID string) provider.Payment {
	w.t.Helper()
	seen, err := w.gateway.Observe(w.t.Context(), "", orderID)
	if err != nil {
		w.t.Fatal(err)
	}
	if len(seen.Payments) != 1 {
		w.t.Fatalf("%d payments, want 1", len(seen.Payments))
	}
	return seen.Payments[0]
}

func (w *world) orders() []map[string]any {
	w.t.Helper()
	return w.ledger().Orders
}

func (w *world) ledger() emulated.Ledger {
	w.t.Helper()
	answer, err := w.client.Get(w.origin + "/sandbox/books")
	if err != nil {
		w.t.Fatal(err)
	}
	defer answer.Body.Close()
	var books struct {
		Razorpay emulated.Ledger `json:"razorpay"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&books); err != nil {
		w.t.Fatal(err)
	}
	return books.Razorpay
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

// merchant calls the API without the adapter.
func (w *world) merchant(path string, in any) {
	w.t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		w.t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, w.box.BaseURL("razorpay")+"/v1"+path, bytes.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	request.SetBasicAuth(keys.ID, keys.Secret)
	answer, err := w.client.Do(request)
	if err != nil {
		w.t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		w.t.Fatalf("HTTP %d, want 200", answer.StatusCode)
	}
}
