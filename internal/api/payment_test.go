package api_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// These are the wire forms of the payment calls, with only the fields of the contract.
type (
	wireTransaction struct {
		RMTransactionID int64                  `json:"rmTransactionId"`
		UniqueID        string                 `json:"uniqueId"`
		IsAutoDebit     bool                   `json:"isAutoDebit"`
		PGOptions       struct{ Amount int64 } `json:"pgOptions"`
		IsOnlyRazorpay  bool                   `json:"isOnlyRazorpay"`
		WalletPaid      bool                   `json:"walletPaid"`
		RazorpayOptions *wireOptions           `json:"razorpayOptions"`
	}
	wireOptions struct {
		Key, Currency, Name, ScriptURL string
		OrderID                        string `json:"order_id"`
		Amount                         int64
	}
	wireStart struct {
		RedirectURL     string
		RazorpayOptions wireOptions
	}
	wireProof struct {
		PaymentID string `json:"razorpay_payment_id"`
		OrderID   string `json:"razorpay_order_id"`
		Signature string `json:"razorpay_signature"`
	}
	wireHome struct {
		DepositBalance     float64
		TotalPayableAmount float64
	}
)

// payable is a persona with an order that is ready to be paid.
type payable struct {
	person
	transaction wireTransaction
	start       wireStart
}

func (p person) begin(t *testing.T, call string) payable {
	t.Helper()
	return p.beginWith(t, call, map[string]any{})
}

func (p person) beginWith(t *testing.T, call string, body map[string]any) payable {
	t.Helper()
	x := payable{person: p}
	if status := p.do(t, http.MethodPost, call, body, &x.transaction); status != http.StatusOK {
		t.Fatalf("%s: status %d, want 200", call, status)
	}
	status := p.do(t, http.MethodPost, "/api/Payments/startPayment", map[string]any{
		"rmTransactionId": x.transaction.RMTransactionID, "uniqueId": x.transaction.UniqueID, "gateway": "razorpay",
		"platform": "mweb", "os": "android", "device": "phone", "phoneNumber": "9000000001", "credAppPresent": false,
	}, &x.start)
	if status != http.StatusOK || x.start.RazorpayOptions.OrderID == "" {
		t.Fatalf(`startPayment: status %d, %+v; want status = %v, x.start.RazorpayOptions.OrderID other than ""`, status, x.start, http.StatusOK)
	}
	return x
}

func (p payable) pay(t *testing.T) wireProof {
	t.Helper()
	var proof wireProof
	status := p.city.call(t, http.MethodPost, "/sandbox/razorpay/pay", "", map[string]string{"order_id": p.start.RazorpayOptions.OrderID, "outcome": "success"}, &proof)
	if status != http.StatusOK || proof.Signature == "" {
		t.Fatalf(`pay: status %d, %+v; want status = %v, proof.Signature other than ""`, status, proof, http.StatusOK)
	}
	return proof
}

func (p payable) capture(t *testing.T, proof wireProof) (int, bool) {
	t.Helper()
	var out struct{ Success bool }
	status := p.do(t, http.MethodPost, "/api/Payments/razorpay/capturePayment", map[string]any{"data": map[string]any{
		"razorpay_payment_id": proof.PaymentID, "razorpay_order_id": proof.OrderID, "razorpay_signature": proof.Signature,
		"rmTransactionId": p.transaction.RMTransactionID, "uniqueId": p.transaction.UniqueID, "device": "mweb",
	}}, &out)
	return status, out.Success
}

func (p payable) status(t *testing.T) int {
	t.Helper()
	var out struct{ Status int }
	p.do(t, http.MethodGet, fmt.Sprintf("/api/Payments/orderStatus?rmTransactionId=%d", p.transaction.RMTransactionID), nil, &out)
	return out.Status
}

func (p person) home(t *testing.T) wireHome {
	t.Helper()
	var home wireHome
	if status := p.do(t, http.MethodGet, "/api/Dashboards/dashboardData", nil, &home); status != http.StatusOK {
		t.Fatalf("home: status %d, want 200", status)
	}
	return home
}

func freshCity(t *testing.T) *demoCity {
	t.Helper()
	w, err := newDemoCity(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.store.Close() })
	return w
}

// Over the calls, too, a payment takes at most five durable commits. docs/payments.md lists them.
func TestCommitsOfAPaymentOverTheCalls(t *testing.T) {
	w := freshCity(t)
	p := w.person(t, "asha")
	before := w.store.Commits()
	x := p.begin(t, "/api/RMUsers/{id}/createPendingRentTransaction")
	begun := w.store.Commits() - before
	proof := x.pay(t)
	before = w.store.Commits()
	if status, paid := x.capture(t, proof); status != http.StatusOK || !paid {
		t.Fatalf("capture: HTTP %d, paid %t, want 200", status, paid)
	}
	captured := w.store.Commits() - before
	// They are the limit, the transaction, the attempt and the order, then the posting.
	if begun != 4 || captured != 1 {
		t.Errorf("start and gateway take %d commits, capture %d; want 4 and 1", begun, captured)
	}
}

// A payment of dues and of a deposit, from the first call to the home screen that no longer shows
// them. CALL-63, CALL-65, CALL-66, CALL-67, CALL-68, CALL-69, CALL-103, ENTITY-53, ENTITY-54,
// ENTITY-55, ENTITY-57, PAY-16, PAY-17, PAY-46
func TestPayOverTheCalls(t *testing.T) {
	w := freshCity(t)
	for _, test := range []struct {
		persona, call string
		due           func(wireHome) float64
	}{
		{"asha", "/api/RMUsers/{id}/createPendingRentTransaction", func(h wireHome) float64 { return h.TotalPayableAmount }},
		{"bilal", "/api/RMUsers/{id}/createPendingDepositTransaction", func(h wireHome) float64 { return -h.DepositBalance }},
	} {
		p := w.person(t, test.persona)
		due := test.due(p.home(t))
		x := p.begin(t, test.call)
		if due <= 0 || float64(x.transaction.PGOptions.Amount) != due*100 || x.transaction.WalletPaid || x.transaction.IsOnlyRazorpay {
			t.Fatalf("got %s owes %v: %+v; want due > 0, float64(x.transaction.PGOptions.Amount) = %v, not x.transaction.WalletPaid, not x.transaction.IsOnlyRazorpay", test.persona, due, x.transaction, due*100)
		}
		if o := x.start.RazorpayOptions; o.Amount != x.transaction.PGOptions.Amount || o.Currency != "INR" || o.Key == "" || o.ScriptURL == "" {
			t.Fatalf(`options %+v; want o.Amount = %v, o.Currency = "INR", o.Key other than "", o.ScriptURL other than ""`, o, x.transaction.PGOptions.Amount)
		}
		if got := x.status(t); got != 100 {
			t.Fatalf("status %d, want 100", got)
		}
		proof := x.pay(t)
		for range 2 {
			if status, paid := x.capture(t, proof); status != http.StatusOK || !paid {
				t.Fatalf("capture: %d, %v, want 200", status, paid)
			}
		}
		if got := x.status(t); got != 300 || test.due(p.home(t)) != 0 {
			t.Fatalf("status %d, home %+v; want got = 300, test.due(p.home(t)) = 0", got, p.home(t))
		}
		refused(t, p.city.raw(t, http.MethodPost, strings.ReplaceAll(test.call, "{id}", fmt.Sprint(p.id)), p.token, []byte(`{}`)), http.StatusConflict)
	}
}

// A forged proof is a 400 and changes nothing. A forged webhook is a 401.
func TestForgedPaymentsOverTheCalls(t *testing.T) {
	w := freshCity(t)
	x := w.person(t, "asha").begin(t, "/api/RMUsers/{id}/createPendingRentTransaction")
	before := snapshot(t, x.person)
	if status, _ := x.capture(t, wireProof{"pay_1", x.start.RazorpayOptions.OrderID, "00"}); status != http.StatusBadRequest {
		t.Fatalf("forged proof: status %d, want 400", status)
	}
	event := []byte(`{"event":"payment.captured"}`)
	refused(t, w.raw(t, http.MethodPost, "/webhooks/razorpay", "", event), http.StatusUnauthorized)
	refused(t, w.raw(t, http.MethodPost, "/webhooks/nobody", "", event), http.StatusNotFound)
	refused(t, w.raw(t, http.MethodPost, "/webhooks/razorpay", "", []byte(strings.Repeat(" ", 300<<10))), http.StatusRequestEntityTooLarge)
	if after := snapshot(t, x.person); after != before || x.status(t) != 100 {
		t.Fatalf("a forgery changed something, want the same and status 100:\n%s\n%s", before, after)
	}
}

// Of no provider, an event without a proof is accepted: it is a 4xx in the error shape, nothing is
// stored, and nothing changes.
func TestEventsOfNobodyAreRefused(t *testing.T) {
	w := freshCity(t)
	x := w.person(t, "asha").begin(t, "/api/RMUsers/{id}/createPendingRentTransaction")
	before := snapshot(t, x.person)
	order := x.start.RazorpayOptions.OrderID
	bodies := map[string]string{
		"nothing":  "",
		"no JSON":  "{",
		"a list":   "[1]",
		"an event": `{"event":"payment.captured","event_name":"ORDER_SUCCEEDED","id":"evt_1","payload":{"payment":{"entity":{"id":"pay_1","order_id":"` + order + `","status":"captured"}}}}`,
		"a form":   "ORDERID=" + order + "&STATUS=TXN_SUCCESS&TXNAMOUNT=1.00&CHECKSUMHASH=AAAA",
		"a token":  "eyJhbGciOiJub25lIn0.eyJvcmRlcmlkIjoiMSIsImF1dGhfc3RhdHVzIjoiMDMwMCJ9.",
	}
	forged := map[string]string{
		"X-Razorpay-Signature": strings.Repeat("0", 64), "X-Razorpay-Event-Id": "evt_1", "Authorization": "Basic bm9ib2R5Om5vYm9keQ==",
	}
	from := 0
	for _, provider := range []string{"razorpay", "razorpayx", "paytm", "juspay", "billdesk"} {
		for what, body := range bodies {
			for _, headers := range []map[string]string{nil, forged} {
				from++
				r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/webhooks/"+provider, strings.NewReader(body))
				r.RemoteAddr = fmt.Sprintf("198.51.100.%d:1", from) // refusals of one address are limited
				for name, value := range headers {
					r.Header.Set(name, value)
				}
				answer := httptest.NewRecorder()
				w.Node.Handler().ServeHTTP(answer, r)
				if answer.Code < 400 || answer.Code >= 500 {
					t.Errorf("%s: %s, headers %v: status %d, want 4xx: %s", provider, what, headers, answer.Code, answer.Body)
					continue
				}
				refused(t, answer, answer.Code)
			}
		}
	}
	if diff := cmp.Diff(before, snapshot(t, x.person)); diff != "" {
		t.Errorf("what the customer sees (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(100, x.status(t)); diff != "" {
		t.Errorf("status of the payment (-want +got):\n%s", diff)
	}
}

// The gateway's own form comes from another site and is accepted because of the proof in it. Every
// other form from another site is refused.
func TestTheGatewaysFormComesBack(t *testing.T) {
	w := freshCity(t)
	x := w.person(t, "kabir").begin(t, "/api/RMUsers/{id}/createPendingRentTransaction")
	redirect := w.raw(t, http.MethodGet, "/pgRedirect?gateway=razorpay&transactionId="+x.transaction.UniqueID, "", nil)
	if redirect.Code != http.StatusFound || redirect.Header().Get("Location") != "/pay/"+x.transaction.UniqueID {
		t.Fatalf("redirect: %d %s, want 302 and %v", redirect.Code, redirect.Header(), "/pay/"+x.transaction.UniqueID)
	}
	page := w.raw(t, http.MethodGet, redirect.Header().Get("Location"), "", nil)
	if page.Code != http.StatusOK || !strings.Contains(page.Header().Get("Content-Security-Policy"), "sandbox allow-scripts") {
		t.Fatalf("page: %d %s, want 200 and %q in it", page.Code, page.Header(), "sandbox allow-scripts")
	}
	back := "/pay/" + x.transaction.UniqueID + "/return"
	lie := w.foreignForm(t, back, url.Values{"error[code]": {"BAD_REQUEST_ERROR"}})
	if body := lie.Body.String(); lie.Code != http.StatusOK || !strings.Contains(body, "We do not know yet") || strings.Contains(body, `href="/pay/`) || x.status(t) != 100 {
		t.Fatalf("a form that only claims a failure: %d %s, want what is not known yet and no way to pay again", lie.Code, body)
	}
	proof := x.pay(t)
	form := url.Values{"razorpay_payment_id": {proof.PaymentID}, "razorpay_order_id": {proof.OrderID}, "razorpay_signature": {proof.Signature}}
	if answer := w.foreignForm(t, back, form); answer.Code != http.StatusOK || x.status(t) != 300 {
		t.Fatalf("return: %d %s, want 200 and 300", answer.Code, answer.Body)
	}
	if answer := w.foreignForm(t, "/api/Payments/startPayment", form); answer.Code != http.StatusForbidden {
		t.Fatalf("another form: %d, want 403", answer.Code)
	}
}

// foreignForm posts a form as a browser does from another site.
func (w *demoCity) foreignForm(t *testing.T, path string, form url.Values) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", "https://api.razorpay.com")
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	answer := httptest.NewRecorder()
	w.Node.Handler().ServeHTTP(answer, r)
	return answer
}
