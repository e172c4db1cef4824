package juspay_test

import (
	"net/http"
	"strings"
	"testing"

	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/provider/juspay"
	"rento/internal/testkit/gateway"
)

const whole = `{"order_id":"RM0019","merchant_id":"rento","status":"CHARGED","status_id":21,"amount":50.00,"currency":"INR","txn_id":"T1","amount_refunded":0.0,"payment_method_type":"WALLET","payment_method":"PHONEPE","date_created":"2026-01-01T00:00:00Z","refunds":[]}`

func TestJSP19AnswersThatMakeNoSenseAreUnknown(t *testing.T) {
	for name, body := range map[string]string{
		"empty":            ``,
		"null":             `null`,
		"a list":           `[]`,
		"no order":         `{}`,
		"unknown word":     strings.Replace(whole, "CHARGED", "MAYBE", 1),
		"another number":   strings.Replace(whole, "21", "27", 1),
		"another order":    strings.Replace(whole, "RM0019", "RM0020", 1),
		"another merchant": strings.Replace(whole, `"rento"`, `"another"`, 1),
		"no payment id":    strings.Replace(whole, `"T1"`, `""`, 1),
		"no amount":        strings.Replace(whole, `"amount":50.00,`, ``, 1),
		"no currency":      strings.Replace(whole, `"INR"`, `""`, 1),
		"three decimals":   strings.Replace(whole, "50.00", "50.001", 1),
		"an exponent":      strings.Replace(whole, "50.00", "5e1", 1),
		"negative":         strings.Replace(whole, "50.00", "-50.00", 1),
		"more given back":  strings.Replace(whole, "0.0,", "50.01,", 1),
		"an id of 201":     strings.Replace(whole, "T1", strings.Repeat("T", 201), 1),
		"an id with NUL":   strings.Replace(whole, "T1", `T\u0000`, 1),
		"no time":          strings.Replace(whole, "2026-01-01T00:00:00Z", "yesterday", 1),
		"text after":       whole + "x",
	} {
		_, err := answering(t, http.StatusOK, body).Observe(t.Context(), "RM0019", "RM0019")
		if err == nil || provider.OutcomeOf(err) != provider.Unknown {
			t.Errorf("%s: %v; want an unknown outcome", name, err)
		}
	}
}

// Each word of the status has its number and its meaning.
func TestJSP20StatusWords(t *testing.T) {
	for said, want := range map[string]provider.PaymentState{
		`"CHARGED","status_id":21`:         provider.PaymentCaptured,
		`"JUSPAY_DECLINED","status_id":22`: provider.PaymentFailed,
		`"VBV_SUCCESSFUL","status_id":24`:  provider.PaymentCreated, `"AUTHORIZED","status_id":25`: provider.PaymentCreated,
		`"AUTHENTICATION_FAILED","status_id":26`: provider.PaymentFailed, `"AUTHORIZATION_FAILED","status_id":27`: provider.PaymentFailed,
		`"AUTHORIZING","status_id":28`: provider.PaymentCreated, `"VOIDED","status_id":31`: provider.PaymentFailed,
		`"VOID_INITIATED","status_id":32`: provider.PaymentCreated, `"CAPTURE_INITIATED","status_id":33`: provider.PaymentCreated,
		`"CAPTURE_FAILED","status_id":34`: provider.PaymentCreated, `"VOID_FAILED","status_id":35`: provider.PaymentCreated,
		`"AUTO_REFUNDED","status_id":36`: provider.PaymentRefunded,
	} {
		body := strings.Replace(whole, `"CHARGED","status_id":21`, said, 1)
		seen, err := answering(t, http.StatusOK, body).Observe(t.Context(), "RM0019", "RM0019")
		if err != nil || len(seen.Payments) != 1 || seen.Payments[0].State != want {
			t.Errorf("%s: %+v, %v; want %s", said, seen.Payments, err, want)
		}
		if p := seen.Payments[0]; want == provider.PaymentRefunded && p.Refunded != p.Amount {
			t.Errorf("%s: %v of %v given back; want all of it", said, p.Refunded, p.Amount)
		}
	}
	for _, unpaid := range []string{`"NEW","status_id":10`, `"STARTED","status_id":20`, `"PENDING_VBV","status_id":23`} {
		g := answering(t, http.StatusOK, strings.Replace(whole, `"CHARGED","status_id":21`, unpaid, 1))
		if seen, err := g.Observe(t.Context(), "RM0019", "RM0019"); err != nil || len(seen.Payments) != 0 || seen.OrderID != "RM0019" {
			t.Errorf("%s: %+v, %v; want the order and no payment", unpaid, seen, err)
		}
	}
}

func TestJSP21AmountsAndMethods(t *testing.T) {
	for text, want := range map[string]money.Paise{"50": 5000, "50.0": 5000, "50.5": 5050, "50.00": 5000, "50.25000": 5025, "0.01": 1} {
		seen, err := answering(t, http.StatusOK, strings.Replace(whole, "50.00", text, 1)).Observe(t.Context(), "RM0019", "RM0019")
		if err != nil || seen.Payments[0].Amount != want {
			t.Errorf("%s: %+v, %v; want %v", text, seen.Payments, err, want)
		}
	}
	for kind, want := range map[string]string{"WALLET": "wallet", "UPI": "upi", "CARD": "card", "NB": "netbanking", "EMI": "emi"} {
		seen, err := answering(t, http.StatusOK, strings.Replace(whole, "WALLET", kind, 1)).Observe(t.Context(), "RM0019", "RM0019")
		if err != nil || seen.Payments[0].Method != want {
			t.Errorf("%s: %+v, %v; want %s", kind, seen.Payments, err, want)
		}
	}
	seen, err := answering(t, http.StatusOK, strings.Replace(whole, `"txn_id"`, `"payer_vpa":"rohan.kumar@ybl","txn_id"`, 1)).Observe(t.Context(), "RM0019", "RM0019")
	if err != nil || seen.Payments[0].Instrument != "ro…@ybl" {
		t.Errorf("%+v, %v; want the payer's UPI id masked", seen.Payments, err)
	}
}

// An order is unknown only by Juspay's own word; a 404 may be somebody else's.
func TestJSP22UnknownOrders(t *testing.T) {
	for body, known := range map[string]bool{
		`{"status":"NOT_FOUND","status_id":40}`:                            true,
		`{"status":"error","error_code":"NOT_FOUND","error_message":"No"}`: true,
		`{"status":"error","error_code":"RECORD_NOT_FOUND"}`:               true,
		`<html>not found</html>`:                                           false,
		`{"status":"error","error_code":"access_denied"}`:                  false,
		`{"status":"invalid_request_error","error_code":"INVALID_INPUT"}`:  false,
	} {
		seen, err := answering(t, http.StatusNotFound, body).Observe(t.Context(), "RM0019", "")
		if (err == nil) != known || len(seen.Payments) != 0 {
			t.Errorf("%s: %v; want an order that is not there: %t", body, err, known)
		}
	}
}

// Nobody is led to a page that is not Juspay's, and none but a known way goes there.
func TestJSP23WhereAPayerIsLed(t *testing.T) {
	begun := func(method, url, params string) string {
		return `{"order_id":"RM0023","txn_id":"T1","status":"PENDING_VBV","payment":{"authentication":{"method":"` + method + `","url":"` + url + `"` + params + `}}}`
	}
	const own = "https://api.juspay.in/v2/pay/start/rento/T1"
	for name, c := range map[string]struct {
		body string
		fine bool
	}{
		"own page":        {begun("GET", own, ""), true},
		"another host":    {begun("GET", "https://sandbox.juspay.in/pay", ""), true},
		"form":            {begun("POST", own, `,"params":"a=b&c=d"`), true},
		"form of members": {begun("POST", own, `,"params":{"a":"b"}`), true},
		"somebody else's": {begun("GET", "https://juspay.in.example/pay", ""), false},
		"without TLS":     {begun("GET", "http://api.juspay.in/pay", ""), false},
		"a script":        {begun("GET", "javascript:alert(1)", ""), false},
		"none":            {begun("GET", "", ""), false},
		"another verb":    {begun("PUT", own, ""), false},
		"broken form":     {begun("POST", own, `,"params":7`), false},
		"another order":   {strings.Replace(begun("GET", own, ""), "RM0023", "RM0024", 1), false},
		"no payment":      {strings.Replace(begun("GET", own, ""), "T1", "", 1), false},
	} {
		got, err := answering(t, http.StatusOK, c.body).Resume(t.Context(), "RM0023", gateway.Asking("RM0023", 5000))
		if (err == nil) != c.fine || c.fine && got.RedirectURL == "" {
			t.Errorf("%s: %+v, %v; want it taken: %t", name, got, err, c.fine)
		}
		if err != nil && provider.OutcomeOf(err) != provider.Unknown {
			t.Errorf("%s: %v; want an unknown outcome", name, err)
		}
	}
}

func TestJSP24AnswersToARefund(t *testing.T) {
	const id = "r7c0ef1b6c1d3c7ad4a6"
	order := func(refunds string) string {
		return strings.Replace(whole, `"refunds":[]`, `"refunds":[`+refunds+`]`, 1)
	}
	g := answering(t, http.StatusOK, order(""))
	_, err := g.FetchRefund(t.Context(), provider.RefundQuery{Order: provider.Order{ID: "RM0019"}, ID: id})
	gateway.Outcome(t, err, provider.Unknown)
	for said, want := range map[string]provider.RefundState{
		"PENDING": provider.RefundPending, "MANUAL_REVIEW": provider.RefundPending, "SUCCESS": provider.RefundProcessed, "FAILURE": provider.RefundFailed, "MAYBE": "",
	} {
		g := answering(t, http.StatusOK, order(`{"unique_request_id":"other","status":"FAILURE","amount":1.0},{"unique_request_id":"`+id+`","status":"`+said+`","amount":50.0}`))
		got, err := g.FetchRefund(t.Context(), provider.RefundQuery{Order: provider.Order{ID: "RM0019"}, ID: id})
		if want == "" {
			gateway.Outcome(t, err, provider.Unknown)
			continue
		}
		if err != nil || got.State != want || got.Amount != 5000 || got.PaymentID != "T1" {
			t.Errorf("%s: %+v, %v; want %s of 50.00", said, got, err, want)
		}
	}
	for name, req := range map[string]provider.RefundRequest{
		"no key": {Order: provider.Order{ID: "RM0019"}, Amount: 1}, "no amount": {Order: provider.Order{ID: "RM0019"}, Key: "k"}, "no order": {Key: "k", Amount: 1},
	} {
		if _, err := g.Refund(t.Context(), req); provider.OutcomeOf(err) != provider.NotAttempted {
			t.Errorf("%s: %v; want it not attempted", name, err)
		}
	}
	_, err = g.FetchRefund(t.Context(), provider.RefundQuery{ID: id})
	gateway.Outcome(t, err, provider.NotAttempted)
}

func TestJSP25TestAddress(t *testing.T) {
	for address, want := range map[string]bool{
		"https://sandbox.juspay.in": true, "https://Sandbox.Juspay.in.:443/x": true, "https://api.juspay.in": false, "https://sandbox.juspay.in.example": false, ":": false,
	} {
		if got := juspay.TestAddress(address); got != want {
			t.Errorf("%s: got %t, want %t", address, got, want)
		}
	}
}
