package payment_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"rento/internal/payment"
	"rento/internal/payment/paypage"
	"rento/internal/testkit"
)

// pages serves the pay pages of a world.
type pages struct {
	*world
	mux *http.ServeMux
}

func (w *world) pages(c paypage.Config) pages {
	p := pages{w, http.NewServeMux()}
	served := paypage.New(w.payments, c, slog.New(slog.DiscardHandler))
	p.mux.HandleFunc("GET /pgRedirect", served.Redirect)
	p.mux.HandleFunc("GET /pay/{uniqueId}", served.Pay)
	// The route table sets the same limit.
	p.mux.Handle("POST /pay/{uniqueId}/return", http.MaxBytesHandler(http.HandlerFunc(served.Return), 64<<10))
	p.mux.HandleFunc("GET /pay/{uniqueId}/{name}", served.Below)
	p.mux.HandleFunc("GET /invoice/{code}", served.Invoice)
	p.mux.HandleFunc("POST /invoice/{code}/pay", served.PayInvoice)
	p.mux.HandleFunc("GET /invoice/{code}/pay", served.ToInvoice)
	p.mux.HandleFunc("GET /invoice/{code}/pdf", served.PrintInvoice)
	return p
}

var appOnly = paypage.Config{ProductName: "Town", AppOrigin: "https://app.example"}

func (p pages) send(method, target string, form url.Values) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(context.Background(), method, target, strings.NewReader(form.Encode()))
	r.Host = "app.example"
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	out := httptest.NewRecorder()
	out.Header().Set("X-Frame-Options", "SAMEORIGIN") // the outer handler sets it by default
	p.mux.ServeHTTP(out, r)
	return out
}

func (p pages) get(target string) *httptest.ResponseRecorder {
	return p.send(http.MethodGet, target, nil)
}

func onPages(t *testing.T, test func(p pages)) {
	t.Helper()
	test(newWorld(t, testkit.Open(t)).pages(appOnly))
}

func (p pages) want(out *httptest.ResponseRecorder, status int, texts ...string) {
	p.T.Helper()
	if out.Code != status {
		p.T.Fatalf("HTTP %d, want %d: %s", out.Code, status, out.Body)
	}
	for _, text := range texts {
		if !strings.Contains(out.Body.String(), text) {
			p.T.Fatalf("no %q in %s", text, out.Body)
		}
	}
}

// PAY-47, PAY-48: the redirect takes the link's transaction to its gateway. Nothing else in the
// query matters.
func TestPgRedirect(t *testing.T) {
	onPages(t, func(p pages) {
		payer := p.debtor()
		tr := p.startDue(payer)
		for _, query := range []string{
			"?gateway=razorpay&transactionId=" + tr.UniqueID,
			"?gateway=razorpay&paymentMethod=upi&transactionId=" + tr.UniqueID,
			"?gateway=https://evil.example&transactionId=" + tr.UniqueID + "&amount=1&redirectUrl=//evil.example",
			"?gateway=juspay-credpay&platform=mweb&os=android&device=phone&credAppPresent=true&transactionId=" + tr.UniqueID,
			"?transactionId=" + tr.UniqueID,
		} {
			out := p.get("/pgRedirect" + query)
			if out.Code != http.StatusFound || out.Header().Get("Location") != "/pay/"+tr.UniqueID {
				p.T.Fatalf("%s: HTTP %d to %s, want 302 and %v", query, out.Code, out.Header().Get("Location"), "/pay/"+tr.UniqueID)
			}
		}
		if orders := p.orders(); len(orders) != 1 {
			p.T.Fatalf("orders %v, want length 1", orders)
		}
	})
}

func TestPgRedirectRefuses(t *testing.T) {
	onPages(t, func(p pages) {
		payer, tr, order := p.begin()
		for _, id := range []string{"", "unknown", "../x", fmt.Sprint(tr.ID), tr.UniqueID[1:]} {
			p.want(p.get("/pgRedirect?gateway=razorpay&transactionId="+url.QueryEscape(id)), http.StatusNotFound, "This page does not exist", "<html lang=\"en-IN\">")
		}
		p.Clock.Advance(31 * time.Minute)
		for _, target := range []string{"/pgRedirect?transactionId=" + tr.UniqueID, "/pay/" + tr.UniqueID} {
			p.want(p.get(target), http.StatusGone, "This link has run out")
		}
		p.startDue(payer) // a signed-in customer makes the link work again
		p.want(p.get("/pay/"+tr.UniqueID), http.StatusOK, order)
		p.Pay(payer, "bank", dueAmount)
		p.want(p.get("/pay/"+tr.UniqueID), http.StatusGone, "This link has run out")
	})
}

// CALL-98, CALL-103: the pay page loads the provider's script, isolated from everything that the
// dashboard stores.
func TestPayPage(t *testing.T) {
	onPages(t, func(p pages) {
		_, tr, order := p.begin()
		out := p.get("/pay/" + tr.UniqueID)
		p.want(out, http.StatusOK, order, keys.ID, "₹2,830", `data-script="http://shop.test/sandbox/razorpay/v1/checkout.js"`,
			"https://app.example/pay/"+tr.UniqueID+"/return", `role="status"`, "<noscript>")
		policy := out.Header().Get("Content-Security-Policy")
		for _, rule := range []string{
			"default-src 'none'", "sandbox allow-scripts allow-forms allow-popups", "connect-src http://shop.test",
			"frame-ancestors 'self' https://app.example", "base-uri 'none'",
		} {
			if !strings.Contains(policy, rule) {
				p.T.Errorf("no %q in %s", rule, policy)
			}
		}
		nonce, _, _ := strings.Cut(strings.SplitN(policy, "'nonce-", 2)[1], "'")
		p.want(out, http.StatusOK, `<script nonce="`+nonce+`"`)
		for _, rule := range []string{"unsafe", "allow-same-origin"} {
			if strings.Contains(policy, rule) {
				p.T.Errorf("policy %s, want no %q in it", policy, rule)
			}
		}
		if again := p.get("/pay/" + tr.UniqueID).Header().Get("Content-Security-Policy"); again == policy {
			p.T.Error("the nonce is used twice")
		}
		if h := out.Header(); h.Get("Cache-Control") != "no-store" || h.Get("X-Frame-Options") != "" {
			p.T.Errorf("headers %v, want no-store and no X-Frame-Options", h)
		}
	})
}

// A pay page with its own origin needs no sandbox, and talks only to the dashboard's origin.
func TestPayPageOnItsOwnOrigin(t *testing.T) {
	w := newWorld(t, testkit.Open(t))
	p := w.pages(paypage.Config{ProductName: "Town", AppOrigin: "https://app.example", PayOrigin: "https://pay.example"})
	_, tr, _ := p.begin()
	out := p.get("/pay/" + tr.UniqueID)
	p.want(out, http.StatusOK, `data-app="https://app.example"`, "https://pay.example/pay/"+tr.UniqueID+"/return")
	if policy := out.Header().Get("Content-Security-Policy"); strings.Contains(policy, "sandbox") || !strings.Contains(policy, "form-action https://pay.example") {
		t.Errorf("policy %s, want %q in it and no sandbox", policy, "form-action https://pay.example")
	}
	if to := p.get("/pgRedirect?transactionId=" + tr.UniqueID).Header().Get("Location"); to != "https://pay.example/pay/"+tr.UniqueID {
		t.Errorf("redirect to %s, want %v", to, "https://pay.example/pay/"+tr.UniqueID)
	}
}

// F23: the return page checks the proof that it gets, and a stale return has no effect.
func TestReturnPage(t *testing.T) {
	onPages(t, func(p pages) {
		payer, tr, order := p.begin()
		back := "/pay/" + tr.UniqueID + "/return"
		lie := url.Values{"error[code]": {"BAD"}, "error[description]": {"Call 1800 000 to pay"}, "error[reason]": {"Call 1800 000"}}
		failed := p.send(http.MethodPost, back+"?lang=en&message=Call+1800+000", lie)
		p.want(failed, http.StatusOK, "We do not know yet")
		if body := failed.Body.String(); strings.Contains(body, "1800") {
			p.T.Errorf("the page of return shows what it was sent:\n%s", body)
		}
		p.want(p.send(http.MethodPost, back, url.Values{
			"razorpay_payment_id": {"pay_1"}, "razorpay_order_id": {order}, "razorpay_signature": {"00"},
		}), http.StatusBadRequest, "could not verify")
		p.wantStatus(payer, tr, payment.StatusPending)
		proof := url.Values{}
		for name, value := range p.pay(order, "success") {
			proof.Set(name, value)
		}
		proof.Set("note", "Call 1800 000 to pay")
		for range 2 {
			paid := p.send(http.MethodPost, back, proof)
			p.want(paid, http.StatusOK, "Payment received")
			if body := paid.Body.String(); strings.Contains(body, "1800") {
				p.T.Errorf("the page of return shows what it was sent:\n%s", body)
			}
		}
		p.wantPaid(payer, tr)
		p.want(p.get("/pay/"+tr.UniqueID), http.StatusOK, "Payment received")
		p.want(p.send(http.MethodPost, "/pay/unknown/return", proof), http.StatusNotFound)
		p.want(p.send(http.MethodPost, back, url.Values{"x": {strings.Repeat("x", 70_000)}}), http.StatusBadRequest)
	})
}

// Without a proof, the return page shows what the gateway answers when we ask it. It offers
// another try only if the payment failed at the gateway. A customer who can pay again while the
// bank still decides would pay twice.
func TestReturnPageWithoutProofGoesByTheGateway(t *testing.T) {
	lie := url.Values{"error[code]": {"BAD_REQUEST_ERROR"}, "error[reason]": {"payment_failed"}}
	for _, test := range []struct {
		outcome string // of the payer's try; empty for no try
		silent  bool   // the gateway does not answer
		want    string
		again   bool
	}{
		{"late", false, "We do not know yet", false},
		{"pending", false, "We do not know yet", false},
		{"", false, "We do not know yet", false},
		{"failure", true, "We do not know yet", false},
		{"failure", false, "did not go through", true},
		{"success", false, "Payment received", false},
		{"authorized", false, "Payment received", false},
	} {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			t.Run(fmt.Sprintf("%s %q, silent %t", method, test.outcome, test.silent), func(t *testing.T) {
				onPages(t, func(p pages) {
					_, tr, order := p.begin()
					if test.outcome != "" {
						p.pay(order, test.outcome)
					}
					if test.silent {
						p.between = func(string) error { return os.ErrDeadlineExceeded }
					}
					target, form := "/pay/"+tr.UniqueID+"/return", lie
					if method == http.MethodGet {
						target, form = target+"?"+lie.Encode(), nil
					}
					for _, at := range []string{target, "/pay/" + tr.UniqueID + "/return"} {
						out := p.send(method, at, form)
						p.want(out, http.StatusOK, test.want)
						if again := strings.Contains(out.Body.String(), `href="/pay/`); again != test.again {
							t.Errorf("a way to pay again: %t, want %t\n%s", again, test.again, out.Body)
						}
					}
				})
			})
		}
	}
}

// A failed try says nothing about the next try on the same order.
func TestReturnPageOfANewTryAfterAFailure(t *testing.T) {
	onPages(t, func(p pages) {
		payer, tr, order := p.begin()
		back := "/pay/" + tr.UniqueID + "/return"
		p.pay(order, "failure")
		p.want(p.get(back), http.StatusOK, "did not go through")
		p.open(payer, tr)
		p.pay(order, "late")
		p.want(p.get(back), http.StatusOK, "We do not know yet")
		p.wait(time.Minute)
		p.want(p.get(back), http.StatusOK, "Payment received")
	})
}

// ERR-16: if a gateway cannot be opened, the page says so and offers another try.
func TestPayPageWithoutGateway(t *testing.T) {
	onPages(t, func(p pages) {
		tr := p.startDue(p.debtor())
		p.between = func(string) error { return os.ErrDeadlineExceeded }
		p.want(p.get("/pay/"+tr.UniqueID), http.StatusBadGateway, "The gateway does not answer")
		p.between = nil
		p.want(p.get("/pay/"+tr.UniqueID), http.StatusOK, "Pay securely")
	})
}

func TestPayPageWords(t *testing.T) {
	onPages(t, func(p pages) {
		_, tr, _ := p.begin()
		p.want(p.get("/pay/"+tr.UniqueID+"?lang=hi"), http.StatusOK, `lang="hi-IN"`, "सुरक्षित भुगतान करें")
		p.want(p.get("/pay/unknown?lang=hi"), http.StatusNotFound, "यह पेज मौजूद नहीं है")
		forged := p.send(http.MethodPost, "/pay/"+tr.UniqueID+"/return?lang=hi", url.Values{"razorpay_signature": {"00"}})
		p.want(forged, http.StatusBadRequest, "हम इस भुगतान की पुष्टि नहीं कर सके।")
		if strings.Contains(forged.Body.String(), "We could not") {
			p.T.Error("a refusal is told in English to who reads Hindi")
		}
		p.want(p.get("/pay/"+tr.UniqueID+"/return?lang=hi"), http.StatusOK, "हमें अभी पता नहीं कि यह भुगतान हुआ या नहीं")
		p.want(p.get("/pay/logos/razorpay.svg"), http.StatusOK, "<svg")
		p.want(p.get("/pay/logos/unknown.svg"), http.StatusNotFound)
		p.want(p.get("/pay/logos/..%2fpay.js"), http.StatusNotFound)
	})
}
