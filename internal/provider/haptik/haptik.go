// Package haptik opens Haptik's window, in which customers chat with an assistant and
// the company's people there (docs/providers/haptik.md). Haptik asks our verify route
// whether we vouch for a name.
package haptik

import (
	_ "embed"
	"errors"
	"fmt"
	"net/url"

	"rento/internal/provider"
)

// Name is the provider's own in paths.
const Name = "haptik"

//go:embed driver.js
var driver string

// Config are our account there, and where its script is.
type Config struct {
	LoaderURL, BaseURL   string
	BusinessID, ClientID string
	SignupType           string
}

// Haptik is our account at Haptik.
type Haptik struct{ config Config }

// New refuses an account that is not whole.
func New(c Config) (*Haptik, error) {
	if c.BusinessID == "" || c.ClientID == "" {
		return nil, errors.New("haptik: needs business id and client id")
	}
	for _, address := range []string{c.LoaderURL, c.BaseURL} {
		if u, err := url.Parse(address); err != nil || u.Host == "" {
			return nil, fmt.Errorf("haptik: %q is no address", address)
		}
	}
	return &Haptik{c}, nil
}

// Name is "haptik".
func (*Haptik) Name() string { return Name }

// Proof is none: Haptik asks us (account.VerifyChat).
func (*Haptik) Proof(string) string { return "" }

type settings struct {
	Loader     string `json:"loader"`
	BaseURL    string `json:"baseUrl"`
	BusinessID string `json:"businessId"`
	ClientID   string `json:"clientId"`
	SignupType string `json:"signupType"`
}

// Page loads Haptik's script, which brings more of its own along: what it may reach are
// its own hosts, which no document of Haptik's lists.
func (h *Haptik) Page() provider.ChatPage {
	c := h.config
	hosts := origin(c.LoaderURL) + " " + origin(c.BaseURL) + " https://*.haptikapi.com https://*.hellohaptik.com https://*.haptik.ai"
	return provider.ChatPage{
		Driver:   driver,
		Settings: settings{c.LoaderURL, c.BaseURL, c.BusinessID, c.ClientID, c.SignupType},
		Rules: []string{
			"script-src 'nonce-NONCE' 'strict-dynamic'", "style-src 'unsafe-inline' " + hosts, "img-src data: blob: " + hosts, "font-src data: " + hosts,
			"connect-src " + hosts + " wss://*.haptikapi.com wss://*.hellohaptik.com wss://*.haptik.ai", "media-src blob: " + hosts, "frame-src " + hosts,
		},
	}
}

func origin(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}
