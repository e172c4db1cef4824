package event_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"rento/internal/calendar"
	"rento/internal/event"
	"rento/internal/fault"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
)

const (
	asha   = 1
	bilal  = 2
	long   = time.Hour
	soon   = 5 * time.Second
	moment = 50 * time.Millisecond
)

// newHub returns a hub that is told of its own store's writes, and whose poll runs only once an
// hour.
func newHub(s *store.Store, change func(*event.Options)) *event.Hub {
	o := event.Options{Store: s, Logger: slog.New(slog.DiscardHandler), Poll: long, Gather: time.Millisecond}
	if change != nil {
		change(&o)
	}
	return event.New(o)
}

func run(t *testing.T, h *event.Hub) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { h.Run(ctx); close(done) }()
	t.Cleanup(func() { stop(); <-done })
}

func people(t *testing.T, s *store.Store) {
	t.Helper()
	for id, name := range map[int64]string{asha: "Asha", bilal: "Bilal"} {
		err := s.WriteCompany(t.Context(), func(tx *store.Tx) error {
			return tx.AccountCustomerAdd(t.Context(), db.AccountCustomerAddParams{
				ID: id, FullName: name, Mobile: fmt.Sprint(9000000000 + id), ReferralCode: name, CreatedAt: calendar.Instant(1),
			})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func write(t *testing.T, s *store.Store, customerID int64) {
	t.Helper()
	if err := s.Write(t.Context(), customerID, func(*store.Tx) error { return nil }); err != nil {
		t.Fatal(err)
	}
}

// touch changes a revision without telling the hub, like another process.
func touch(t *testing.T, s *store.Store, customerID int64) {
	t.Helper()
	err := s.WriteCompany(t.Context(), func(tx *store.Tx) error { return tx.Touch(t.Context(), customerID) })
	if err != nil {
		t.Fatal(err)
	}
}

// open starts a stream whose reader has seen a revision.
func open(t *testing.T, h *event.Hub, customerID, revision int64) *event.Stream {
	t.Helper()
	s, err := h.Open(customerID)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	woken(t, s) // each stream signals once at the start
	s.Acknowledge(revision)
	return s
}

func woken(t *testing.T, s *event.Stream) {
	t.Helper()
	select {
	case <-s.Changed():
	case <-time.After(soon):
		t.Fatal("the stream was not woken")
	}
}

func quiet(t *testing.T, s *event.Stream) {
	t.Helper()
	select {
	case <-s.Changed():
		t.Fatal("the stream was woken for nothing")
	case <-time.After(moment):
	}
}

func TestAWriteWakesTheStreamsOfItsCustomer(t *testing.T) {
	testkit.BothEngines(t)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		people(t, s)
		h := newHub(s, nil)
		phone, laptop, other := open(t, h, asha, 0), open(t, h, asha, 0), open(t, h, bilal, 0)
		write(t, s, asha)
		woken(t, phone)
		woken(t, laptop)
		quiet(t, other)

		if err := s.WriteInTurn(t.Context(), bilal, 7, func(*store.Tx) error { return nil }); err != nil {
			t.Fatal(err)
		}
		woken(t, other)
		quiet(t, phone)

		failure := errors.New("no")
		if err := s.Write(t.Context(), asha, func(*store.Tx) error { return failure }); !errors.Is(err, failure) {
			t.Fatal(err)
		}
		quiet(t, phone)

		for range 20 {
			write(t, s, asha)
		}
		woken(t, phone)
		quiet(t, phone)

		laptop.Close()
		laptop.Close() // closing twice counts once
		if n := h.Count(); n != 2 {
			t.Errorf("%d streams are open, want 2", n)
		}
	})
}

func TestThePollFindsWhatNobodyTold(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		people(t, s)
		h := newHub(s, func(o *event.Options) { o.Poll = moment / 10 })
		run(t, h)
		stream, other := open(t, h, asha, 0), open(t, h, bilal, 0)
		quiet(t, stream)
		touch(t, s, asha)
		woken(t, stream)
		stream.Acknowledge(1)
		// a poll that began earlier may have woken it once more
		select {
		case <-stream.Changed():
		case <-time.After(moment):
		}
		quiet(t, stream)
		quiet(t, other)
	})
}

// twoNodes returns two stores on one PostgreSQL database, each with a hub.
func twoNodes(t *testing.T, url string) (*store.Store, *event.Hub, *store.Store, *event.Hub) {
	t.Helper()
	node := func() (*store.Store, *event.Hub) {
		s, err := store.Open(t.Context(), store.Options{URL: url, MaxConns: 4})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		return s, newHub(s, nil)
	}
	s1, h1 := node()
	s2, h2 := node()
	people(t, s1)
	return s1, h1, s2, h2
}

// listening waits until a node is listening, which makes it look for what it has missed.
func listening(t *testing.T, s *store.Store, stream *event.Stream) {
	t.Helper()
	stream.Acknowledge(-1)
	woken(t, stream)
	revisions, err := s.Revisions(t.Context(), []int64{1})
	if err != nil || len(revisions) != 1 {
		t.Fatal(revisions, err)
	}
	stream.Acknowledge(revisions[1])
}

func TestNodesHearOfEachOther(t *testing.T) {
	s1, h1, s2, h2 := twoNodes(t, testkit.DatabaseURL(t, "postgres"))
	here, there := open(t, h1, asha, 0), open(t, h2, asha, 0)
	other := open(t, h2, bilal, 0)
	here.Acknowledge(-1)
	there.Acknowledge(-1)
	run(t, h1)
	run(t, h2)
	listening(t, s1, here)
	listening(t, s2, there)

	write(t, s1, asha)
	woken(t, here)
	woken(t, there)
	quiet(t, other)
	quiet(t, here) // its own announcement wakes nobody
	write(t, s2, asha)
	woken(t, here)
	woken(t, there)
}

// A node whose listening connection broke looks for what it has missed once it listens again.
func TestANodeThatWasDeafCatchesUp(t *testing.T) {
	url := testkit.DatabaseURL(t, "postgres")
	s1, _, s2, h2 := twoNodes(t, url)
	stream := open(t, h2, asha, -1)
	run(t, h2)
	listening(t, s2, stream)

	touch(t, s1, asha) // without an announcement
	quiet(t, stream)
	deafen(t, url)
	woken(t, stream)
}

// deafen breaks every listening connection to a database.
func deafen(t *testing.T, url string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	done, err := conn.Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE datname = current_database() AND query LIKE 'LISTEN %'`)
	if err != nil || done.RowsAffected() == 0 {
		t.Fatalf("broke %d connections: %v", done.RowsAffected(), err)
	}
}

func TestTheNewestStreamsOfACustomerStay(t *testing.T) {
	h := newHub(testkit.Open(t), func(o *event.Options) { o.PerCustomer, o.Most = 2, 3 })
	first, second, third := open(t, h, asha, 0), open(t, h, asha, 0), open(t, h, asha, 0)
	select {
	case <-first.Replaced():
	default:
		t.Error("the oldest stream was not replaced")
	}
	for _, s := range []*event.Stream{second, third} {
		select {
		case <-s.Replaced():
			t.Error("a newer stream was replaced")
		default:
		}
	}
	first.Close()
	open(t, h, bilal, 0)
	if _, err := h.Open(3); !fault.Is(err, http.StatusTooManyRequests) || h.Count() != 3 {
		t.Errorf("a full node: %v, %d streams, want 429 and 3", err, h.Count())
	}
}

func TestAStoppedHubTakesNobody(t *testing.T) {
	h := newHub(testkit.Open(t), nil)
	h.Stop()
	h.Stop()
	select {
	case <-h.Stopped():
	default:
		t.Error("it does not say that it has stopped")
	}
	if _, err := h.Open(asha); err == nil {
		t.Error("it took a stream")
	}
}
