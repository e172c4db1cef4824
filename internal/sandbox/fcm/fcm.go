// Package fcm pretends to be Firebase Cloud Messaging, and the phones behind it: it hands
// out tokens to a service account, takes messages by the HTTP v1 API, and shows what an app
// has got. Its facts are those of docs/providers/fcm.md.
package fcm

import (
	"crypto/rsa"
	"crypto/x509"
	_ "embed"
	"encoding/json"
	"encoding/pem"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"rento/internal/sandbox/emulator"
)

// Name is the first segment of the provider's paths.
const Name = "fcm"

// key is that of our service account at the sandbox: it proves nothing anywhere else.
//
//go:embed key.pem
var key string

// PrivateKey is that of our service account, in PEM.
func PrivateKey() string { return key }

// Keys are our account at this provider; its key is PrivateKey.
type Keys struct{ ProjectID, ClientEmail string }

// Check refuses an account that is not whole.
func (k Keys) Check() error {
	if k.ProjectID == "" || k.ClientEmail == "" {
		return errors.New("fcm needs project id and client email")
	}
	return nil
}

// Open opens a service that knows the account, with empty books.
func (k Keys) Open(base *emulator.Base) emulator.Provider { return New(k, base) }

// Provider is the emulated service. It is safe for concurrent use.
type Provider struct {
	*emulator.Base
	keys   Keys
	prefix string
	books  books
}

// books are the tokens that were handed out, and the apps by their registration tokens.
type books struct {
	Tokens map[string]time.Time `json:"tokens"` // by token, until when it works
	Apps   map[string]*app      `json:"apps"`
}

func emptyBooks() books { return books{map[string]time.Time{}, map[string]*app{}} }

// app is an installed app with what it has got.
type app struct {
	Messages []json.RawMessage `json:"messages"`
}

const (
	tokenLifetime = time.Hour
	mostApps      = 1000
	mostMessages  = 100
	mostBytes     = 8 << 10 // of a request; a message has 4096 at the most
	longestData   = 4096
)

// New opens a service with empty books.
func New(keys Keys, r *emulator.Base) *Provider {
	return &Provider{Base: r, keys: keys, books: emptyBooks()}
}

// Name is "fcm".
func (p *Provider) Name() string { return Name }

// ForShops is nothing: no page calls it.
func (*Provider) ForShops() []string { return nil }

// Reset empties the books.
func (p *Provider) Reset() { p.Restart(func() { p.books = emptyBooks() }) }

// Books are what the provider believes, for people to read.
func (p *Provider) Books() any {
	p.Lock()
	defer p.Unlock()
	return map[string]any{"apps": p.books.Apps, "plans": p.Plans()}
}

// Memory returns the books in a form that Recall takes.
func (p *Provider) Memory() (json.RawMessage, error) {
	p.Lock()
	defer p.Unlock()
	return json.Marshal(p.books)
}

// Recall takes the place of the books with what Memory returned.
func (p *Provider) Recall(raw json.RawMessage) error {
	kept := emptyBooks()
	if err := json.Unmarshal(raw, &kept); err != nil {
		return err
	}
	p.Restart(func() { p.books = kept })
	return nil
}

// Routes mounts everything below prefix, as in "/sandbox/fcm".
func (p *Provider) Routes(mux *http.ServeMux, prefix string) {
	p.prefix = prefix
	mux.Handle("POST "+prefix+"/token", p.Faults.Inject("token.create", http.HandlerFunc(p.token)))
	mux.Handle("POST "+prefix+"/v1/projects/{project}/{call}", p.Faults.Inject("message.send", http.HandlerFunc(p.send)))
	mux.HandleFunc("POST "+prefix+"/apps", p.install)
	mux.HandleFunc("DELETE "+prefix+"/apps/{token}", p.remove)
	mux.HandleFunc("GET "+prefix+"/apps/{token}/messages", p.list)
}

// install has an app installed, and answers its registration token.
func (p *Provider) install(w http.ResponseWriter, _ *http.Request) {
	p.Lock()
	defer p.Unlock()
	if len(p.books.Apps) >= mostApps {
		refuse(w, http.StatusTooManyRequests, "RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED")
		return
	}
	token := p.IDs.ID("app") + ":" + p.IDs.ID("")
	p.books.Apps[token] = &app{}
	emulator.Send(w, http.StatusCreated, map[string]string{"token": token})
}

// remove has it removed: what is sent to it is refused.
func (p *Provider) remove(w http.ResponseWriter, r *http.Request) {
	p.Lock()
	defer p.Unlock()
	delete(p.books.Apps, r.PathValue("token"))
	w.WriteHeader(http.StatusNoContent)
}

// list answers what an app has got, oldest first.
func (p *Provider) list(w http.ResponseWriter, r *http.Request) {
	p.Lock()
	defer p.Unlock()
	a := p.books.Apps[r.PathValue("token")]
	if a == nil {
		http.NotFound(w, r)
		return
	}
	emulator.Send(w, http.StatusOK, append([]json.RawMessage{}, a.Messages...))
}

// token hands out a token for a signed assertion (RFC 7523).
func (p *Provider) token(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, mostBytes)
	p.Lock()
	defer p.Unlock()
	now := p.CatchUp()
	if r.PostFormValue("grant_type") != "urn:ietf:params:oauth:grant-type:jwt-bearer" {
		emulator.Send(w, http.StatusBadRequest, map[string]string{"error": "unsupported_grant_type"})
		return
	}
	if err := p.check(r.PostFormValue("assertion"), now); err != nil {
		emulator.Send(w, http.StatusBadRequest, map[string]string{"error": "invalid_grant", "error_description": err.Error()})
		return
	}
	token := p.IDs.ID("ya29.")
	p.books.Tokens[token] = now.Add(tokenLifetime)
	emulator.Send(w, http.StatusOK, map[string]any{"access_token": token, "token_type": "Bearer", "expires_in": int(tokenLifetime.Seconds())})
}

// check looks at who an assertion says that we are, and for what.
func (p *Provider) check(assertion string, now time.Time) error {
	token, err := jwt.ParseSigned(assertion, []jose.SignatureAlgorithm{jose.RS256})
	if err != nil {
		return err
	}
	block, _ := pem.Decode([]byte(key))
	private, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return err
	}
	var claims jwt.Claims
	var more struct {
		Scope string `json:"scope"`
	}
	if err := token.Claims(private.(*rsa.PrivateKey).Public(), &claims, &more); err != nil {
		return err
	}
	at := p.Origin + p.prefix + "/token"
	if err := claims.Validate(jwt.Expected{Issuer: p.keys.ClientEmail, AnyAudience: jwt.Audience{at}, Time: now}); err != nil {
		return err
	}
	if claims.Expiry == nil || claims.IssuedAt == nil || claims.Expiry.Time().Sub(claims.IssuedAt.Time()) > time.Hour {
		return errors.New("the assertion must be good for an hour at the most")
	}
	if more.Scope != "https://www.googleapis.com/auth/firebase.messaging" {
		return errors.New("the scope is another one")
	}
	return nil
}

// message is what of a message is looked at.
type message struct {
	Message struct {
		Token        string            `json:"token"`
		Data         map[string]string `json:"data"`
		Notification struct {
			Title string `json:"title"`
			Body  string `json:"body"`
		} `json:"notification"`
	} `json:"message"`
}

func (p *Provider) send(w http.ResponseWriter, r *http.Request) {
	p.Lock()
	defer p.Unlock()
	until, known := p.books.Tokens[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")]
	switch now := p.CatchUp(); {
	case !known || now.After(until):
		refuse(w, http.StatusUnauthorized, "UNAUTHENTICATED", "")
		return
	case r.PathValue("project") != p.keys.ProjectID:
		refuse(w, http.StatusForbidden, "PERMISSION_DENIED", "SENDER_ID_MISMATCH")
		return
	case r.PathValue("call") != "messages:send":
		http.NotFound(w, r)
		return
	}
	var raw struct {
		Message json.RawMessage `json:"message"`
	}
	var in message
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, mostBytes))
	if d.Decode(&raw) != nil || json.Unmarshal(raw.Message, &in.Message) != nil || in.Message.Token == "" || len(raw.Message) > longestData {
		refuse(w, http.StatusBadRequest, "INVALID_ARGUMENT", "INVALID_ARGUMENT")
		return
	}
	a := p.books.Apps[in.Message.Token]
	if a == nil {
		refuse(w, http.StatusNotFound, "NOT_FOUND", "UNREGISTERED")
		return
	}
	if a.Messages = append(a.Messages, raw.Message); len(a.Messages) > mostMessages {
		a.Messages = a.Messages[1:]
	}
	emulator.Send(w, http.StatusOK, map[string]string{"name": "projects/" + p.keys.ProjectID + "/messages/" + p.IDs.ID("")})
}

// refuse answers in the form of Google's services; code is that of this one, ” for none.
func refuse(w http.ResponseWriter, status int, general, code string) {
	body := map[string]any{"code": status, "message": strings.ToLower(strings.ReplaceAll(general, "_", " ")), "status": general}
	if code != "" {
		body["details"] = []map[string]string{{"@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": code}}
	}
	emulator.Send(w, status, map[string]any{"error": body})
}
