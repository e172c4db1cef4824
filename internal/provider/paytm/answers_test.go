package paytm_test

import (
	"net/http"
	"strings"
	"testing"

	"rento/internal/provider"
	"rento/internal/testkit/gateway"
)

const whole = `{"head":{},"body":{"resultInfo":{"resultStatus":"TXN_SUCCESS","resultCode":"01","resultMsg":"Txn Success"},"txnId":"T1","orderId":"RM0019","mid":"SBXMID00000000000001","txnAmount":"50.00","refundAmt":"0.00","paymentMode":"DC","bankName":"ICICI","txnDate":"2026-01-01 05:30:00.0"}}`

func TestPTM19AnswersThatMakeNoSenseAreUnknown(t *testing.T) {
	for name, body := range map[string]string{
		"empty":             ``,
		"null":              `null`,
		"no body":           `{"head":{}}`,
		"body of null":      `{"body":null}`,
		"body of a list":    `{"body":[]}`,
		"no result":         `{"body":{}}`,
		"unknown word":      strings.Replace(whole, "TXN_SUCCESS", "TXN_MAYBE", 1),
		"another order":     strings.Replace(whole, "RM0019", "RM0020", 1),
		"another merchant":  strings.Replace(whole, "SBXMID00000000000001", "SBXMID00000000000002", 1),
		"no payment id":     strings.Replace(whole, `"T1"`, `""`, 1),
		"no amount":         strings.Replace(whole, `"50.00"`, `""`, 1),
		"three decimals":    strings.Replace(whole, "50.00", "50.001", 1),
		"amount of a float": strings.Replace(whole, `"50.00"`, `50.00`, 1),
		"negative":          strings.Replace(whole, "50.00", "-50.00", 1),
		"more given back":   strings.Replace(whole, `"0.00"`, `"50.01"`, 1),
		"no time":           strings.Replace(whole, "2026-01-01 05:30:00.0", "yesterday", 1),
		"an id of 201":      strings.Replace(whole, "T1", strings.Repeat("T", 201), 1),
		"an id with NUL":    strings.Replace(whole, "T1", `T\u0000`, 1),
		"text after":        whole + "x",
	} {
		_, err := answering(t, http.StatusOK, body).Observe(t.Context(), "RM0019", "RM0019")
		if err == nil || provider.OutcomeOf(err) != provider.Unknown {
			t.Errorf("%s: %v; want an unknown outcome", name, err)
		}
	}
}

// A failure is one, whatever its code, unless it says that it is none of the
// payment: an order that counts as under way blocks the customer at every gateway.
func TestPTM20StatusWords(t *testing.T) {
	for said, want := range map[[2]string]provider.PaymentState{
		{"TXN_SUCCESS", "01"}:  provider.PaymentCaptured,
		{"TXN_SUCCESS", "402"}: provider.PaymentCreated,
		{"TXN_FAILURE", "227"}: provider.PaymentFailed, // at this call: declined by the bank
		{"TXN_FAILURE", "401"}: provider.PaymentFailed,
		{"TXN_FAILURE", "810"}: provider.PaymentFailed,
		{"TXN_FAILURE", "501"}: provider.PaymentCreated,
		{"TXN_FAILURE", "402"}: provider.PaymentCreated,
		{"TXN_FAILURE", "400"}: provider.PaymentCreated,
		{"TXN_FAILURE", "335"}: provider.PaymentCreated,
		{"TXN_FAILURE", "141"}: provider.PaymentFailed,
		{"TXN_FAILURE", "999"}: provider.PaymentFailed,
		{"TXN_FAILURE", ""}:    provider.PaymentFailed,
		{"PENDING", "400"}:     provider.PaymentCreated,
		{"PENDING", "402"}:     provider.PaymentCreated,
		{"PENDING", "01"}:      provider.PaymentCreated,
	} {
		body := strings.Replace(strings.Replace(whole, "TXN_SUCCESS", said[0], 1), `"01"`, `"`+said[1]+`"`, 1)
		seen, err := answering(t, http.StatusOK, body).Observe(t.Context(), "RM0019", "RM0019")
		if err != nil || len(seen.Payments) != 1 || seen.Payments[0].State != want {
			t.Errorf("%v: %+v, %v; want %s", said, seen.Payments, err, want)
		}
	}
}

// Of an order that nobody has begun to pay there is no payment and no failure.
func TestPTM27NobodyHasBegunToPay(t *testing.T) {
	for _, said := range []string{`"resultStatus":"NO_RECORD_FOUND","resultCode":"331"`, `"resultStatus":"TXN_FAILURE","resultCode":"334"`} {
		seen, err := answering(t, http.StatusOK, `{"body":{"resultInfo":{`+said+`}}}`).Observe(t.Context(), "RM0027", "RM0027")
		if err != nil || len(seen.Payments) != 0 {
			t.Errorf("%s: %+v, %v; want no payment", said, seen.Payments, err)
		}
	}
}

func TestPTM21Methods(t *testing.T) {
	for mode, want := range map[string]string{"UPI": "upi", "CC": "card", "DC": "card", "NB": "netbanking", "PPI": "wallet", "EMI": "emi"} {
		seen, err := answering(t, http.StatusOK, strings.Replace(whole, `"DC"`, `"`+mode+`"`, 1)).Observe(t.Context(), "RM0019", "RM0019")
		if err != nil || seen.Payments[0].Method != want || seen.Payments[0].Instrument != "ICICI" {
			t.Errorf("%s: %+v, %v; want %s", mode, seen.Payments, err, want)
		}
	}
}

func TestPTM22AnswersToARefund(t *testing.T) {
	refund := func(status, code, rest string) string {
		return `{"body":{"resultInfo":{"resultStatus":"` + status + `","resultCode":"` + code + `"}` + rest + `}}`
	}
	const told = `,"txnId":"T1","orderId":"RM0022","refId":"dup-1","refundAmount":"50.00"`
	for name, c := range map[string]struct {
		body string
		want provider.RefundState
		fail provider.Outcome
	}{
		"done":              {refund("TXN_SUCCESS", "601", told), provider.RefundProcessed, ""},
		"done, other code":  {refund("TXN_SUCCESS", "10", told), provider.RefundProcessed, ""},
		"accepted":          {refund("TXN_SUCCESS", "617", told), provider.RefundPending, ""},
		"pending":           {refund("PENDING", "617", told), provider.RefundPending, ""},
		"failed":            {refund("TXN_FAILURE", "BANK_DECLINED", told), provider.RefundFailed, ""},
		"trouble of theirs": {refund("TXN_FAILURE", "501", told), provider.RefundPending, ""},
		"without its id":    {refund("PENDING", "617", strings.Replace(told, `"refId":"dup-1",`, "", 1)), provider.RefundPending, ""},
		"another refund":    {refund("PENDING", "617", strings.Replace(told, "dup-1", "dup-2", 1)), "", provider.Unknown},
		"another order":     {refund("PENDING", "617", strings.Replace(told, "RM0022", "RM0023", 1)), "", provider.Unknown},
		"another amount":    {refund("PENDING", "617", strings.Replace(told, "50.00", "5.00", 1)), "", provider.Unknown},
		"another payment":   {refund("PENDING", "617", strings.Replace(told, "T1", "T2", 1)), "", provider.Unknown},
		"unknown word":      {refund("MAYBE", "617", told), "", provider.Unknown},
		"nothing but a no":  {refund("TXN_FAILURE", "335", ""), "", provider.Unknown},
		"the same id again": {refund("TXN_FAILURE", "DUPLICATE_REF_ID", ""), "", provider.Unknown},
		"too much":          {refund("TXN_FAILURE", "INVALID_REFUND_AMOUNT", ""), "", provider.Declined},
		"checksum":          {refund("TXN_FAILURE", "227", ""), "", provider.NotAttempted},
		"no result":         {`{"body":{}}`, "", provider.Unknown},
	} {
		g := answering(t, http.StatusOK, c.body)
		got, err := g.Refund(t.Context(), provider.RefundRequest{Order: provider.Order{ID: "RM0022"}, PaymentID: "T1", Amount: 5000, Key: "dup-1"})
		if c.fail != "" {
			gateway.Outcome(t, err, c.fail)
			continue
		}
		if err != nil || got.State != c.want || got.ID != "dup-1" {
			t.Errorf("%s: %+v, %v; want %s", name, got, err, c.want)
		}
	}
}

// A failure at the call that asks for a refund is no failed refund: what Paytm
// says of the refund itself decides, and while it has none nobody knows.
func TestPTM26ARepeatedRefundIsAskedAbout(t *testing.T) {
	const told = `,"txnId":"T1","orderId":"RM0026","refId":"dup-1","refundAmount":"50.00"`
	body := func(status, code, rest string) string {
		return `{"body":{"resultInfo":{"resultStatus":"` + status + `","resultCode":"` + code + `"}` + rest + `}}`
	}
	none := body("TXN_FAILURE", "631", "")
	for name, c := range map[string]struct {
		apply, status string
		repeated      bool
		want          provider.RefundState
		fail          provider.Outcome
		applied       int
	}{
		"raised already":             {body("TXN_FAILURE", "617", told), body("PENDING", "601", told), false, provider.RefundPending, "", 1},
		"done already":               {body("TXN_FAILURE", "629", told), body("TXN_SUCCESS", "10", told), false, provider.RefundProcessed, "", 1},
		"at the bank":                {body("TXN_FAILURE", "628", told), body("TXN_FAILURE", "628", told), false, provider.RefundPending, "", 1},
		"another under way":          {body("TXN_FAILURE", "626", told), none, false, "", provider.Unknown, 1},
		"the id was used":            {body("TXN_FAILURE", "DUPLICATE_REF_ID", told), body("TXN_SUCCESS", "10", told), false, provider.RefundProcessed, "", 1},
		"nobody knows why":           {body("TXN_FAILURE", "999", told), none, false, "", provider.Unknown, 1},
		"refused":                    {body("TXN_FAILURE", "INVALID_REFUND_AMOUNT", told), none, false, "", provider.Declined, 1},
		"repeated, is there":         {body("TXN_FAILURE", "INVALID_REFUND_AMOUNT", ""), body("TXN_SUCCESS", "10", told), true, provider.RefundProcessed, "", 0},
		"repeated, has failed":       {body("TXN_FAILURE", "617", told), body("TXN_FAILURE", "BANK_DECLINED", told), true, provider.RefundFailed, "", 0},
		"repeated, never arrived":    {body("PENDING", "617", told), none, true, provider.RefundPending, "", 1},
		"repeated, cannot be asked":  {body("PENDING", "617", told), body("MAYBE", "1", told), true, "", provider.Unknown, 0},
		"repeated, of another order": {body("PENDING", "617", told), body("PENDING", "617", strings.Replace(told, "RM0026", "RM0027", 1)), true, "", provider.Unknown, 0},
	} {
		applied := 0
		g := answeringBy(t, func(path string) string {
			if strings.HasSuffix(path, "/refund/status") {
				return c.status
			}
			applied++
			return c.apply
		})
		got, err := g.Refund(t.Context(), provider.RefundRequest{
			Order: provider.Order{ID: "RM0026"}, PaymentID: "T1", Amount: 5000, Key: "dup-1", Repeated: c.repeated,
		})
		if applied != c.applied {
			t.Errorf("%s: asked for %d times, want %d", name, applied, c.applied)
		}
		if c.fail != "" {
			if err == nil || provider.OutcomeOf(err) != c.fail {
				t.Errorf("%s: %+v, %v; want %s", name, got, err, c.fail)
			}
		} else if err != nil || got.State != c.want {
			t.Errorf("%s: %+v, %v; want %s", name, got, err, c.want)
		}
	}
}

func TestPTM23Profile(t *testing.T) {
	p := answering(t, http.StatusOK, "").Profile()
	if p.Name != "paytm" || p.Choice.Name != "Paytm" || p.Checkout != provider.Window || !p.SingleTry || !p.Refunds || p.Lists || len(p.Mandates) != 0 || p.Page.InlineStyles {
		t.Errorf("profile %+v; want a window, one try, refunds, no list and no mandate", p)
	}
	if !strings.Contains(p.Page.Script, "window.openCheckout") || len(p.Choice.Logo) == 0 {
		t.Errorf("no script or logo")
	}
}
