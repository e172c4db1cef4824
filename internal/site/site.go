// Package site serves what lies outside the dashboard: the front door, the
// city pages, the policies and the app's configuration.
package site

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"rento/internal/address"
	"rento/internal/calendar"
	"rento/internal/config"
	"rento/internal/money"
	"rento/internal/webpage"
)

//go:embed pages
var pages embed.FS

// policies are the texts that an operator may replace, by address, in the order
// in which pages list them. Their words are their titles.
var policies = []string{"terms-and-conditions", "shipping-policy", "cancel-and-return-policy", "kyc-documents", "referral-terms"}

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
	PushKey      string `json:"pushKey"`
	Chat         string `json:"chat"`       // how customers chat with support, '' where they do not
	ChatPage     string `json:"chatPage"`   // of a chat provider
	AndroidApp   string `json:"androidApp"` // the application id of the company's Android app, '' for none
	NeutralCopy  bool   `json:"neutralCopy"`
	Sandbox      bool   `json:"sandbox"`
	Demo         bool   `json:"demo"`
	Version      string `json:"version"`
}

// Options are what the pages are made of.
type Options struct {
	Product config.Product
	App     AppConfig
	// Apps are those of the company, which its addresses belong to as well.
	Apps config.Apps
	// Offer reads what can be rented, and where.
	Offer func(context.Context) (Offer, error)
	Clock calendar.Clock
	// FriendReward is what somebody who comes by an invitation gets, 0 for nothing.
	FriendReward money.Paise
	// Font is the path of the app's font, '' when it is not built.
	Font string
}

// Site is the set of pages.
type Site struct {
	product   config.Product
	app       AppConfig
	apps      config.Apps
	offers    *offers
	style     []byte
	layout    *template.Template
	languages map[string]words
	choices   []language
	texts     map[string]map[string]template.HTML // by language and address
	reward    money.Paise                         // of who is invited
}

var slug = regexp.MustCompile(`^[a-z][a-z-]{1,39}$`)

// New reads the pages; policy texts of the operator take the place of ours.
func New(o Options) (*Site, error) {
	layout, err := template.New("layout.html").Option("missingkey=error").ParseFS(pages, "pages/*.html")
	if err != nil {
		return nil, fmt.Errorf("site: %w", err)
	}
	languages, err := readWords(wordFiles)
	if err != nil {
		return nil, err
	}
	s := &Site{
		product: o.Product, app: o.App, apps: o.Apps, offers: &offers{read: o.Offer, clock: o.Clock}, layout: layout,
		languages: languages, choices: choices(languages), texts: map[string]map[string]template.HTML{}, reward: o.FriendReward,
	}
	if s.style, err = style(o.Font); err != nil {
		return nil, err
	}
	for _, l := range s.choices {
		s.texts[l.Code] = map[string]template.HTML{}
		for _, address := range policies {
			if s.texts[l.Code][address], err = policyText(o.Product, l.Code, address); err != nil {
				return nil, err
			}
		}
	}
	return s, nil
}

// style is the style of the pages, with the font of the app.
func style(font string) ([]byte, error) {
	raw, err := fs.ReadFile(pages, "pages/site.css")
	if err != nil {
		return nil, fmt.Errorf("site: %w", err)
	}
	if font == "" {
		return raw, nil
	}
	face := fmt.Sprintf("@font-face { font-family: 'Figtree Variable'; font-weight: 300 900; font-display: swap; src: url(%q) format('woff2'); }\n", font)
	return append([]byte(face), raw...), nil
}

// TermsDigest is the SHA-256 of the English text of the terms and conditions, in hexadecimal. Of the
// operator's own file it is what sha256sum prints.
func TermsDigest(product config.Product) (string, error) {
	text, err := policyText(product, english, "terms-and-conditions")
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(text))), nil
}

// policyText is the text of a policy in a language: the operator's own
// (<folder>/<language>/<address>.html, for English also <folder>/<address>.html),
// the operator's English one, or ours.
func policyText(product config.Product, language, address string) (template.HTML, error) {
	if product.PolicyDir != "" {
		for _, name := range ownTexts(language, address) {
			text, err := os.ReadFile(filepath.Join(product.PolicyDir, name)) //nolint:gosec // of the names of policies, in the folder that the operator has set
			if err == nil {
				return template.HTML(text), nil //nolint:gosec // the operator's own text
			}
			if !os.IsNotExist(err) {
				return "", fmt.Errorf("site: %w", err)
			}
		}
	}
	tmpl, err := template.ParseFS(wordFiles, "policies/"+language+"/"+address+".html")
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
func (s *Site) Style(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(s.style) // the client has gone when this fails
}

// Script serves the script of the front page.
func (s *Site) Script(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-cache")
	http.ServeFileFS(w, r, pages, "pages/front.js")
}

// Front serves the site root, also where a logout ends.
func (s *Site) Front(w http.ResponseWriter, r *http.Request) {
	notice := ""
	if r.URL.Query().Get("isUserLoggedOut") == "true" {
		notice = "signed_out"
	}
	s.page(w, r, http.StatusOK, view{Notice: notice, Front: true})
}

// Page serves a page by the {name} of its path: a policy, the wish list, or
// that of a city in which we rent, which offers to sign in with popup=login.
func (s *Site) Page(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	if slices.Contains(policies, name) {
		s.page(w, r, http.StatusOK, view{Heading: name, Policy: name})
		return
	}
	if name == "mywishlist" {
		s.page(w, r, http.StatusOK, view{Heading: name, Says: "wishlist_text", ToOffer: true})
		return
	}
	city, found := s.city(r.Context(), name)
	if !found {
		s.Lost(w, r)
		return
	}
	if city.Slug != name {
		http.Redirect(w, r, (&url.URL{Path: "/" + city.Slug, RawQuery: r.URL.RawQuery}).String(), http.StatusMovedPermanently)
		return
	}
	notice := ""
	if r.URL.Query().Get("popup") == "login" {
		switch query := r.URL.Query(); {
		case query.Get("payment") == "open":
			notice = "payment_open"
		case query.Get("session") == "displaced":
			notice = "displaced"
		default:
			notice = "please_sign_in"
		}
	}
	s.page(w, r, http.StatusOK, view{Notice: notice, Front: true, City: city.Name})
}

// code is what a referral code looks like.
var code = regexp.MustCompile(`^[0-9a-z]{4,32}$`)

// Invitation serves the page for whom a customer has invited, by the {code} of
// its path. Whether it is somebody's, it does not tell.
func (s *Site) Invitation(w http.ResponseWriter, r *http.Request) {
	given := strings.ToLower(r.PathValue("code"))
	if !code.MatchString(given) {
		s.Lost(w, r)
		return
	}
	s.page(w, r, http.StatusOK, view{Heading: "invited", Says: "invited_text", Code: given, Reward: s.reward, ToOffer: true})
}

// Lost says that there is no such page.
func (s *Site) Lost(w http.ResponseWriter, r *http.Request) {
	s.page(w, r, http.StatusNotFound, view{Heading: "not_found", Says: "not_found_text"})
}

// city is the city with a slug or, as people type it, with a name, and whether
// we rent there. While nobody can tell, a text that looks like a slug counts,
// without a name: its page is the way to the sign-in.
func (s *Site) city(ctx context.Context, text string) (address.City, bool) {
	typed := strings.ToLower(text)
	if !slug.MatchString(typed) {
		return address.City{}, false
	}
	offer, err := s.offers.now(ctx)
	if err != nil {
		return address.City{Slug: text}, true
	}
	for _, same := range []func(address.City) bool{
		func(c address.City) bool { return c.Slug == typed },
		func(c address.City) bool { return strings.ReplaceAll(strings.ToLower(c.Name), " ", "-") == typed },
	} {
		if at := slices.IndexFunc(offer.Cities, same); at >= 0 {
			return offer.Cities[at], true
		}
	}
	return address.City{}, false
}

// view is what a page shows. Heading, Says and Notice are names of words.
type view struct {
	Heading, Says, Notice string
	Policy                string      // its address
	Code                  string      // of who has invited the reader
	Reward                money.Paise // what the reader gets for it, 0 for nothing
	ToOffer               bool        // leads to what can be rented
	Front                 bool
	City                  string // '' for all of them

	Language  string // its code
	Query     string // what keeps a language that the reader has chosen, as in "?lang=hi"
	Words     words
	Languages []language
	Policies  []string
	Text      template.HTML
	Offer     Offer
	Product   config.Product
	Demo      bool
}

// Categories are what can be rented.
func (v view) Categories() []category { return v.Offer.categories() }

// Gives says what the reader gets for coming by an invitation, "" for nothing.
func (v view) Gives() string {
	if v.Reward == 0 {
		return ""
	}
	return strings.Replace(v.Words["invited_credit"], "{amount}", v.Reward.String(), 1)
}

// Title is the headline of the page.
func (v view) Title() string {
	switch {
	case v.City != "":
		return fill(v.Words["in_city"], v.City)
	case v.Front:
		return v.Words["headline"]
	}
	return v.Words[v.Heading]
}

func (s *Site) page(w http.ResponseWriter, r *http.Request, status int, v view) {
	v.Language = webpage.Language(r, s.codes(), english)
	v.Words, v.Languages, v.Policies = s.languages[v.Language], s.choices, policies
	v.Text, v.Product, v.Demo = s.texts[v.Language][v.Policy], s.product, s.app.Demo
	if r.URL.Query().Has(webpage.LanguageParameter) {
		v.Query = "?" + url.Values{webpage.LanguageParameter: {v.Language}}.Encode()
	}
	policy := webpage.Policy{Forms: "'self'", Rules: []string{"style-src 'self'", "font-src 'self'", "img-src 'self' https: data:"}}
	if v.Front {
		// Without its offer the page still leads to the sign-in.
		v.Offer, _ = s.offers.now(r.Context())
		policy.Rules = append(policy.Rules, "script-src 'self'")
	}
	webpage.Plain(w.Header(), policy)
	w.Header().Set("Content-Language", v.Language)
	w.Header().Add("Vary", "Accept-Language")
	w.WriteHeader(status)
	_ = s.layout.Execute(w, v) // the client has gone when this fails
}
