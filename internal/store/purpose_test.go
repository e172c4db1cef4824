package store_test

import (
	"errors"
	"testing"

	"rento/internal/store"
	"rento/internal/testkit"
)

// onEachDatabase runs a test on an empty database of each engine. open opens the database for a
// purpose and passes it to use.
func onEachDatabase(t *testing.T, test func(t *testing.T, open func(p store.Purpose, use func(s *store.Store)) error)) {
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			url := testkit.DatabaseURL(t, engine)
			test(t, func(p store.Purpose, use func(s *store.Store)) error {
				s, err := store.Open(t.Context(), store.Options{URL: url, Purpose: p, Relaxed: true, MaxConns: 2})
				if err != nil {
					return err
				}
				if use != nil {
					use(s)
				}
				return s.Close()
			})
		})
	}
}

// A database that holds anything can be a demo city's only if a demo city made it.
func TestADemoCityTakesNoDatabaseThatItDidNotMake(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, open func(store.Purpose, func(*store.Store)) error) {
		err := open(store.Production, func(s *store.Store) {
			put(t, s, "kept", "yes")
			if err := s.MarkDemo(t.Context()); !errors.Is(err, store.ErrNotDemo) {
				t.Errorf("MarkDemo: got %v, want %v", err, store.ErrNotDemo)
			}
			if err := s.Clear(t.Context()); !errors.Is(err, store.ErrNotDemo) {
				t.Errorf("Clear: got %v, want %v", err, store.ErrNotDemo)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := open(store.Demo, nil); !errors.Is(err, store.ErrNotDemo) {
			t.Errorf("open for a demo city: got %v, want %v", err, store.ErrNotDemo)
		}
		err = open(store.Production, func(s *store.Store) {
			if got := get(t, s, "kept"); got != "yes" {
				t.Errorf("the row that was there: got %q, want %q", got, "yes")
			}
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// Clear keeps the marker, so that an interrupted city can be built again and production never uses
// its database.
func TestADemoCityIsEmptiedAndStaysOne(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, open func(store.Purpose, func(*store.Store)) error) {
		err := open(store.Demo, func(s *store.Store) {
			if err := s.MarkDemo(t.Context()); err != nil {
				t.Fatal(err)
			}
			put(t, s, "history", "half")
			if err := s.MarkDemo(t.Context()); err != nil {
				t.Errorf("mark it again: %v", err)
			}
			if err := s.Clear(t.Context()); err != nil {
				t.Error(err)
			}
			if got := get(t, s, "history"); got != "" {
				t.Errorf("after Clear: got %q, want nothing", got)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := open(store.Production, nil); !errors.Is(err, store.ErrIsDemo) {
			t.Errorf("open for production: got %v, want %v", err, store.ErrIsDemo)
		}
		if err := open(store.Demo, nil); err != nil {
			t.Errorf("open the demo city again: %v", err)
		}
	})
}
