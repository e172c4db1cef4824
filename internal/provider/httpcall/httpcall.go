// Package httpcall is the one HTTP client with which adapters call outside
// services. It bounds every call in time, size and number, keeps a circuit
// breaker per provider, and says after a failure what is known about its
// effect. It never tries a call twice: whether that is safe is the adapter's
// knowledge.
package httpcall

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/provider"
)

// The bounds of a call.
const (
	ConnectTimeout = 2 * time.Second
	TotalTimeout   = 10 * time.Second
	// QueueTimeout is how long a call waits for one of the Width places.
	QueueTimeout = time.Second
	// Width is how many calls to one provider run at a time, so that a slow
	// provider cannot hold every request of ours.
	Width = 32
	// MaxBody is the largest answer that is read unless an adapter says otherwise, in
	// bytes.
	MaxBody = 1 << 20
)

// The causes of calls that were never sent.
var (
	ErrOpen = errors.New("httpcall: circuit is open")
	ErrBusy = errors.New("httpcall: too many calls at a time")
)

// ErrUnreadable is an answer that arrived but cannot be understood.
var ErrUnreadable = errors.New("httpcall: answer cannot be read")

// Refusal is what an adapter makes of an answer that is not 2xx.
type Refusal struct {
	Outcome provider.Outcome
	// Reason is the provider's machine-readable reason.
	Reason string
	// Detail goes to the log as the cause.
	Detail string
}

// Options set up a client. Provider and BaseURL are required.
type Options struct {
	Provider string
	// BaseURL is the provider's scheme, host and path prefix.
	BaseURL string
	Clock   calendar.Clock
	Log     *slog.Logger
	// Transport replaces the network, nil for the real one.
	Transport http.RoundTripper
	// Refuse reads the provider's own error body; nil means that only the
	// HTTP status counts.
	Refuse func(status int, body []byte) Refusal
	// MaxBody is the largest answer that is read, in bytes, 0 for MaxBody.
	MaxBody int
}

// Client calls one provider. It is safe for concurrent use.
type Client struct {
	Options
	base    string
	http    *http.Client
	places  chan struct{}
	breaker *Breaker
}

// New makes a client. It fails when the base URL is not absolute.
func New(o Options) (*Client, error) {
	base, err := url.Parse(o.BaseURL)
	if err != nil || base.Host == "" || (base.Scheme != "http" && base.Scheme != "https") {
		return nil, fmt.Errorf("httpcall: base URL of %s is not absolute: %q", o.Provider, o.BaseURL)
	}
	if o.Clock == nil {
		return nil, fmt.Errorf("httpcall: %s needs a clock", o.Provider)
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Transport == nil {
		o.Transport = network()
	}
	if o.MaxBody == 0 {
		o.MaxBody = MaxBody
	}
	if o.Refuse == nil {
		o.Refuse = func(status int, _ []byte) Refusal { return Refusal{Outcome: ByStatus(status)} }
	}
	return &Client{
		Options: o,
		base:    strings.TrimSuffix(o.BaseURL, "/"),
		http:    &http.Client{Transport: o.Transport, CheckRedirect: stay},
		places:  make(chan struct{}, Width),
		breaker: NewBreaker(o.Clock),
	}, nil
}

// stay keeps a redirect from carrying credentials to another host.
func stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

func network() http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DialContext = (&net.Dialer{Timeout: ConnectTimeout, KeepAlive: 30 * time.Second}).DialContext
	t.TLSHandshakeTimeout = ConnectTimeout
	t.MaxIdleConnsPerHost = Width
	return t
}

// Available reports whether the breaker lets calls through, so that a list of
// gateways can leave out one that is down.
func (c *Client) Available() bool { return c.breaker.Ready() }

// Request is one call.
type Request struct {
	// Call is its name in logs and errors, as in "orders.create".
	Call   string
	Method string
	// Path begins with a slash and is appended to the base URL.
	Path   string
	Query  url.Values
	Header http.Header
	Body   []byte
	// Answers tells of a refusal that is an answer, such as that the provider has
	// nothing of what is asked about: nobody need look at it. nil is for none.
	Answers func(err error) bool
	// Read takes in a 2xx answer. Its error makes the outcome Unknown: the
	// effect may stand although the answer makes no sense.
	Read func(Response) error
}

// Response is an answer with a 2xx status.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
}

// Do sends a request and returns the 2xx answer. Every error is a
// *provider.Error whose Outcome says what is known.
func (c *Client) Do(ctx context.Context, r Request) (Response, error) {
	ctx, cancel := context.WithTimeout(ctx, TotalTimeout)
	defer cancel()
	leave, err := c.enter(ctx)
	if err != nil {
		return Response{}, c.fail(r, provider.NotAttempted, 0, "", err)
	}
	defer leave()
	id, start := ident.Reference(16), c.Clock.Now()
	answer, err := c.send(ctx, r, id)
	c.logCall(ctx, r, id, start, answer.Status, err)
	return answer, err
}

// enter takes a place in the bulkhead and asks the breaker.
func (c *Client) enter(ctx context.Context) (leave func(), err error) {
	select {
	case c.places <- struct{}{}:
	default:
		if err := c.wait(ctx); err != nil {
			return nil, err
		}
	}
	if !c.breaker.Allow() {
		<-c.places
		return nil, ErrOpen
	}
	return func() { <-c.places }, nil
}

func (c *Client) wait(ctx context.Context) error {
	patience := time.NewTimer(QueueTimeout)
	defer patience.Stop()
	select {
	case c.places <- struct{}{}:
		return nil
	case <-patience.C:
		return ErrBusy
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (c *Client) send(ctx context.Context, r Request, id string) (Response, error) {
	req, err := http.NewRequestWithContext(ctx, r.Method, c.address(r), bytes.NewReader(r.Body))
	if err != nil {
		c.breaker.Forget()
		return Response{}, c.fail(r, provider.NotAttempted, 0, "", err)
	}
	for name, values := range r.Header {
		req.Header[http.CanonicalHeaderKey(name)] = values
	}
	req.Header.Set("X-Request-Id", id)
	answer, err := c.http.Do(req)
	if err != nil {
		return Response{}, c.lost(ctx, r, 0, bare(err))
	}
	defer answer.Body.Close()
	body, err := readAll(answer.Body, c.MaxBody)
	if err != nil {
		return Response{}, c.lost(ctx, r, answer.StatusCode, err)
	}
	return c.judge(r, Response{answer.StatusCode, answer.Header, body})
}

func (c *Client) address(r Request) string {
	if len(r.Query) == 0 {
		return c.base + r.Path
	}
	return c.base + r.Path + "?" + r.Query.Encode()
}

func readAll(body io.Reader, most int) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(body, int64(most)+1))
	if err == nil && len(data) > most {
		return nil, fmt.Errorf("%w: longer than %d bytes", ErrUnreadable, most)
	}
	return data, err
}

// judge turns a complete answer into a result and tells the breaker.
func (c *Client) judge(r Request, answer Response) (Response, error) {
	if answer.Status/100 == 2 {
		return c.receive(r, answer)
	}
	if answer.Status >= 500 {
		c.breaker.Failed()
	} else {
		c.breaker.Succeeded()
	}
	refusal := c.Refuse(answer.Status, answer.Body)
	cause := fmt.Errorf("HTTP %d: %s", answer.Status, refusal.Detail)
	return answer, c.fail(r, refusal.Outcome, answer.Status, refusal.Reason, cause)
}

func (c *Client) receive(r Request, answer Response) (Response, error) {
	if r.Read != nil {
		if err := r.Read(answer); err != nil {
			c.breaker.Failed()
			return answer, c.fail(r, provider.Unknown, answer.Status, "", err)
		}
	}
	c.breaker.Succeeded()
	return answer, nil
}

// lost is a call whose answer never fully arrived.
func (c *Client) lost(ctx context.Context, r Request, status int, err error) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		c.breaker.Forget() // our caller went away: it says nothing of the provider
	} else {
		c.breaker.Failed()
	}
	outcome := provider.Unknown
	if status == 0 && neverSent(err) {
		outcome = provider.NotAttempted
	}
	return c.fail(r, outcome, status, "", err)
}

func (c *Client) fail(r Request, o provider.Outcome, status int, reason string, cause error) error {
	return &provider.Error{
		Provider: c.Provider, Call: r.Call, Outcome: o, Status: status, Reason: reason, Cause: cause,
	}
}

// logCall logs a call without its query, headers and bodies, which hold personal
// data and secrets.
func (c *Client) logCall(ctx context.Context, r Request, id string, start time.Time, status int, err error) {
	level, outcome := slog.LevelDebug, "ok"
	if err != nil {
		level, outcome = slog.LevelWarn, string(provider.OutcomeOf(err))
		if r.Answers != nil && r.Answers(err) {
			level = slog.LevelInfo
		}
	}
	c.Log.LogAttrs(ctx, level, "provider call",
		slog.String("provider", c.Provider), slog.String("call", r.Call),
		slog.String("request", id), slog.Int("status", status),
		slog.String("outcome", outcome), slog.Duration("took", c.Clock.Now().Sub(start)))
}
