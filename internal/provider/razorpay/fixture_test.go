package razorpay_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"

	"rento/internal/calendar"
	"rento/internal/provider/razorpay"
	emulated "rento/internal/sandbox/razorpay"
	"rento/internal/testkit/gateway"
)

// fixture is the adapter and its other end.
type fixture struct {
	*gateway.Fixture[*razorpay.Gateway]
}

var keys = emulated.Keys{ID: "rzp_test_SBX0000000001", Secret: "sandbox_key_secret_0001", WebhookSecret: "sandbox_webhook_secret_0001"}

func open(t *testing.T, way gateway.Way) *fixture {
	return &fixture{gateway.Open(t, way, razorpay.Name, keys, connect)}
}

func inProcess(t *testing.T) *fixture { return open(t, gateway.InProcess) }

func both(t *testing.T, scenario func(*testing.T, *fixture)) { gateway.Both(t, open, scenario) }

func connect(w *gateway.Fixture[*razorpay.Gateway], transport http.RoundTripper) *razorpay.Gateway {
	w.T.Helper()
	return connectAt(w, w.Clock, transport)
}

// connectAt makes an adapter with a clock of its own.
func connectAt(w *gateway.Fixture[*razorpay.Gateway], clock calendar.Clock, transport http.RoundTripper) *razorpay.Gateway {
	w.T.Helper()
	base := w.Box.BaseURL(razorpay.Name)
	g, err := razorpay.New(razorpay.Config{
		BaseURL: base, KeyID: keys.ID, KeySecret: keys.Secret, WebhookSecret: keys.WebhookSecret,
		ScriptURL: base + "/v1/checkout.js",
	}, clock, nil, transport)
	if err != nil {
		w.T.Fatal(err)
	}
	return g
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

func (w *fixture) pay(orderID, outcome string) (p paid) {
	w.T.Helper()
	w.Pay(orderID, outcome, &p)
	return p
}

func (w *fixture) orders() []map[string]any {
	w.T.Helper()
	return w.Ledger().Orders
}

// merchant calls the API without the adapter.
func (w *fixture) merchant(path string, in any) {
	w.T.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		w.T.Fatal(err)
	}
	request, err := http.NewRequestWithContext(w.T.Context(), http.MethodPost, w.Box.BaseURL("razorpay")+"/v1"+path, bytes.NewReader(body))
	if err != nil {
		w.T.Fatal(err)
	}
	request.SetBasicAuth(keys.ID, keys.Secret)
	answer, err := w.Client.Do(request)
	if err != nil {
		w.T.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		w.T.Fatalf("HTTP %d, want 200", answer.StatusCode)
	}
}

// answering is a gateway whose provider says the same to every call.
func answering(t *testing.T, status int, body string) *razorpay.Gateway {
	t.Helper()
	g, err := razorpay.New(razorpay.Config{
		BaseURL: "https://razorpay.test", KeyID: keys.ID, KeySecret: keys.Secret, WebhookSecret: "w", ScriptURL: "s",
	}, calendar.System{}, nil, gateway.Saying(status, body))
	if err != nil {
		t.Fatal(err)
	}
	return g
}
