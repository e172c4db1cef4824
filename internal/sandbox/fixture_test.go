package sandbox_test

import (
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"rento/internal/calendar"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	"rento/internal/sandbox/paytm"
	"rento/internal/sandbox/razorpay"
)

var keys = razorpay.Keys{ID: "rzp_test_SBX0000000001", Secret: "sandbox_key_secret_0001", WebhookSecret: "sandbox_webhook_secret_0001"}

var paytmKeys = paytm.Keys{MID: "SBXMID00000000000001", Key: "SBXKEY0123456789", Website: "WEBSTAGING"}

const origin = "http://shop.test"

// fixture is a sandbox in process and a receiver of its webhooks.
type fixture struct {
	t        *testing.T
	clock    *calendar.Frozen
	box      *sandbox.Sandbox
	client   *http.Client
	received []received
	status   int
}

type received struct {
	header http.Header
	body   string
	kind   string
	amount int64
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	w := &fixture{t: t, clock: calendar.NewFrozen(time.Unix(1767225600, 0)), status: http.StatusOK}
	box, err := sandbox.New(sandbox.Options{
		Clock: w.clock, PublicURL: origin, Random: rand.NewPCG(7, 7),
		Webhooks:  emulator.Transport{Handler: http.HandlerFunc(w.receive)},
		Merchants: []sandbox.Merchant{{Keys: keys, WebhookURL: origin + "/webhooks/razorpay"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	w.box, w.client = box, &http.Client{Transport: box.Transport()}
	return w
}

func (w *fixture) receive(rw http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	var event struct {
		Event   string `json:"event"`
		Payload struct {
			Payment struct {
				Entity struct {
					Amount int64 `json:"amount"`
				} `json:"entity"`
			} `json:"payment"`
		} `json:"payload"`
	}
	if err := json.Unmarshal(raw, &event); err != nil {
		w.t.Errorf("webhook: %v", err)
	}
	w.received = append(w.received, received{r.Header, string(raw), event.Event, event.Payload.Payment.Entity.Amount})
	rw.WriteHeader(w.status)
}

func (w *fixture) kinds() []string {
	kinds := []string{}
	for _, r := range w.received {
		kinds = append(kinds, r.kind)
	}
	return kinds
}

// call sends a request of the merchant's server.
func (w *fixture) call(method, path string, in any) (map[string]any, int) {
	w.t.Helper()
	return w.send(method, "/sandbox/razorpay/v1"+path, in, func(r *http.Request) { r.SetBasicAuth(keys.ID, keys.Secret) })
}

func (w *fixture) send(method, path string, in any, change func(*http.Request)) (map[string]any, int) {
	w.t.Helper()
	var body io.Reader
	if in != nil {
		raw, err := json.Marshal(in)
		if err != nil {
			w.t.Fatal(err)
		}
		body = bytes.NewReader(raw)
	}
	request, err := http.NewRequestWithContext(w.t.Context(), method, origin+path, body)
	if err != nil {
		w.t.Fatal(err)
	}
	if change != nil {
		change(request)
	}
	answer, err := w.client.Do(request)
	if err != nil {
		w.t.Fatal(err)
	}
	defer answer.Body.Close()
	out := map[string]any{}
	if err := json.NewDecoder(answer.Body).Decode(&out); err != nil {
		w.t.Fatalf("%s %s: %v", method, path, err)
	}
	return out, answer.StatusCode
}

func (w *fixture) order(amount int64, automatic bool) string {
	w.t.Helper()
	made, status := w.call("POST", "/orders", map[string]any{"amount": amount, "currency": "INR", "payment_capture": automatic})
	if status != http.StatusOK {
		w.t.Fatalf("order: HTTP %d %v, want 200", status, made)
	}
	return made["id"].(string)
}

func (w *fixture) attempt(a razorpay.Attempt) (map[string]any, int) {
	w.t.Helper()
	return w.send("POST", "/sandbox/razorpay/pay", a, nil)
}

// pay returns the id of the payment.
func (w *fixture) pay(order, outcome string) string {
	w.t.Helper()
	return w.payLate(order, outcome, 0)
}

func (w *fixture) payLate(order, outcome string, seconds int) string {
	w.t.Helper()
	made, status := w.attempt(razorpay.Attempt{OrderID: order, Outcome: outcome, Seconds: seconds})
	if status != http.StatusOK {
		w.t.Fatalf("pay: HTTP %d %v, want 200", status, made)
	}
	return made["payment_id"].(string)
}

func (w *fixture) payment(id string) map[string]any {
	w.t.Helper()
	got, status := w.call("GET", "/payments/"+id, nil)
	if status != http.StatusOK {
		w.t.Fatalf("payment: HTTP %d, want 200", status)
	}
	return got
}

func (w *fixture) control(c sandbox.Command) {
	w.t.Helper()
	if answer, status := w.send("POST", "/sandbox/control", c, nil); status != http.StatusOK {
		w.t.Fatalf("control: HTTP %d %v, want 200", status, answer)
	}
}

func (w *fixture) deliver() { w.box.Deliver(w.t.Context()) }

// webhookState is what the provider knows of its webhooks.
func (w *fixture) webhookState() emulator.WebhookState { return w.ledger().Webhooks }

// ledger is what the provider believes.
func (w *fixture) ledger() emulator.Ledger {
	w.t.Helper()
	answer, err := w.client.Get(origin + "/sandbox/books")
	if err != nil {
		w.t.Fatal(err)
	}
	defer answer.Body.Close()
	var all struct {
		Razorpay emulator.Ledger `json:"razorpay"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&all); err != nil {
		w.t.Fatal(err)
	}
	return all.Razorpay
}

func (w *fixture) refused(answer map[string]any, status int) {
	w.t.Helper()
	body, ok := answer["error"].(map[string]any)
	if status != http.StatusBadRequest || !ok || body["code"] != "BAD_REQUEST_ERROR" || body["description"] == "" {
		w.t.Errorf("not refused: HTTP %d %v", status, answer)
	}
}
