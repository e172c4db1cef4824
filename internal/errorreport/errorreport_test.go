package errorreport_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"rento/internal/alert"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/errorreport"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/limit"
	"rento/internal/provider/sentry"
	"rento/internal/sandbox"
	sandboxed "rento/internal/sandbox/sentry"
	"rento/internal/store"
	"rento/internal/testkit"
)

var start = calendar.MustParse("2026-11-20").At(12, 0)

// fixture is the service with a Sentry, on one engine.
type fixture struct {
	*testing.T
	*errorreport.Service

	store  *store.Store
	ids    *ident.Source
	clock  *calendar.Frozen
	jobs   *jobs.Queue
	alerts *alert.Service
	box    *sandbox.Sandbox
}

var keys = sandboxed.Keys{Key: "abcdef0123456789", Project: "7"}

func each(t *testing.T, test func(w *fixture)) {
	t.Helper()
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		clock := calendar.NewFrozen(start)
		w := &fixture{T: t, store: s, ids: ident.NewSource(clock, 0), clock: clock}
		var err error
		w.box, err = sandbox.New(sandbox.Options{Clock: clock, PublicURL: "http://city.example", Merchants: []sandbox.Merchant{{Keys: keys}}})
		w.must(err)
		w.alerts = alert.New(s, w.ids, clock, nil)
		w.connect(keys.Key)
		test(w)
	})
}

// connect has the service forward by a key from now on.
func (w *fixture) connect(key string) {
	w.Helper()
	dsn := strings.Replace(w.box.BaseURL(sentry.Name), "://", "://"+key+"@", 1) + "/" + keys.Project
	tracker, err := sentry.New(sentry.Options{DSN: dsn, Clock: w.clock, Transport: w.box.Transport()})
	w.must(err)
	w.jobs = jobs.New(w.store, w.ids, w.clock, slog.New(slog.DiscardHandler))
	w.Service = errorreport.New(errorreport.Deps{
		Store: w.store, IDs: w.ids, Clock: w.clock, Jobs: w.jobs, Limits: limit.New(w.store, w.clock, 10), Alerts: w.alerts, Tracker: tracker,
		Logger: slog.New(slog.DiscardHandler), Release: "v1.2.3", Environment: "production",
	})
}

// Context is of a person of the company.
func (w *fixture) Context() context.Context {
	return audit.WithActor(w.T.Context(), audit.Staff("meera"))
}

func (w *fixture) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w *fixture) later(wait time.Duration) {
	w.Helper()
	w.clock.Advance(wait)
	_, err := w.jobs.RunDue(w.Context())
	w.must(err)
}

// envelopeOf is an event as an SDK sends it.
func envelopeOf(event string) []byte {
	return fmt.Appendf(nil, "{\"event_id\":\"9ec79c33ec9942ab8353589fcb2e04dc\",\"sent_at\":\"2026-11-20T06:30:00Z\"}\n{\"type\":\"event\",\"length\":%d}\n%s\n", len(event), event)
}

func eventOf(kind, function string) string {
	return fmt.Sprintf(`{"timestamp":1763620200.5,"platform":"javascript","level":"error","release":"v1.2.3","tags":{"route":"/home","status":404},`+
		`"exception":{"values":[{"type":%q,"value":"it failed","stacktrace":{"frames":[{"function":"outer","filename":"https://rento.example/dashboard/assets/core-B1.js?x=1","lineno":1,"colno":5,"in_app":true},`+
		`{"function":%q,"filename":"/dashboard/assets/home-C2.js","lineno":2,"colno":7,"in_app":true}]}}]}}`, kind, function)
}

func (w *fixture) report(event string) {
	w.Helper()
	if id, err := w.Receive(w.Context(), envelopeOf(event)); err != nil || len(id) != 32 {
		w.Fatalf("%s: %q, %v; want it taken", event, id, err)
	}
}

// groups are the kinds that are listed: how often, how they stand, and what they are.
func (w *fixture) groups() (list []string) {
	w.Helper()
	groups, err := w.Groups(w.Context())
	w.must(err)
	for _, g := range groups {
		list = append(list, fmt.Sprintf("%d %s %s %s: %s (%s)", g.Count, g.State, g.Source, g.Type, g.Message(), g.Culprit))
	}
	return list
}

func (w *fixture) want(what string, got []string, want ...string) {
	w.Helper()
	if !slices.Equal(got, want) {
		w.Errorf("%s: got %q, want %q", what, got, want)
	}
}

// Errors that are alike are one row; one that was resolved and is seen again says so.
func TestErrorsAreGrouped(t *testing.T) {
	testkit.BothEngines(t)
	each(t, func(w *fixture) {
		w.report(eventOf("TypeError", "total"))
		w.clock.Advance(time.Minute)
		w.report(eventOf("RangeError", "total"))
		w.clock.Advance(time.Minute)
		w.report(eventOf("TypeError", "total"))
		total := "it failed (total in /dashboard/assets/home-C2.js)"
		w.want("seen", w.groups(), "2 open app TypeError: "+total, "1 open app RangeError: "+total)
		groups, err := w.Groups(w.Context())
		w.must(err)
		for range 2 {
			w.must(w.Resolve(w.Context(), groups[0].ID))
		}
		w.want("resolved", w.groups(), "2 resolved app TypeError: "+total, "1 open app RangeError: "+total)
		w.clock.Advance(time.Minute)
		w.report(eventOf("TypeError", "total"))
		w.want("once more", w.groups(), "3 again app TypeError: "+total, "1 open app RangeError: "+total)
		log, err := w.store.Queries().AuditOf(w.Context(), 0)
		w.must(err)
		if len(log) != 1 || log[0].Action != "error_resolved" || !strings.Contains(log[0].Actor, "meera") {
			w.Errorf("audit log %+v, want that meera resolved it, once", log)
		}
		g, err := w.Group(w.Context(), groups[0].ID)
		w.must(err)
		if first, last := g.FirstSeenAt.Time(), g.LastSeenAt.Time(); !first.Equal(start) || !last.Equal(start.Add(3*time.Minute)) {
			w.Errorf("seen from %v to %v, want three minutes from %v", first, last, start)
		}
		if got := g.Sample.Exception.Values[0].Stacktrace.Frames[0].String(); got != "outer (/dashboard/assets/core-B1.js:1:5)" {
			w.Errorf("the caller is %q, want its path alone", got)
		}
		for what, err := range map[string]error{"read": func() error { _, err := w.Group(w.Context(), 1); return err }(), "resolve": w.Resolve(w.Context(), 1)} {
			if !fault.Is(err, http.StatusNotFound) {
				w.Errorf("%s a group that there is not: %v, want a 404", what, err)
			}
		}
	})
}

// canaries are what must not be kept, wherever a sender has put it.
var canaries = []string{
	"Bearer s3cr3t-canary", "rs1_Canary-Token", "9000000001", "+91 90000 00001", "ABCPE1234F", "2345 6789 0123", "asha.rao@example.in", "asha@okbank",
	"29ABCPE1234F1Z5", "50100234567890", "HDFC0001234", "203.0.113.9", "https://rento.example/x?accessToken=canarytoken",
}

// Nothing of what leads to a person or opens something is kept or forwarded, whatever field
// it is in.
func TestNothingPersonalIsKept(t *testing.T) {
	each(t, func(w *fixture) {
		for i, canary := range canaries {
			text, err := json.Marshal(canary)
			w.must(err)
			event := strings.ReplaceAll(`{"event_id":X,"platform":X,"level":X,"release":X,"environment":X,"server_name":X,"transaction":X,"message":X,"logger":X,
				"user":{"id":X,"email":X,"ip_address":X},"request":{"url":X,"headers":{"Authorization":X},"data":X,"cookies":X},"breadcrumbs":[{"message":X,"data":{"x":X}}],
				"extra":{"x":X},"contexts":{"state":{"x":X}},"tags":{"route":X,"place":X,"language":X,"customer":X},
				"exception":{"values":[{"type":X,"value":X,"module":X,"mechanism":{"data":{"x":X}},"stacktrace":{"frames":[{"function":X,"filename":X,"abs_path":X,"context_line":X,"vars":{"x":X}}]}}]}}`, "X", string(text))
			w.report(strings.ReplaceAll(event, "\n", ""))
			w.RecordFailure(w.Context(), errorreport.Failure{Type: canary, Reason: fmt.Sprintf("failure %d of %s here", i, canary), Route: canary, Calls: []errorreport.Call{{Function: canary, Filename: canary}}})
		}
		w.later(time.Minute)
		kept, err := w.store.Queries().ErrorGroupsNewest(w.Context(), 100)
		w.must(err)
		text, err := json.Marshal(kept)
		w.must(err)
		if len(kept) < 2 {
			w.Errorf("%d groups, want those of app and server", len(kept))
		}
		for where, text := range map[string]string{"database": string(text), "forwarded": w.books()} {
			for _, canary := range append(slices.Clone(canaries), "s3cr3t", "Canary-Token", "canarytoken", "90000 00001", "asha") {
				if strings.Contains(text, canary) {
					w.Errorf("%s: %q is there, want it scrubbed: %s", where, canary, text)
				}
			}
		}
	})
}

// books is what the other end shows of the events that it has.
func (w *fixture) books() string {
	w.Helper()
	answer := httptest.NewRecorder()
	w.box.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, sandbox.Prefix+"/books", nil))
	return answer.Body.String()
}

// What is no report is refused with what is wrong with it; items that are no events are
// passed over, and a length may be missing.
func TestWhatIsTaken(t *testing.T) {
	each(t, func(w *fixture) {
		event := eventOf("TypeError", "total")
		for text, status := range map[string]int{
			"":                              http.StatusBadRequest,
			"null\n":                        http.StatusBadRequest,
			"{}":                            http.StatusUnprocessableEntity,
			"{}\n{\"type\":\"event\"":       http.StatusBadRequest,
			"{}\n{}\n{}":                    http.StatusBadRequest,
			"{}\n{\"type\":\"event\"}\n{}":  http.StatusUnprocessableEntity,
			"{}\n{\"type\":\"event\"}\nx":   http.StatusBadRequest,
			"{}\n{\"type\":\"event\"}":      http.StatusBadRequest,
			"{}\n{\"type\":\"session\"}\nx": http.StatusUnprocessableEntity,
			"{}\n{\"type\":\"event\",\"length\":9999}\n{}":                                  http.StatusBadRequest,
			"{}\n{\"type\":\"event\",\"length\":-1}\n{}":                                    http.StatusBadRequest,
			"{}\n{\"type\":\"event\",\"length\":1}\n{}":                                     http.StatusBadRequest,
			"{}\n{\"type\":\"event\"}\n{\"exception\":\"x\"}":                               http.StatusBadRequest,
			"{}\n{\"type\":\"event\"}\n{\"message\":\"x\"}":                                 http.StatusUnprocessableEntity,
			"{}\n{\"type\":\"event\"}\n" + event:                                            0,
			"{}\n{\"type\":\"session\",\"length\":2}\n\n\n\n{\"type\":\"event\"}\n" + event: 0,
			"{}\n{\"type\":\"client_report\"}\n{}\n{\"type\":\"event\"}\n" + event:          0,
		} {
			_, err := w.Receive(w.Context(), []byte(text))
			if status == 0 && err != nil || status != 0 && !fault.Is(err, status) {
				w.Errorf("%q: %v, want status %d (0 is taken)", text, err, status)
			}
		}
	})
}

// What is long is cut, the calls nearest to what failed stay; what has no form of ours is
// left out.
func TestSamplesHaveABound(t *testing.T) {
	each(t, func(w *fixture) {
		call := `{"function":"` + strings.Repeat("f", 300) + `","filename":"/` + strings.Repeat("a", 300) + `.js","lineno":1}`
		value := `{"type":"` + strings.Repeat("Long", 100) + `","value":"` + strings.Repeat("so long ", 500) + `","stacktrace":{"frames":[` + strings.Repeat(call+",", 40) + `{"function":"last"}]}}`
		w.report(`{"exception":{"values":[` + value + `]}}`)
		groups, err := w.Groups(w.Context())
		w.must(err)
		x := groups[0].Sample.Exception.Values[0]
		calls := x.Stacktrace.Frames
		if len(calls) == 0 || len(calls) > 30 || calls[len(calls)-1].Function != "last" {
			w.Errorf("%d calls, want at most 30 and the last one among them", len(calls))
		}
		if n := len([]rune(x.Value)); n != 500 || !strings.HasSuffix(x.Value, "…") {
			w.Errorf("a message of %d characters, want 500", n)
		}
		if raw, err := w.store.Queries().ErrorGroup(w.Context(), groups[0].ID); err != nil || len(raw.Sample) > 10_000 {
			w.Errorf("a sample of %d bytes, %v; want at most 10,000", len(raw.Sample), err)
		}
	})
}

// Anybody may report: a day has its number of new kinds, of the app and of the server apart,
// and kinds that are known count on.
func TestADayHasItsNumberOfNewKinds(t *testing.T) {
	each(t, func(w *fixture) {
		report := func(i int) error {
			_, err := w.Receive(w.Context(), envelopeOf(eventOf("TypeError", fmt.Sprintf("f%d", i))))
			return err
		}
		for i := range 100 {
			w.must(report(i))
			w.clock.Advance(time.Second)
		}
		err := report(100)
		if f := fault.Of(err); f == nil || f.Status != http.StatusTooManyRequests || f.Extra["retryAfter"] == nil {
			w.Fatalf("the 101st kind: %v, want a 429 that says when", err)
		}
		w.must(report(1))
		w.RecordFailure(w.Context(), errorreport.Failure{Type: "panic", Reason: "nil map", Route: "GET /x"})
		w.want("the newest ones", w.groups()[:2], "1 open server panic: nil map (GET /x)", "2 open app TypeError: it failed (f1 in /dashboard/assets/home-C2.js)")
		w.clock.Set(calendar.MustParse("2026-11-21").At(0, 0))
		w.must(report(100))
	})
}

// A node stores so many errors a second and no more; those of the server are not kept out
// by those of the app.
func TestAFloodIsBounded(t *testing.T) {
	each(t, func(w *fixture) {
		refused := 0
		for range 1200 {
			if _, err := w.Receive(w.Context(), envelopeOf(eventOf("TypeError", "total"))); fault.Is(err, http.StatusTooManyRequests) {
				refused++
			}
			if refused > 0 {
				break
			}
		}
		if refused == 0 {
			w.Error("1200 errors at once were taken, want some refused")
		}
		w.RecordFailure(w.Context(), errorreport.Failure{Type: "panic", Reason: "nil map", Route: "GET /x"})
		if got := w.groups(); len(got) != 2 {
			w.Errorf("groups %q, want that of the server too", got)
		}
	})
}

// A kind that was not seen for ninety days is deleted.
func TestForget(t *testing.T) {
	each(t, func(w *fixture) {
		w.report(eventOf("TypeError", "total"))
		w.clock.Advance(30 * 24 * time.Hour)
		w.report(eventOf("RangeError", "total"))
		w.later(60 * 24 * time.Hour)
		w.later(24 * time.Hour)
		if got := w.groups(); len(got) != 1 || !strings.Contains(got[0], "RangeError") {
			w.Errorf("after 91 days: %q, want the one of 61 days ago", got)
		}
	})
}

type known struct{ error }

func TestTypeOf(t *testing.T) {
	for want, err := range map[string]error{
		"*errors.errorString":    fmt.Errorf("outer: %w", fmt.Errorf("inner: %w", errors.New("x"))),
		"errorreport_test.known": known{errors.New("x")},
		"*json.SyntaxError":      fmt.Errorf("read: %w", json.Unmarshal([]byte("{"), &struct{}{})),
	} {
		if got := errorreport.TypeOf(err); got != want {
			t.Errorf("%v: got %s, want %s", err, got, want)
		}
	}
}

func TestCallsNow(t *testing.T) {
	calls := func() []errorreport.Call { return errorreport.CallsNow(0) }()
	last := calls[len(calls)-1]
	if !strings.HasPrefix(last.Function, "errorreport_test.TestCallsNow") || !strings.HasSuffix(last.Filename, "errorreport_test.go") || !last.InApp {
		t.Errorf("the last call is %+v, want this one", last)
	}
	if first := calls[0]; first.InApp || bytes.Contains([]byte(first.Function), []byte("rento")) {
		t.Errorf("the first call is %+v, want one of the runtime", first)
	}
}
