package httpcall

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"rento/internal/calendar"
	"rento/internal/provider"
	"rento/internal/testkit"
)

type trip func(*http.Request) (*http.Response, error)

func (t trip) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

func says(status int, body string) trip {
	return func(r *http.Request) (*http.Response, error) {
		return &http.Response{
			StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: r,
		}, nil
	}
}

func client(t *testing.T, transport http.RoundTripper) (*Client, *calendar.Frozen) {
	t.Helper()
	clock := calendar.NewFrozen(time.Unix(1767225600, 0))
	c, err := New(Options{Provider: "bank", BaseURL: "https://bank.test/api/", Clock: clock, Transport: transport})
	if err != nil {
		t.Fatal(err)
	}
	return c, clock
}

func get(ctx context.Context, c *Client) error {
	var out struct {
		OK bool `json:"ok"`
	}
	return c.JSON(ctx, Request{Call: "get", Method: http.MethodGet, Path: "/get"}, nil, &out)
}

func TestOutcomeOfEveryAnswer(t *testing.T) {
	refused := &net.OpError{Op: "dial", Err: errors.New("connection refused")}
	for name, c := range map[string]struct {
		transport trip
		want      provider.Outcome
	}{
		"200 read":         {says(200, `{"ok":true}`), ""},
		"200 empty":        {says(200, ``), provider.Unknown},
		"200 HTML":         {says(200, `<html>`), provider.Unknown},
		"200 cut short":    {says(200, `{"ok":`), provider.Unknown},
		"200 two values":   {says(200, `{"ok":true}{}`), provider.Unknown},
		"200 wrong type":   {says(200, `{"ok":"yes"}`), provider.Unknown},
		"200 far too long": {says(200, `{"ok":true}`+strings.Repeat(" ", MaxBody)), provider.Unknown},
		"302":              {says(302, ``), provider.Unknown},
		"400":              {says(400, `{}`), provider.NotAttempted},
		"408":              {says(408, ``), provider.Unknown},
		"409":              {says(409, ``), provider.Unknown},
		"429":              {says(429, ``), provider.NotAttempted},
		"500":              {says(500, ``), provider.Unknown},
		"502 HTML":         {says(502, `<html>`), provider.Unknown},
		"refused":          {func(*http.Request) (*http.Response, error) { return nil, refused }, provider.NotAttempted},
		"no such host":     {func(*http.Request) (*http.Response, error) { return nil, &net.DNSError{} }, provider.NotAttempted},
		"reset":            {func(*http.Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF }, provider.Unknown},
		"timeout":          {func(*http.Request) (*http.Response, error) { return nil, os.ErrDeadlineExceeded }, provider.Unknown},
	} {
		client, _ := client(t, c.transport)
		err := get(t.Context(), client)
		if c.want == "" {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if e, ok := errors.AsType[*provider.Error](err); !ok || e.Outcome != c.want || e.Provider != "bank" || e.Call != "get" {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

func TestCallTakesTenSecondsAtMost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := client(t, trip(func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		}))
		start := testkit.MachineTime()
		err := get(t.Context(), c)
		if provider.OutcomeOf(err) != provider.Unknown || testkit.MachineTime().Sub(start) != TotalTimeout {
			t.Errorf("%v after %v, want %v and %v", err, testkit.MachineTime().Sub(start), provider.Unknown, TotalTimeout)
		}
	})
}

func TestBulkheadTurnsAwayTheThirtyThird(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		c, _ := client(t, trip(func(r *http.Request) (*http.Response, error) {
			<-release
			return says(200, `{"ok":true}`)(r)
		}))
		results := make(chan error, Width)
		for range Width {
			go func() { results <- get(t.Context(), c) }()
		}
		synctest.Wait()
		if err := get(t.Context(), c); !errors.Is(err, ErrBusy) || provider.OutcomeOf(err) != provider.NotAttempted {
			t.Errorf("call %d: %v, want %v and %v", Width+1, err, ErrBusy, provider.NotAttempted)
		}
		close(release)
		for range Width {
			if err := <-results; err != nil {
				t.Error(err)
			}
		}
		if err := get(t.Context(), c); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	})
}

func TestBreakerOpensRestsAndProbes(t *testing.T) {
	calls, answer := 0, says(503, "")
	c, clock := client(t, trip(func(r *http.Request) (*http.Response, error) { calls++; return answer(r) }))
	for range Threshold {
		_ = get(t.Context(), c)
	}
	if err := get(t.Context(), c); !errors.Is(err, ErrOpen) || provider.OutcomeOf(err) != provider.NotAttempted || calls != Threshold {
		t.Fatalf("open: %v after %d calls, want %v, %v and %v", err, calls, ErrOpen, provider.NotAttempted, Threshold)
	}
	clock.Advance(Rest)
	if err := get(t.Context(), c); errors.Is(err, ErrOpen) || calls != Threshold+1 {
		t.Fatalf("probe: %v, want %v", err, Threshold+1)
	}
	if err := get(t.Context(), c); !errors.Is(err, ErrOpen) {
		t.Fatalf("failed probe did not open it again: %v", err)
	}
	clock.Advance(Rest)
	answer = says(200, `{"ok":true}`)
	if err := get(t.Context(), c); err != nil || !c.Available() {
		t.Errorf("recovered: %v", err)
	}
}

// F24: a provider whose answers make no sense is left alone as one that does not answer.
func TestBreakerCountsAnswersThatMakeNoSense(t *testing.T) {
	c, _ := client(t, says(200, "<html>"))
	for range Threshold {
		_ = get(t.Context(), c)
	}
	if c.Available() {
		t.Error("available")
	}
}

func TestBreakerIgnoresRefusalsAndOurOwnHangUps(t *testing.T) {
	c, _ := client(t, says(400, "{}"))
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for range 3 * Threshold {
		_ = get(t.Context(), c)
		_ = get(gone, c)
	}
	if !c.Available() {
		t.Error("not available")
	}
}

func TestBreakerLetsOneProbeThrough(t *testing.T) {
	clock := calendar.NewFrozen(time.Unix(0, 0))
	b := NewBreaker(clock)
	for range Threshold {
		b.Failed()
	}
	clock.Advance(Rest)
	if !b.Allow() || b.Allow() || b.Ready() {
		t.Error("not exactly one probe")
	}
	b.Forget()
	if !b.Allow() {
		t.Error("no probe after one that told nothing")
	}
}

func TestLogHoldsNoSecrets(t *testing.T) {
	var log bytes.Buffer
	c, err := New(Options{
		Provider: "bank", BaseURL: "https://bank.test", Clock: calendar.System{},
		Log: slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Transport: trip(func(*http.Request) (*http.Response, error) {
			return nil, errors.New("reset")
		}),
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Do(t.Context(), Request{
		Call: "get", Method: http.MethodPost, Path: "/get", Query: map[string][]string{"vpa": {"canary@upi"}},
		Header: http.Header{"Authorization": {"canary"}}, Body: []byte("canary"),
	})
	if text := log.String() + err.Error(); strings.Contains(text, "canary") || !strings.Contains(text, `"call":"get"`) {
		t.Errorf("log %s, want %q in it", text, `"call":"get"`)
	}
}

func TestRequestReachesTheProvider(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.URL.Path != "/api/get" || r.URL.Query().Get("q") != "1 2" || r.Header.Get("X-Request-Id") == "" ||
			r.Header.Get("Content-Type") != "application/json" || string(body) != `{"n":1}` {
			t.Errorf("request %s %v %s, want /api/get, 1 2, application/json and %q", r.URL, r.Header, body, `{"n":1}`)
		}
		_, _ = io.WriteString(w, `{"n":9007199254740993}`)
	}))
	defer server.Close()
	c, err := New(Options{Provider: "bank", BaseURL: server.URL + "/api/", Clock: calendar.System{}})
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	err = c.JSON(t.Context(), Request{
		Call: "get", Method: http.MethodPost, Path: "/get", Query: map[string][]string{"q": {"1 2"}},
	}, map[string]int{"n": 1}, &out)
	if n, ok := out["n"].(interface{ String() string }); err != nil || !ok || n.String() != "9007199254740993" {
		t.Errorf("answer %v, %v, want 9007199254740993", out, err)
	}
}

func TestRedirectIsNotFollowed(t *testing.T) {
	var reached bool
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer other.Close()
	server := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	defer server.Close()
	c, err := New(Options{Provider: "bank", BaseURL: server.URL, Clock: calendar.System{}})
	if err != nil {
		t.Fatal(err)
	}
	if err := get(t.Context(), c); provider.OutcomeOf(err) != provider.Unknown || reached {
		t.Errorf("%v, other host reached: %t, want %v", err, reached, provider.Unknown)
	}
}

func TestNewRefusesARelativeBaseURL(t *testing.T) {
	for _, base := range []string{"", "/v1", "ftp://bank.test", "bank.test"} {
		if _, err := New(Options{Provider: "bank", BaseURL: base, Clock: calendar.System{}}); err == nil {
			t.Errorf("%q accepted", base)
		}
	}
}

// That a provider has nothing of what was asked about is an answer where the caller says
// so, and no warning; any other refusal is one.
func TestAnAnswerOfNothingIsNoWarning(t *testing.T) {
	for status, want := range map[int]string{http.StatusNotFound: `"level":"INFO"`, http.StatusForbidden: `"level":"WARN"`} {
		var log bytes.Buffer
		c, err := New(Options{
			Provider: "bank", BaseURL: "https://bank.test", Clock: calendar.System{}, Log: slog.New(slog.NewJSONHandler(&log, nil)),
			Transport: trip(func(*http.Request) (*http.Response, error) {
				return &http.Response{StatusCode: status, Body: io.NopCloser(strings.NewReader("{}")), Header: http.Header{}}, nil
			}),
		})
		if err != nil {
			t.Fatal(err)
		}
		isNone := func(err error) bool {
			e, ok := errors.AsType[*provider.Error](err)
			return ok && e.Status == http.StatusNotFound
		}
		if _, err := c.Do(t.Context(), Request{Call: "get", Method: http.MethodGet, Path: "/get", Answers: isNone}); err == nil || !strings.Contains(log.String(), want) {
			t.Errorf("%d: %v, log %s; want an error, logged as %s", status, err, log.String(), want)
		}
	}
}
