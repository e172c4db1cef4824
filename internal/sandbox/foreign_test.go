package sandbox_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rento/internal/calendar"
	"rento/internal/sandbox"
)

// A page of another site opens nothing here but the checkout of a provider;
// what names no origin, as servers do, comes in.
func TestPagesOfOtherSitesAreRefused(t *testing.T) {
	box, err := sandbox.New(sandbox.Options{Clock: calendar.System{}, PublicURL: origin, Merchants: []sandbox.Merchant{{Keys: keys}, {Keys: paytmKeys}}})
	if err != nil {
		t.Fatal(err)
	}
	origins := map[string]http.Header{
		"as browsers say it":    {"Sec-Fetch-Site": {"cross-site"}, "Origin": {"https://evil.example"}},
		"as old browsers do":    {"Origin": {"https://evil.example"}},
		"from an isolated page": {"Sec-Fetch-Site": {"cross-site"}, "Origin": {"null"}},
	}
	post := func(path string, from http.Header) int {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, sandbox.Prefix+path, strings.NewReader("{}"))
		r.Header.Set("Content-Type", "text/plain")
		for name, values := range from {
			r.Header[name] = values
		}
		out := httptest.NewRecorder()
		box.ServeHTTP(out, r)
		return out.Code
	}
	for name, from := range origins {
		for _, path := range []string{"/control", "/razorpay/pay", "/razorpay/v1/orders", "/paytm/pay", "/paytm/v3/order/status"} {
			if got := post(path, from); got != http.StatusForbidden {
				t.Errorf("%s, %s: HTTP %d, want %d", path, name, got, http.StatusForbidden)
			}
			if got := post(path, nil); got == http.StatusForbidden {
				t.Errorf("%s without an origin: HTTP %d, want that it is let in", path, got)
			}
		}
		for _, path := range []string{"/razorpay/v1/checkout/preferences", "/paytm/merchantpgpui/checkoutjs/payments", "/paytm/theia/api/v1/showPaymentPage"} {
			if got := post(path, from); got == http.StatusForbidden {
				t.Errorf("the checkout, %s, %s: HTTP %d, want that it is let in", name, path, got)
			}
		}
	}
	if got := post("/control", http.Header{"Sec-Fetch-Site": {"same-origin"}}); got != http.StatusOK {
		t.Errorf("control from a page of the same site: HTTP %d, want %d", got, http.StatusOK)
	}
}
