package site_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rento/internal/config"
	"rento/internal/site"
)

func open(t *testing.T, product config.Product) *http.ServeMux {
	t.Helper()
	s, err := site.New(product, site.AppConfig{ProductName: product.Name, SupportEmail: product.SupportEmail, FAQURL: product.FAQURL},
		func(context.Context) ([]string, error) { return []string{"bangalore", "pune"}, nil })
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /app-config.json", s.Config)
	mux.HandleFunc("GET /site.css", s.Style)
	mux.HandleFunc("GET /{$}", s.Front)
	mux.HandleFunc("GET /{name}", s.Page)
	return mux
}

var product = config.Product{
	Name: "Rento", LegalName: "Rento Rentals Private Limited", SupportEmail: "care@rento.example", SupportPhone: "+91 80 0000 0000",
	FAQURL: "https://help.rento.example", WalletName: "Rentomoney",
}

func get(t *testing.T, mux *http.ServeMux, path string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
	return w
}

// ROUTE-22, ROUTE-23, ROUTE-24, ROUTE-25, ROUTE-26, ROUTE-28: the pages beside
// the dashboard, each with the way to the help desk.
func TestThePagesBesideTheDashboard(t *testing.T) {
	mux := open(t, product)
	for path, text := range map[string]string{
		"/terms-and-conditions":     "Rent and billing",
		"/shipping-policy":          "Delivery",
		"/cancel-and-return-policy": "Condition at return",
		"/kyc-documents":            "PAN card",
		"/referral-terms":           "Rentomoney",
		"/mywishlist":               "My Wishlist",
		"/":                         "Sign in to your dashboard",
		"/bangalore":                "Sign in to your dashboard",
	} {
		t.Run(path, func(t *testing.T) {
			w := get(t, mux, path)
			body := w.Body.String()
			if w.Code != http.StatusOK || !strings.Contains(body, text) {
				t.Fatalf("status %d, %q is not in %s", w.Code, text, body)
			}
			if !strings.Contains(body, `href="https://help.rento.example"`) || !strings.Contains(body, "mailto:care@rento.example") {
				t.Error("no way to the help desk")
			}
			if policy := w.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") {
				t.Errorf("policy %q", policy)
			}
		})
	}
}

// SESSION-04, GATE-07: where a logout and a failed load end.
func TestTheFrontDoorSaysWhyOneIsThere(t *testing.T) {
	mux := open(t, product)
	for path, text := range map[string]string{
		"/?isUserLoggedOut=true":                              "You are signed out.",
		"/bangalore?popup=login&redirect=%2Fdashboard%2Fhome": "Please sign in to go on.",
	} {
		if body := get(t, mux, path).Body.String(); !strings.Contains(body, text) {
			t.Errorf("%s does not say %q", path, text)
		}
	}
	if w := get(t, mux, "/atlantis?popup=login"); w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "This page could not be found") {
		t.Errorf("a city that does not exist: status %d", w.Code)
	}
	if w := get(t, mux, "/No%3CScript%3E"); w.Code != http.StatusNotFound || strings.Contains(w.Body.String(), "<Script>") {
		t.Errorf("an odd path: status %d", w.Code)
	}
}

func TestAnOperatorsPolicyTakesThePlaceOfOurs(t *testing.T) {
	own := product
	own.PolicyDir = t.TempDir()
	if err := os.WriteFile(filepath.Join(own.PolicyDir, "shipping-policy.html"), []byte("<p>Our vans are blue.</p>"), 0o600); err != nil {
		t.Fatal(err)
	}
	mux := open(t, own)
	if body := get(t, mux, "/shipping-policy").Body.String(); !strings.Contains(body, "Our vans are blue.") {
		t.Error("the own text is not shown")
	}
	if body := get(t, mux, "/kyc-documents").Body.String(); !strings.Contains(body, "PAN card") {
		t.Error("a text that was not replaced is gone")
	}
}

func TestTheAppLearnsWhoWeAre(t *testing.T) {
	var app site.AppConfig
	if err := json.Unmarshal(get(t, open(t, product), "/app-config.json").Body.Bytes(), &app); err != nil {
		t.Fatal(err)
	}
	if app.ProductName != "Rento" || app.FAQURL != "https://help.rento.example" || app.SupportEmail != "care@rento.example" {
		t.Errorf("%+v", app)
	}
}
