package chatwoot_test

import (
	"strings"
	"testing"

	"rento/internal/provider"
	"rento/internal/provider/chatwoot"
)

var inbox = chatwoot.Config{BaseURL: "https://chat.example/", WebsiteToken: "token", IdentityKey: "key"}

var _ provider.Chat = (*chatwoot.Chatwoot)(nil)

// The proof is the HMAC-SHA-256 of RFC 2104 in hex; this one was made by openssl.
func TestTheProof(t *testing.T) {
	c, err := chatwoot.New(inbox)
	if err != nil {
		t.Fatal(err)
	}
	const want = "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8"
	if got := c.Proof("The quick brown fox jumps over the lazy dog"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// The page frames Chatwoot's window from its own host and reaches no other.
func TestThePage(t *testing.T) {
	c, err := chatwoot.New(inbox)
	if err != nil {
		t.Fatal(err)
	}
	rules := strings.Join(c.Page().Rules, "; ")
	for _, want := range []string{"connect-src https://chat.example wss://chat.example", "frame-src https://chat.example", "'nonce-NONCE'"} {
		if !strings.Contains(rules, want) {
			t.Errorf("rules %s, want %q in them", rules, want)
		}
	}
}

func TestAnInboxThatIsNotWhole(t *testing.T) {
	for name, change := range map[string]func(c *chatwoot.Config){
		"no token":   func(c *chatwoot.Config) { c.WebsiteToken = "" },
		"no key":     func(c *chatwoot.Config) { c.IdentityKey = "" },
		"no address": func(c *chatwoot.Config) { c.BaseURL = "chat" },
	} {
		c := inbox
		change(&c)
		if _, err := chatwoot.New(c); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}
