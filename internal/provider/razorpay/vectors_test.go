package razorpay

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
)

// The vectors were made with Razorpay's own SDK and made-up credentials.
const (
	vectorSecret  = "sandbox_key_secret_0001"
	vectorHook    = "sandbox_webhook_secret_0001"
	vectorOrder   = "order_SBX00000000001"
	vectorPayment = "pay_SBX00000000001"
	vectorProof   = "6b80471914cfefb2ac865836912952dd62c155ff2576050ee5451ec0e169829f"
	vectorBody    = `{"entity":"event","event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_SBX00000000001","amount":129900,"currency":"INR","status":"captured","order_id":"order_SBX00000000001"}}},"created_at":1767225600}`
	vectorSeal    = "c46045ac6696bf0550b33ff9728133e339550e805258adf75f076b2825948248"
)

func vectorGateway(t *testing.T, change func(*Config)) *Gateway {
	t.Helper()
	config := Config{
		BaseURL: "https://razorpay.test", KeyID: "rzp_test_SBX0000000001", KeySecret: vectorSecret,
		WebhookSecret: vectorHook, ScriptURL: "https://razorpay.test/v1/checkout.js",
	}
	if change != nil {
		change(&config)
	}
	g, err := New(config, calendar.NewFrozen(time.Unix(1767225600, 0)), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestSignMatchesVectors(t *testing.T) {
	for name, v := range map[string]struct{ secret, text, want string }{
		"V1 checkout":     {vectorSecret, vectorOrder + "|" + vectorPayment, vectorProof},
		"V2 webhook":      {vectorHook, vectorBody, vectorSeal},
		"V3 webhook utf8": {vectorHook, `{"note":"₹1,299"}`, "4d75b829a7c908dfe6c579f028ae95234174937228fff566b2e795f211b1bcd6"},
		"V4 subscription": {vectorSecret, vectorPayment + "|sub_SBX00000000001", "968099e5768d4fc5fe641f4d492d7d6e8ccf68be0e9765be7e23fbdb952e88bc"},
		"V4 payment link": {vectorSecret, "plink_SBX00000000001|RM-TXN-0001|paid|" + vectorPayment, "e1fc35b6c9eab7f75c53821f738fad135482b5637915a0c70e8ff589ea7338fd"},
	} {
		if got := Sign(v.secret, []byte(v.text)); got != v.want {
			t.Errorf("%s: signature %s, want %s", name, got, v.want)
		}
	}
}

func TestBasicHeaderMatchesV5(t *testing.T) {
	const want = "Basic cnpwX3Rlc3RfU0JYMDAwMDAwMDAwMTpzYW5kYm94X2tleV9zZWNyZXRfMDAwMQ=="
	if got := vectorGateway(t, nil).basic; got != want {
		t.Errorf("header %q, want %q", got, want)
	}
}

func TestReadReturn(t *testing.T) {
	good := map[string]string{FieldPayment: vectorPayment, FieldOrder: vectorOrder, FieldSignature: vectorProof}
	with := func(name, value string) map[string]string {
		changed := map[string]string{}
		for k, v := range good {
			changed[k] = v
		}
		changed[name] = value
		return changed
	}
	for name, c := range map[string]struct {
		order  string
		fields map[string]string
		secret string
		ok     bool
	}{
		"the provider's proof":     {vectorOrder, good, vectorSecret, true},
		"wrong secret":             {vectorOrder, good, "another_secret", false},
		"one byte changed":         {vectorOrder, with(FieldSignature, "7"+vectorProof[1:]), vectorSecret, false},
		"upper-case hex":           {vectorOrder, with(FieldSignature, strings.ToUpper(vectorProof)), vectorSecret, false},
		"truncated":                {vectorOrder, with(FieldSignature, vectorProof[:62]), vectorSecret, false},
		"other order's proof":      {"order_SBX00000000002", good, vectorSecret, false},
		"other order in the field": {vectorOrder, with(FieldOrder, "order_SBX00000000002"), vectorSecret, false},
		"other payment":            {vectorOrder, with(FieldPayment, "pay_SBX00000000002"), vectorSecret, false},
		"no payment":               {vectorOrder, with(FieldPayment, ""), vectorSecret, false},
		"no order of ours":         {"", good, vectorSecret, false},
	} {
		g := vectorGateway(t, func(c2 *Config) { c2.KeySecret = c.secret })
		claim, err := g.ReadReturn(provider.Order{ID: c.order}, c.fields)
		if c.ok != (err == nil) || (!c.ok && !errors.Is(err, provider.ErrBadSignature)) || c.ok && claim != provider.ClaimPaid {
			t.Errorf("%s: %s, %v, want %v and %v", name, claim, err, provider.ErrBadSignature, provider.ClaimPaid)
		}
	}
	for name, fields := range map[string]map[string]string{"empty signature": with(FieldSignature, ""), "no fields": nil} {
		claim, err := vectorGateway(t, func(*Config) {}).ReadReturn(provider.Order{ID: vectorOrder}, fields)
		if claim != provider.ClaimFailed || err != nil {
			t.Errorf("%s: %s, %v; want %s", name, claim, err, provider.ClaimFailed)
		}
	}
}

func TestVerifyWebhookReadsV2(t *testing.T) {
	header := http.Header{HeaderSignature: {vectorSeal}, HeaderEvent: {"evt_1"}}
	event, err := vectorGateway(t, nil).VerifyWebhook(header, []byte(vectorBody))
	if err != nil {
		t.Fatal(err)
	}
	if event.ID != "evt_1" || event.Kind != "payment.captured" || event.OrderID != vectorOrder || event.PaymentID != vectorPayment {
		t.Errorf(`event %+v; want event.ID = "evt_1", event.Kind = "payment.captured", event.OrderID = %v, event.PaymentID = %v`, event, vectorOrder, vectorPayment)
	}
	if p := event.Observation.Payments[0]; p.State != provider.PaymentCaptured || p.Amount != money.Rupees(1299) {
		t.Errorf("payment %+v; want p.State = %v, p.Amount = %v", p, provider.PaymentCaptured, money.Rupees(1299))
	}
}

func TestVerifyWebhookRefusesForgeries(t *testing.T) {
	indented := strings.ReplaceAll(vectorBody, `,"`, `, "`)
	for name, c := range map[string]struct{ body, seal string }{
		"re-indented body": {indented, vectorSeal},
		"one byte changed": {strings.Replace(vectorBody, "129900", "129901", 1), vectorSeal},
		"trailing newline": {vectorBody + "\n", vectorSeal},
		"no signature":     {vectorBody, ""},
		"upper-case hex":   {vectorBody, strings.ToUpper(vectorSeal)},
		"API secret":       {vectorBody, Sign(vectorSecret, []byte(vectorBody))},
		"empty secret":     {vectorBody, Sign("", []byte(vectorBody))},
	} {
		header := http.Header{HeaderSignature: {c.seal}}
		_, err := vectorGateway(t, nil).VerifyWebhook(header, []byte(c.body))
		if !errors.Is(err, provider.ErrBadSignature) {
			t.Errorf("%s: %v, want %v", name, err, provider.ErrBadSignature)
		}
	}
}

// F22: after a rotation what was signed under the former secret is taken too.
func TestVerifyWebhookTakesTwoSecrets(t *testing.T) {
	rotated := vectorGateway(t, func(c *Config) { c.WebhookSecret, c.WebhookSecretOld = "new_secret", vectorHook })
	for _, secret := range []string{"new_secret", vectorHook} {
		header := http.Header{HeaderSignature: {Sign(secret, []byte(vectorBody))}}
		if _, err := rotated.VerifyWebhook(header, []byte(vectorBody)); err != nil {
			t.Errorf("secret %s: %v", secret, err)
		}
	}
}

func TestVerifyWebhookReadsEveryKind(t *testing.T) {
	const pay = `"payment":{"entity":{"id":"pay_1","amount":100,"currency":"INR","status":"captured","order_id":"order_1","notes":[]}}`
	for name, c := range map[string]struct {
		body string
		want provider.Event
		bad  bool
	}{
		"order.paid names reference": {
			body: `{"event":"order.paid","payload":{` + pay + `,"order":{"entity":{"id":"order_1","receipt":"RM1","amount":100,"status":"paid","notes":{"a":"b"}}}}}`,
			want: provider.Event{Kind: "order.paid", OrderID: "order_1", PaymentID: "pay_1"},
		},
		"refund.processed names refund": {
			body: `{"event":"refund.processed","payload":{"refund":{"entity":{"id":"rfnd_1","payment_id":"pay_1","amount":100,"status":"processed"}}}}`,
			want: provider.Event{Kind: "refund.processed", PaymentID: "pay_1", RefundID: "rfnd_1"},
		},
		"a dispute names its payment": {
			body: `{"event":"payment.dispute.created","payload":{"dispute":{"entity":{"id":"disp_1","payment_id":"pay_1"}}}}`,
			want: provider.Event{Kind: "payment.dispute.created", PaymentID: "pay_1"},
		},
		"a mandate is named by its token": {
			body: `{"event":"token.cancelled","payload":{"token":{"entity":{"id":"token_1","method":"upi","vpa":{"username":"a","handle":"upi"},"card":{"last4":3182},"expired_at":null,"recurring_details":{"status":"cancelled","failure_reason":null}}}},"created_at":1599065559}`,
			want: provider.Event{Kind: "token.cancelled", SubjectID: "token_1"},
		},
		"a notice names no order of ours": {
			body: `{"event":"order.notification.failed","payload":{"notification":{"entity":{"id":"notification_1","order_id":"order_1","token_id":"token_1","status":"failed"}},"created_at":1595456636}}`,
			want: provider.Event{Kind: "order.notification.failed"},
		},
		"a kind of no interest": {
			body: `{"event":"settlement.processed","payload":{"settlement":{"entity":{"id":"setl_1"}}}}`,
			want: provider.Event{Kind: "settlement.processed"},
		},
		"a status we do not know keeps its ids": {
			body: `{"event":"payment.held","payload":{"payment":{"entity":{"id":"pay_1","amount":100,"currency":"INR","status":"held","order_id":"order_1"}}}}`,
			want: provider.Event{Kind: "payment.held", OrderID: "order_1", PaymentID: "pay_1"},
		},
		"order and payment differ": {
			body: `{"event":"order.paid","payload":{` + pay + `,"order":{"entity":{"id":"order_2"}}}}`, bad: true,
		},
		"not JSON":       {body: `<html>`, bad: true},
		"two values":     {body: `{"event":"a"}{"event":"b"}`, bad: true},
		"no kind":        {body: `{"payload":{}}`, bad: true},
		"amount as text": {body: `{"event":"payment.captured","payload":{"payment":{"entity":{"id":"p","amount":"100"}}}}`, bad: true},
	} {
		header := http.Header{HeaderSignature: {Sign(vectorHook, []byte(c.body))}, HeaderEvent: {"evt"}}
		got, err := vectorGateway(t, nil).VerifyWebhook(header, []byte(c.body))
		if c.bad {
			if err == nil || errors.Is(err, provider.ErrBadSignature) {
				t.Errorf("%s: error %v", name, err)
			}
			continue
		}
		if err != nil || got.Kind != c.want.Kind || got.OrderID != c.want.OrderID || got.PaymentID != c.want.PaymentID || got.RefundID != c.want.RefundID || got.SubjectID != c.want.SubjectID {
			t.Errorf("%s: %+v, %v; want %+v", name, got, err, c.want)
		}
	}
}

func TestWebhookWithoutEventIDIsKnownByItsBody(t *testing.T) {
	header := http.Header{HeaderSignature: {vectorSeal}}
	first, _ := vectorGateway(t, nil).VerifyWebhook(header, []byte(vectorBody))
	second, _ := vectorGateway(t, nil).VerifyWebhook(header, []byte(vectorBody))
	if first.ID == "" || first.ID != second.ID {
		t.Errorf("ids %q and %q", first.ID, second.ID)
	}
}

func TestNewRefusesMissingConfiguration(t *testing.T) {
	for name, c := range map[string]Config{
		"no keys":    {BaseURL: "https://x.test", WebhookSecret: "w", ScriptURL: "s"},
		"no webhook": {BaseURL: "https://x.test", KeyID: "k", KeySecret: "s", ScriptURL: "s"},
		"no script":  {BaseURL: "https://x.test", KeyID: "k", KeySecret: "s", WebhookSecret: "w"},
		"live key in the sandbox": {
			BaseURL: "http://localhost/sandbox/razorpay", KeyID: "rzp_live_1", KeySecret: "s", WebhookSecret: "w", ScriptURL: "s",
		},
		"no base URL": {KeyID: "k", KeySecret: "s", WebhookSecret: "w", ScriptURL: "s"},
	} {
		if _, err := New(c, calendar.System{}, nil, nil); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func FuzzVerifyWebhook(f *testing.F) {
	f.Add([]byte(vectorBody))
	f.Add([]byte(`{"event":"order.paid","payload":{"order":{"entity":[]}}}`))
	f.Add([]byte(`{"event":"x","payload":{"payment":null,"refund":{}}}`))
	f.Add([]byte(``))
	f.Fuzz(func(t *testing.T, body []byte) {
		g := vectorGateway(t, nil)
		seal := Sign(vectorHook, body)
		if _, err := g.VerifyWebhook(http.Header{HeaderSignature: {seal}}, body); errors.Is(err, provider.ErrBadSignature) {
			t.Errorf("signed body refused: %v", err)
		}
		forged := append([]byte(" "), body...)
		if _, err := g.VerifyWebhook(http.Header{HeaderSignature: {seal}}, forged); !errors.Is(err, provider.ErrBadSignature) {
			t.Errorf("changed body taken: %v, want %v", err, provider.ErrBadSignature)
		}
	})
}
