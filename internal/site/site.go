// Package site serves what lies outside the dashboard: the front door, the
// city pages, the policies and the app's configuration.
package site

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"rento/internal/config"
	"rento/internal/webpage"
)

//go:embed pages/*.html pages/site.css
var pages embed.FS

// policies are the texts that an operator may replace, by address.
var policies = map[string]string{
	"terms-and-conditions":     "Terms & Conditions",
	"shipping-policy":          "Shipping Policy",
	"cancel-and-return-policy": "Cancellation & Return",
	"kyc-documents":            "Documents Required",
	"referral-terms":           "Referral Terms & Conditions",
}

// AppConfig is what the app must know before anybody has signed in.
type AppConfig struct {
	ProductName  string `json:"productName"`
	ProductSlug  string `json:"productSlug"`
	WalletName   string `json:"walletName"`
	SupportEmail string `json:"supportEmail"`
	SupportPhone string `json:"supportPhone"`
	FAQURL       string `json:"faqUrl"`
	PayOrigin    string `json:"payOrigin"`
	MapPage      string `json:"mapPage"`
	NeutralCopy  bool   `json:"neutralCopy"`
	Sandbox      bool   `json:"sandbox"`
	Demo         bool   `json:"demo"`
	Version      string `json:"version"`
}

// Cities lists the slugs of the cities in which we rent, as they are in paths.
type Cities func(ctx context.Context) ([]string, error)

// Site is the set of pages.
type Site struct {
	product config.Product
	cities  Cities
	app     AppConfig
	tmpl    *template.Template
	texts   map[string]template.HTML
}

var slug = regexp.MustCompile(`^[a-z][a-z-]{1,39}$`)

// New reads the pages; policy texts of the operator take the place of ours.
func New(product config.Product, app AppConfig, cities Cities) (*Site, error) {
	tmpl, err := template.ParseFS(pages, "pages/frame.html")
	if err != nil {
		return nil, fmt.Errorf("site: %w", err)
	}
	s := &Site{product: product, cities: cities, app: app, tmpl: tmpl, texts: map[string]template.HTML{}}
	for address := range policies {
		text, err := policyText(product, address)
		if err != nil {
			return nil, err
		}
		s.texts[address] = text
	}
	return s, nil
}

func policyText(product config.Product, address string) (template.HTML, error) {
	if product.PolicyDir != "" {
		text, err := os.ReadFile(filepath.Join(product.PolicyDir, address+".html")) //nolint:gosec // the operator names the folder
		if err == nil {
			return template.HTML(text), nil //nolint:gosec // the operator's own text
		}
		if !os.IsNotExist(err) {
			return "", fmt.Errorf("site: %w", err)
		}
	}
	tmpl, err := template.ParseFS(pages, "pages/"+address+".html")
	if err != nil {
		return "", fmt.Errorf("site: %w", err)
	}
	var out bytes.Buffer
	if err := tmpl.Execute(&out, product); err != nil {
		return "", fmt.Errorf("site: %w", err)
	}
	return template.HTML(out.String()), nil //nolint:gosec // made by html/template
}

// Config answers with what the app must know.
func (s *Site) Config(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-cache")
	_ = json.NewEncoder(w).Encode(s.app) // the client has gone when this fails
}

// Style serves the style of the pages.
func (s *Site) Style(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-cache")
	http.ServeFileFS(w, r, pages, "pages/site.css")
}

// Front serves the site root, also where a logout ends.
func (s *Site) Front(w http.ResponseWriter, r *http.Request) {
	notice := ""
	if r.URL.Query().Get("isUserLoggedOut") == "true" {
		notice = "You are signed out."
	}
	s.page(w, http.StatusOK, view{Title: s.product.Name, Notice: notice, Front: true})
}

// Page serves a page by the {name} of its path: a policy, the wish list, or
// that of a city, which offers to sign in with popup=login.
func (s *Site) Page(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	title, isPolicy := policies[name]
	switch {
	case isPolicy:
		s.page(w, http.StatusOK, view{Title: title, Text: s.texts[name]})
	case name == "mywishlist":
		s.page(w, http.StatusOK, view{Title: "My Wishlist", Text: "<p>Nothing is saved here yet. What you save in the shop appears on this page.</p>"})
	case !s.isCity(r.Context(), name):
		s.page(w, http.StatusNotFound, view{Title: "This page could not be found"})
	default:
		notice := ""
		if r.URL.Query().Get("popup") == "login" {
			notice = "Please sign in to go on."
		}
		s.page(w, http.StatusOK, view{Title: s.product.Name, Notice: notice, Front: true})
	}
}

// isCity reports whether we rent in a city. While nobody can tell, a name that
// looks like one counts: its page is the way to the sign-in.
func (s *Site) isCity(ctx context.Context, name string) bool {
	if !slug.MatchString(name) {
		return false
	}
	cities, err := s.cities(ctx)
	return err != nil || slices.Contains(cities, name)
}

type view struct {
	Title   string
	Notice  string
	Front   bool
	Text    template.HTML
	Product config.Product
	Demo    bool
}

func (s *Site) page(w http.ResponseWriter, status int, v view) {
	v.Product, v.Demo = s.product, s.app.Demo
	webpage.Plain(w.Header(), webpage.Policy{Forms: "'self'", Rules: []string{"style-src 'self'", "img-src 'self' data:"}})
	w.WriteHeader(status)
	_ = s.tmpl.Execute(w, v) // the client has gone when this fails
}
