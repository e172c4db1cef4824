package store

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"testing"

	"rento/internal/store/db"
)

func openReaders(t *testing.T, count int) *Store {
	t.Helper()
	s, err := Open(t.Context(), Options{URL: filepath.Join(t.TempDir(), "readers.db"), Relaxed: true, MaxConns: count})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// A reader serves one read after another, also after a read that failed or panicked, and each read
// has a snapshot of its own.
func TestAReaderIsUsedAgain(t *testing.T) {
	s := openReaders(t, 1)
	failure := errors.New("failure")
	for round := range 3 {
		for name, fn := range map[string]func(q *db.Queries) error{
			"fine":   func(*db.Queries) error { return nil },
			"fails":  func(*db.Queries) error { return failure },
			"panics": func(*db.Queries) error { panic("panic") },
		} {
			func() {
				defer func() { _ = recover() }()
				if err := s.Read(t.Context(), fn); err != nil && !errors.Is(err, failure) {
					t.Errorf("round %d, one that %s: %v, want %v", round, name, err, failure)
				}
			}()
		}
		value := string(rune('a' + round))
		if err := s.WriteCompany(t.Context(), func(tx *Tx) error { return tx.SettingPut(t.Context(), "k", value) }); err != nil {
			t.Fatal(err)
		}
		for way, read := range map[string]func(context.Context, func(*db.Queries) error) error{"Read": s.Read, "ReadOne": s.ReadOne} {
			err := read(t.Context(), func(q *db.Queries) error {
				got, err := q.SettingGet(t.Context(), "k")
				if got != value {
					t.Errorf("round %d, %s: got %q, want %q", round, way, got, value)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		}
	}
	if got := len(s.readers.idle); got != 1 {
		t.Errorf("%d readers are open, want 1", got)
	}
}

// A reader whose connection is lost fails one read. The next read opens another connection.
func TestALostReaderIsReplaced(t *testing.T) {
	s := openReaders(t, 1)
	for way, read := range map[string]func(context.Context, func(*db.Queries) error) error{"Read": s.Read, "ReadOne": s.ReadOne} {
		get := func() error {
			return read(t.Context(), func(q *db.Queries) error {
				_, err := q.SettingGet(t.Context(), "k")
				if IsNone(err) {
					return nil
				}
				return err
			})
		}
		if err := get(); err != nil {
			t.Fatal(way, err)
		}
		if err := s.readers.idle[0].Close(); err != nil {
			t.Fatal(way, err)
		}
		if err := get(); err == nil {
			t.Error(way, "on a closed connection succeeded")
		}
		if err := get(); err != nil {
			t.Error(way, "after it:", err)
		}
	}
}

// No more reads run at once than there are readers, and a waiting read can be cancelled.
func TestReadersWaitForTheirTurn(t *testing.T) {
	const readers = 2
	s := openReaders(t, readers)
	var running sync.WaitGroup
	running.Add(readers)
	release := make(chan struct{})
	var done sync.WaitGroup
	for range readers {
		done.Go(func() {
			err := s.Read(t.Context(), func(*db.Queries) error {
				running.Done()
				<-release
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	running.Wait()
	impatient, cancel := context.WithCancel(t.Context())
	cancel()
	err := s.Read(impatient, func(*db.Queries) error {
		t.Error("a third read ran beside two")
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that it gave up", err)
	}
	close(release)
	done.Wait()
	if err := s.Read(t.Context(), func(*db.Queries) error { return nil }); err != nil {
		t.Errorf("after them: %v", err)
	}
}
