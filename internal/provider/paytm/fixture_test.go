package paytm_test

import (
	"net/http"
	"testing"

	"rento/internal/calendar"
	"rento/internal/provider/paytm"
	emulated "rento/internal/sandbox/paytm"
	"rento/internal/testkit/gateway"
)

// fixture is the adapter and its other end.
type fixture struct {
	*gateway.Fixture[*paytm.Gateway]
}

var keys = emulated.Keys{MID: "SBXMID00000000000001", Key: "SBXKEY0123456789", Website: "WEBSTAGING"}

func open(t *testing.T, way gateway.Way) *fixture {
	w := &fixture{}
	gateway.Open(t, way, paytm.Name, keys, func(opened *gateway.Fixture[*paytm.Gateway], transport http.RoundTripper) *paytm.Gateway {
		w.Fixture = opened
		return w.connect(transport, nil)
	})
	return w
}

func inProcess(t *testing.T) *fixture { return open(t, gateway.InProcess) }

func both(t *testing.T, scenario func(*testing.T, *fixture)) { gateway.Both(t, open, scenario) }

// connect makes an adapter, with other settings if they are changed.
func (w *fixture) connect(transport http.RoundTripper, change func(*paytm.Config)) *paytm.Gateway {
	w.T.Helper()
	config := paytm.Config{BaseURL: w.Box.BaseURL(paytm.Name), MID: keys.MID, Key: keys.Key, Website: keys.Website}
	if change != nil {
		change(&config)
	}
	g, err := paytm.New(config, w.Clock, nil, transport)
	if err != nil {
		w.T.Fatal(err)
	}
	return g
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

// answering is a gateway whose provider says the same to every call.
func answering(t *testing.T, status int, body string) *paytm.Gateway {
	t.Helper()
	return connectTo(t, gateway.Saying(status, body))
}

// answeringBy is a gateway whose provider says to each call what its path gives.
func answeringBy(t *testing.T, body func(path string) string) *paytm.Gateway {
	t.Helper()
	return connectTo(t, gateway.Says{Status: http.StatusOK, Body: body})
}

func connectTo(t *testing.T, network http.RoundTripper) *paytm.Gateway {
	t.Helper()
	g, err := paytm.New(paytm.Config{BaseURL: "https://paytm.test", MID: keys.MID, Key: keys.Key, Website: keys.Website}, calendar.System{}, nil, network)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
