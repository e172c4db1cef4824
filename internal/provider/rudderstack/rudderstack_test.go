package rudderstack_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/provider"
	"rento/internal/provider/rudderstack"
	"rento/internal/sandbox"
	sandboxed "rento/internal/sandbox/rudderstack"
)

// fixture is a RudderStack over HTTP, and the sizes of the bodies that it was sent.
type fixture struct {
	*testing.T

	url   string
	clock *calendar.Frozen
	sizes []int
}

var keys = sandboxed.Keys{WriteKey: "source-key", Token: "workspace-token", Destinations: []string{"d1"}}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	var box *sandbox.Sandbox
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) { box.ServeHTTP(out, r) }))
	t.Cleanup(server.Close)
	w := &fixture{T: t, url: server.URL + sandbox.Prefix, clock: calendar.NewFrozen(calendar.MustParse("2026-11-20").At(12, 0))}
	var err error
	if box, err = sandbox.New(sandbox.Options{Clock: w.clock, PublicURL: server.URL, Merchants: []sandbox.Merchant{{Keys: keys}}}); err != nil {
		t.Fatal(err)
	}
	return w
}

// RoundTrip counts what is sent.
func (w *fixture) RoundTrip(r *http.Request) (*http.Response, error) {
	w.sizes = append(w.sizes, int(r.ContentLength))
	return http.DefaultTransport.RoundTrip(r)
}

// with is a collector at the sandbox, by the keys after a change.
func (w *fixture) with(change func(*rudderstack.Options)) *rudderstack.Collector {
	w.Helper()
	o := rudderstack.Options{
		URL: w.url + "/rudderstack/", APIURL: w.url + "/rudderstack", WriteKey: keys.WriteKey, Token: keys.Token, Destinations: keys.Destinations, Clock: w.clock, Transport: w,
	}
	if change != nil {
		change(&o)
	}
	c, err := rudderstack.New(o)
	if err != nil {
		w.Fatal(err)
	}
	return c
}

// books are the messages and the regulations that the other end has.
func (w *fixture) books() (b struct{ Messages, Regulations []map[string]any }) {
	w.Helper()
	answer, err := http.Get(w.url + "/books")
	if err != nil {
		w.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var all struct{ Rudderstack json.RawMessage }
	if err := json.NewDecoder(answer.Body).Decode(&all); err != nil {
		w.Fatal(err)
	}
	if err := json.Unmarshal(all.Rudderstack, &b); err != nil {
		w.Fatal(err)
	}
	return b
}

// plan has the next call go wrong.
func (w *fixture) plan(call, fault string) {
	w.Helper()
	body := fmt.Sprintf(`{"provider":"rudderstack","faults":[{"call":%q,"fault":%q}]}`, call, fault)
	answer, err := http.Post(w.url+"/control", "application/json", strings.NewReader(body))
	if err != nil {
		w.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	if text, _ := io.ReadAll(answer.Body); answer.StatusCode != http.StatusOK {
		w.Fatalf("control: HTTP %d: %s, want %d", answer.StatusCode, text, http.StatusOK)
	}
}

func (w *fixture) event(id string) provider.CollectedEvent {
	return provider.CollectedEvent{
		ID: id, Person: "7001", Name: "payment attempted", Platform: "mweb", Properties: json.RawMessage(`{"amount":4126.5,"mode":"manual"}`),
		At: w.clock.Now().Add(-time.Minute),
	}
}

// CONST-08: a person is introduced by +91 and ten digits, and by nothing else; an event
// carries what it was stored with. What is sent again counts once.
func TestCollect(t *testing.T) {
	w := newFixture(t)
	first, second := w.event("1"), w.event("2")
	first.Mobile = "9000000001"
	for range 2 {
		if sent, err := w.with(nil).Collect(t.Context(), []provider.CollectedEvent{first, second}); sent != 2 || err != nil {
			t.Fatalf("sent %d, %v; want 2", sent, err)
		}
	}
	at, now := "2026-11-20T06:29:00.000Z", "2026-11-20T06:30:00.000Z"
	track := func(id string) map[string]any {
		return map[string]any{
			"type": "track", "userId": "7001", "event": "payment attempted", "properties": map[string]any{"amount": 4126.5, "mode": "manual"},
			"context": map[string]any{"channel": "server", "platform": "mweb"}, "messageId": id, "originalTimestamp": at, "sentAt": now,
		}
	}
	want := []map[string]any{
		{
			"type": "identify", "userId": "7001", "context": map[string]any{"channel": "server", "traits": map[string]any{"phone": "+919000000001"}},
			"messageId": "identify-7001", "originalTimestamp": at, "sentAt": now,
		},
		track("1"), track("2"),
	}
	if diff := cmp.Diff(want, w.books().Messages); diff != "" {
		t.Errorf("collected (-want +got):\n%s", diff)
	}
}

// A batch stays below 500 messages and 500 kB; what it does not hold is left for the next.
func TestABatchHasItsLimits(t *testing.T) {
	w := newFixture(t)
	collect := func(change func(*provider.CollectedEvent)) (batches []int) {
		var left []provider.CollectedEvent
		for i := range 600 {
			e := w.event(fmt.Sprint(i))
			change(&e)
			left = append(left, e)
		}
		for len(left) > 0 {
			sent, err := w.with(nil).Collect(t.Context(), left)
			if err != nil || sent == 0 {
				t.Fatalf("sent %d, %v; want some", sent, err)
			}
			batches, left = append(batches, sent), left[sent:]
		}
		return batches
	}
	for name, c := range map[string]struct {
		change func(*provider.CollectedEvent)
		want   []int
	}{
		"events":             {func(*provider.CollectedEvent) {}, []int{499, 101}},
		"each of a new face": {func(e *provider.CollectedEvent) { e.Person, e.Mobile = "p"+e.ID, "9000000001" }, []int{249, 249, 102}},
		"long ones": {func(e *provider.CollectedEvent) {
			e.Properties = json.RawMessage(`{"x":"` + strings.Repeat("x", 8<<10) + `"}`)
		}, nil},
	} {
		w.sizes = nil
		batches := collect(c.change)
		if c.want != nil && !cmp.Equal(batches, c.want) {
			t.Errorf("%s: batches of %v, want %v", name, batches, c.want)
		}
		for i, size := range w.sizes {
			if size >= 500_000 {
				t.Errorf("%s: %d bytes in batch %d, want fewer than 500,000", name, size, i)
			}
		}
		if name == "long ones" && (len(batches) < 10 || w.sizes[0] < 490_000) {
			t.Errorf("%s: batches of %v with %v bytes, want full ones", name, batches, w.sizes)
		}
	}
}

// People are deleted where that is done, and kept out everywhere; nothing of them is
// collected from then on.
func TestForget(t *testing.T) {
	for name, c := range map[string]struct {
		destinations []string
		kind         string
		left         int
	}{
		"with destinations": {keys.Destinations, "suppress_with_delete", 1},
		"without any":       {nil, "suppress", 2},
	} {
		w := newFixture(t)
		collector := w.with(func(o *rudderstack.Options) { o.Destinations = c.destinations })
		other := w.event("2")
		other.Person = "7002"
		if _, err := collector.Collect(t.Context(), []provider.CollectedEvent{w.event("1"), other}); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := collector.Forget(t.Context(), "7001"); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := collector.Collect(t.Context(), []provider.CollectedEvent{w.event("3")}); err != nil {
			t.Fatal(err)
		}
		b := w.books()
		if len(b.Messages) != c.left || len(b.Regulations) == 0 || b.Regulations[0]["regulationType"] != c.kind {
			t.Errorf("%s: %d messages, %v; want %d messages, %s", name, len(b.Messages), b.Regulations, c.left, c.kind)
		}
		if diff := cmp.Diff(map[string]any{"userId": "7001"}, b.Regulations[0]["attributes"]); diff != "" {
			t.Errorf("%s: who is forgotten (-want +got):\n%s", name, diff)
		}
	}
}

// What is ours to mend is told from what will never be taken, and both from what is to be
// sent again.
func TestWhatIsNotTaken(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*rudderstack.Options)
		nobody bool
		want   provider.Outcome
		access bool
	}{
		"another write key":  {func(o *rudderstack.Options) { o.WriteKey = "another" }, false, provider.Declined, true},
		"another path":       {func(o *rudderstack.Options) { o.URL += "x" }, false, provider.Declined, true},
		"an event of no one": {nil, true, provider.Declined, false},
		"nobody there":       {func(o *rudderstack.Options) { o.URL = "http://127.0.0.1:1" }, false, provider.NotAttempted, false},
	} {
		w := newFixture(t)
		e := w.event("1")
		if c.nobody {
			e.Person = ""
		}
		sent, err := w.with(c.change).Collect(t.Context(), []provider.CollectedEvent{e})
		if sent != 1 || err == nil || provider.OutcomeOf(err) != c.want || provider.IsAccess(err) != c.access {
			t.Errorf("%s: sent %d, %v; want 1, %s, access %t", name, sent, err, c.want, c.access)
		}
	}
	w := newFixture(t)
	if err := w.with(func(o *rudderstack.Options) { o.Token = "another" }).Forget(t.Context(), "7001"); !provider.IsAccess(err) {
		t.Errorf("another token: %v, want one of access", err)
	}
	if err := w.with(nil).Forget(t.Context(), ""); provider.OutcomeOf(err) != provider.Declined || provider.IsAccess(err) {
		t.Errorf("nobody to forget: %v, want it declined", err)
	}
}

func TestWhatIsSentAgain(t *testing.T) {
	for fault, want := range map[string]provider.Outcome{
		"500": provider.Unknown, "500_after": provider.Unknown, "502_html": provider.Unknown, "429": provider.NotAttempted, "empty_200": provider.Unknown, "malformed": provider.Unknown,
	} {
		w := newFixture(t)
		c := w.with(nil)
		w.plan("batch", fault)
		if _, err := c.Collect(t.Context(), []provider.CollectedEvent{w.event("1")}); err == nil || provider.OutcomeOf(err) != want {
			t.Errorf("a batch, %s: %v, want %s", fault, err, want)
		}
		if _, err := c.Collect(t.Context(), []provider.CollectedEvent{w.event("1")}); err != nil || len(w.books().Messages) != 1 {
			t.Errorf("a batch, once %s is over: %v, %d messages, want one", fault, err, len(w.books().Messages))
		}
		w.plan("regulations.create", fault)
		if err := c.Forget(t.Context(), "7001"); err == nil || provider.OutcomeOf(err) != want {
			t.Errorf("forgetting, %s: %v, want %s", fault, err, want)
		}
		if err := c.Forget(t.Context(), "7001"); err != nil {
			t.Errorf("forgetting, once %s is over: %v", fault, err)
		}
	}
}

func TestAddressesAreAbsolute(t *testing.T) {
	for _, o := range []rudderstack.Options{{APIURL: "https://api.example", Clock: calendar.System{}}, {URL: "https://events.example", Clock: calendar.System{}}} {
		if _, err := rudderstack.New(o); err == nil {
			t.Errorf("%+v was taken, want it refused", o)
		}
	}
}
