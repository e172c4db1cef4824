// Package twilio sends text messages through Twilio. In India it takes only texts that were
// registered with the operators, and finds the registered one by the words that are sent.
package twilio

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"rento/internal/calendar"
	"rento/internal/provider"
	"rento/internal/provider/httpcall"
)

// Name is the provider's, in logs and in the paths of the sandbox.
const Name = "twilio"

// Options set up the sender.
type Options struct {
	URL        string
	AccountSID string
	AuthToken  string
	// From is the header that the operators know (DLT), or the SID of a messaging service
	// that has it.
	From string
	// Templates maps our templates to the ids of the registered texts.
	Templates map[string]string
	Clock     calendar.Clock
	Logger    *slog.Logger
	Transport http.RoundTripper
}

// Sender sends text messages. It implements provider.Sender and provider.Templated.
type Sender struct {
	client  *httpcall.Client
	options Options
}

// New returns a sender. It fails when the address is not absolute.
func New(o Options) (*Sender, error) {
	client, err := httpcall.New(httpcall.Options{
		Provider: Name, BaseURL: o.URL, Clock: o.Clock, Log: o.Logger, Transport: o.Transport, Refuse: refuse,
	})
	if err != nil {
		return nil, fmt.Errorf("twilio: %w", err)
	}
	return &Sender{client, o}, nil
}

// errNotRegistered says that the operators do not know a text.
var errNotRegistered = errors.New("no text is registered for this template")

// Has implements provider.Templated.
func (s *Sender) Has(template string) bool { return s.options.Templates[template] != "" }

// answer is a message that was taken.
type answer struct {
	SID string `json:"sid"`
}

// Send sends a text message; m.To has ten digits.
func (s *Sender) Send(ctx context.Context, m provider.Message) error {
	if !s.Has(m.Template) {
		return &provider.Error{Provider: Name, Call: call, Outcome: provider.Declined, Reason: m.Template, Cause: errNotRegistered}
	}
	form := url.Values{"To": {"+91" + m.To}, "Body": {m.Body}}
	if strings.HasPrefix(s.options.From, "MG") && len(s.options.From) == sidLength {
		form.Set("MessagingServiceSid", s.options.From)
	} else {
		form.Set("From", s.options.From)
	}
	_, err := s.client.Do(ctx, httpcall.Request{
		Call: call, Method: http.MethodPost, Path: "/2010-04-01/Accounts/" + url.PathEscape(s.options.AccountSID) + "/Messages.json",
		Header: s.header(), Body: []byte(form.Encode()),
		Read: func(taken httpcall.Response) error {
			var out answer
			if err := json.Unmarshal(taken.Body, &out); err != nil || out.SID == "" {
				return fmt.Errorf("%w: no SID of a message", httpcall.ErrUnreadable)
			}
			return nil
		},
	})
	return err
}

const (
	call      = "messages.create"
	sidLength = 34
)

func (s *Sender) header() http.Header {
	r := http.Request{Header: http.Header{}}
	r.SetBasicAuth(s.options.AccountSID, s.options.AuthToken)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return r.Header
}

// refuse reads an answer that is not 2xx. Credentials that are not taken are ours to mend,
// so the message waits; another 4xx but 429 is a message that will never be taken.
func refuse(status int, body []byte) httpcall.Refusal {
	var f struct {
		Code    json.Number `json:"code"`
		Message string      `json:"message"`
	}
	r := httpcall.Refusal{Outcome: httpcall.ByStatus(status)}
	if httpcall.Decode(body, &f) == nil {
		r.Reason, r.Detail = f.Code.String(), f.Message
	}
	if status == http.StatusBadRequest {
		r.Outcome = provider.Declined
	}
	return r
}
