// Package chatwoot opens Chatwoot's window, in which customers chat with the company's
// people there (docs/providers/chatwoot.md). An HMAC proves for whom we vouch.
package chatwoot

import (
	"crypto/hmac"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"rento/internal/provider"
)

// Name is the provider's own in paths.
const Name = "chatwoot"

//go:embed driver.js
var driver string

// Config is our inbox there. IdentityKey signs names.
type Config struct{ BaseURL, WebsiteToken, IdentityKey string }

// Chatwoot is our inbox at a Chatwoot.
type Chatwoot struct {
	config Config
	host   string
}

// New refuses an inbox that is not whole.
func New(c Config) (*Chatwoot, error) {
	if c.WebsiteToken == "" || c.IdentityKey == "" {
		return nil, errors.New("chatwoot: needs website token and identity key")
	}
	u, err := url.Parse(c.BaseURL)
	if err != nil || u.Host == "" {
		return nil, fmt.Errorf("chatwoot: %q is no address", c.BaseURL)
	}
	c.BaseURL = strings.TrimSuffix(c.BaseURL, "/")
	return &Chatwoot{c, u.Host}, nil
}

// Name is "chatwoot".
func (*Chatwoot) Name() string { return Name }

// Proof is the HMAC-SHA-256 of a name under the key of the inbox, in hex.
func (c *Chatwoot) Proof(name string) string {
	mac := hmac.New(sha256.New, []byte(c.config.IdentityKey))
	mac.Write([]byte(name))
	return hex.EncodeToString(mac.Sum(nil))
}

type settings struct {
	BaseURL      string `json:"baseUrl"`
	WebsiteToken string `json:"websiteToken"`
}

// Page loads Chatwoot's script, which frames its window from its own host.
func (c *Chatwoot) Page() provider.ChatPage {
	u, _ := url.Parse(c.config.BaseURL) // New has read it
	own := u.Scheme + "://" + c.host
	live := map[string]string{"https": "wss", "http": "ws"}[u.Scheme] + "://" + c.host
	return provider.ChatPage{
		Driver: driver, Settings: settings{c.config.BaseURL, c.config.WebsiteToken},
		Rules: []string{
			"script-src 'nonce-NONCE' 'strict-dynamic'", "style-src 'unsafe-inline' " + own, "img-src data: blob: " + own, "font-src data: " + own,
			"connect-src " + own + " " + live, "frame-src " + own,
		},
	}
}
