// Package chatwoot pretends to be a Chatwoot: the script of its window, and what that
// calls. It takes a customer only by the HMAC of our key. Its facts are those of
// docs/providers/chatwoot.md.
package chatwoot

import (
	"crypto/hmac"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"

	"rento/internal/sandbox/emulator"
)

// Name is the first segment of the provider's paths.
const Name = "chatwoot"

//go:embed sdk.js
var script []byte

// Keys are our inbox at this provider.
type Keys struct{ WebsiteToken, IdentityKey string }

// Check refuses keys that are not whole.
func (k Keys) Check() error {
	if k.WebsiteToken == "" || k.IdentityKey == "" {
		return errors.New("chatwoot needs website token and identity key")
	}
	return nil
}

// Open opens a Chatwoot that knows the keys, with empty books.
func (k Keys) Open(base *emulator.Base) emulator.Provider {
	return &Provider{Base: base, keys: k, books: map[string]*contact{}}
}

// contact is a customer, by the name that we vouch for.
type contact struct {
	Messages   []string       `json:"messages"`
	Attributes map[string]any `json:"attributes"`
}

// Provider is the emulated Chatwoot. It is safe for concurrent use.
type Provider struct {
	*emulator.Base
	keys  Keys
	books map[string]*contact
}

// Name is "chatwoot".
func (*Provider) Name() string { return Name }

// ForShops are the calls of the window, which a page of the merchant's frames.
func (*Provider) ForShops() []string { return []string{"/api/v1/widget/"} }

// Routes mounts everything below prefix, as in "/sandbox/chatwoot".
func (p *Provider) Routes(mux *http.ServeMux, prefix string) {
	mux.Handle("GET "+prefix+"/packs/js/sdk.js", emulator.ChatScript(script))
	call := func(name, path string, do act) {
		mux.Handle("OPTIONS "+prefix+path, emulator.Allow())
		mux.Handle("POST "+prefix+path, emulator.Open(p.Faults.Inject(name, p.serve(do))))
	}
	call("contacts.set", "/api/v1/widget/contact", contactSet)
	call("messages.create", "/api/v1/widget/messages", messageSent)
}

// asked is what the window sends.
type asked struct {
	WebsiteToken string         `json:"website_token"`
	Identifier   string         `json:"identifier"`
	Hash         string         `json:"identifier_hash"`
	Content      string         `json:"content"`
	Attributes   map[string]any `json:"custom_attributes"`
}

// act does a call for a contact who is proved, and returns what is said to them.
type act func(c *contact, a asked) string

func contactSet(c *contact, a asked) string {
	for name, value := range a.Attributes {
		c.Attributes[name] = value
	}
	return ""
}

func messageSent(c *contact, a asked) string {
	c.Messages = append(c.Messages, a.Content)
	return "The sandbox has read: " + a.Content
}

const maxBody = 8 << 10

func (p *Provider) serve(do act) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var a asked
		if json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&a) != nil || a.WebsiteToken != p.keys.WebsiteToken {
			emulator.Send(w, http.StatusNotFound, map[string]any{"error": "Website token is invalid"})
			return
		}
		mac := hmac.New(sha256.New, []byte(p.keys.IdentityKey))
		mac.Write([]byte(a.Identifier))
		if given, err := hex.DecodeString(a.Hash); err != nil || !hmac.Equal(given, mac.Sum(nil)) {
			emulator.Send(w, http.StatusUnauthorized, map[string]any{"error": "HMAC failed: Invalid Identifier Hash Provided"})
			return
		}
		p.Lock()
		defer p.Unlock()
		c := p.books[a.Identifier]
		if c == nil {
			c = &contact{Attributes: map[string]any{}}
			p.books[a.Identifier] = c
		}
		emulator.Send(w, http.StatusOK, map[string]any{"reply": do(c, a)})
	})
}

// Reset empties the books.
func (p *Provider) Reset() { p.Restart(func() { p.books = map[string]*contact{} }) }

// Books are what the provider believes, for people to read.
func (p *Provider) Books() any {
	p.Lock()
	defer p.Unlock()
	return map[string]any{"contacts": p.books, "plans": p.Plans()}
}

// Memory returns the books in a form that Recall takes.
func (p *Provider) Memory() (json.RawMessage, error) {
	p.Lock()
	defer p.Unlock()
	return json.Marshal(p.books)
}

// Recall takes the place of the books with what Memory returned.
func (p *Provider) Recall(raw json.RawMessage) error {
	kept := map[string]*contact{}
	if err := json.Unmarshal(raw, &kept); err != nil {
		return err
	}
	p.Restart(func() { p.books = kept })
	return nil
}
