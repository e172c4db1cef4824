package site_test

import (
	"context"
	"encoding/json"
	"html"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/address"
	"rento/internal/calendar"
	"rento/internal/config"
	"rento/internal/money"
	"rento/internal/site"
	"rento/internal/subscription"
)

func open(t *testing.T, product config.Product) *http.ServeMux {
	t.Helper()
	s, err := site.New(site.Options{
		Product: product, App: site.AppConfig{ProductName: product.Name, AndroidApp: "in.town.rentals", SupportEmail: product.SupportEmail, FAQURL: product.FAQURL},
		Offer: func(context.Context) (site.Offer, error) { return offer, nil }, Clock: calendar.System{}, Font: "/dashboard/font.woff2",
	})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /app-config.json", s.Config)
	mux.HandleFunc("GET /site.css", s.Style)
	mux.HandleFunc("GET /front.js", s.Script)
	mux.HandleFunc("GET /{$}", s.Front)
	mux.HandleFunc("GET /{name}", s.Page)
	mux.HandleFunc("GET /", s.Lost)
	return mux
}

var product = config.Product{
	Name: "Rento", LegalName: "Rento Rentals Private Limited", SupportEmail: "care@rento.example", SupportPhone: "+91 80 0000 0000",
	FAQURL: "https://help.rento.example", WalletName: "Rentomoney",
}

var offer = site.Offer{
	Cities: []address.City{{Slug: "bangalore", Name: "Bengaluru"}, {Slug: "pune", Name: "Pune"}},
	Products: []subscription.Product{
		{Name: "Oak Sofa <3>", Category: "furniture", Rent: money.Rupees(1200), Thumbnail: "/media/products/sofa.svg"},
		{Name: "Treadmill", Names: map[string]string{"hi": "ट्रेडमिल"}, Category: "fitness", Rent: money.Rupees(899)},
	},
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
				t.Errorf("policy %q, want %q in it", policy, "default-src 'none'")
			}
		})
	}
}

// The terms that are agreed to before rent is paid in advance speak of it, in every language.
func TestTheTermsSpeakOfRentInAdvance(t *testing.T) {
	mux := open(t, product)
	for language, heading := range map[string]string{
		"en": "Rent in advance", "hi": "अग्रिम किराया", "bn": "অগ্রিম ভাড়া", "gu": "અગાઉથી ભાડું", "kn": "ಮುಂಚಿತ ಬಾಡಿಗೆ", "mr": "आगाऊ भाडे",
		"ta": "முன்கூட்டிய வாடகை", "te": "ముందస్తు అద్దె",
	} {
		if body := get(t, mux, "/terms-and-conditions?lang="+language).Body.String(); !strings.Contains(body, "<h2>"+heading+"</h2>") {
			t.Errorf("in %s the terms have no heading %q", language, heading)
		}
	}
}

// Only the front page and the cities' have a script. It leads whoever is signed in to the dashboard.
func TestOnlyTheFrontPageHasAScript(t *testing.T) {
	mux := open(t, product)
	for path, want := range map[string]bool{"/": true, "/bangalore": true, "/mywishlist": false, "/terms-and-conditions": false, "/nowhere/at/all": false} {
		w := get(t, mux, path)
		if got := strings.Contains(w.Body.String(), "<script"); got != want {
			t.Errorf("%s has a script: %v, want %v", path, got, want)
		}
		if got := strings.Contains(w.Header().Get("Content-Security-Policy"), "script-src"); got != want {
			t.Errorf("%s allows a script: %v, want %v", path, got, want)
		}
	}
	w := get(t, mux, "/front.js")
	if kind := w.Header().Get("Content-Type"); w.Code != http.StatusOK || !strings.HasPrefix(kind, "text/javascript") {
		t.Errorf("the script: status %d of type %q, want 200 and text/javascript", w.Code, kind)
	}
}

// Nothing can be rented on the pages themselves. Those that invite to rent say whom to ask.
func TestThePagesSayHowToRent(t *testing.T) {
	mux := open(t, product)
	for _, path := range []string{"/", "/bangalore", "/mywishlist"} {
		want := `To rent something, tell us what and where: <a href="mailto:care@rento.example">care@rento.example</a> · <a href="tel:+91%2080%200000%200000">`
		if body := html.UnescapeString(get(t, mux, path).Body.String()); !strings.Contains(body, want) {
			t.Errorf("%s does not say how to rent: %s", path, body)
		}
	}
	body := get(t, mux, "/mywishlist?lang=en").Body.String()
	if !strings.Contains(body, `href="/?lang=en#offer"`) {
		t.Errorf("the wish list does not lead to what can be rented: %s", body)
	}
	if !strings.Contains(get(t, mux, "/?lang=en").Body.String(), `<section id="offer">`) {
		t.Error("the front page does not have what can be rented where the wish list leads")
	}
}

// SESSION-04, GATE-07: where a logout and a failed load end.
func TestTheFrontDoorSaysWhyOneIsThere(t *testing.T) {
	mux := open(t, product)
	for path, text := range map[string]string{
		"/?isUserLoggedOut=true":                                       "You are signed out.",
		"/bangalore?popup=login&redirect=%2Fdashboard%2Fhome":          "Please sign in to go on.",
		"/bangalore?popup=login&redirect=/dashboard/home&payment=open": "Your session ended during a payment.",
		"/bangalore?popup=login&session=displaced":                     "You were signed out here, because you have signed in on a newer device",
	} {
		if body := get(t, mux, path).Body.String(); !strings.Contains(body, text) {
			t.Errorf("%s does not say %q", path, text)
		}
	}
	if w := get(t, mux, "/atlantis?popup=login"); w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "This page could not be found") {
		t.Errorf("a city that does not exist: status %d", w.Code)
	}
	if w := get(t, mux, "/No%3CScript%3E"); w.Code != http.StatusNotFound || strings.Contains(w.Body.String(), "<Script>") {
		t.Errorf("an odd path: status %d, want 404", w.Code)
	}
}

// People type the name of a city as they know it, and come to its page.
func TestACityIsFoundByItsName(t *testing.T) {
	mux := open(t, product)
	for path, want := range map[string]string{
		"/bengaluru":             "/bangalore",
		"/Bengaluru?popup=login": "/bangalore?popup=login",
		"/Pune":                  "/pune",
		"/bangalore?popup=login": "",
	} {
		w := get(t, mux, path)
		if diff := cmp.Diff(want, w.Header().Get("Location")); diff != "" {
			t.Errorf("%s leads to (-want +got):\n%s", path, diff)
		}
	}
}

// The language that a reader has chosen goes with them to the dashboard.
func TestTheDashboardIsOpenedInTheLanguageOfThePage(t *testing.T) {
	mux := open(t, product)
	for path, links := range map[string][]string{
		"/":                              {`href="/dashboard/home"`, `href="/dashboard/login"`},
		"/?lang=hi":                      {`href="/dashboard/home?lang=hi"`, `href="/dashboard/login?lang=hi"`},
		"/bangalore?popup=login&lang=ta": {`href="/dashboard/login?lang=ta"`},
	} {
		body := get(t, mux, path).Body.String()
		for _, link := range links {
			if !strings.Contains(body, link) {
				t.Errorf("%s has no %s", path, link)
			}
		}
	}
}

// N02: every page outside the dashboard, that of a city, of a policy, of the wish
// list and of an address that does not exist, a city among them, wears the product:
// its mark, which leads to the front page, its name, its type and its style.
func TestEveryPageWearsTheProduct(t *testing.T) {
	mux := open(t, product)
	for path, status := range map[string]int{
		"/":                         http.StatusOK,
		"/bangalore":                http.StatusOK,
		"/mywishlist":               http.StatusOK,
		"/terms-and-conditions":     http.StatusOK,
		"/shipping-policy":          http.StatusOK,
		"/cancel-and-return-policy": http.StatusOK,
		"/kyc-documents":            http.StatusOK,
		"/referral-terms":           http.StatusOK,
		"/atlantis":                 http.StatusNotFound,
		"/foo/bar":                  http.StatusNotFound,
	} {
		w := get(t, mux, path)
		body := w.Body.String()
		if w.Code != status {
			t.Errorf("%s: status %d, want %d", path, w.Code, status)
		}
		_, logo, _ := strings.Cut(body, `<a class="logo" href="/">`)
		logo, _, found := strings.Cut(logo, "</a>")
		if !found || !strings.Contains(logo, "<svg") || !strings.Contains(logo, "<span>Rento</span>") {
			t.Errorf("%s does not wear the logo: %q", path, logo)
		}
		if !strings.Contains(body, `<link rel="stylesheet" href="/site.css">`) {
			t.Errorf("%s does not wear the style", path)
		}
	}
	if style := get(t, mux, "/site.css").Body.String(); !strings.Contains(style, "font-family: 'Figtree Variable'") || strings.Count(style, "Figtree Variable") < 2 {
		t.Error("the style does not set the pages in the product's type")
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
	if app.ProductName != "Rento" || app.FAQURL != "https://help.rento.example" || app.SupportEmail != "care@rento.example" || app.AndroidApp != "in.town.rentals" {
		t.Errorf(`got %+v; want app.ProductName = "Rento", app.FAQURL = "https://help.rento.example", app.SupportEmail = "care@rento.example", app.AndroidApp = "in.town.rentals"`, app)
	}
}

// The front page and those of the cities say what can be rented, at what price
// and where.
func TestTheFrontPageShowsTheOffer(t *testing.T) {
	mux := open(t, product)
	for _, path := range []string{"/", "/pune"} {
		body := get(t, mux, path).Body.String()
		for _, want := range []string{"Oak Sofa &lt;3&gt;", "<b>₹1,200</b> a month, plus GST", "Treadmill", `href="/bangalore"`, `href="/dashboard/login"`, `<svg class="art room"`, `<img src="/media/products/sofa.svg"`} {
			if !strings.Contains(body, want) {
				t.Errorf("%s lacks %s", path, want)
			}
		}
	}
	if body := get(t, mux, "/pune").Body.String(); !strings.Contains(body, "<h1>Rent in Pune</h1>") || !strings.Contains(body, `href="/pune" aria-current="page"`) {
		t.Errorf("the page of Pune: %s, want %q in it and %q in it", body, "<h1>Rent in Pune</h1>", `href="/pune" aria-current="page"`)
	}
	if style := get(t, mux, "/site.css").Body.String(); !strings.Contains(style, `url("/dashboard/font.woff2")`) {
		t.Errorf("style: %s, want %q in it", style[:200], `url("/dashboard/font.woff2")`)
	}
}

// The pages speak the language of the address, or of the browser; a language
// that was chosen stays chosen.
func TestThePagesSpeakTheLanguageOfTheReader(t *testing.T) {
	mux := open(t, product)
	for _, c := range []struct{ path, browser, want string }{
		{"/", "hi-IN,hi;q=0.9,en;q=0.5", "फ़र्नीचर, उपकरण और इलेक्ट्रॉनिक्स"},
		{"/", "sv-SE,en;q=0.5", "Furniture, appliances"},
		{"/?lang=hi", "en-IN", `href="/terms-and-conditions?lang=hi"`},
		{"/terms-and-conditions?lang=hi", "en", "किराया और बिल"},
		{"/?lang=hi", "en", `<span class="name">ट्रेडमिल</span>`},
		{"/?lang=hi", "en", "Oak Sofa"},
		{"/mywishlist?lang=xx", "hi", "मेरी पसंद"},
		{"/pune?lang=hi&popup=login", "en", "Pune में किराये पर लें"},
		{"/nowhere?lang=hi", "en", "यह पेज नहीं मिला"},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, c.path, nil)
		r.Header.Set("Accept-Language", c.browser)
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		if !strings.Contains(w.Body.String(), c.want) {
			t.Errorf("%s in %s lacks %q", c.path, c.browser, c.want)
		}
		if w.Header().Get("Vary") != "Accept-Language" {
			t.Errorf("%s varies by %q, want Accept-Language", c.path, w.Header().Get("Vary"))
		}
	}
}

// Who is invited reads what they get, as the operator has set it, and of nothing nothing.
func TestWhatAnInvitationPromises(t *testing.T) {
	for _, c := range []struct {
		reward money.Paise
		want   string
	}{{0, ""}, {money.Rupees(250), "₹250 of promotional credit"}} {
		s, err := site.New(site.Options{Product: product, Offer: func(context.Context) (site.Offer, error) { return offer, nil }, Clock: calendar.System{}, FriendReward: c.reward})
		if err != nil {
			t.Fatal(err)
		}
		mux := http.NewServeMux()
		mux.HandleFunc("GET /invite/{code}", s.Invitation)
		body := get(t, mux, "/invite/k3x9m2qa").Body.String()
		if !strings.Contains(body, "k3x9m2qa") || !strings.Contains(body, c.want) || c.reward == 0 && strings.Contains(body, "promotional credit") {
			t.Errorf("a reward of %v: the page says %s, want %q", c.reward, body, c.want)
		}
	}
}
