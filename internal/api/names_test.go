package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rento/internal/subscription"
)

// In every answer, products have the catalogue's names in the requested language. A name without a
// translation stays in English. A home screen cached in one language is not used for another.
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

// No answer has a product's English name if the catalogue has one in the requested language. Issued
// documents keep their text.
func TestNoAnswerLeavesAProductInEnglish(t *testing.T) {
	w := sharedCity(t)
	names, err := subscription.ProductNames(t.Context(), w.store.Queries())
	if err != nil {
		t.Fatal(err)
	}
	hindi := names["hi"]
	said := map[string]bool{}
	look := func(p person, method, path string, body any) {
		r := httptest.NewRequestWithContext(t.Context(), method, path, bytes.NewReader(encodeBody(t, body)))
		r.Header.Set("client-name", "customer-dashboard")
		r.Header.Set("Authorization", p.token)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept-Language", "hi")
		answer := httptest.NewRecorder()
		w.Node.Handler().ServeHTTP(answer, r)
		var out any
		if answer.Code != http.StatusOK || json.Unmarshal(answer.Body.Bytes(), &out) != nil {
			return
		}
		isDocument := strings.HasSuffix(path, "/getRentalInvoice")
		eachText(out, "", func(field, text string) {
			if _, known := hindi[text]; known && (!isDocument || field != "name") {
				t.Errorf("%s: %s is %q, want %q", path, field, text, hindi[text])
			}
			for _, name := range hindi {
				said[field] = said[field] || text == name
			}
		})
	}
	for _, key := range []string{"asha", "chitra", "esha", "hari", "indu", "jaya", "kabir"} {
		p := w.person(t, key)
		for _, route := range w.Node.Contract.Table() {
			path := strings.ReplaceAll(route.Path, "{id}", fmt.Sprint(p.id))
			if route.Method == http.MethodGet && route.Call && route.Session && !strings.Contains(path, "{") && path != "/api/events" {
				look(p, http.MethodGet, path, nil)
			}
		}
		var items struct{ Subscriptions []struct{ ID int64 } }
		p.do(t, http.MethodGet, "/api/Dashboards/getSubscriptions?status=active", nil, &items)
		for _, item := range items.Subscriptions {
			one := map[string]any{"orderItemIds": []int64{item.ID}}
			look(p, http.MethodPost, "/api/Dashboards/getExtensionDetails", one)
			look(p, http.MethodPost, "/api/Dashboards/getClosureAmounts", one)
		}
	}
	for _, field := range []string{"name", "product", "productName", "productNames", "itemNames"} {
		if !said[field] {
			t.Errorf("no answer has a product's Hindi name in a field %s", field)
		}
	}
}

// eachText calls fn for each text of a JSON value, with the name of its field.
func eachText(v any, field string, fn func(field, text string)) {
	switch v := v.(type) {
	case string:
		fn(field, v)
	case []any:
		for _, e := range v {
			eachText(e, field, fn)
		}
	case map[string]any:
		for name, e := range v {
			eachText(e, name, fn)
		}
	}
}
