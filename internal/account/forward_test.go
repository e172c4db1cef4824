package account_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/account"
	"rento/internal/alert"
	"rento/internal/limit"
	"rento/internal/provider/rudderstack"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	sandboxed "rento/internal/sandbox/rudderstack"
	"rento/internal/store"
	"rento/internal/testkit"
)

// collecting is a fixture with a RudderStack sandbox.
type collecting struct {
	*fixture

	box    *sandbox.Sandbox
	alerts *alert.Service
}

var collectorKeys = sandboxed.Keys{WriteKey: "source-key", Token: "workspace-token", Destinations: []string{"d1"}}

func eachCollecting(t *testing.T, test func(w *collecting)) {
	t.Helper()
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := &collecting{fixture: newFixture(t, s, account.Config{})}
		var err error
		w.box, err = sandbox.New(sandbox.Options{Clock: w.clock, PublicURL: "http://city.example", Merchants: []sandbox.Merchant{{Keys: collectorKeys}}})
		w.must(err)
		w.alerts = alert.New(s, w.ids, w.clock, nil)
		w.connect(nil)
		test(w)
	})
}

// connect replaces the service with one that uses RudderStack with these options, as after a change
// of settings.
func (w *collecting) connect(change func(*rudderstack.Options)) {
	w.Helper()
	o := rudderstack.Options{
		URL: w.box.BaseURL(rudderstack.Name), APIURL: w.box.BaseURL(rudderstack.Name), WriteKey: collectorKeys.WriteKey, Token: collectorKeys.Token,
		Destinations: collectorKeys.Destinations, Clock: w.clock, Transport: w.box.Transport(),
	}
	if change != nil {
		change(&o)
	}
	collector, err := rudderstack.New(o)
	w.must(err)
	w.jobs = freshQueue(w.fixture)
	w.Service = account.New(account.Deps{
		Store: w.store, IDs: w.ids, Clock: w.clock, Jobs: w.jobs, Limits: limit.New(w.store, w.clock, 1), Alerts: w.alerts, Logger: slog.New(slog.DiscardHandler),
		Config: account.Config{Secret: []byte("a secret of the tests")}, Collector: collector, Notices: w.notices,
	})
}

// collected lists the messages that RudderStack received: type, person, and the event or the
// traits.
func (w *collecting) collected() (list []string) {
	w.Helper()
	answer := httptest.NewRecorder()
	w.box.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, sandbox.Prefix+"/books", nil))
	var books struct {
		Rudderstack struct {
			Messages []struct {
				Type, UserID, Event string
				Properties          json.RawMessage
				Context             struct{ Traits json.RawMessage }
			}
		}
	}
	w.must(json.Unmarshal(answer.Body.Bytes(), &books))
	for _, m := range books.Rudderstack.Messages {
		list = append(list, strings.TrimSpace(fmt.Sprintf("%s %s %s%s%s", m.Type, m.UserID, m.Event, m.Properties, m.Context.Traits)))
	}
	return list
}

// plan makes the next calls fail.
func (w *collecting) plan(call string, fault emulator.Fault, times int) {
	w.Helper()
	w.must(w.box.Do(sandbox.Command{Provider: rudderstack.Name, Faults: []emulator.Plan{{Call: call, Fault: fault, Times: times}}}))
}

// later advances the clock and runs the jobs that are due.
func (w *collecting) later(wait time.Duration) {
	w.Helper()
	w.clock.Advance(wait)
	w.run()
}

// person is the customer's id at the collector.
func (w *collecting) person(id int64) string {
	w.Helper()
	held, err := w.store.Queries().AccountConsent(w.Context(), id, string(account.PurposeAnalytics))
	w.must(err)
	return strconv.FormatInt(held.ID, 10)
}

func (w *collecting) kinds() (kinds []string) {
	w.Helper()
	open, err := w.alerts.Open(w.Context(), 10)
	w.must(err)
	for _, a := range open {
		kinds = append(kinds, a.Kind)
	}
	return kinds
}

func (w *collecting) want(what string, want ...string) {
	w.Helper()
	if got := w.collected(); !slices.Equal(got, want) {
		w.Errorf("%s (-want +got):\n%s", what, cmp.Diff(want, got))
	}
}

var attempted = account.TrackedEvent{Name: "payment attempted", Platform: "web", Properties: json.RawMessage(`{"mode":"manual"}`)}

// CONST-08: mobile numbers have ten digits and the prefix +91, also for analytics. A customer who
// consented is introduced once, with the number only, under the id of the consent. A customer who
// did not consent is unknown to the collector.
func TestEventsAreForwarded(t *testing.T) {
	eachCollecting(t, func(w *collecting) {
		asha, bilal := w.session(w.customerToken(w.asha)), w.session(w.customerToken(w.bilal))
		w.agree(asha)
		w.must(w.Track(w.Context(), asha, viewed))
		w.must(w.Track(w.Context(), bilal, viewed))
		w.run()
		w.want("at once: what waits a minute")
		w.later(time.Minute)
		person := w.person(w.asha)
		first := []string{"identify " + person + ` {"phone":"+91` + ashaMobile + `"}`, "track " + person + " dashboard viewed{}"}
		w.want("after a minute", first...)
		w.must(w.Track(w.Context(), asha, attempted))
		w.later(time.Minute)
		w.later(time.Hour)
		w.want("the next one", append(first, "track "+person+` payment attempted{"mode":"manual"}`)...)
		if strings.Contains(person, ashaMobile) || person == strconv.FormatInt(w.asha, 10) {
			t.Errorf("the collector knows her as %s, want a name that is nobody's elsewhere", person)
		}
	})
}

// If a customer agreed to the text that says the number is not collected, no number is sent.
func TestTheFormerTextSendsNoNumber(t *testing.T) {
	eachCollecting(t, func(w *collecting) {
		asha := w.session(w.customerToken(w.asha))
		w.must(w.GiveConsent(w.Context(), w.asha, account.Consent{Purpose: account.PurposeAnalytics, TextVersion: 1, Language: "hi"}))
		w.must(w.Track(w.Context(), asha, viewed))
		w.later(time.Minute)
		w.want("collected", "track "+w.person(w.asha)+" dashboard viewed{}")
	})
}

// The consent is checked again when events are sent. Events without a consent are not sent.
func TestWhatLiesThereWithoutConsentStays(t *testing.T) {
	eachCollecting(t, func(w *collecting) {
		asha := w.session(w.customerToken(w.asha))
		w.agree(asha)
		w.must(w.Track(w.Context(), asha, viewed))
		_, err := testkit.Raw(w, w.store).Exec("UPDATE consents SET withdrawn_at = given_at + 1")
		w.must(err)
		w.later(time.Minute)
		w.want("without consent")
		if got := w.events(w.asha); len(got) != 1 {
			t.Errorf("stored %v, want the event", got)
		}
	})
}

// After a temporary failure the event is sent again, and it counts once even if it had arrived.
func TestForwardingIsTriedAgain(t *testing.T) {
	eachCollecting(t, func(w *collecting) {
		asha := w.session(w.customerToken(w.asha))
		w.agree(asha)
		want := []string{"identify " + w.person(w.asha) + ` {"phone":"+91` + ashaMobile + `"}`}
		for _, fault := range []emulator.Fault{emulator.Error500, emulator.Error500After, emulator.TimeoutAfter, emulator.Throttled, emulator.Empty200} {
			w.plan("batch", fault, 2)
			w.must(w.Track(w.Context(), asha, viewed))
			w.later(time.Minute)
			w.later(time.Minute)
			w.later(time.Hour) // a circuit breaker may be open
			want = append(want, "track "+w.person(w.asha)+" dashboard viewed{}")
			w.want("after "+string(fault), want...)
		}
		if kinds := w.kinds(); len(kinds) != 0 {
			t.Errorf("alerts %v, want none", kinds)
		}
	})
}

// If the collector refuses our keys, an alert is raised once a day, and the waiting events are sent
// once the keys are right. Events that waited for a week are not sent.
func TestKeysThatAreRefused(t *testing.T) {
	eachCollecting(t, func(w *collecting) {
		asha := w.session(w.customerToken(w.asha))
		w.agree(asha)
		w.connect(func(o *rudderstack.Options) { o.WriteKey = "another key" })
		w.must(w.Track(w.Context(), asha, viewed))
		for range 3 {
			w.later(time.Hour)
		}
		if kinds := w.kinds(); !slices.Equal(kinds, []string{"collector_refused"}) {
			t.Errorf("alerts %v, want one", kinds)
		}
		w.clock.Advance(7 * 24 * time.Hour)
		w.must(w.Track(w.Context(), asha, attempted))
		w.connect(nil)
		w.later(time.Hour)
		person := w.person(w.asha)
		w.want("once the keys are right", "identify "+person+` {"phone":"+91`+ashaMobile+`"}`, "track "+person+` payment attempted{"mode":"manual"}`)
		if got := w.events(w.asha); len(got) != 2 {
			t.Errorf("stored %v, want both events", got)
		}
	})
}

// A batch that will never be accepted is given up with one alert. The next batch is sent.
func TestABatchThatIsRefused(t *testing.T) {
	eachCollecting(t, func(w *collecting) {
		asha := w.session(w.customerToken(w.asha))
		w.agree(asha)
		w.must(w.Track(w.Context(), asha, viewed))
		_, err := testkit.Raw(w, w.store).Exec("UPDATE tracked_events SET properties = $1", `{"x":"`+strings.Repeat("x", 40<<10)+`"}`)
		w.must(err)
		w.later(time.Minute)
		w.must(w.Track(w.Context(), asha, attempted))
		for range 3 {
			w.later(time.Hour)
		}
		person := w.person(w.asha)
		w.want("what came after it", "identify "+person+` {"phone":"+91`+ashaMobile+`"}`, "track "+person+` payment attempted{"mode":"manual"}`)
		if kinds := w.kinds(); !slices.Equal(kinds, []string{"collector_refused"}) {
			t.Errorf("alerts %v, want one", kinds)
		}
	})
}

// When a customer withdraws consent, the collector deletes the person and their events, and waiting
// events are not sent. A customer who consents again is a new person to the collector.
func TestTheCollectorForgets(t *testing.T) {
	eachCollecting(t, func(w *collecting) {
		asha, bilal := w.session(w.customerToken(w.asha)), w.session(w.customerToken(w.bilal))
		w.agree(asha)
		w.agree(bilal)
		for _, s := range []account.Session{asha, bilal} {
			w.must(w.Track(w.Context(), s, viewed))
		}
		w.later(time.Minute)
		former := w.person(w.asha)
		w.must(w.Track(w.Context(), asha, attempted))
		w.plan("regulations.create", emulator.Error500, 1)
		w.must(w.WithdrawConsent(w.Context(), w.asha, account.PurposeAnalytics))
		w.later(time.Minute)
		w.later(time.Hour)
		bilals := []string{"identify " + w.person(w.bilal) + ` {"phone":"+91` + bilalMobile + `"}`, "track " + w.person(w.bilal) + " dashboard viewed{}"}
		w.want("after she took it back", bilals...)
		w.agree(asha)
		w.must(w.Track(w.Context(), asha, viewed))
		w.later(time.Minute)
		anew := w.person(w.asha)
		if anew == former {
			t.Errorf("she is %s again, want somebody new", anew)
		}
		w.want("after she agreed again", append(bilals, "identify "+anew+` {"phone":"+91`+ashaMobile+`"}`, "track "+anew+" dashboard viewed{}")...)
	})
}

// CALL-14: when an account is erased, the collector deletes the person too.
func TestTheCollectorForgetsWhoIsErased(t *testing.T) {
	eachCollecting(t, func(w *collecting) {
		asha := w.session(w.customerToken(w.asha))
		w.agree(asha)
		w.must(w.Track(w.Context(), asha, viewed))
		w.later(time.Minute)
		_, err := w.RequestDeletion(w.Context(), asha)
		w.must(err)
		w.later(week - time.Minute)
		if got := w.collected(); len(got) != 2 {
			t.Errorf("before the week is over: %v, want both messages", got)
		}
		w.later(time.Minute)
		w.want("after the week")
	})
}

// If the collector refuses to delete a person, an alert is raised once. A refusal because of our
// keys is retried, because keys can be fixed; a refusal of the request itself is not retried.
func TestWhoIsNotForgotten(t *testing.T) {
	for name, c := range map[string]struct {
		wrong   func(*rudderstack.Options)
		forgets bool
	}{
		"another token":       {func(o *rudderstack.Options) { o.Token = "another token" }, true},
		"another destination": {func(o *rudderstack.Options) { o.Destinations = []string{"d2"} }, false},
	} {
		eachCollecting(t, func(w *collecting) {
			asha := w.session(w.customerToken(w.asha))
			w.agree(asha)
			w.must(w.Track(w.Context(), asha, viewed))
			w.later(time.Minute)
			w.connect(c.wrong)
			w.must(w.WithdrawConsent(w.Context(), w.asha, account.PurposeAnalytics))
			for range 3 {
				w.later(time.Hour)
			}
			if kinds := w.kinds(); !slices.Equal(kinds, []string{"collector_not_forgotten"}) {
				t.Errorf("%s: alerts %v, want one", name, kinds)
			}
			w.connect(nil)
			w.later(time.Hour)
			if got := w.collected(); (len(got) == 0) != c.forgets {
				t.Errorf("%s, once it is right: %v, want her forgotten: %t", name, got, c.forgets)
			}
		})
	}
}
