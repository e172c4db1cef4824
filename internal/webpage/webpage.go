// Package webpage says what browsers may do on the pages that we serve: by the
// content security policy and the headers of plain pages, and of those on which
// the script of another company runs.
package webpage

import (
	"crypto/rand"
	"encoding/base64"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// Policy is a content security policy. What it does not name is allowed to
// nobody.
type Policy struct {
	// Rules are directives for what the page loads, such as "style-src 'self'".
	Rules []string
	// Forms is where forms of the page may go, Ancestors who may show it in a
	// frame.
	Forms, Ancestors string
	// Sandbox is what the page may do without an origin, nil for a page that
	// has one.
	Sandbox []string
}

// String is the policy as its header has it.
func (p Policy) String() string {
	rules := []string{"default-src 'none'", "base-uri 'none'", "object-src 'none'", "form-action " + orNone(p.Forms)}
	rules = append(rules, p.Rules...)
	rules = append(rules, "frame-ancestors "+orNone(p.Ancestors))
	if p.Sandbox != nil {
		rules = append(rules, "sandbox "+strings.Join(p.Sandbox, " "))
	}
	return strings.Join(rules, "; ")
}

func orNone(sources string) string {
	if sources = strings.TrimSpace(sources); sources != "" {
		return sources
	}
	return "'none'"
}

// Plain sets the headers of a page of our own, which nobody may frame.
func Plain(h http.Header, p Policy) {
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	h.Set("Content-Security-Policy", p.String())
}

// OwnFrames is the policy of what is no page: nobody else's page frames it.
const OwnFrames = "frame-ancestors 'self'"

// Isolated is where a page lives on which the script of another company runs.
// That script must not read what the dashboard stores.
type Isolated struct {
	// AppOrigin is where the dashboard lives, as in https://app.example.
	AppOrigin string
	// Origin is the page's own; empty gives it no origin at all, by a sandbox.
	Origin string
	// Sandbox is what the page may do there beyond running scripts.
	Sandbox []string
}

// SetHeaders sets the headers of such a page: the dashboard alone may frame it,
// and no cache or search engine keeps it.
func (i Isolated) SetHeaders(h http.Header, r *http.Request, p Policy) {
	p.Ancestors = "'self' " + i.App(r)
	if i.Origin == "" {
		p.Sandbox = append([]string{"allow-scripts"}, i.Sandbox...)
	}
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", p.String())
	h.Del("X-Frame-Options") // frame-ancestors says it, also across origins
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("X-Robots-Tag", "noindex")
}

// App is the origin of the dashboard that opened the page. Only where the dashboard is on this
// machine to be tried out is it the host of the request, so that every name of the machine works.
// Elsewhere nothing that a client can send decides where a page leads.
func (i Isolated) App(r *http.Request) string {
	app, err := url.Parse(i.AppOrigin)
	if err != nil || i.Origin != "" || app.Hostname() != "localhost" && !net.ParseIP(app.Hostname()).IsLoopback() {
		return i.AppOrigin
	}
	return (&url.URL{Scheme: app.Scheme, Host: r.Host}).String()
}

// Address is the origin under which the page was asked for.
func (i Isolated) Address(r *http.Request) string {
	if i.Origin != "" {
		return i.Origin
	}
	return i.App(r)
}

// Nonce is what a page's own inline scripts and styles are known by, for one
// answer.
func Nonce() string {
	raw := make([]byte, 16)
	_, _ = rand.Read(raw) // crypto/rand never fails
	return base64.RawURLEncoding.EncodeToString(raw)
}

// LanguageParameter is how an address says the language of a page.
const LanguageParameter = "lang"

// Language is the code among languages in which a page is written: that of the
// address, else the first that the browser asks for, else the one to fall back
// to.
func Language(r *http.Request, languages []string, fallback string) string {
	wanted := r.URL.Query().Get(LanguageParameter) + "," + r.Header.Get("Accept-Language")
	for each := range strings.SplitSeq(wanted, ",") {
		code, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(each)), ";")
		code, _, _ = strings.Cut(code, "-")
		if slices.Contains(languages, code) {
			return code
		}
	}
	return fallback
}
