package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The database is for its owner alone, whatever it was before.
func TestTheFilesOfADatabaseArePrivate(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new")
	path := filepath.Join(folder, "rento.db")
	for round := range 2 {
		s, err := Open(t.Context(), Options{URL: path})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Heartbeat(t.Context()); err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]os.FileMode{folder: 0o700, path: 0o600, path + "-wal": 0o600, path + "-shm": 0o600, path + ".lock": 0o600} {
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			if got := info.Mode().Perm(); got != want {
				t.Errorf("round %d, %s: mode %o, want %o", round, filepath.Base(name), got, want)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// A full disk and a file that must not be written are told apart, by the errors
// that SQLite itself gives.
func TestWhyAWriteFails(t *testing.T) {
	fails := func(pragma string) error {
		pool, err := sql.Open("sqlite", "file:"+filepath.Join(t.TempDir(), "small.db")+"?_pragma="+pragma)
		if err != nil {
			t.Fatal(err)
		}
		defer pool.Close()
		pool.SetMaxOpenConns(1)
		_, err = pool.Exec("CREATE TABLE t (x TEXT)")
		for range 100 {
			if err == nil {
				_, err = pool.Exec("INSERT INTO t VALUES ($1)", strings.Repeat("x", 4096))
			}
		}
		return err
	}
	s := &Store{engine: sqliteEngine{}}
	for reason, err := range map[string]error{
		"the disk is full":  fmt.Errorf("store: commit: %w", fails("max_page_count(10)")),
		"it takes too long": fmt.Errorf("store: begin: %w", context.DeadlineExceeded),
		"it is read-only":   fails("query_only(1)"),
		"see the log":       errors.New("something else"),
	} {
		if got := s.WriteReason(err); got != reason {
			t.Errorf("%v: got %q, want %q", err, got, reason)
		}
	}
}
