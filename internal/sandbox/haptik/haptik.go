// Package haptik pretends to be Haptik: the loader of its window, and what that calls.
// It asks the merchant's verify route before it takes a customer. Its facts are those of
// docs/providers/haptik.md.
package haptik

import (
	_ "embed"
	"encoding/json"
	"errors"
	"net/http"

	"rento/internal/sandbox/emulator"
)

// Name is the first segment of the provider's paths.
const Name = "haptik"

//go:embed loader.js
var loader []byte

// Keys are our account at this provider. VerifyURL is where it asks whether we vouch for
// somebody.
type Keys struct{ BusinessID, ClientID, VerifyURL string }

// Check refuses keys that are not whole.
func (k Keys) Check() error {
	if k.BusinessID == "" || k.ClientID == "" || k.VerifyURL == "" {
		return errors.New("haptik needs business id, client id and the merchant's verify route")
	}
	return nil
}

// Open opens a Haptik that knows the keys, with empty books.
func (k Keys) Open(base *emulator.Base) emulator.Provider {
	return &Provider{Base: base, keys: k, books: newBooks()}
}

// books are who signed up, by the token of their window, and what each has written.
type books struct {
	Windows  map[string]string   `json:"windows"`
	Messages map[string][]string `json:"messages"`
}

func newBooks() books { return books{map[string]string{}, map[string][]string{}} }

// Provider is the emulated Haptik. It is safe for concurrent use.
type Provider struct {
	*emulator.Base
	keys  Keys
	books books
}

// Name is "haptik".
func (*Provider) Name() string { return Name }

// ForShops are the calls of the window, which a page of the merchant's frames.
func (*Provider) ForShops() []string { return []string{"/v1.0/"} }

// Routes mounts everything below prefix, as in "/sandbox/haptik".
func (p *Provider) Routes(mux *http.ServeMux, prefix string) {
	mux.Handle("GET "+prefix+"/loader.js", emulator.ChatScript(loader))
	call := func(name, path string, do http.HandlerFunc) {
		mux.Handle("OPTIONS "+prefix+path, emulator.Allow())
		mux.Handle("POST "+prefix+path, emulator.Open(p.Faults.Inject(name, do)))
	}
	call("users.create", "/v1.0/user/", p.signUp)
	call("messages.create", "/v1.0/message/", p.message)
}

const maxBody = 8 << 10

func read(w http.ResponseWriter, r *http.Request, into any) bool {
	if json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(into) == nil {
		return true
	}
	refuse(w, "The request could not be read.")
	return false
}

func refuse(w http.ResponseWriter, why string) {
	emulator.Send(w, http.StatusBadRequest, map[string]any{"success": false, "message": why})
}

// signUp takes a customer for whom the merchant vouches.
func (p *Provider) signUp(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		ClientID   string `json:"client_id"`
		BusinessID string `json:"business_id"`
		AuthID     string `json:"auth_id"`
		AuthCode   string `json:"auth_code"`
	}
	if !read(w, r, &asked) {
		return
	}
	if asked.ClientID != p.keys.ClientID || asked.BusinessID != p.keys.BusinessID {
		refuse(w, "There is no such business.")
		return
	}
	// The merchant is asked without the books in hand: it may be in the same process.
	status, answer, err := p.Webhooks.AskMerchant(r.Context(), p.keys.VerifyURL, map[string]string{"auth_id": asked.AuthID, "auth_code": asked.AuthCode})
	var verified struct{ Status bool }
	if err != nil || status != http.StatusOK || json.Unmarshal(answer, &verified) != nil || !verified.Status {
		refuse(w, "The business does not vouch for this customer.")
		return
	}
	p.Lock()
	defer p.Unlock()
	token := p.IDs.ID("window")
	p.books.Windows[token] = asked.AuthID
	emulator.Send(w, http.StatusOK, map[string]any{"success": true, "token": token})
}

// message takes what a customer writes, and answers it.
func (p *Provider) message(w http.ResponseWriter, r *http.Request) {
	var asked struct{ Token, Text string }
	if !read(w, r, &asked) {
		return
	}
	p.Lock()
	defer p.Unlock()
	who, known := p.books.Windows[asked.Token]
	if !known {
		refuse(w, "The window is not signed up.")
		return
	}
	p.books.Messages[who] = append(p.books.Messages[who], asked.Text)
	emulator.Send(w, http.StatusOK, map[string]any{"success": true, "reply": "The sandbox has read: " + asked.Text})
}

// Reset empties the books.
func (p *Provider) Reset() { p.Restart(func() { p.books = newBooks() }) }

// Books are what the provider believes, for people to read.
func (p *Provider) Books() any {
	p.Lock()
	defer p.Unlock()
	return map[string]any{"messages": p.books.Messages, "plans": p.Plans()}
}

// Memory returns the books in a form that Recall takes.
func (p *Provider) Memory() (json.RawMessage, error) {
	p.Lock()
	defer p.Unlock()
	return json.Marshal(p.books)
}

// Recall takes the place of the books with what Memory returned.
func (p *Provider) Recall(raw json.RawMessage) error {
	kept := newBooks()
	if err := json.Unmarshal(raw, &kept); err != nil {
		return err
	}
	p.Restart(func() { p.books = kept })
	return nil
}
