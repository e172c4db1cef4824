// Package webpush sends messages to browsers by Web Push: through the service of each
// browser (RFC 8030), encrypted so that the service cannot read them (RFC 8291), and
// signed with our key, for which alone the browser has subscribed (RFC 8292).
package webpush

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	push "github.com/SherClockHolmes/webpush-go"

	"rento/internal/calendar"
	"rento/internal/netname"
	"rento/internal/provider"
	"rento/internal/provider/httpcall"
)

const name = "webpush"

// keptFor is how long a push service keeps a message for a browser that is switched off.
const keptFor = 2 * 24 * time.Hour

// Services are the hosts of the push services of the browsers: Chrome and what is built
// on it, Firefox, Safari, Edge. A name that begins with a dot stands for all below it.
var Services = []string{"fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com", ".notify.windows.com"}

// Options set up the sender.
type Options struct {
	Keys Keys
	// Contact is the mail address at which the services reach whoever runs this.
	Contact string
	// Hosts are those that are called, as in Services; a customer's browser says where it
	// takes messages, and nobody else is called. One may be named with its port, and with the
	// path below which its endpoints are.
	Hosts     []string
	Clock     calendar.Clock
	Logger    *slog.Logger
	Transport http.RoundTripper
}

// Sender sends push messages. It implements provider.AddressedSender; a message's To is a token as
// Subscription.Token writes it.
type Sender struct {
	options Options
	mu      sync.Mutex
	clients map[string]*httpcall.Client // by origin: the services fail independently
}

// New returns a sender. It fails without a mail address.
func New(o Options) (*Sender, error) {
	if o.Contact == "" {
		return nil, errors.New("webpush: the services want a mail address of who sends")
	}
	return &Sender{options: o, clients: map[string]*httpcall.Client{}}, nil
}

// PublicKey is ours, for which browsers subscribe.
func (s *Sender) PublicKey() string { return s.options.Keys.Public }

// payload is what our worker in the browser reads (web/public/push.js).
type payload struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	// Tag is the message's own: one that arrives twice is shown once.
	Tag string `json:"tag"`
}

// Send sends a message. One to a browser that does not take messages any more is Declined
// with the reason provider.ReasonGone; one to a host that is no push service is Declined.
func (s *Sender) Send(ctx context.Context, m provider.Message) error {
	to, err := Parse(m.To)
	if err != nil {
		return failure(provider.Declined, err)
	}
	client, err := s.client(to.Endpoint)
	if err != nil {
		return failure(provider.Declined, err)
	}
	body, err := json.Marshal(payload{Title: m.Subject, Text: m.Body, Tag: m.ID})
	if err != nil {
		return failure(provider.NotAttempted, err)
	}
	sealed, err := s.seal(ctx, to, body)
	if err != nil {
		return failure(provider.Declined, err)
	}
	_, err = client.Do(ctx, httpcall.Request{
		Call: "message.send", Method: http.MethodPost, Path: to.Endpoint.EscapedPath(), Query: to.Endpoint.Query(),
		Header: sealed.header, Body: sealed.body, Answers: isGone,
	})
	return err
}

// Takes reports whether a token is a subscription at one of the services.
func (s *Sender) Takes(token string) bool {
	to, err := Parse(token)
	return err == nil && isService(to.Endpoint, s.options.Hosts)
}

func isGone(err error) bool { return provider.IsGone(err) }

// sealed is a request that a push service takes.
type sealed struct {
	header http.Header
	body   []byte
}

// errSealed ends the library's call where its request would leave.
var errSealed = errors.New("webpush: sealed")

// capture keeps the request of the library, which would send it without our bounds.
type capture struct{ sealed }

func (c *capture) Do(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	c.sealed = sealed{r.Header, body}
	return nil, errSealed
}

// seal encrypts a message for a browser and signs the call.
func (s *Sender) seal(ctx context.Context, to Subscription, body []byte) (sealed, error) {
	var c capture
	answer, err := push.SendNotificationWithContext(ctx, body, &push.Subscription{
		Endpoint: to.Endpoint.String(),
		Keys:     push.Keys{P256dh: base64.URLEncoding.EncodeToString(to.PublicKey), Auth: base64.URLEncoding.EncodeToString(to.Auth)},
	}, &push.Options{
		HTTPClient: &c, Subscriber: s.options.Contact, TTL: int(keptFor.Seconds()), Urgency: push.UrgencyNormal,
		VAPIDPublicKey: s.options.Keys.Public, VAPIDPrivateKey: s.options.Keys.Private,
	})
	if answer != nil {
		_ = answer.Body.Close()
	}
	if errors.Is(err, errSealed) {
		return c.sealed, nil
	}
	return sealed{}, fmt.Errorf("webpush: seal a message: %w", err)
}

// errForeign says that an endpoint is at no push service that we know.
var errForeign = errors.New("webpush: the endpoint is at no known push service")

// client is the one of a push service.
func (s *Sender) client(endpoint *url.URL) (*httpcall.Client, error) {
	if !isService(endpoint, s.options.Hosts) {
		return nil, errForeign
	}
	origin := endpoint.Scheme + "://" + endpoint.Host
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.clients[origin]; c != nil {
		return c, nil
	}
	c, err := httpcall.New(httpcall.Options{
		Provider: name, BaseURL: origin, Clock: s.options.Clock, Log: s.options.Logger, Transport: s.options.Transport, Refuse: refuse,
	})
	if err == nil {
		s.clients[origin] = c
	}
	return c, err
}

// isService says whether an endpoint lies at one of the hosts, below the path that is named
// with it. Services speak TLS on its own port; only a host that is named with its port does
// without.
func isService(endpoint *url.URL, hosts []string) bool {
	return slices.ContainsFunc(hosts, func(entry string) bool {
		host, below, _ := strings.Cut(entry, "/")
		isBelow := below == "" || path.Clean(endpoint.Path) == endpoint.Path && strings.HasPrefix(endpoint.Path, "/"+below+"/")
		switch {
		case !isBelow:
			return false
		case strings.Contains(host, ":"):
			return endpoint.Host == host
		case strings.HasPrefix(host, "."):
			return endpoint.Scheme == "https" && netname.IsHost(endpoint.Host) && strings.HasSuffix(endpoint.Host, host)
		}
		return endpoint.Scheme == "https" && endpoint.Host == host
	})
}

func failure(o provider.Outcome, cause error) error {
	return &provider.Error{Provider: name, Call: "message.send", Outcome: o, Cause: cause}
}

// refuse reads an answer that is not 2xx: a browser that is gone, and a message that is
// never taken as it is. A key that is not taken is ours to mend, so the message waits.
func refuse(status int, body []byte) httpcall.Refusal {
	r := httpcall.Refusal{Outcome: httpcall.ByStatus(status), Detail: string(body[:min(len(body), 200)])}
	switch status {
	case http.StatusNotFound, http.StatusGone:
		r.Outcome, r.Reason = provider.Declined, provider.ReasonGone
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge:
		r.Outcome = provider.Declined
	}
	return r
}
