package billdesk_test

import (
	"net/http"
	"testing"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/provider/billdesk"
	"rento/internal/sandbox"
	emulated "rento/internal/sandbox/billdesk"
	"rento/internal/sandbox/emulator"
	"rento/internal/testkit/gateway"
)

// fixture is the adapter and its other end.
type fixture struct {
	*gateway.Fixture[*billdesk.Gateway]
}

var keys = emulated.Keys{
	MerchantID: "SBXMERC", ClientID: "sbxclient", KeyID: "sbxkid",
	SigningKey: "sbx-billdesk-hmac-secret-00000001", EncryptionKey: "sbx-billdesk-enc-key-00000000032",
}

func open(t *testing.T, way gateway.Way) *fixture { return openBy(t, way, keys) }

func openBy(t *testing.T, way gateway.Way, k emulated.Keys) *fixture {
	w := &fixture{}
	gateway.Open(t, way, billdesk.Name, k, func(opened *gateway.Fixture[*billdesk.Gateway], transport http.RoundTripper) *billdesk.Gateway {
		w.Fixture = opened
		return w.connect(k, transport, nil)
	})
	return w
}

func inProcess(t *testing.T) *fixture { return open(t, gateway.InProcess) }

func both(t *testing.T, scenario func(*testing.T, *fixture)) { gateway.Both(t, open, scenario) }

// connect makes an adapter, with other settings if they are changed.
func (w *fixture) connect(k emulated.Keys, transport http.RoundTripper, change func(*billdesk.Config)) *billdesk.Gateway {
	w.T.Helper()
	base := w.Box.BaseURL(billdesk.Name)
	config := billdesk.Config{
		BaseURL: base, SDKURL: base + "/jssdk/v1/dist", MerchantID: k.MerchantID, ClientID: k.ClientID, KeyID: k.KeyID,
		SigningKey: k.SigningKey, EncryptionKey: k.EncryptionKey,
	}
	if change != nil {
		change(&config)
	}
	g, err := billdesk.New(config, w.Clock, nil, transport)
	if err != nil {
		w.T.Fatal(err)
	}
	return g
}

type paid struct {
	Status    string            `json:"status"`
	ReturnURL string            `json:"return_url"`
	Fields    map[string]string `json:"fields"`
}

func (w *fixture) pay(reference, outcome string) (p paid) {
	w.T.Helper()
	w.Pay(reference, outcome, &p)
	return p
}

// registering is what a mandate is asked for with: until the end of 2030, up to
// 20,000 rupees.
func registering(reference string, method provider.MandateMethod) provider.MandateRequest {
	asking := gateway.Asking(reference, 0)
	return provider.MandateRequest{
		Reference: reference, Method: method, Max: money.Rupees(20_000), Starts: calendar.MustParse("2026-01-01"), Ends: calendar.MustParse("2030-12-31"),
		About: "Monthly rent", Customer: asking.Customer, Device: asking.Device, ReturnURL: asking.ReturnURL,
	}
}

// register begins a mandate.
func (w *fixture) register(reference string, method provider.MandateMethod) provider.MandateRef {
	w.T.Helper()
	req := registering(reference, method)
	req.Starts = calendar.In(w.Box.Now())
	c, err := w.Gateway.Register(w.T.Context(), req)
	if err != nil {
		w.T.Fatal(err)
	}
	return provider.MandateRef{Reference: reference, RegistrationID: c.OrderID, CustomerID: 7, Method: method}
}

// confirmed is a mandate to which the bank has said yes.
func (w *fixture) confirmed(reference string, method provider.MandateMethod) provider.MandateRef {
	w.T.Helper()
	ref := w.register(reference, method)
	w.pay(reference, emulator.Success)
	m := w.mandate(ref)
	if m.State != provider.MandateConfirmed || m.ID == "" {
		w.T.Fatalf("mandate %+v, want a confirmed one", m)
	}
	ref.ID = m.ID
	return ref
}

func (w *fixture) mandate(ref provider.MandateRef) provider.Mandate {
	w.T.Helper()
	m, err := w.Gateway.ObserveMandate(w.T.Context(), ref)
	if err != nil {
		w.T.Fatal(err)
	}
	return m
}

// debiting is a debit in two days.
func (w *fixture) debiting(reference string, ref provider.MandateRef, amount money.Paise) provider.DebitRequest {
	return provider.DebitRequest{
		Reference: reference, Mandate: ref, Amount: amount, On: calendar.In(w.Box.Now()).AddDays(2), Invoice: "KA/26/1", About: "Rent of January", Number: 1,
	}
}

// announced is a debit of which the customer was told, on its day.
func (w *fixture) announced(req provider.DebitRequest) provider.DebitNotice {
	w.T.Helper()
	notice, err := w.Gateway.Announce(w.T.Context(), req)
	if err != nil {
		w.T.Fatal(err)
	}
	w.Do(sandbox.Command{Advance: "2d"})
	return notice
}

// plan decides the next call of a kind.
func (w *fixture) plan(call, outcome, reason string) {
	w.T.Helper()
	w.Do(sandbox.Command{Outcomes: []emulator.Answer{{Call: call, Outcome: outcome, Reason: reason}}})
}

// atBank has a customer change a mandate at the bank.
func (w *fixture) atBank(reference, status string) {
	w.T.Helper()
	var answer map[string]any
	if code := w.Post("/sandbox/billdesk/bank", map[string]string{"reference": reference, "status": status}, &answer); code != http.StatusOK {
		w.T.Fatalf("at the bank: HTTP %d, %v, want %d", code, answer, http.StatusOK)
	}
}
