package testkit

import (
	"database/sql"
	"sync"
	"testing"

	"rento/internal/store"
)

// addresses are the URLs of the databases that OpenOn has opened.
var addresses sync.Map

// Unreadable makes a table fail every statement, as a database in trouble
// does, until restore is called.
func Unreadable(t testing.TB, s *store.Store, table string) (restore func()) {
	t.Helper()
	rename(t, s, table, table+"_away")
	return func() { rename(t, s, table+"_away", table) }
}

func rename(t testing.TB, s *store.Store, from, to string) {
	t.Helper()
	url, ok := addresses.Load(s)
	if !ok {
		t.Fatal("this store was not opened by testkit")
	}
	driver := map[string]string{"sqlite": "sqlite", "postgres": "pgx"}[s.Engine()]
	raw, err := sql.Open(driver, url.(string))
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	if _, err := raw.ExecContext(t.Context(), "ALTER TABLE "+from+" RENAME TO "+to); err != nil {
		t.Fatalf("rename %s: %v", from, err)
	}
}
