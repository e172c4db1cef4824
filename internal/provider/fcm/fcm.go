// Package fcm sends push messages to apps through Firebase Cloud Messaging, by its HTTP v1
// API, in the name of a service account.
package fcm

import (
	"context"
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
const Name = "fcm"

// Options set up the sender.
type Options struct {
	// URL is that of the API, TokenURL that at which the account is known.
	URL, TokenURL string
	Account       Account
	Clock         calendar.Clock
	Logger        *slog.Logger
	Transport     http.RoundTripper
}

// Sender sends push messages. It implements provider.AddressedSender; a message's To is the
// registration token of an app.
type Sender struct {
	client  *httpcall.Client
	project string
	access  *access
}

// New returns a sender. It fails when an address is not absolute, and for a key that is
// none.
func New(o Options) (*Sender, error) {
	client, err := httpcall.New(httpcall.Options{
		Provider: Name, BaseURL: o.URL, Clock: o.Clock, Log: o.Logger, Transport: o.Transport, Refuse: refuse,
	})
	if err != nil {
		return nil, fmt.Errorf("fcm: %w", err)
	}
	access, err := newAccess(o)
	if err != nil {
		return nil, fmt.Errorf("fcm: %w", err)
	}
	return &Sender{client: client, project: o.Account.ProjectID, access: access}, nil
}

// Takes implements provider.Addressed: any token but the address of a browser.
func (s *Sender) Takes(token string) bool { return !strings.Contains(token, "://") }

type request struct {
	Message message `json:"message"`
}

type message struct {
	Token        string       `json:"token"`
	Notification notification `json:"notification"`
	Android      android      `json:"android"`
	APNS         apns         `json:"apns"`
}

type notification struct {
	Title string `json:"title"`
	Body  string `json:"body"`
}

// android and apns name the message, so that one that arrives twice is shown once.
type android struct {
	Notification struct {
		Tag string `json:"tag"`
	} `json:"notification"`
}

type apns struct {
	Headers struct {
		CollapseID string `json:"apns-collapse-id"`
	} `json:"headers"`
}

// answer names the message that was taken.
type answer struct {
	Name string `json:"name"`
}

// Check tells an answer from something else.
func (a *answer) Check() error {
	if a.Name == "" {
		return fmt.Errorf("no name of a message")
	}
	return nil
}

// Send sends a message. One to an app that is not installed any more is Declined with the
// reason provider.ReasonGone.
func (s *Sender) Send(ctx context.Context, m provider.Message) error {
	token, err := s.access.token(ctx)
	if err != nil {
		return err
	}
	out := request{message{Token: m.To, Notification: notification{m.Subject, m.Body}}}
	out.Message.Android.Notification.Tag, out.Message.APNS.Headers.CollapseID = m.ID, m.ID
	err = s.client.JSON(ctx, httpcall.Request{
		Call: "message.send", Method: http.MethodPost, Path: "/v1/projects/" + url.PathEscape(s.project) + "/messages:send",
		Header: http.Header{"Authorization": {"Bearer " + token}}, Answers: provider.IsGone,
	}, out, &answer{})
	if isUnauthorized(err) {
		s.access.forget(token)
	}
	return err
}
