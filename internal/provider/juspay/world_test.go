package juspay_test

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	randv2 "math/rand/v2"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/provider/juspay"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	emulated "rento/internal/sandbox/juspay"
)

var keys = emulated.Keys{
	MerchantID: "rento", APIKey: "SBXAPIKEY", ResponseKey: "SBXRESPONSEKEY0001", WebhookUser: "juspay", WebhookPassword: "SBXWEBHOOKS",
}

// credKey is CRED's own, by which the tests read what was encrypted for it.
var credKey = sync.OnceValue(func() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return key
})

func credPublic(t *testing.T) string {
	t.Helper()
	der, err := x509.MarshalPKIXPublicKey(&credKey().PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(der)
}

// world is the adapter, the sandbox and a receiver of webhooks.
type world struct {
	t        *testing.T
	clock    *calendar.Frozen
	box      *sandbox.Sandbox
	gateways map[string]*juspay.Gateway
	client   *http.Client
	origin   string
	inbox    []provider.Event
	forged   int
	refuse   bool
	forms    []string // what was sent to the API
}

// inProcess is a world without sockets.
func inProcess(t *testing.T) *world {
	w := newWorld(t, "http://shop.test")
	w.client = &http.Client{Transport: w.box.Transport()}
	w.gateways = w.connect(w.box.Transport(), nil)
	return w
}

// overHTTP is a world in which the adapter reaches the sandbox by a socket.
func overHTTP(t *testing.T) *world {
	var w *world
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) { w.box.ServeHTTP(rw, r) }))
	t.Cleanup(server.Close)
	w = newWorld(t, server.URL)
	w.client = server.Client()
	w.gateways = w.connect(server.Client().Transport, nil)
	return w
}

func newWorld(t *testing.T, origin string) *world {
	t.Helper()
	w := &world{t: t, clock: calendar.NewFrozen(time.Unix(1767225600, 0)), origin: origin}
	box, err := sandbox.New(sandbox.Options{
		Clock: w.clock, PublicURL: origin, Random: randv2.NewPCG(1, 2), Webhooks: emulator.Transport{Handler: http.HandlerFunc(w.receive)},
		Merchants: []sandbox.Merchant{{Keys: keys, WebhookURL: "http://shop.test/webhooks/juspay"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	w.box = box
	return w
}

// listening keeps the bodies of what it passes on.
type listening struct {
	next http.RoundTripper
	w    *world
}

func (l listening) RoundTrip(r *http.Request) (*http.Response, error) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	l.w.forms = append(l.w.forms, string(raw))
	r.Body = io.NopCloser(bytes.NewReader(raw))
	return l.next.RoundTrip(r)
}

// connect makes the gateways, with other settings if they are changed.
func (w *world) connect(transport http.RoundTripper, change func(*juspay.Config)) map[string]*juspay.Gateway {
	w.t.Helper()
	config := configOf(w.t, w.box.BaseURL(juspay.Name))
	if change != nil {
		change(&config)
	}
	made, err := juspay.New(config, w.clock, nil, listening{transport, w})
	if err != nil {
		w.t.Fatal(err)
	}
	return byName(made)
}

func configOf(t *testing.T, base string) juspay.Config {
	return juspay.Config{
		BaseURL: base, MerchantID: keys.MerchantID, APIKey: keys.APIKey, ResponseKey: keys.ResponseKey,
		WebhookUser: keys.WebhookUser, WebhookPassword: keys.WebhookPassword, CredKey: credPublic(t),
	}
}

func byName(made []*juspay.Gateway) map[string]*juspay.Gateway {
	all := map[string]*juspay.Gateway{}
	for _, g := range made {
		all[g.Profile().Name] = g
	}
	return all
}

func (w *world) wallet() *juspay.Gateway { return w.gateways["juspay-phonepe"] }

// receive is the shop's webhook address.
func (w *world) receive(rw http.ResponseWriter, r *http.Request) {
	if w.refuse {
		rw.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	raw, _ := io.ReadAll(r.Body)
	event, err := w.wallet().VerifyWebhook(r.Header, raw)
	if errors.Is(err, provider.ErrBadSignature) {
		w.forged++
		return
	}
	if err != nil || !w.wallet().LooksSigned(r.Header) {
		w.t.Errorf("webhook: %v", err)
	}
	w.inbox = append(w.inbox, event)
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
		Device:   provider.Device{Platform: "web", OS: "android", Device: "mobile"},
	}
}

func (w *world) order(reference string, amount money.Paise) provider.Checkout {
	w.t.Helper()
	c, err := w.wallet().CreateOrder(w.t.Context(), asking(reference, amount))
	if err != nil {
		w.t.Fatal(err)
	}
	return c
}

type paid struct {
	Status    string            `json:"status"`
	TxnID     string            `json:"txn_id"`
	ReturnURL string            `json:"return_url"`
	Fields    map[string]string `json:"fields"`
}

// pay pays the newest payment of an order as a payer would; it fails the test
// unless status is 200.
func (w *world) pay(orderID, outcome string) paid {
	w.t.Helper()
	p, status := w.tryPay("/sandbox/juspay/pay", emulated.Attempt{OrderID: orderID, Outcome: outcome})
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
	seen, err := w.wallet().Observe(w.t.Context(), orderID, orderID)
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
		Juspay emulated.Ledger `json:"juspay"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&books); err != nil {
		w.t.Fatal(err)
	}
	return books.Juspay
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

// says answers every call alike.
type says struct {
	status int
	body   string
}

func (s says) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: s.status, Header: http.Header{}, Body: io.NopCloser(bytes.NewReader([]byte(s.body))), Request: r}, nil
}

// answering is the gateway of PhonePe whose provider says the same to every call.
func answering(t *testing.T, status int, body string) *juspay.Gateway {
	t.Helper()
	made, err := juspay.New(configOf(t, "https://api.juspay.in"), calendar.System{}, nil, says{status, body})
	if err != nil {
		t.Fatal(err)
	}
	return byName(made)["juspay-phonepe"]
}
