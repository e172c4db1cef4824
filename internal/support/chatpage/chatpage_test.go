package chatpage_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rento/internal/provider/chatwoot"
	"rento/internal/support/chatpage"
)

func get(t *testing.T, c chatpage.Config) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	w.Header().Set("X-Frame-Options", "SAMEORIGIN")
	c.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, chatpage.Path, http.NoBody))
	return w
}

func TestWithoutAProviderThereIsNoPage(t *testing.T) {
	c := chatpage.Config{AppOrigin: "https://app.example", Origin: "https://chat.example"}
	if c.Address() != "" || get(t, c).Code != http.StatusNotFound {
		t.Error("there is a page")
	}
}

// The provider's script has no access to the dashboard: the page has an origin of its own, or none.
// Only the dashboard can frame it, and no other script runs in it.
func TestThePageIsIsolated(t *testing.T) {
	inbox, err := chatwoot.New(chatwoot.Config{BaseURL: "https://woot.example", WebsiteToken: `t"</script>`, IdentityKey: "a secret"})
	if err != nil {
		t.Fatal(err)
	}
	c := chatpage.Config{Provider: inbox, AppOrigin: "https://app.example"}
	w := get(t, c)
	policy, body := w.Header().Get("Content-Security-Policy"), w.Body.String()
	if c.Address() != "/chat" || !strings.Contains(policy, "sandbox allow-") || strings.Contains(policy, "allow-same-origin") || w.Header().Get("X-Frame-Options") != "" {
		t.Errorf("%s, %q; want /chat in a sandbox without an origin", c.Address(), policy)
	}
	if strings.Contains(policy, "NONCE") || !strings.Contains(policy, "frame-src https://woot.example") || policy == get(t, c).Header().Get("Content-Security-Policy") {
		t.Errorf("%q, want a nonce of each page and the provider's rules", policy)
	}
	if strings.Contains(body, `t"</script>`) || strings.Contains(body, "a secret") || !strings.Contains(body, "chatDriver") {
		t.Errorf("page %s, want the driver, the token escaped and no secret", body)
	}
	c.Origin = "https://chat.example"
	policy = get(t, c).Header().Get("Content-Security-Policy")
	if c.Address() != "https://chat.example/chat" || strings.Contains(policy, "sandbox") || !strings.Contains(policy, "frame-ancestors 'self' https://app.example") {
		t.Errorf("%s, %q; want it on its own origin, framed by the dashboard alone", c.Address(), policy)
	}
}
