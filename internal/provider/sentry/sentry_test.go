package sentry_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rento/internal/calendar"
	"rento/internal/provider"
	"rento/internal/provider/sentry"
	"rento/internal/sandbox"
	sandboxed "rento/internal/sandbox/sentry"
)

// fixture is a Sentry over HTTP.
type fixture struct {
	*testing.T

	url   string
	clock *calendar.Frozen
}

var keys = sandboxed.Keys{Key: "abcdef0123456789", Project: "7"}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	var box *sandbox.Sandbox
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) { box.ServeHTTP(out, r) }))
	t.Cleanup(server.Close)
	w := &fixture{T: t, url: server.URL, clock: calendar.NewFrozen(calendar.MustParse("2026-11-20").At(12, 0))}
	var err error
	if box, err = sandbox.New(sandbox.Options{Clock: w.clock, PublicURL: server.URL, Merchants: []sandbox.Merchant{{Keys: keys}}}); err != nil {
		t.Fatal(err)
	}
	return w
}

// at is a tracker by a key and the path of a project.
func (w *fixture) at(key, path string) *sentry.Tracker {
	w.Helper()
	tracker, err := sentry.New(sentry.Options{DSN: strings.Replace(w.url, "://", "://"+key+"@", 1) + path, Clock: w.clock})
	if err != nil {
		w.Fatal(err)
	}
	return tracker
}

func (w *fixture) tracker() *sentry.Tracker { w.Helper(); return w.at(keys.Key, "/sandbox/sentry/7") }

func (w *fixture) events() []map[string]any {
	w.Helper()
	answer, err := http.Get(w.url + sandbox.Prefix + "/books")
	if err != nil {
		w.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var all struct {
		Sentry struct{ Events []map[string]any }
	}
	if err := json.NewDecoder(answer.Body).Decode(&all); err != nil {
		w.Fatal(err)
	}
	return all.Sentry.Events
}

func reported(n int) provider.ReportedError {
	id := fmt.Sprintf("%032x", n)
	return provider.ReportedError{ID: id, Event: json.RawMessage(`{"event_id":"` + id + `","level":"error","exception":{"values":[{"type":"TypeError","value":"rent in ₹"}]}}`)}
}

// An error arrives as it was given, and once though it is sent again.
func TestReport(t *testing.T) {
	w := newFixture(t)
	tracker := w.tracker()
	for _, n := range []int{1, 2, 1} {
		if pause, err := tracker.Report(t.Context(), reported(n)); pause != 0 || err != nil {
			t.Fatalf("error %d: %v, %v; want it taken", n, pause, err)
		}
	}
	events := w.events()
	if len(events) != 2 || events[1]["event_id"] != reported(2).ID || events[0]["level"] != "error" {
		t.Errorf("events %v, want both once", events)
	}
}

// What is ours to mend is told from what will never be taken, and both from what is to be
// sent again.
func TestWhatIsNotTaken(t *testing.T) {
	w := newFixture(t)
	broken := reported(1)
	broken.ID = "another"
	for name, c := range map[string]struct {
		tracker *sentry.Tracker
		event   provider.ReportedError
		want    provider.Outcome
		access  bool
	}{
		"another key":     {w.at("another", "/sandbox/sentry/7"), reported(1), provider.Declined, true},
		"another project": {w.at(keys.Key, "/sandbox/sentry/8"), reported(1), provider.Declined, true},
		"another path":    {w.at(keys.Key, "/nowhere/7"), reported(1), provider.Declined, true},
		"another id":      {w.tracker(), broken, provider.Declined, false},
	} {
		_, err := c.tracker.Report(t.Context(), c.event)
		if err == nil || provider.OutcomeOf(err) != c.want || provider.IsAccess(err) != c.access {
			t.Errorf("%s: %v, want %s, access %t", name, err, c.want, c.access)
		}
		if err != nil && strings.Contains(err.Error(), keys.Key) {
			t.Errorf("%s: %v has the key in it", name, err)
		}
	}
	if events := w.events(); len(events) != 0 {
		t.Errorf("events %v, want none", events)
	}
}

func TestWhatIsSentAgain(t *testing.T) {
	for fault, want := range map[string]provider.Outcome{
		"500": provider.Unknown, "500_after": provider.Unknown, "502_html": provider.Unknown, "429": provider.NotAttempted, "empty_200": provider.Unknown, "malformed": provider.Unknown,
	} {
		w := newFixture(t)
		body := fmt.Sprintf(`{"provider":"sentry","faults":[{"call":"envelope","fault":%q}]}`, fault)
		answer, err := http.Post(w.url+sandbox.Prefix+"/control", "application/json", strings.NewReader(body))
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("control: %v, %v; want 200", answer, err)
		}
		_ = answer.Body.Close()
		tracker := w.tracker()
		if _, err := tracker.Report(t.Context(), reported(1)); err == nil || provider.OutcomeOf(err) != want {
			t.Errorf("%s: %v, want %s", fault, err, want)
		}
		if _, err := tracker.Report(t.Context(), reported(1)); err != nil || len(w.events()) != 1 {
			t.Errorf("once %s is over: %v, %d events, want one", fault, err, len(w.events()))
		}
	}
}

// How long to rest is said by either header, of what was taken too; limits of other
// categories do not count.
func TestHowLongToRest(t *testing.T) {
	now := calendar.MustParse("2026-11-20").At(12, 0)
	for _, c := range []struct {
		status              int
		limits, after, text string
		want                time.Duration
	}{
		{200, "", "", `{}`, 0},
		{200, "60:error:key", "", `{"id":"1"}`, time.Minute},
		{200, "60:transaction;session:key, 120::organization", "", `{}`, 2 * time.Minute},
		{200, "60:transaction:key", "", `{}`, 0},
		{429, "60:transaction:key, 30:default;error:organization:quota", "999", `{}`, 30 * time.Second},
		{429, "", "90", `{}`, 90 * time.Second},
		{429, "", now.Add(time.Hour).UTC().Format(http.TimeFormat), `{}`, time.Hour},
		{429, "", "soon", `{}`, time.Minute},
		{429, "", "", `{}`, time.Minute},
		{429, "", "99999999999", `{}`, 24 * time.Hour},
		{429, "1e99::key", "", `{}`, 24 * time.Hour},
		{503, "", "", `{}`, 0},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/api/7/envelope/" || r.URL.Query().Get("sentry_version") != "7" || r.URL.Query().Get("sentry_key") != "k" {
				t.Errorf("called %s, want the envelope of project 7 with version and key", r.URL)
			}
			for name, value := range map[string]string{"X-Sentry-Rate-Limits": c.limits, "Retry-After": c.after} {
				if value != "" {
					out.Header().Set(name, value)
				}
			}
			out.WriteHeader(c.status)
			_, _ = io.WriteString(out, c.text)
		}))
		tracker, err := sentry.New(sentry.Options{DSN: strings.Replace(server.URL, "://", "://k@", 1) + "/7", Clock: calendar.NewFrozen(now)})
		if err != nil {
			t.Fatal(err)
		}
		pause, err := tracker.Report(t.Context(), reported(1))
		if pause != c.want || (err == nil) != (c.status == 200) {
			t.Errorf("%+v: %v, %v; want %v", c, pause, err, c.want)
		}
		server.Close()
	}
}

func TestWhatIsNoDSN(t *testing.T) {
	for _, dsn := range []string{"", "k@errors.example/1", "https://errors.example/1", "https://k@errors.example", "https://k@errors.example/", "ftp://k@errors.example/1", "https://k@/1", "https://hunter2@%zz/1"} {
		if _, err := sentry.New(sentry.Options{DSN: dsn, Clock: calendar.System{}}); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: %v, want it refused without its key", dsn, err)
		}
	}
}
