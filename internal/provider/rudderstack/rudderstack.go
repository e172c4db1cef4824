// Package rudderstack forwards events to a RudderStack by its HTTP API, and has it forget
// people by its User Suppression API (docs/providers/rudderstack.md).
package rudderstack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/provider"
	"rento/internal/provider/httpcall"
)

// Name is the provider's, in logs and in the paths of the sandbox.
const Name = "rudderstack"

// Options set up the collector.
type Options struct {
	// URL is that of the data plane, APIURL that of the API by which people are
	// forgotten.
	URL, APIURL string
	// WriteKey is that of the source, Token one of the workspace.
	WriteKey, Token string
	// Destinations are those in which people are deleted; without any they are only
	// kept out from then on.
	Destinations []string
	Clock        calendar.Clock
	Logger       *slog.Logger
	Transport    http.RoundTripper
}

// Collector is a source of a RudderStack. It implements provider.Collector.
type Collector struct {
	options Options
	plane   *httpcall.Client
	api     *httpcall.Client
}

// New returns a collector. It fails when an address is not absolute.
func New(o Options) (*Collector, error) {
	client := func(at string) (*httpcall.Client, error) {
		return httpcall.New(httpcall.Options{Provider: Name, BaseURL: at, Clock: o.Clock, Log: o.Logger, Transport: o.Transport, Refuse: refuse})
	}
	plane, err := client(o.URL)
	if err != nil {
		return nil, fmt.Errorf("rudderstack: %w", err)
	}
	api, err := client(o.APIURL)
	if err != nil {
		return nil, fmt.Errorf("rudderstack: %w", err)
	}
	return &Collector{o, plane, api}, nil
}

// A batch stays below 500 messages and 500 kB, and so well within what RudderStack takes.
const (
	mostMessages = 499
	mostBytes    = 500_000 - 1
)

// message is a message of a batch.
type message struct {
	Type       string          `json:"type"`
	UserID     string          `json:"userId"`
	Event      string          `json:"event,omitempty"`
	Properties json.RawMessage `json:"properties,omitempty"`
	Context    about           `json:"context"`
	MessageID  string          `json:"messageId"`
	At         string          `json:"originalTimestamp"`
	SentAt     string          `json:"sentAt"`
}

type about struct {
	Channel  string  `json:"channel"`
	Platform string  `json:"platform,omitempty"`
	Traits   *traits `json:"traits,omitempty"`
}

// traits are all that is told of a person.
type traits struct {
	Phone string `json:"phone"`
}

// instant is the form of times, in UTC.
func instant(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// messagesOf are an event, and before it who the person is if that is told with it.
func messagesOf(e provider.CollectedEvent, now time.Time) []message {
	track := message{
		Type: "track", UserID: e.Person, Event: e.Name, Properties: e.Properties, Context: about{Channel: "server", Platform: e.Platform},
		MessageID: e.ID, At: instant(e.At), SentAt: instant(now),
	}
	if e.Mobile == "" {
		return []message{track}
	}
	identify := message{
		Type: "identify", UserID: e.Person, Context: about{Channel: "server", Traits: &traits{Phone: "+91" + e.Mobile}},
		MessageID: "identify-" + e.Person, At: instant(e.At), SentAt: instant(now),
	}
	return []message{identify, track}
}

// Collect implements provider.Collector.
func (c *Collector) Collect(ctx context.Context, events []provider.CollectedEvent) (sent int, err error) {
	const call = "batch"
	var raw []json.RawMessage
	size := len(`{"batch":[]}`)
	for _, e := range events {
		var own []json.RawMessage
		more := 0
		for _, m := range messagesOf(e, c.options.Clock.Now()) {
			text, err := json.Marshal(m)
			if err != nil {
				return 1, &provider.Error{Provider: Name, Call: call, Outcome: provider.Declined, Cause: err}
			}
			own, more = append(own, text), more+len(text)+len(",")
		}
		if sent > 0 && (len(raw)+len(own) > mostMessages || size+more > mostBytes) {
			break
		}
		raw, size, sent = append(raw, own...), size+more, sent+1
	}
	body, err := json.Marshal(map[string]any{"batch": raw})
	if err != nil {
		return sent, &provider.Error{Provider: Name, Call: call, Outcome: provider.Declined, Cause: err}
	}
	r := http.Request{Header: http.Header{"Content-Type": {"application/json"}}}
	r.SetBasicAuth(c.options.WriteKey, "")
	_, err = c.plane.Do(ctx, httpcall.Request{Call: call, Method: http.MethodPost, Path: "/v1/batch", Header: r.Header, Body: body, Read: readOK})
	return sent, err
}

// readOK reads the answer to a batch that was taken.
func readOK(answer httpcall.Response) error {
	if strings.Trim(string(answer.Body), "\" \r\n") != "OK" {
		return fmt.Errorf("%w: not OK", httpcall.ErrUnreadable)
	}
	return nil
}

// regulation says what becomes of people's data.
type regulation struct {
	Type         string   `json:"regulationType"`
	Destinations []string `json:"destinationIds,omitempty"`
	Users        []user   `json:"users"`
}

type user struct {
	UserID string `json:"userId"`
}

// regulated are the regulations that were made, one for each person.
type regulated []struct {
	ID string `json:"id"`
}

// Check tells an answer from something else.
func (r *regulated) Check() error {
	if len(*r) != 1 || (*r)[0].ID == "" {
		return errors.New("not one regulation with its id")
	}
	return nil
}

// Forget implements provider.Collector.
func (c *Collector) Forget(ctx context.Context, person string) error {
	asked := regulation{Type: "suppress", Users: []user{{person}}}
	if len(c.options.Destinations) > 0 {
		asked.Type, asked.Destinations = "suppress_with_delete", c.options.Destinations
	}
	return c.api.JSON(ctx, httpcall.Request{
		Call: "regulations.create", Method: http.MethodPost, Path: "/v2/regulations", Header: http.Header{"Authorization": {"Bearer " + c.options.Token}},
	}, asked, &regulated{})
}

// longestDetail is how much of what RudderStack says is kept, in characters.
const longestDetail = 200

// refuse reads an answer that is not 2xx: a key that is not taken, a source that is
// switched off, and what is never taken as it is. Too many calls, and a call that came
// too slowly, are made again.
func refuse(status int, body []byte) httpcall.Refusal {
	r := httpcall.Refusal{Outcome: httpcall.ByStatus(status), Detail: bound.Text(string(body), longestDetail)}
	switch {
	case status == http.StatusUnauthorized, status == http.StatusForbidden, status == http.StatusNotFound:
		r.Outcome, r.Reason = provider.Declined, provider.ReasonAccess
	case status == http.StatusTooManyRequests, status == http.StatusRequestTimeout:
	case status/100 == 4:
		r.Outcome = provider.Declined
	}
	return r
}
