// Package twilio pretends to be Twilio, as who sends text messages sees it. Its facts are
// those of docs/providers/twilio.md.
package twilio

import (
	"crypto/subtle"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"time"
	"unicode/utf8"

	"rento/internal/sandbox/emulator"
)

// Name is the first segment of the provider's paths.
const Name = "twilio"

// Keys are our credentials at this provider.
type Keys struct{ AccountSID, AuthToken string }

// Check refuses credentials that are not whole.
func (k Keys) Check() error {
	if k.AccountSID == "" || k.AuthToken == "" {
		return errors.New("twilio needs account SID and auth token")
	}
	return nil
}

// Open opens a Twilio that knows the credentials, with empty books.
func (k Keys) Open(base *emulator.Base) emulator.Provider { return New(k, base) }

// Provider is the emulated Twilio. It is safe for concurrent use.
type Provider struct {
	*emulator.Base
	keys     Keys
	messages []message
}

// message is one that was taken.
type message struct {
	SID     string `json:"sid"`
	Account string `json:"account_sid"`
	To      string `json:"to"`
	From    string `json:"from,omitempty"`
	Service string `json:"messaging_service_sid,omitempty"`
	Body    string `json:"body"`
	Status  string `json:"status"`
	Created string `json:"date_created"`
}

const (
	mostMessages = 1000
	mostBytes    = 16 << 10
	longestBody  = 1600 // in characters
)

// New opens a Twilio with empty books.
func New(keys Keys, r *emulator.Base) *Provider { return &Provider{Base: r, keys: keys} }

// Name is "twilio".
func (p *Provider) Name() string { return Name }

// ForShops is nothing: no page calls it.
func (*Provider) ForShops() []string { return nil }

// Reset empties the books.
func (p *Provider) Reset() { p.Restart(func() { p.messages = nil }) }

// Books are what the provider believes, for people to read.
func (p *Provider) Books() any {
	p.Lock()
	defer p.Unlock()
	return map[string]any{"messages": append([]message{}, p.messages...), "plans": p.Plans()}
}

// Memory returns the books in a form that Recall takes.
func (p *Provider) Memory() (json.RawMessage, error) {
	p.Lock()
	defer p.Unlock()
	return json.Marshal(p.messages)
}

// Recall takes the place of the books with what Memory returned.
func (p *Provider) Recall(raw json.RawMessage) error {
	var kept []message
	if err := json.Unmarshal(raw, &kept); err != nil {
		return err
	}
	p.Restart(func() { p.messages = kept })
	return nil
}

// Routes mounts everything below prefix, as in "/sandbox/twilio".
func (p *Provider) Routes(mux *http.ServeMux, prefix string) {
	path := prefix + "/2010-04-01/Accounts/{account}/Messages.json"
	mux.Handle("POST "+path, p.Faults.Inject("messages.create", p.known(p.create)))
	mux.Handle("GET "+path, p.Faults.Inject("messages.list", p.known(p.list)))
}

// known lets those in who have our credentials.
func (p *Provider) known(do func(w http.ResponseWriter, r *http.Request)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, password, _ := r.BasicAuth()
		if user != p.keys.AccountSID || subtle.ConstantTimeCompare([]byte(password), []byte(p.keys.AuthToken)) != 1 {
			refuse(w, http.StatusUnauthorized, 20003, "Authenticate")
			return
		}
		if r.PathValue("account") != p.keys.AccountSID {
			refuse(w, http.StatusNotFound, 20404, "The requested resource was not found")
			return
		}
		p.Lock()
		defer p.Unlock()
		do(w, r)
	})
}

var phone = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)

func (p *Provider) create(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, mostBytes)
	m := message{
		Account: p.keys.AccountSID, To: r.PostFormValue("To"), From: r.PostFormValue("From"), Service: r.PostFormValue("MessagingServiceSid"),
		Body: r.PostFormValue("Body"), Status: "queued", Created: p.CatchUp().UTC().Format(time.RFC1123Z),
	}
	switch {
	case !phone.MatchString(m.To):
		refuse(w, http.StatusBadRequest, 21211, "The 'To' number is not a valid phone number.")
		return
	case m.From == "" && m.Service == "":
		refuse(w, http.StatusBadRequest, 21603, "A 'From' phone number is required.")
		return
	case m.Body == "":
		refuse(w, http.StatusBadRequest, 21602, "Message body is required.")
		return
	case utf8.RuneCountInString(m.Body) > longestBody:
		refuse(w, http.StatusBadRequest, 21617, "The concatenated message body exceeds the 1600 character limit")
		return
	}
	m.SID = p.IDs.ID("SM")
	if p.messages = append(p.messages, m); len(p.messages) > mostMessages {
		p.messages = p.messages[1:]
	}
	emulator.Send(w, http.StatusCreated, m)
}

// list answers what was sent, newest first.
func (p *Provider) list(w http.ResponseWriter, _ *http.Request) {
	newest := make([]message, 0, len(p.messages))
	for i := len(p.messages) - 1; i >= 0; i-- {
		newest = append(newest, p.messages[i])
	}
	emulator.Send(w, http.StatusOK, map[string]any{"messages": newest})
}

func refuse(w http.ResponseWriter, status, code int, text string) {
	emulator.Send(w, status, map[string]any{"code": code, "message": text, "more_info": "", "status": status})
}
