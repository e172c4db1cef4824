package juspay_test

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"io"
	"net/http"
	"sync"
	"testing"

	"rento/internal/calendar"
	"rento/internal/provider/juspay"
	emulated "rento/internal/sandbox/juspay"
	"rento/internal/testkit/gateway"
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

// fixture is the adapters and their other end. Its Gateway is the wallet PhonePe.
type fixture struct {
	*gateway.Fixture[*juspay.Gateway]
	gateways map[string]*juspay.Gateway
	forms    []string // what was sent to the API
}

func open(t *testing.T, way gateway.Way) *fixture {
	w := &fixture{}
	gateway.Open(t, way, juspay.Name, keys, func(opened *gateway.Fixture[*juspay.Gateway], transport http.RoundTripper) *juspay.Gateway {
		w.Fixture = opened
		w.gateways = w.connect(transport, nil)
		return w.gateways["juspay-phonepe"]
	})
	return w
}

func inProcess(t *testing.T) *fixture { return open(t, gateway.InProcess) }

func both(t *testing.T, scenario func(*testing.T, *fixture)) { gateway.Both(t, open, scenario) }

// listening keeps the bodies of what it passes on.
type listening struct {
	next http.RoundTripper
	w    *fixture
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
func (w *fixture) connect(transport http.RoundTripper, change func(*juspay.Config)) map[string]*juspay.Gateway {
	w.T.Helper()
	config := configOf(w.T, w.Box.BaseURL(juspay.Name))
	if change != nil {
		change(&config)
	}
	made, err := juspay.New(config, w.Clock, nil, listening{transport, w})
	if err != nil {
		w.T.Fatal(err)
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

type paid struct {
	Status    string            `json:"status"`
	TxnID     string            `json:"txn_id"`
	ReturnURL string            `json:"return_url"`
	Fields    map[string]string `json:"fields"`
}

func (w *fixture) pay(orderID, outcome string) (p paid) {
	w.T.Helper()
	w.Pay(orderID, outcome, &p)
	return p
}

func (w *fixture) tryPay(path string, a emulated.Attempt) (paid, int) {
	w.T.Helper()
	var p paid
	status := w.Post(path, a, &p)
	return p, status
}

// answering is the gateway of PhonePe whose provider says the same to every call.
func answering(t *testing.T, status int, body string) *juspay.Gateway {
	t.Helper()
	made, err := juspay.New(configOf(t, "https://api.juspay.in"), calendar.System{}, nil, gateway.Saying(status, body))
	if err != nil {
		t.Fatal(err)
	}
	return byName(made)["juspay-phonepe"]
}
