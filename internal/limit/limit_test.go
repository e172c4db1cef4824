package limit

import (
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/store"
	"rento/internal/testkit"
)

var start = calendar.MustParse("2026-11-20").At(12, 0)

// Each class allows exactly as many immediate hits as it promises. Another key is not affected.
func TestEachClassAtItsLimit(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		for name, class := range Classes {
			l := New(s, calendar.NewFrozen(start), 1)
			most := class.Burst
			for _, w := range class.Windows {
				if most == 0 || int(w.Hits) < most {
					most = int(w.Hits)
				}
			}
			for i := range most {
				if err := l.Allow(t.Context(), name, "a"); err != nil {
					t.Fatalf("%s: hit %d: %v", name, i+1, err)
				}
			}
			err := l.Allow(t.Context(), name, "a")
			if f := fault.Of(err); f == nil || f.Status != 429 || f.Extra["retryAfter"].(int) < 1 {
				t.Errorf("%s: hit %d: %v, want 429", name, most+1, err)
			}
			if err := l.Allow(t.Context(), name, "b"); err != nil {
				t.Errorf("%s: another key: %v", name, err)
			}
		}
	})
}

// A client that polls as the screens do is never limited.
func TestPollingIsNotLimited(t *testing.T) {
	clock := calendar.NewFrozen(start)
	l := New(testkit.Open(t), clock, 1)
	for i := range 301 {
		if err := l.Allow(t.Context(), "order_status", "tx"); err != nil {
			t.Fatalf("poll %d: %v", i, err)
		}
		clock.Advance(time.Second)
	}
}

func TestWhoWaitsAsLongAsToldIsLetIn(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		for _, class := range []string{"create_payment", CodeToNumber, "login", "capture"} {
			clock := calendar.NewFrozen(start.Add(17 * time.Second))
			l := New(s, clock, 1)
			for range 100 {
				err := l.Allow(t.Context(), class, "a")
				if err == nil {
					clock.Advance(time.Second)
					continue
				}
				clock.Advance(time.Duration(fault.Of(err).Extra["retryAfter"].(int)) * time.Second)
				if err := l.Allow(t.Context(), class, "a"); err != nil {
					t.Fatalf("%s: still refused: %v", class, err)
				}
			}
		}
	})
}

// room never returns a negative or endless wait. A full window has no room, and a nearly empty one
// has.
func TestRoomIsSane(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.Int64Range(1, 100).Draw(t, "limit")
		hits := rapid.Int64Range(0, limit).Draw(t, "hits")
		before := rapid.Int64Range(0, limit).Draw(t, "before")
		elapsed := time.Duration(rapid.Int64Range(0, int64(time.Hour)-1).Draw(t, "elapsed"))
		wait := room(limit, hits, before, time.Hour, elapsed)
		if wait < 0 || wait > 2*time.Hour {
			t.Fatalf("wait %v", wait)
		}
		if hits == limit && wait == 0 {
			t.Fatal("a full window has room")
		}
		if hits+before < limit && wait != 0 {
			t.Fatalf("an empty window makes wait %v", wait)
		}
	})
}

// Two nodes share the counts in the database.
func TestNodesShareTheCount(t *testing.T) {
	testkit.BothEngines(t)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		clock := calendar.NewFrozen(start)
		nodes := []*Limiter{New(s, clock, 1), New(s, clock, 1)}
		var allowed, refused atomic.Int64
		var group sync.WaitGroup
		for i := range 20 {
			group.Go(func() {
				switch err := nodes[i%2].Allow(t.Context(), "ticket", "a"); {
				case err == nil:
					allowed.Add(1)
				case fault.Is(err, 429):
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		group.Wait()
		if err := nodes[0].Allow(t.Context(), "ticket", "a"); !fault.Is(err, 429) || allowed.Load() != 20 || refused.Load() != 0 {
			t.Errorf("%d allowed, %d refused, then %v, want 429 and 20", allowed.Load(), refused.Load(), err)
		}
	})
}

func TestCheckDoesNotCount(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		l := New(s, calendar.NewFrozen(start), 1)
		for range 30 {
			if err := l.Check(t.Context(), WrongCode, "a"); err != nil {
				t.Fatal(err)
			}
		}
		for range 10 {
			if err := l.Allow(t.Context(), WrongCode, "a"); err != nil {
				t.Fatal(err)
			}
		}
		if err := l.Check(t.Context(), WrongCode, "a"); !fault.Is(err, 429) {
			t.Error(err)
		}
	})
}

// A call that one limit refuses takes no hits from the limits that were asked before it, for every
// pair of limits. A call that all limits allow is counted by all.
func TestWhatOneLimitRefusesTakesNothingFromAnother(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		for first, class := range Classes {
			if len(class.Windows) == 0 || first == "transfer_check" {
				continue
			}
			l := New(s, calendar.NewFrozen(start), 1)
			most := class.Windows[0].Hits
			for _, w := range class.Windows {
				most = min(most, w.Hits)
			}
			refused := int64(0)
			for range most + 6 {
				ctx := Together(t.Context())
				if err := l.Allow(ctx, first, "of "+first); err != nil {
					break
				}
				if err := l.Allow(ctx, "transfer_check", "of "+first); fault.Is(err, 429) {
					refused++
				} else if err != nil {
					t.Fatal(err)
				}
			}
			// both limits allowed five, or as many as the first one allows
			left := max(most-5, 0)
			if want := most + 6 - 5; left > 0 && refused != want {
				t.Errorf("%s: %d calls got as far as the second limit and were refused, want %d", first, refused, want)
			}
			for range left {
				if err := l.Allow(t.Context(), first, "of "+first); err != nil {
					t.Fatalf("%s: what another limit refused was counted: %v", first, err)
				}
			}
			if err := l.Allow(t.Context(), first, "of "+first); !fault.Is(err, 429) {
				t.Errorf("%s: a hit after %d that were let through: %v, want a 429", first, most, err)
			}
		}
	})
}

func TestAClockThatStepsBackLocksNobodyOut(t *testing.T) {
	clock := calendar.NewFrozen(start)
	l := New(testkit.Open(t), clock, 1)
	for _, class := range []string{"session", "ticket"} {
		clock.Set(start)
		if err := l.Allow(t.Context(), class, "a"); err != nil {
			t.Fatal(err)
		}
		clock.Advance(-time.Hour)
		if err := l.Allow(t.Context(), class, "a"); err != nil {
			t.Errorf("%s: %v", class, err)
		}
	}
}

// Each customer may run as many calls at the same time as the class says. A call that ends makes
// room.
func TestPlacesAtOnce(t *testing.T) {
	s := testkit.Open(t)
	l, other := New(s, calendar.NewFrozen(start), 1), New(s, calendar.NewFrozen(start), 1)
	enter := func(l *Limiter, key string) func() {
		t.Helper()
		leave, err := l.Enter("upload", key)
		if err != nil {
			t.Fatal(err)
		}
		return leave
	}
	var leave []func()
	for range 3 {
		leave = append(leave, enter(l, "a"))
	}
	_, err := l.Enter("upload", "a")
	if f := fault.Of(err); f == nil || f.Status != 429 || f.Code != Classes["upload"].Busy.Code || f.Extra["retryAfter"].(int) < 1 {
		t.Errorf("the fourth: %v, want 429 and %v", err, Classes["upload"].Busy.Code)
	}
	enter(l, "b")
	enter(other, "a") // each node has its own places
	leave[1]()
	again := enter(l, "a")
	if _, err := l.Enter("upload", "a"); !fault.Is(err, 429) {
		t.Errorf("one left, two came: %v, want 429", err)
	}
	for _, end := range []func(){leave[0], leave[2], again} {
		end()
	}
	if l.running["upload/a"] != 0 || len(l.running) != 1 {
		t.Errorf("still running: %v, want length 1", l.running)
	}
	for range 100 {
		if _, err := l.Enter("ticket", "a"); err != nil {
			t.Fatal(err)
		}
	}
}

func TestScaleAndUnknownClass(t *testing.T) {
	l := New(testkit.Open(t), calendar.NewFrozen(start), 100)
	for range 100 {
		if err := l.Allow(t.Context(), "transfer_check", "a"); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Allow(t.Context(), "nonsense", "a"); err == nil || fault.Of(err) != nil {
		t.Errorf("an unknown class: %v", err)
	}
}

func TestNetwork(t *testing.T) {
	for address, want := range map[string]string{
		"203.0.113.77": "203.0.113.0/24", "::ffff:203.0.113.77": "203.0.113.0/24",
		"2001:db8:1:2ff::9": "2001:db8:1:200::/56", "not an address": "not an address",
	} {
		if got := Network(address); got != want {
			t.Errorf("Network(%q) = %q, want %q", address, got, want)
		}
	}
}

func TestAddress(t *testing.T) {
	for address, want := range map[string]string{
		"203.0.113.77": "203.0.113.77", "::ffff:203.0.113.77": "203.0.113.77",
		"2001:db8:1:2ff::9": "2001:db8:1:2ff::/64", "2001:db8:1:2ff:ffff::1%eth0": "2001:db8:1:2ff::/64", "not an address": "not an address",
	} {
		if got := Address(address); got != want {
			t.Errorf("Address(%q) = %q, want %q", address, got, want)
		}
	}
}

func TestCountersAreForgotten(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		clock := calendar.NewFrozen(start)
		logger := slog.New(slog.DiscardHandler)
		q := jobs.New(s, ident.NewSource(clock, 0), clock, logger)
		l := New(s, clock, 1)
		l.Schedule(q, logger)
		if err := l.Allow(t.Context(), "ticket", "a"); err != nil {
			t.Fatal(err)
		}
		if _, err := q.RunDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		clock.Advance(4 * day)
		if _, err := q.RunDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		var left int64
		err := s.WriteCompany(t.Context(), func(tx *store.Tx) (err error) {
			left, err = tx.LimitForget(t.Context(), clock.Now().UnixMicro())
			return err
		})
		if err != nil || left != 0 {
			t.Errorf("%d counters were left, %v", left, err)
		}
	})
}
