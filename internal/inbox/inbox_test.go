package inbox_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"rento/internal/alert"
	"rento/internal/calendar"
	"rento/internal/encryption"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/inbox"
	"rento/internal/jobs"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
)

// acme is a provider that signs its events in a header. An event's order is the one that the body
// names, else "o-1", and its id is the header X-Id. What comes after a # in the body is not
// signed.
type acme struct{}

func (acme) LooksSigned(header http.Header) bool {
	return strings.HasPrefix(header.Get("X-Signature"), "by ")
}

func (acme) VerifyWebhook(header http.Header, raw []byte) (provider.Event, error) {
	content, _, _ := strings.Cut(string(raw), "#")
	if header.Get("X-Signature") != "by acme of "+content {
		return provider.Event{}, provider.ErrBadSignature
	}
	if content == "{" {
		return provider.Event{Content: []byte(content)}, errors.New("the body ends early")
	}
	order, named := strings.CutPrefix(content, "order=")
	if !named {
		order = "o-1"
	}
	return provider.Event{ID: header.Get("X-Id"), Kind: "order.paid", OrderID: order, Content: []byte(content)}, nil
}

type fixture struct {
	*testing.T
	store   *store.Store
	clock   *calendar.Frozen
	queue   *jobs.Queue
	keyring *encryption.Keyring
	inbox   *inbox.Inbox
	answer  error // what the handler returns
	seen    []inbox.Event
}

func onEachEngine(t *testing.T, test func(w *fixture)) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := &fixture{T: t, store: s, keyring: testkit.Keyring(), clock: calendar.NewFrozen(calendar.MustParse("2026-11-20").At(10, 0))}
		ids := ident.NewSource(w.clock, 0)
		w.queue = jobs.New(s, ids, w.clock, slog.New(slog.DiscardHandler))
		w.inbox = inbox.New(s, w.clock, w.queue, alert.New(s, ids, w.clock, nil), w.keyring, nil)
		w.inbox.Register("acme", acme{}, func(_ context.Context, e inbox.Event) error {
			w.seen = append(w.seen, e)
			return w.answer
		})
		test(w)
	})
}

func (w *fixture) send(id, body string) error {
	content, _, _ := strings.Cut(body, "#")
	return w.inbox.Receive(w.Context(), "acme", http.Header{"X-Signature": {"by acme of " + content}, "X-Id": {id}}, []byte(body))
}

func (w *fixture) mustSend(id, body string) {
	w.Helper()
	if err := w.send(id, body); err != nil {
		w.Fatal(err)
	}
}

// pass lets time pass in steps and runs the jobs after each.
func (w *fixture) pass(long, step time.Duration) {
	w.Helper()
	for range int(long / step) {
		w.clock.Advance(step)
		w.run()
	}
}

func (w *fixture) run() {
	w.Helper()
	if _, err := w.queue.RunDue(w.Context()); err != nil {
		w.Fatal(err)
	}
}

func (w *fixture) event(id string) db.ProviderEvent {
	w.Helper()
	row, err := w.store.Queries().InboxEvent(w.Context(), "acme", id)
	if err != nil {
		w.Fatalf("event %s: %v", id, err)
	}
	return row
}

func (w *fixture) wantAlerts(want ...string) {
	w.Helper()
	got := []string{}
	for _, a := range testkit.OpenAlerts(w.T, w.store) {
		got = append(got, a.Kind)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		w.Fatalf("alerts %v, want %v", got, want)
	}
}

// An event is stored and processed once, however often it is sent.
func TestEventIsProcessedOnce(t *testing.T) {
	testkit.BothEngines(t)
	onEachEngine(t, func(w *fixture) {
		for range 3 {
			w.mustSend("e-1", "{}")
		}
		w.run()
		w.mustSend("e-1", "{}")
		w.run()
		if len(w.seen) != 1 || w.seen[0].OrderID != "o-1" || w.seen[0].Provider != "acme" {
			w.Fatalf("handled %+v, want one event of order o-1", w.seen)
		}
		if w.event("e-1").ProcessedAt.IsZero() {
			w.Fatal("the event is not marked processed")
		}
	})
}

// Ids are not signed: another true event under a used id is processed too.
func TestAnotherEventUnderAUsedID(t *testing.T) {
	onEachEngine(t, func(w *fixture) {
		w.mustSend("e-1", "{}")
		w.mustSend("e-1", "{ }")
		w.run()
		if len(w.seen) != 2 {
			w.Fatalf("handled %d events, want 2", len(w.seen))
		}
	})
}

// One signed body under many ids counts as one event a day, however often it comes. On another
// day it is taken once more.
func TestOneBodyUnderManyIDs(t *testing.T) {
	onEachEngine(t, func(w *fixture) {
		for day, want := range []int{1, 2} {
			for n := range 100 {
				w.mustSend(fmt.Sprintf("e-%d-%d", day, n), "{}")
			}
			w.mustSend(fmt.Sprintf("e-%d-0", day), "{}")
			for n := range 3 { // with something around it that nobody has signed
				w.mustSend(fmt.Sprintf("e-%d-%d", day, n), "{}#"+strings.Repeat("a", n+1))
				if err := w.send("broken", "{#"+strings.Repeat("a", n+1)); err != nil {
					w.Fatal(err)
				}
			}
			w.run()
			rows := 0
			if err := testkit.Raw(w.T, w.store).QueryRowContext(w.Context(), "SELECT COUNT(*) FROM provider_events WHERE kind <> 'unreadable'").Scan(&rows); err != nil {
				w.Fatal(err)
			}
			if rows != want || len(w.seen) != want {
				w.Fatalf("day %d: %d rows and %d events handled, want %d", day, rows, len(w.seen), want)
			}
			if err := testkit.Raw(w.T, w.store).QueryRowContext(w.Context(), "SELECT COUNT(*) FROM provider_events WHERE kind = 'unreadable'").Scan(&rows); err != nil {
				w.Fatal(err)
			}
			if rows != 1 {
				w.Fatalf("day %d: %d rows that cannot be read, want one", day, rows)
			}
			w.clock.Advance(24 * time.Hour)
		}
		w.mustSend("e-0-0", "{ }") // a used id with a new body
		w.mustSend("e-0-0", "{ }")
		w.mustSend("e-9", "{ }")
		w.run()
		if len(w.seen) != 3 {
			w.Fatalf("handled %d events, want 3", len(w.seen))
		}
	})
}

// A webhook that is not the provider's leaves no trace. One that is the provider's but cannot be
// read needs manual review.
func TestReceiveRefuses(t *testing.T) {
	onEachEngine(t, func(w *fixture) {
		err := w.inbox.Receive(w.Context(), "acme", http.Header{"X-Id": {"e-1"}}, []byte("{}"))
		if !fault.Is(err, http.StatusUnauthorized) {
			w.Errorf("unsigned: %v, want 401", err)
		}
		if err := w.inbox.Receive(w.Context(), "nobody", nil, nil); !fault.Is(err, http.StatusNotFound) {
			w.Errorf("unknown provider: %v, want 404", err)
		}
		if _, err := w.store.Queries().InboxEvent(w.Context(), "acme", "e-1"); !store.IsNone(err) {
			w.Errorf("an unsigned event was stored: %v", err)
		}
		for _, id := range []string{strings.Repeat("e", 5000), strings.Repeat("e", 401), "e-\xff"} {
			err := w.send(id, "{}")
			if !fault.Is(err, http.StatusBadRequest) || len(err.Error()) > 200 || len(fault.Of(err).Cause.Error()) > 200 {
				w.Errorf("an id of %d bytes: got %.300v, want a short 400", len(id), err)
			}
		}
		longest := strings.Repeat("e", 400)
		w.mustSend(longest, "{}")
		w.mustSend(longest, "{ }") // another event under the same id
		w.run()
		if len(w.seen) != 2 {
			w.Errorf("handled %d events with the longest id, want 2", len(w.seen))
		}
		w.mustSend("e-2", "{")
		w.wantAlerts("event_unreadable")
	})
}

// However long a handler fails, the event is not lost. After a day an alert is raised.
func TestFailedEventIsTriedUntilItIsProcessed(t *testing.T) {
	onEachEngine(t, func(w *fixture) {
		w.answer = errors.New("the database is away")
		w.mustSend("e-1", "{}")
		w.run()
		w.pass(23*time.Hour, 30*time.Minute)
		w.wantAlerts()
		w.pass(3*time.Hour, 30*time.Minute)
		w.wantAlerts("event_not_processed")
		if !w.event("e-1").ProcessedAt.IsZero() {
			w.Fatal("a failed event is marked processed")
		}
		w.answer = nil
		w.pass(2*time.Hour, 30*time.Minute)
		if w.event("e-1").ProcessedAt.IsZero() {
			w.Fatal("the event is not processed")
		}
	})
}

// An event may come before the answer that names its order. It is tried for a day, then given up
// with its alert.
func TestEventOfAnUnknownOrderWaits(t *testing.T) {
	onEachEngine(t, func(w *fixture) {
		w.answer = inbox.NotYet(alert.Alert{Kind: "event_of_unknown_order", Subject: "o-1"})
		w.mustSend("e-1", "{}")
		w.mustSend("e-2", "{ }")
		w.run()
		w.pass(20*time.Second, 10*time.Second)
		if tries := len(w.seen); tries != 6 {
			w.Errorf("two events were tried %d times in 20 s, want 6", tries)
		}
		w.pass(23*time.Hour, 30*time.Minute)
		w.wantAlerts()
		w.pass(2*time.Hour, 30*time.Minute)
		w.wantAlerts("event_of_unknown_order")
		if w.event("e-1").ProcessedAt.IsZero() {
			w.Error("the event still waits after a day")
		}
	})
}

// The bodies of events name accounts and their holders, so nobody can read them without the key.
// After a rotation they are readable with the new key only.
func TestBodiesAreEncryptedAndTheKeyIsRotated(t *testing.T) {
	onEachEngine(t, func(w *fixture) {
		const secret = `{"account_number":"50100099887766"}`
		w.mustSend("e-1", secret)
		w.mustSend("e-2", secret+" ")
		stored := func(id string) string {
			row, err := w.store.Queries().InboxEvent(w.Context(), "acme", id)
			if err != nil {
				w.Fatal(err)
			}
			return row.Body
		}
		if text := stored("e-1"); strings.Contains(text, "50100099887766") {
			w.Errorf("the account number can be read in %q", text)
		}
		next, err := encryption.New("the next key of tests, 32 characters long", testkit.Secret)
		if err != nil {
			w.Fatal(err)
		}
		queue := jobs.New(w.store, ident.NewSource(w.clock, 1), w.clock, slog.New(slog.DiscardHandler))
		rotated := inbox.New(w.store, w.clock, queue, nil, next, nil)
		for _, want := range []int{2, 0} {
			if n, err := rotated.RotateKey(w.Context()); err != nil || n != want {
				w.Errorf("rotated %d, %v, want %d", n, err, want)
			}
		}
		if got, err := next.Decrypt("provider_events.body/acme/e-1", stored("e-1")); err != nil || got != secret {
			w.Errorf("after the rotation %q, %v, want %q", got, err, secret)
		}
		if _, err := w.keyring.Decrypt("provider_events.body/acme/e-2", stored("e-2")); !errors.Is(err, encryption.ErrNotReadable) {
			w.Errorf("the former key still reads e-2: %v, want %v", err, encryption.ErrNotReadable)
		}
	})
}

// A provider has signed an event whose ids do not fit their columns. The event is stored as
// unreadable and a person is told. If it were refused, the provider would send it for ever.
func TestAnEventOfALongOrderIsKept(t *testing.T) {
	onEachEngine(t, func(w *fixture) {
		w.mustSend("e-1", "order="+strings.Repeat("o", 201))
		w.wantAlerts("event_unreadable")
		w.mustSend("e-2", "order=o\x00")
		w.wantAlerts("event_unreadable", "event_unreadable")
		w.mustSend("e-3", "order="+strings.Repeat("é", 200))
		w.run()
		if len(w.seen) != 1 || w.seen[0].OrderID != strings.Repeat("é", 200) {
			w.Errorf("processed %+v, want the event of the order whose id has 200 characters", w.seen)
		}
	})
}

// With two handlers for one provider, nothing would say which of them an event is for.
func TestAProviderIsRegisteredOnce(t *testing.T) {
	events := inbox.New(nil, calendar.System{}, jobs.New(nil, nil, calendar.System{}, nil), nil, nil, nil)
	handle := func(context.Context, inbox.Event) error { return nil }
	events.Register("acme", acme{}, handle)
	events.Register("other", acme{}, handle)
	defer func() {
		if cause := fmt.Sprint(recover()); !strings.Contains(cause, "two handlers for acme") {
			t.Errorf("registered twice: %s, want a panic that names the provider", cause)
		}
	}()
	events.Register("acme", acme{}, handle)
}
