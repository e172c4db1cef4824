package webpage_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/webpage"
)

func TestWhatAPolicyDoesNotNameIsAllowedToNobody(t *testing.T) {
	want := "default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'none'"
	if got := (webpage.Policy{}).String(); got != want {
		t.Errorf("policy %q, want %q", got, want)
	}
	h := http.Header{}
	webpage.Plain(h, webpage.Policy{Forms: "'self'", Rules: []string{"style-src 'self'"}})
	wanted := http.Header{
		"Content-Type": {"text/html; charset=utf-8"}, "Cache-Control": {"no-cache"},
		"Content-Security-Policy": {"default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'self'; style-src 'self'; frame-ancestors 'none'"},
	}
	if diff := cmp.Diff(wanted, h); diff != "" {
		t.Errorf("headers of a plain page (-want +got):\n%s", diff)
	}
}

func TestAnIsolatedPageHasItsOwnOriginOrNone(t *testing.T) {
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://phone.local:8080/pay/1", http.NoBody)
	for _, c := range []struct {
		page                 webpage.Isolated
		app, address, policy string
	}{
		{
			webpage.Isolated{AppOrigin: "http://localhost:8080", Sandbox: []string{"allow-forms"}},
			"http://phone.local:8080", "http://phone.local:8080",
			"default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'self' http://phone.local:8080; sandbox allow-scripts allow-forms",
		},
		{
			webpage.Isolated{AppOrigin: "https://app.example", Sandbox: []string{"allow-forms"}},
			"https://app.example", "https://app.example",
			"default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'self' https://app.example; sandbox allow-scripts allow-forms",
		},
		{
			webpage.Isolated{AppOrigin: "https://app.example", Origin: "https://pay.example", Sandbox: []string{"allow-forms"}},
			"https://app.example", "https://pay.example",
			"default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'self' https://app.example",
		},
	} {
		if got := c.page.App(r); got != c.app {
			t.Errorf("%+v: the dashboard is at %s, want %s", c.page, got, c.app)
		}
		if got := c.page.Address(r); got != c.address {
			t.Errorf("%+v: the page is at %s, want %s", c.page, got, c.address)
		}
		h := http.Header{"X-Frame-Options": {"SAMEORIGIN"}}
		c.page.SetHeaders(h, r, webpage.Policy{})
		want := http.Header{
			"Content-Type": {"text/html; charset=utf-8"}, "Cache-Control": {"no-store"}, "Content-Security-Policy": {c.policy},
			"Cross-Origin-Resource-Policy": {"cross-origin"}, "X-Robots-Tag": {"noindex"},
		}
		if diff := cmp.Diff(want, h); diff != "" {
			t.Errorf("%+v: headers (-want +got):\n%s", c.page, diff)
		}
	}
}

func TestNoTwoNoncesAreTheSame(t *testing.T) {
	if one, other := webpage.Nonce(), webpage.Nonce(); one == other || len(one) < 20 {
		t.Errorf("nonces %q and %q", one, other)
	}
}
