// Package rudderstack pretends to be a RudderStack: the data plane that takes events, and
// the API by which people are forgotten. Its facts are those of
// docs/providers/rudderstack.md.
package rudderstack

import (
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"

	"rento/internal/sandbox/emulator"
)

// Name is the first segment of the provider's paths.
const Name = "rudderstack"

// Keys are our source and our workspace at this provider.
type Keys struct {
	WriteKey, Token string
	Destinations    []string
}

// Check refuses credentials that are not whole.
func (k Keys) Check() error {
	if k.WriteKey == "" || k.Token == "" {
		return errors.New("rudderstack needs write key and token")
	}
	return nil
}

// Open opens a RudderStack that knows the credentials, with empty books.
func (k Keys) Open(base *emulator.Base) emulator.Provider { return New(k, base) }

// Provider is the emulated RudderStack. It is safe for concurrent use.
type Provider struct {
	*emulator.Base
	keys  Keys
	books books
}

// books are what was taken, oldest first, and who is not to be known any more.
type books struct {
	Messages    []taken      `json:"messages"`
	Regulations []regulation `json:"regulations"`
}

// taken is a message as it came, with what it is found by.
type taken struct {
	ID     string          `json:"id"`
	Person string          `json:"person"`
	Raw    json.RawMessage `json:"raw"`
}

// message is what of a message is looked at.
type message struct {
	Type      string `json:"type"`
	UserID    string `json:"userId"`
	Anonymous string `json:"anonymousId"`
	Event     string `json:"event"`
	MessageID string `json:"messageId"`
}

// regulation says what becomes of a person's data.
type regulation struct {
	ID         string            `json:"id"`
	Workspace  string            `json:"workspaceId"`
	Canceled   bool              `json:"canceled"`
	Type       string            `json:"regulationType"`
	Attributes map[string]string `json:"attributes"`
}

const (
	mostMessages    = 10_000
	mostRegulations = 1000
	mostBatch       = 4 << 20  // bytes
	mostMessage     = 32 << 10 // bytes
)

// New opens a RudderStack with empty books.
func New(keys Keys, r *emulator.Base) *Provider { return &Provider{Base: r, keys: keys} }

// Name is "rudderstack".
func (p *Provider) Name() string { return Name }

// ForShops is nothing: no page calls it.
func (*Provider) ForShops() []string { return nil }

// Reset empties the books.
func (p *Provider) Reset() { p.Restart(func() { p.books = books{} }) }

// Books are what the provider believes, for people to read.
func (p *Provider) Books() any {
	p.Lock()
	defer p.Unlock()
	messages := make([]json.RawMessage, len(p.books.Messages))
	for i, m := range p.books.Messages {
		messages[i] = m.Raw
	}
	return map[string]any{"messages": messages, "regulations": slices.Clone(p.books.Regulations), "plans": p.Plans()}
}

// Memory returns the books in a form that Recall takes.
func (p *Provider) Memory() (json.RawMessage, error) {
	p.Lock()
	defer p.Unlock()
	return json.Marshal(p.books)
}

// Recall takes the place of the books with what Memory returned.
func (p *Provider) Recall(raw json.RawMessage) error {
	var kept books
	if err := json.Unmarshal(raw, &kept); err != nil {
		return err
	}
	p.Restart(func() { p.books = kept })
	return nil
}

// Routes mounts everything below prefix, as in "/sandbox/rudderstack".
func (p *Provider) Routes(mux *http.ServeMux, prefix string) {
	mux.Handle("POST "+prefix+"/v1/batch", p.Faults.Inject("batch", p.fromSource(readBatch)))
	for _, kind := range []string{"identify", "track"} {
		mux.Handle("POST "+prefix+"/v1/"+kind, p.Faults.Inject(kind, p.fromSource(readOne(kind))))
	}
	mux.Handle("POST "+prefix+"/v2/regulations", p.Faults.Inject("regulations.create", http.HandlerFunc(p.regulate)))
}

// errInvalid is in their words.
var errInvalid = errors.New("Invalid JSON") //nolint:staticcheck // as they write it

// readBatch reads the messages of a batch.
func readBatch(body []byte) ([]json.RawMessage, error) {
	var in struct {
		Batch []json.RawMessage `json:"batch"`
	}
	if err := json.Unmarshal(body, &in); err != nil || len(in.Batch) == 0 {
		return nil, errInvalid
	}
	return in.Batch, nil
}

// readOne reads a message that came alone; its path says of which type it is.
func readOne(kind string) func([]byte) ([]json.RawMessage, error) {
	return func(body []byte) ([]json.RawMessage, error) {
		var in map[string]any
		if err := json.Unmarshal(body, &in); err != nil {
			return nil, errInvalid
		}
		in["type"] = kind
		raw, err := json.Marshal(in)
		return []json.RawMessage{raw}, err
	}
}

// fromSource takes messages of our source, all or none of them. One whose id is known
// already, or whose person is suppressed, is dropped.
func (p *Provider) fromSource(read func([]byte) ([]json.RawMessage, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key, _, _ := r.BasicAuth()
		if subtle.ConstantTimeCompare([]byte(key), []byte(p.keys.WriteKey)) != 1 {
			http.Error(w, "Invalid Write Key", http.StatusUnauthorized)
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBatch))
		if err != nil {
			http.Error(w, "Request size exceeds max limit", http.StatusRequestEntityTooLarge)
			return
		}
		raw, err := read(body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		messages := make([]message, len(raw))
		for i, one := range raw {
			if err := json.Unmarshal(one, &messages[i]); err != nil || len(one) > mostMessage {
				http.Error(w, errInvalid.Error(), http.StatusBadRequest)
				return
			}
			if text := messages[i].missing(); text != "" {
				http.Error(w, text, http.StatusBadRequest)
				return
			}
		}
		p.Lock()
		defer p.Unlock()
		for i, m := range messages {
			if !p.known(m.MessageID) && !p.suppressed(m.UserID) {
				p.books.Messages = append(p.books.Messages, taken{m.MessageID, m.UserID, raw[i]})
			}
		}
		p.books.Messages = p.books.Messages[max(0, len(p.books.Messages)-mostMessages):]
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = io.WriteString(w, "OK")
	})
}

// missing says what keeps a message from being taken, nothing if it is whole.
func (m message) missing() string {
	switch {
	case !slices.Contains([]string{"identify", "track", "page", "screen", "group", "alias"}, m.Type):
		return "Invalid event type"
	case m.UserID == "" && m.Anonymous == "":
		return "Request does not contain anonymousId or userId"
	case m.Type == "track" && m.Event == "":
		return "Request does not contain event"
	}
	return ""
}

// known says whether a message was taken already.
func (p *Provider) known(id string) bool {
	return id != "" && slices.ContainsFunc(p.books.Messages, func(m taken) bool { return m.ID == id })
}

// suppressed says whether nothing of a person is taken any more.
func (p *Provider) suppressed(person string) bool {
	return slices.ContainsFunc(p.books.Regulations, func(r regulation) bool { return r.Attributes["userId"] == person })
}

// regulate suppresses people, and deletes what there is of them in some destinations;
// here there is one place for all.
func (p *Provider) regulate(w http.ResponseWriter, r *http.Request) {
	if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte("Bearer "+p.keys.Token)) != 1 {
		emulator.Send(w, http.StatusUnauthorized, map[string]string{"message": "Unauthorized"})
		return
	}
	var in struct {
		Type         string              `json:"regulationType"`
		Sources      []string            `json:"sourceIds"`
		Destinations []string            `json:"destinationIds"`
		Users        []map[string]string `json:"users"`
	}
	unread := json.NewDecoder(http.MaxBytesReader(w, r.Body, mostMessage)).Decode(&in) != nil
	deletes := in.Type == "suppress_with_delete"
	nobody := len(in.Users) == 0 || slices.ContainsFunc(in.Users, func(u map[string]string) bool { return u["userId"] == "" })
	unknown := slices.ContainsFunc(in.Destinations, func(id string) bool { return !slices.Contains(p.keys.Destinations, id) })
	if unread || nobody || unknown || !deletes && in.Type != "suppress" || deletes != (len(in.Destinations) > 0) || deletes && len(in.Sources) > 0 {
		emulator.Send(w, http.StatusBadRequest, map[string]string{"message": "Invalid request body"})
		return
	}
	p.Lock()
	defer p.Unlock()
	made := []regulation{}
	for _, user := range in.Users {
		made = append(made, regulation{ID: p.IDs.ID("reg_"), Workspace: "rento-sandbox", Type: in.Type, Attributes: user})
		if deletes {
			p.books.Messages = slices.DeleteFunc(p.books.Messages, func(m taken) bool { return m.Person == user["userId"] })
		}
	}
	p.books.Regulations = append(p.books.Regulations, made...)
	p.books.Regulations = p.books.Regulations[max(0, len(p.books.Regulations)-mostRegulations):]
	emulator.Send(w, http.StatusCreated, made)
}
