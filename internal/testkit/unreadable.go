package testkit

import (
	"testing"

	"rento/internal/store"
)

// Unreadable makes a table fail every statement, as a database in trouble
// does, until restore is called.
func Unreadable(t testing.TB, s *store.Store, table string) (restore func()) {
	t.Helper()
	rename(t, s, table, table+"_away")
	return func() { rename(t, s, table+"_away", table) }
}

func rename(t testing.TB, s *store.Store, from, to string) {
	t.Helper()
	if _, err := Raw(t, s).ExecContext(t.Context(), "ALTER TABLE "+from+" RENAME TO "+to); err != nil {
		t.Fatalf("rename %s: %v", from, err)
	}
}
