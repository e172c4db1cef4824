package store_test

import (
	"testing"

	"rento/internal/store"
	"rento/internal/testkit"
)

// A start outside of tests prepares every query, so each engine must accept each query.
func TestEachEngineTakesEveryQuery(t *testing.T) {
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			s, err := store.Open(t.Context(), store.Options{URL: testkit.DatabaseURL(t, engine)})
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// A cached statement returns the current data, also after a schema change.
func TestAKeptStatementIsNotOld(t *testing.T) {
	testkit.BothEngines(t)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		raw := testkit.Raw(t, s)
		for want, change := range []string{
			"SELECT 1",
			"INSERT INTO jobs (id, kind, dedupe_key, payload, state, run_at, lease_until, fence, tries, last_error, created_at, done_at) VALUES (1, 'k', 'a', '', 'dead', 1, 0, 0, 0, '', 1, 1)",
			"CREATE TABLE parrots (id BIGINT PRIMARY KEY); INSERT INTO jobs (id, kind, dedupe_key, payload, state, run_at, lease_until, fence, tries, last_error, created_at, done_at) VALUES (2, 'k', 'b', '', 'dead', 1, 0, 0, 0, '', 1, 1)",
		} {
			if _, err := raw.ExecContext(t.Context(), change); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if dead, err := s.Queries().JobsDead(t.Context()); err != nil || dead != int64(want) {
					t.Errorf("read: %d, %v; want %d", dead, err, want)
				}
			}
			err := s.WriteCompany(t.Context(), func(tx *store.Tx) error {
				for range 2 {
					if dead, err := tx.JobsDead(t.Context()); err != nil || dead != int64(want) {
						t.Errorf("in a transaction: %d, %v; want %d", dead, err, want)
					}
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		}
	})
}
