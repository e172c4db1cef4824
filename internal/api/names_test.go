package api_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Products have the names that the catalogue gives them in the language that is
// asked for, in every answer; what it has no name for stays in English. A home
// screen that is ready in one language is not shown in another.
func TestProductsAreNamedInTheLanguageThatIsAskedFor(t *testing.T) {
	w := sharedCity(t)
	asha := w.person(t, "asha")
	named := func(path, language string) string {
		t.Helper()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
		r.Header.Set("client-name", "customer-dashboard")
		r.Header.Set("Authorization", asha.token)
		r.Header.Set("Accept-Language", language)
		answer := httptest.NewRecorder()
		w.Node.Handler().ServeHTTP(answer, r)
		var home struct {
			Active []struct{ Name string } `json:"activeProductLists"`
			Listed []struct{ Name string } `json:"subscriptions"`
		}
		if err := json.Unmarshal(answer.Body.Bytes(), &home); err != nil {
			t.Fatalf("%s: %v in %s", path, err, answer.Body)
		}
		var names []string
		for _, item := range append(home.Active, home.Listed...) {
			names = append(names, item.Name)
		}
		return strings.Join(names, "; ")
	}
	for _, path := range []string{"/api/Dashboards/dashboardData", "/api/Dashboards/getSubscriptions"} {
		english := named(path, "en-IN")
		hindi := named(path, "hi-IN,hi;q=0.9,en;q=0.8")
		if english == "" || hindi == english || !strings.ContainsAny(hindi, "अआकसफटलव") {
			t.Errorf("%s: in English %q, in Hindi %q", path, english, hindi)
		}
		for _, other := range []string{"", "en", "xx", "fr, hi"} {
			if got := named(path, other); got != english {
				t.Errorf("%s in %q: %q, want %q", path, other, got, english)
			}
		}
		if again := named(path, "hi"); again != hindi {
			t.Errorf("%s in Hindi again: %q, want %q", path, again, hindi)
		}
	}
}
