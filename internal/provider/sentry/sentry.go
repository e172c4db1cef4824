// Package sentry forwards errors to a Sentry, or to what speaks its protocol as GlitchTip
// does, by envelopes (docs/providers/sentry.md).
package sentry

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/provider"
	"rento/internal/provider/httpcall"
)

// Name is the provider's, in logs and in the paths of the sandbox.
const Name = "sentry"

// Options set up the tracker.
type Options struct {
	// DSN is scheme://key@host/project, a path before the project included.
	DSN       string
	Clock     calendar.Clock
	Logger    *slog.Logger
	Transport http.RoundTripper
}

// Tracker is a project of a Sentry. It implements provider.ErrorTracker.
type Tracker struct {
	client  *httpcall.Client
	clock   calendar.Clock
	key     string
	project string
}

var errDSN = errors.New("sentry: the DSN is not scheme://key@host/project")

// New returns a tracker. It fails when the DSN is none.
func New(o Options) (*Tracker, error) {
	u, err := url.Parse(o.DSN)
	if err != nil || u.User == nil || u.User.Username() == "" {
		return nil, errDSN // what url.Parse says has the key in it
	}
	at := strings.LastIndex(u.Path, "/")
	if at < 0 || u.Path[at+1:] == "" {
		return nil, errDSN
	}
	t := &Tracker{clock: o.Clock, key: u.User.Username(), project: u.Path[at+1:]}
	base := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path[:at]}
	t.client, err = httpcall.New(httpcall.Options{Provider: Name, BaseURL: base.String(), Clock: o.Clock, Log: o.Logger, Transport: o.Transport, Refuse: refuse})
	if err != nil {
		return nil, fmt.Errorf("sentry: %w", err)
	}
	return t, nil
}

// accepted is the answer to an envelope that was taken.
type accepted struct {
	ID string `json:"id"`
}

// Report implements provider.ErrorTracker.
func (t *Tracker) Report(ctx context.Context, e provider.ReportedError) (pause time.Duration, err error) {
	var body bytes.Buffer
	header, _ := json.Marshal(map[string]string{"event_id": e.ID, "sent_at": t.clock.Now().UTC().Format(time.RFC3339)}) // texts have no form that fails
	fmt.Fprintf(&body, "%s\n{\"type\":\"event\",\"length\":%d}\n%s\n", header, len(e.Event), e.Event)
	answer, err := t.client.Do(ctx, httpcall.Request{
		Call: "envelope", Method: http.MethodPost, Path: "/api/" + url.PathEscape(t.project) + "/envelope/",
		Query:  url.Values{"sentry_version": {"7"}, "sentry_key": {t.key}, "sentry_client": {"rento"}},
		Header: http.Header{"Content-Type": {"application/x-sentry-envelope"}},
		Body:   body.Bytes(), Read: readAccepted,
	})
	return pauseOf(answer, t.clock.Now()), err
}

// readAccepted reads the answer to an envelope that was taken: a JSON object, whose id may
// be missing.
func readAccepted(answer httpcall.Response) error {
	var a *accepted
	if err := json.Unmarshal(answer.Body, &a); err != nil || a == nil {
		return fmt.Errorf("%w: no object", httpcall.ErrUnreadable)
	}
	return nil
}

const (
	// usualPause is how long to rest where a 429 does not say it.
	usualPause = time.Minute
	// longestPause is how long we rest whatever is said.
	longestPause = 24 * time.Hour
)

// pauseOf is for how long no errors shall be sent: X-Sentry-Rate-Limits says it, of a 200
// too, and Retry-After of a 429 without it.
func pauseOf(answer httpcall.Response, now time.Time) time.Duration {
	if limits := answer.Header.Get("X-Sentry-Rate-Limits"); limits != "" {
		return min(ofErrors(limits), longestPause)
	}
	if answer.Status != http.StatusTooManyRequests {
		return 0
	}
	after := answer.Header.Get("Retry-After")
	if seconds, err := strconv.Atoi(after); err == nil && seconds >= 0 {
		return min(time.Duration(min(seconds, int(longestPause/time.Second)))*time.Second, longestPause)
	}
	if at, err := http.ParseTime(after); err == nil && at.After(now) {
		return min(at.Sub(now), longestPause)
	}
	return usualPause
}

// ofErrors is the longest of the limits that are about errors: each is seconds, categories
// (none for all) and more, with colons between them.
func ofErrors(limits string) (longest time.Duration) {
	for one := range strings.SplitSeq(limits, ",") {
		seconds, rest, _ := strings.Cut(strings.TrimSpace(one), ":")
		categories, _, _ := strings.Cut(rest, ":")
		if categories != "" && !strings.Contains(";"+categories+";", ";error;") {
			continue
		}
		pause := usualPause
		if n, err := strconv.ParseFloat(seconds, 64); err == nil && n >= 0 {
			pause = time.Duration(min(n, longestPause.Seconds()) * float64(time.Second))
		}
		longest = max(longest, pause)
	}
	return longest
}

// longestDetail is how much of what Sentry says is kept, in characters.
const longestDetail = 200

// refuse reads an answer that is not 2xx: a key or project that is not known, and what is
// never taken as it is. Too many calls, and a call that came too slowly, are made again.
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
