package errorreport_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rento/internal/errorreport"
	"rento/internal/jobs"
	"rento/internal/limit"
	"rento/internal/provider/sentry"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
)

// forwarded are the errors that the other end has.
func (w *fixture) forwarded() (list []string) {
	w.Helper()
	var books struct {
		Sentry struct{ Events []errorreport.Event }
	}
	w.must(json.Unmarshal([]byte(w.books()), &books))
	for _, e := range books.Sentry.Events {
		x := e.Exception.Values[0]
		list = append(list, fmt.Sprintf("%s %s %s %s", e.Environment, e.Release, x.Type, x.Stacktrace.Frames[len(x.Stacktrace.Frames)-1].Function))
	}
	return list
}

// The newest sample of a kind is forwarded after a minute, once however often it was seen.
func TestSamplesAreForwarded(t *testing.T) {
	each(t, func(w *fixture) {
		for range 5 {
			w.report(eventOf("TypeError", "total"))
		}
		w.later(time.Second)
		w.want("at once", w.forwarded())
		w.later(time.Minute)
		w.want("after a minute", w.forwarded(), "production v1.2.3 TypeError total")
		w.later(time.Hour)
		w.want("after an hour", w.forwarded(), "production v1.2.3 TypeError total")
		w.report(eventOf("TypeError", "total"))
		w.later(time.Minute)
		w.want("seen once more", w.forwarded(), "production v1.2.3 TypeError total", "production v1.2.3 TypeError total")
	})
}

// What fails for now is sent again, and stands there once though it had arrived.
func TestForwardingIsTriedAgain(t *testing.T) {
	each(t, func(w *fixture) {
		var want []string
		for i, failing := range []emulator.Fault{emulator.Error500, emulator.Error500After, emulator.TimeoutAfter, emulator.Throttled, emulator.Empty200} {
			w.must(w.box.Do(sandbox.Command{Provider: sentry.Name, Faults: []emulator.Plan{{Call: "envelope", Fault: failing, Times: 2}}}))
			function := fmt.Sprintf("f%d", i)
			w.report(eventOf("TypeError", function))
			w.later(time.Minute)
			w.later(2 * time.Minute)
			w.later(time.Hour) // a breaker may be open
			w.later(time.Hour)
			want = append(want, "production v1.2.3 TypeError "+function)
			w.want("after "+string(failing), w.forwarded(), want...)
		}
		w.want("alerts", w.kinds())
	})
}

func (w *fixture) kinds() (kinds []string) {
	w.Helper()
	open, err := w.alerts.Open(w.Context(), 10)
	w.must(err)
	for _, a := range open {
		kinds = append(kinds, a.Kind)
	}
	return kinds
}

// A tracker that refuses our key is told of once a day, and gets what waits once it is
// right; what waited for a week stays with us.
func TestAKeyThatIsRefused(t *testing.T) {
	each(t, func(w *fixture) {
		w.connect("another")
		w.report(eventOf("TypeError", "total"))
		for range 3 {
			w.later(time.Hour)
		}
		w.want("alerts", w.kinds(), "error_tracker_refused")
		w.clock.Advance(7 * 24 * time.Hour)
		w.report(eventOf("RangeError", "total"))
		w.connect(keys.Key)
		w.later(time.Hour)
		w.want("once the key is right", w.forwarded(), "production v1.2.3 RangeError total")
		if got := w.groups(); len(got) != 2 {
			w.Errorf("kept %q, want both", got)
		}
	})
}

// While the tracker asks for a rest nothing is sent, for as long as it says.
func TestTheTrackerAsksForARest(t *testing.T) {
	each(t, func(w *fixture) {
		calls := 0
		server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, _ *http.Request) {
			calls++
			out.Header().Set("Retry-After", "1800")
			out.WriteHeader(http.StatusTooManyRequests)
		}))
		defer server.Close()
		tracker, err := sentry.New(sentry.Options{DSN: strings.Replace(server.URL, "://", "://k@", 1) + "/7", Clock: w.clock})
		w.must(err)
		w.jobs = jobs.New(w.store, w.ids, w.clock, slog.New(slog.DiscardHandler))
		w.Service = errorreport.New(errorreport.Deps{
			Store: w.store, IDs: w.ids, Clock: w.clock, Jobs: w.jobs, Limits: limit.New(w.store, w.clock, 1), Alerts: w.alerts, Tracker: tracker, Logger: slog.New(slog.DiscardHandler),
		})
		w.report(eventOf("TypeError", "total"))
		w.later(time.Minute)
		w.later(29 * time.Minute)
		if calls != 1 {
			w.Errorf("%d calls within half an hour, want one", calls)
		}
		w.later(time.Minute)
		if calls != 2 {
			w.Errorf("%d calls after half an hour, want a second one", calls)
		}
		w.want("alerts", w.kinds())
	})
}
