package billdesk_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"
	"testing"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/provider/billdesk"
	"rento/internal/sandbox/emulator"
	"rento/internal/testkit/gateway"
)

// signed is a payload as the provider would sign it, without encryption.
func signed(payload string) string {
	text := func(raw string) string { return base64.RawURLEncoding.EncodeToString([]byte(raw)) }
	body := text(`{"alg":"HS256","clientid":"sbxclient"}`) + "." + text(payload)
	mac := hmac.New(sha256.New, []byte(keys.SigningKey))
	mac.Write([]byte(body))
	return body + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// answering is a gateway whose provider says the same to every call.
func answering(t *testing.T, status int, body string) *billdesk.Gateway {
	t.Helper()
	g, err := billdesk.New(billdesk.Config{
		BaseURL: "https://api.billdesk.com", SDKURL: "https://pay.billdesk.com/jssdk/v1/dist/", MerchantID: keys.MerchantID, ClientID: keys.ClientID, SigningKey: keys.SigningKey,
	}, calendar.System{}, nil, gateway.Saying(status, body))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

const whole = `{"objectid":"transaction","transactionid":"U1","orderid":"RM0030","mercid":"SBXMERC","transaction_date":"2026-01-01T10:00:00+05:30",` +
	`"amount":"50.00","charge_amount":"51.00","currency":"356","payment_method_type":"upi","bankid":"HDF","auth_status":"0300","transaction_error_type":"success"}`

// F24: an answer that cannot be read says nothing of the money.
func TestBDK30AnswersThatMakeNoSenseAreUnknown(t *testing.T) {
	for name, body := range map[string]string{
		"empty":            ``,
		"unsigned":         whole,
		"a page":           `<html></html>`,
		"null":             signed(`null`),
		"a list":           signed(`[]`),
		"nothing":          signed(`{}`),
		"text after":       signed(whole + "x"),
		"half a success":   signed(strings.Replace(whole, `"success"`, `"pending"`, 1)),
		"unknown word":     signed(strings.Replace(whole, "0300", "0400", 1)),
		"another order":    signed(strings.Replace(whole, "RM0030", "RM0031", 1)),
		"another merchant": signed(strings.Replace(whole, "SBXMERC", "ANOTHER", 1)),
		"no id":            signed(strings.Replace(whole, `"U1"`, `""`, 1)),
		"no amount":        signed(strings.Replace(whole, `"50.00"`, `""`, 1)),
		"a number":         signed(strings.Replace(whole, `"50.00"`, `50.00`, 1)),
		"three decimals":   signed(strings.Replace(whole, "50.00", "50.001", 1)),
		"negative":         signed(strings.Replace(whole, "50.00", "-50.00", 1)),
		"more given back":  signed(strings.Replace(whole, `"bankid"`, `"refundInfo":[{"refund_status":"0699","refund_amount":"50.01"}],"bankid"`, 1)),
		"an id of 201":     signed(strings.Replace(whole, "U1", strings.Repeat("U", 201), 1)),
		"no time":          signed(strings.Replace(whole, "2026-01-01T10:00:00+05:30", "yesterday", 1)),
	} {
		if _, err := answering(t, http.StatusOK, body).Observe(t.Context(), "RM0030", "RM0030"); err == nil || provider.OutcomeOf(err) != provider.Unknown {
			t.Errorf("%s: %v; want an unknown outcome", name, err)
		}
	}
	for _, status := range []int{http.StatusInternalServerError, http.StatusBadGateway, http.StatusConflict, http.StatusRequestTimeout} {
		if _, err := answering(t, status, "<html></html>").Observe(t.Context(), "RM0030", "RM0030"); provider.OutcomeOf(err) != provider.Unknown {
			t.Errorf("HTTP %d without BillDesk's word: %v; want an unknown outcome", status, err)
		}
	}
}

func TestBDK31StatusWords(t *testing.T) {
	for said, want := range map[string]provider.PaymentState{
		`"0300","transaction_error_type":"success"`: provider.PaymentCaptured, `"0002","transaction_error_type":"pending"`: provider.PaymentCreated,
		`"0399","transaction_error_type":"failure"`: provider.PaymentFailed, `"0398"`: provider.PaymentFailed, `"NA"`: provider.PaymentFailed,
		`"0001","transaction_error_type":"error"`: provider.PaymentCreated,
	} {
		body := strings.Replace(whole, `"0300","transaction_error_type":"success"`, said, 1)
		seen, err := answering(t, http.StatusOK, signed(body)).Observe(t.Context(), "RM0030", "")
		if err != nil || len(seen.Payments) != 1 || seen.Payments[0].State != want || seen.Payments[0].Amount != money.Rupees(50) {
			t.Errorf("%s: %+v, %v; want 50 rupees, %s", said, seen.Payments, err, want)
		}
	}
}

// There is no transaction only by BillDesk's own word; a 404 may be somebody else's.
// Its errors come with and without the envelope.
func TestBDK32UnknownOrders(t *testing.T) {
	const said = `{"status":404,"error_type":"invalid_data_error","error_code":"GNDEE0003","message":"No"}`
	for body, known := range map[string]bool{signed(said): true, said: true, `<html>`: false, `{}`: false} {
		seen, err := answering(t, http.StatusNotFound, body).Observe(t.Context(), "RM0030", "")
		if (err == nil) != known || len(seen.Payments) != 0 || seen.OrderID != "" {
			t.Errorf("%s: %+v, %v; want that there is none: %t", body, seen, err, known)
		}
	}
}

// What BillDesk may yet do is unknown, whatever the status of its answer; so is what
// was refused because its id is taken, and is not found by that.
func TestBDK38WhatMayBeUnderWay(t *testing.T) {
	req := provider.DebitRequest{
		Reference: "RMD38", Mandate: provider.MandateRef{Reference: "RMM38", ID: "M1", CustomerID: 7, Method: provider.MandateCard}, Amount: money.Rupees(50),
		On: calendar.MustParse("2026-01-03"), Number: 1,
	}
	const refused = `{"error_type":"invalid_data_error","error_code":"E1"}`
	for said, want := range map[string]struct {
		status  int
		outcome provider.Outcome
	}{
		`{"error_type":"api_processing_error","error_code":"E1"}`:    {http.StatusUnprocessableEntity, provider.Unknown},
		`{"error_type":"api_connection_error","error_code":"E1"}`:    {http.StatusBadRequest, provider.Unknown},
		`{"error_type":"duplicate_request_error","error_code":"E1"}`: {http.StatusUnprocessableEntity, provider.Unknown},
		`{"error_type":"invalid_data_error","error_code":"E2"}`:      {http.StatusConflict, provider.Unknown},
		refused: {http.StatusUnprocessableEntity, provider.Declined},
	} {
		g, err := billdesk.New(billdesk.Config{
			BaseURL: "https://api.billdesk.com", SDKURL: "s", MerchantID: keys.MerchantID, ClientID: keys.ClientID, SigningKey: keys.SigningKey,
		}, calendar.System{}, nil, answers(func(path string) (int, string) {
			if strings.HasSuffix(path, "/get") {
				return http.StatusNotFound, refused
			}
			return want.status, said
		}))
		if err != nil {
			t.Fatal(err)
		}
		_, err = g.Debit(t.Context(), req, provider.DebitNotice{ID: "IN1"})
		gateway.Outcome(t, err, want.outcome)
		_, err = g.Announce(t.Context(), req)
		gateway.Outcome(t, err, want.outcome)
	}
}

// answers is a provider that answers by the path of a call.
type answers func(path string) (status int, body string)

func (a answers) RoundTrip(r *http.Request) (*http.Response, error) {
	status, body := a(r.URL.Path)
	return gateway.Saying(status, body).RoundTrip(r)
}

// What a mandate says of itself is taken by its own rules.
func TestBDK33MandatesThatMakeNoSense(t *testing.T) {
	const confirmed = `{"objectid":"mandate","mercid":"SBXMERC","mandateid":"M1","subscription_refid":"RMM33","status":"active","amount":"5000.00","end_date":"2030-12-31","verification_error_type":"success"}`
	ref := provider.MandateRef{Reference: "RMM33", ID: "M1"}
	for name, body := range map[string]string{
		"another":               strings.Replace(confirmed, "RMM33", "RMM34", 1),
		"another merchant":      strings.Replace(confirmed, "SBXMERC", "ANOTHER", 1),
		"unknown word":          strings.Replace(confirmed, "active", "sleeping", 1),
		"not verified":          strings.Replace(confirmed, "success", "failure", 1),
		"active without an id":  strings.Replace(confirmed, `"M1"`, `""`, 1),
		"no amount that is one": strings.Replace(confirmed, "5000.00", "much", 1),
		"no day":                strings.Replace(confirmed, "2030-12-31", "2030-13-31", 1),
		"no reference":          strings.Replace(confirmed, "RMM33", "", 1),
	} {
		if _, err := answering(t, http.StatusOK, signed(body)).ObserveMandate(t.Context(), ref); err == nil || provider.OutcomeOf(err) != provider.Unknown {
			t.Errorf("%s: %v; want an unknown outcome", name, err)
		}
	}
	for word, want := range map[string]provider.MandateState{
		"active": provider.MandateConfirmed, "paused": provider.MandatePaused, "deleted": provider.MandateCancelled, "cancelled": provider.MandateCancelled, "revoked": provider.MandateCancelled,
		"expired": provider.MandateExpired, "rejected": provider.MandateRejected, "initiated": provider.MandateInitiated,
	} {
		m, err := answering(t, http.StatusOK, signed(strings.Replace(confirmed, "active", word, 1))).ObserveMandate(t.Context(), ref)
		if err != nil || m.State != want || m.Max != money.Rupees(5000) {
			t.Errorf("%s: %+v, %v; want %s up to 5000 rupees", word, m, err, want)
		}
	}
	for field, want := range map[string]string{
		`"last4":"1007"`: "1007", `"masked_value":"XXXX XXXX XXXX 1007"`: "1007", `"masked_account_number":"XXXX4321"`: "4321", `"masked_value":"ra***@upi"`: "", `"last4":"7"`: "",
	} {
		m, err := answering(t, http.StatusOK, signed(strings.Replace(confirmed, `"mercid"`, field+`,"mercid"`, 1))).ObserveMandate(t.Context(), ref)
		if err != nil || m.Last4 != want {
			t.Errorf("%s: %+v, %v; want the last digits %q", field, m, err, want)
		}
	}
}

// An order is opened once; what its return says is proved, and BillDesk is asked for the rest.
func TestBDK34Orders(t *testing.T) {
	both(t, func(t *testing.T, w *fixture) {
		checkout := w.Order("RM0034", 129_905)
		if checkout.OrderID != "RM0034" || checkout.Options["flow"] != "payments" || checkout.Options["bd_order_id"] == "" {
			t.Errorf("checkout %+v; want an order to pay", checkout)
		}
		if payments := w.Observe("RM0034"); len(payments) != 0 {
			t.Errorf("an untouched order has payments %+v, want none", payments)
		}
		_, err := w.Gateway.CreateOrder(t.Context(), gateway.Asking("RM0034", 129_905))
		gateway.Outcome(t, err, provider.Declined)
		_, err = w.Gateway.Resume(t.Context(), "RM0034", gateway.Asking("RM0034", 129_905))
		gateway.Outcome(t, err, provider.Declined)
		back := w.pay("RM0034", emulator.Success)
		order := provider.Order{Reference: "RM0034", ID: "RM0034"}
		if claim, err := w.Gateway.ReadReturn(order, back.Fields); claim != provider.ClaimPaid || err != nil {
			t.Errorf("return: %s, %v; want %s", claim, err, provider.ClaimPaid)
		}
		if _, err := w.Gateway.ReadReturn(provider.Order{ID: "RM0035"}, back.Fields); !errors.Is(err, provider.ErrBadSignature) {
			t.Errorf("return to another order: %v; want %v", err, provider.ErrBadSignature)
		}
		if claim, err := w.Gateway.ReadReturn(order, nil); claim != provider.ClaimNone || err != nil {
			t.Errorf("return without a word: %s, %v; want %s", claim, err, provider.ClaimNone)
		}
		w.Order("RM0034b", 100)
		left := w.pay("RM0034b", emulator.Cancelled)
		if claim, err := w.Gateway.ReadReturn(provider.Order{ID: "RM0034b"}, left.Fields); claim != provider.ClaimNone || err != nil {
			t.Errorf("return of who left: %s, %v; want that BillDesk is asked", claim, err)
		}
		if p := w.Only("RM0034b"); p.State != provider.PaymentFailed || p.Reason != "user_cancelled" {
			t.Errorf("who left: %+v; want it failed", p)
		}
	})
}

// Bodies that are signed alone are the other scheme that BillDesk has.
func TestBDK35SignedAlone(t *testing.T) {
	plain := keys
	plain.EncryptionKey, plain.KeyID = "", ""
	w := openBy(t, gateway.InProcess, plain)
	ref := w.confirmed("RMM35", provider.MandateUPI)
	req := w.debiting("RMD35", ref, money.Rupees(1000))
	if p, err := w.Gateway.Debit(t.Context(), req, w.announced(req)); err != nil || p.State != provider.PaymentCaptured {
		t.Errorf("debit %+v, %v; want it captured", p, err)
	}
	w.Box.Deliver(t.Context())
	if len(w.Inbox) != 2 || w.Forged != 0 {
		t.Errorf("%d events, %d forged; want two and none", len(w.Inbox), w.Forged)
	}
}

// An event comes as a body or as the field of a form, and is signed by BillDesk for us.
func TestBDK36FormsOfEvents(t *testing.T) {
	g := answering(t, http.StatusOK, "")
	form := http.Header{"Content-Type": {"application/x-www-form-urlencoded; charset=utf-8"}}
	jose := http.Header{"Content-Type": {"application/jose"}}
	for name, c := range map[string]struct {
		header http.Header
		body   string
		looks  bool
		err    bool
	}{
		"body":             {jose, signed(whole), true, false},
		"form":             {form, "transaction_response=" + signed(whole), true, false},
		"encrypted form":   {form, "encrypted_response=" + signed(whole), true, false},
		"form without one": {form, "a=b", true, true},
		"broken form":      {form, "%zz", true, true},
		"as JSON":          {http.Header{"Content-Type": {"application/json"}}, whole, false, true},
		"nothing":          {http.Header{}, "", false, true},
		"another merchant": {jose, signed(strings.Replace(whole, "SBXMERC", "ANOTHER", 1)), true, true},
		"unsigned":         {jose, whole, true, true},
	} {
		event, err := g.VerifyWebhook(c.header, []byte(c.body))
		if g.LooksSigned(c.header) != c.looks || errors.Is(err, provider.ErrBadSignature) != c.err || !c.err && (event.ID != "U1:0300" || event.OrderID != "RM0030" || event.PaymentID != "U1") {
			t.Errorf("%s: looks signed: %t, %+v, %v; want %t, refused: %t", name, g.LooksSigned(c.header), event, err, c.looks, c.err)
		}
	}
	for _, body := range []string{`{"objectid":"transaction"}`, `{"objectid":"mandate"}`, `{"objectid":"refund"}`, `[]`} {
		if _, err := g.VerifyWebhook(jose, []byte(signed(body))); err == nil || errors.Is(err, provider.ErrBadSignature) {
			t.Errorf("%s: %v; want that it cannot be read", body, err)
		}
	}
	first, err := g.VerifyWebhook(jose, []byte(signed(whole)))
	if err != nil {
		t.Fatal(err)
	}
	for _, body := range []string{"transaction_response=" + signed(whole) + "&junk=1", "more=2&mandate_response=" + signed(whole), "transaction_response=" + signed(whole) + "%0A"} {
		if event, err := g.VerifyWebhook(form, []byte(body)); err != nil || len(event.Content) == 0 || !bytes.Equal(event.Content, first.Content) {
			t.Errorf("content %q, %v; want that of the body alone, %q", event.Content, err, first.Content)
		}
	}
	torn := strings.Replace(whole, "50.00", "much", 1)
	if event, err := g.VerifyWebhook(jose, []byte(signed(torn))); err != nil || event.OrderID != "RM0030" || len(event.Observation.Payments) != 0 {
		t.Errorf("a snapshot that cannot be read: %+v, %v; want the event without it", event, err)
	}
}

// Customers do not choose it for a payment (PAY-34); what it can do, it says itself.
func TestBDK37Profile(t *testing.T) {
	g := answering(t, http.StatusOK, "")
	p := g.Profile()
	if p.Name != "billdesk" || p.Source() != "billdesk" || p.Checkout != provider.Window || !p.MandatesOnly || !p.SingleTry || !p.Refunds || p.Lists || len(p.Mandates) != 3 ||
		!p.Page.Module || !p.Page.InlineStyles || len(p.Page.Hosts) != 1 || !g.Available() {
		t.Errorf("profile %+v; want BillDesk's, for mandates alone", p)
	}
	if _, err := g.Capture(t.Context(), "U1", 100); provider.OutcomeOf(err) != provider.NotAttempted {
		t.Errorf("capture: %v; want that there is no such call", err)
	}
	if _, err := g.ListPayments(t.Context(), calendar.System{}.Now(), calendar.System{}.Now()); provider.OutcomeOf(err) != provider.NotAttempted {
		t.Errorf("list: %v; want that there is no such call", err)
	}
	for address, want := range map[string]bool{
		"https://pguat.billdesk.io": true, "https://UAT1.billdesk.com./u2": true, "https://api.billdesk.com": false, "https://uat1.billdesk.com.example": false,
	} {
		if billdesk.TestAddress(address) != want {
			t.Errorf("TestAddress(%s) = %t, want %t", address, !want, want)
		}
	}
	whole := billdesk.Config{BaseURL: "https://api.billdesk.com", SDKURL: "s", MerchantID: "m", ClientID: "c", SigningKey: keys.SigningKey}
	if _, err := billdesk.New(whole, calendar.System{}, nil, nil); err != nil {
		t.Errorf("a whole configuration: %v", err)
	}
	for name, change := range map[string]func(*billdesk.Config){
		"no merchant": func(c *billdesk.Config) { c.MerchantID = "" }, "no client": func(c *billdesk.Config) { c.ClientID = "" }, "no key": func(c *billdesk.Config) { c.SigningKey = "" },
		"no SDK": func(c *billdesk.Config) { c.SDKURL = "" }, "a signing key of 31 bytes": func(c *billdesk.Config) { c.SigningKey = keys.SigningKey[:31] }, "a former one of 31 bytes": func(c *billdesk.Config) { c.SigningKeyOld = keys.SigningKey[:31] },
		"a short key": func(c *billdesk.Config) { c.EncryptionKey = "short" }, "no address": func(c *billdesk.Config) { c.BaseURL = "api" },
	} {
		config := whole
		change(&config)
		if _, err := billdesk.New(config, calendar.System{}, nil, nil); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}
