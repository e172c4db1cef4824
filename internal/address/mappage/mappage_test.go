package mappage_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rento/internal/address/mappage"
)

func get(t *testing.T, c mappage.Config, path string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	w.Header().Set("X-Frame-Options", "SAMEORIGIN")
	c.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, http.NoBody))
	return w
}

func TestWithoutAKeyThereIsNoPage(t *testing.T) {
	c := mappage.Config{AppOrigin: "https://app.example"}
	if c.Address() != "" || get(t, c, "/map").Code != http.StatusNotFound {
		t.Error("there is a page")
	}
}

// Google's script has no access to the dashboard, because the page is sandboxed or has another
// origin.
func TestThePageIsIsolated(t *testing.T) {
	c := mappage.Config{Key: `k"</script>`, AppOrigin: "http://localhost:8080"}
	w := get(t, c, "/map?lang=hi")
	policy := w.Header().Get("Content-Security-Policy")
	if c.Address() != "/map" || !strings.Contains(policy, "sandbox allow-scripts") || strings.Contains(policy, "allow-same-origin") ||
		!strings.Contains(policy, "frame-ancestors 'self' http://example.com") || w.Header().Get("X-Frame-Options") != "" {
		t.Errorf("%s, %q, want /map, %q in it and %q in it", c.Address(), policy, "sandbox allow-scripts", "frame-ancestors 'self' http://example.com")
	}
	if body := w.Body.String(); strings.Contains(body, `k"</script>`) || !strings.Contains(body, `"language":"hi"`) || !strings.Contains(body, `"legacyPlaces":false`) {
		t.Errorf("setting in %s, want %q in it and %q in it", body, `"language":"hi"`, `"legacyPlaces":false`)
	}
	c.Origin = "https://maps.example"
	policy = get(t, c, "/map").Header().Get("Content-Security-Policy")
	if c.Address() != "https://maps.example/map" || strings.Contains(policy, "sandbox") || !strings.Contains(policy, "frame-ancestors 'self' http://localhost:8080") {
		t.Errorf("%s, %q, want https://maps.example/map and %q in it", c.Address(), policy, "frame-ancestors 'self' http://localhost:8080")
	}
}

func TestNoTwoPagesShareANonce(t *testing.T) {
	c := mappage.Config{Key: "k"}
	one, other := get(t, c, "/map").Header().Get("Content-Security-Policy"), get(t, c, "/map").Header().Get("Content-Security-Policy")
	if one == other {
		t.Error("the policy stays the same")
	}
}
