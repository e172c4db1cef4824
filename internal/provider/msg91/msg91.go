// Package msg91 sends text messages through MSG91's flows. A flow is a text
// that was registered with the operators beforehand; only its variables are
// sent, and a text without a flow cannot be.
package msg91

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"rento/internal/calendar"
	"rento/internal/provider"
	"rento/internal/provider/httpcall"
)

const name = "msg91"

// Options set up the sender.
type Options struct {
	URL     string
	AuthKey string
	// Flows maps our templates to the ids of registered flows.
	Flows     map[string]string
	Clock     calendar.Clock
	Logger    *slog.Logger
	Transport http.RoundTripper
}

// Sender sends text messages. It implements provider.Sender and
// provider.Templated.
type Sender struct {
	client *httpcall.Client
	key    string
	flows  map[string]string
}

// New returns a sender. It fails when the address is not absolute.
func New(o Options) (*Sender, error) {
	client, err := httpcall.New(httpcall.Options{
		Provider: name, BaseURL: o.URL, Clock: o.Clock, Log: o.Logger, Transport: o.Transport, Refuse: refuse,
	})
	if err != nil {
		return nil, fmt.Errorf("msg91: %w", err)
	}
	return &Sender{client: client, key: o.AuthKey, flows: o.Flows}, nil
}

type request struct {
	TemplateID string              `json:"template_id"`
	Recipients []map[string]string `json:"recipients"`
}

// answer is MSG91's, whose refusals come with HTTP 200 too.
type answer struct {
	Type    string `json:"type"`
	Message string `json:"message"`
}

// Check tells an answer from something else.
func (a *answer) Check() error {
	if a.Type != "success" && a.Type != "error" {
		return fmt.Errorf("type %q", a.Type)
	}
	return nil
}

// errNoFlow says that a text was not registered.
var errNoFlow = errors.New("no flow is registered for this template")

// Has implements provider.Templated.
func (s *Sender) Has(template string) bool { return s.flows[template] != "" }

// Send sends a text message; m.To has ten digits.
func (s *Sender) Send(ctx context.Context, m provider.Message) error {
	flow := s.flows[m.Template]
	if flow == "" {
		return failure(provider.Declined, m.Template, errNoFlow)
	}
	recipient := map[string]string{"mobiles": "91" + m.To}
	for variable, value := range m.Variables {
		recipient[variable] = value
	}
	var out answer
	err := s.client.JSON(ctx, httpcall.Request{
		Call: "flow.send", Method: http.MethodPost, Path: "/api/v5/flow/", Header: http.Header{"Authkey": {s.key}},
	}, request{TemplateID: flow, Recipients: []map[string]string{recipient}}, &out)
	if err != nil {
		return err
	}
	if out.Type != "success" {
		return failure(provider.Declined, "", errors.New(out.Message))
	}
	return nil
}

func failure(o provider.Outcome, reason string, cause error) error {
	return &provider.Error{Provider: name, Call: "flow.send", Outcome: o, Reason: reason, Cause: cause}
}

// refuse reads an answer that is not 2xx. A wrong key is ours to mend, so the
// message waits; any other 4xx but 429 is a message that will never be taken.
func refuse(status int, body []byte) httpcall.Refusal {
	var a answer
	r := httpcall.Refusal{Outcome: httpcall.ByStatus(status)}
	if httpcall.Decode(body, &a) == nil {
		r.Detail = a.Message
	}
	if status == http.StatusBadRequest || status == http.StatusUnprocessableEntity {
		r.Outcome = provider.Declined
	}
	return r
}
