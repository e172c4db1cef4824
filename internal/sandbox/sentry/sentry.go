// Package sentry pretends to be a Sentry with one project, which takes envelopes. Its facts
// are those of docs/providers/sentry.md.
package sentry

import (
	"bytes"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"slices"

	"rento/internal/sandbox/emulator"
)

// Name is the first segment of the provider's paths.
const Name = "sentry"

// Keys are our project at this provider.
type Keys struct{ Key, Project string }

// Check refuses credentials that are not whole.
func (k Keys) Check() error {
	if k.Key == "" || k.Project == "" {
		return errors.New("sentry needs key and project")
	}
	return nil
}

// Open opens a Sentry that knows the credentials, with empty books.
func (k Keys) Open(base *emulator.Base) emulator.Provider { return New(k, base) }

// Provider is the emulated Sentry. It is safe for concurrent use.
type Provider struct {
	*emulator.Base
	keys  Keys
	books books
}

// books are the events that were taken, oldest first.
type books struct {
	Events []taken `json:"events"`
}

type taken struct {
	ID  string          `json:"id"`
	Raw json.RawMessage `json:"raw"`
}

const (
	mostEvents   = 1000
	mostEnvelope = 1 << 20 // bytes
)

// New opens a Sentry with empty books.
func New(keys Keys, r *emulator.Base) *Provider { return &Provider{Base: r, keys: keys} }

// Name is "sentry".
func (p *Provider) Name() string { return Name }

// ForShops is nothing: no page calls it.
func (*Provider) ForShops() []string { return nil }

// Reset empties the books.
func (p *Provider) Reset() { p.Restart(func() { p.books = books{} }) }

// Books are what the provider believes, for people to read.
func (p *Provider) Books() any {
	p.Lock()
	defer p.Unlock()
	events := make([]json.RawMessage, len(p.books.Events))
	for i, e := range p.books.Events {
		events[i] = e.Raw
	}
	return map[string]any{"events": events, "plans": p.Plans()}
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

// Routes mounts everything below prefix, as in "/sandbox/sentry".
func (p *Provider) Routes(mux *http.ServeMux, prefix string) {
	mux.Handle("POST "+prefix+"/api/{project}/envelope/", p.Faults.Inject("envelope", http.HandlerFunc(p.receive)))
}

func refuse(w http.ResponseWriter, status int, detail string) {
	emulator.Send(w, status, map[string]string{"detail": detail})
}

var eventID = regexp.MustCompile(`^[0-9a-f]{32}$`)

// receive takes an envelope. An event whose id is known already is dropped, with the same
// answer.
func (p *Provider) receive(w http.ResponseWriter, r *http.Request) {
	key, project := r.URL.Query().Get("sentry_key"), r.PathValue("project")
	switch {
	case r.URL.Query().Get("sentry_version") != "7":
		refuse(w, http.StatusBadRequest, "unsupported protocol version")
		return
	case subtle.ConstantTimeCompare([]byte(key), []byte(p.keys.Key)) != 1 || project != p.keys.Project:
		refuse(w, http.StatusForbidden, "event submission rejected with_reason: ProjectId")
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostEnvelope))
	if err != nil {
		refuse(w, http.StatusRequestEntityTooLarge, "envelope exceeded size limits")
		return
	}
	event, id, ok := eventOf(body)
	if !ok {
		refuse(w, http.StatusBadRequest, "invalid event envelope")
		return
	}
	p.Lock()
	defer p.Unlock()
	if !slices.ContainsFunc(p.books.Events, func(t taken) bool { return t.ID == id }) {
		p.books.Events = append(p.books.Events, taken{id, event})
		p.books.Events = p.books.Events[max(0, len(p.books.Events)-mostEvents):]
	}
	emulator.Send(w, http.StatusOK, map[string]string{"id": id})
}

// eventOf reads the event of an envelope that has nothing else: its header, the header of
// the item, and the payload of the length that it names.
func eventOf(body []byte) (event json.RawMessage, id string, ok bool) {
	var header struct {
		ID string `json:"event_id"`
	}
	var item struct {
		Type   string `json:"type"`
		Length int    `json:"length"`
	}
	lines := bytes.SplitN(body, []byte("\n"), 3)
	if len(lines) != 3 || json.Unmarshal(lines[0], &header) != nil || json.Unmarshal(lines[1], &item) != nil {
		return nil, "", false
	}
	if item.Type != "event" || item.Length > len(lines[2]) || item.Length < 0 || len(bytes.TrimSpace(lines[2][item.Length:])) > 0 {
		return nil, "", false
	}
	event = lines[2][:item.Length]
	var inside struct {
		ID string `json:"event_id"`
	}
	if json.Unmarshal(event, &inside) != nil || inside.ID != header.ID || !eventID.MatchString(header.ID) {
		return nil, "", false
	}
	return event, header.ID, true
}
