package store_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"rento/internal/store"
	"rento/internal/testkit"
)

// If a transaction runs out of time, the caller is told to try again instead of getting a failure.
// On a node that was suspended, this is the first thing that happens.
func TestAWriteThatTookTooLongMayBeTriedAgain(t *testing.T) {
	testkit.BothEngines(t)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		t.Parallel()
		err := s.WriteCompany(t.Context(), func(tx *store.Tx) error {
			time.Sleep(10*time.Second + 200*time.Millisecond) // a write has 10 seconds, in real time
			return tx.SettingPut(t.Context(), "a", "1")
		})
		if !store.IsTransient(err) {
			t.Errorf("error %v (%T), want one that passes", err, err)
		}
		if got := get(t, s, "a"); got != "" {
			t.Errorf("a = %q, want nothing written", got)
		}
	})
}

// A connection breaks before, between and after the statements of a transaction.
func TestAWriteWhoseConnectionBreaksMayBeTriedAgain(t *testing.T) {
	url := testkit.DatabaseURL(t, "postgres")
	s, err := store.Open(t.Context(), store.Options{URL: url, Relaxed: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	put := func(tx *store.Tx) error { return tx.SettingPut(t.Context(), "a", "1") }
	broken := func(*store.Tx) error { breakTransactions(t, url); return nil }
	for name, steps := range map[string][]func(tx *store.Tx) error{
		"before the first statement": {broken, put},
		"between two":                {put, broken, put},
		"before the commit":          {put, broken},
	} {
		err := s.WriteCompany(t.Context(), func(tx *store.Tx) error {
			for _, step := range steps {
				if err := step(tx); err != nil {
					return err
				}
			}
			return nil
		})
		if !store.IsTransient(err) {
			t.Errorf("%s: error %v (%T), want one that passes", name, err, err)
		}
		if got := get(t, s, "a"); got != "" {
			t.Errorf("%s: a = %q, want nothing written", name, got)
		}
	}
}

// breakTransactions ends every connection to a database that is in a transaction, and waits until
// the server has closed them.
func breakTransactions(t *testing.T, url string) {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	done, err := conn.Exec(t.Context(), `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
		WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'`)
	if err != nil || done.RowsAffected() == 0 {
		t.Fatalf("broke %d connections: %v", done.RowsAffected(), err)
	}
}
