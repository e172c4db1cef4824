package testkit

import (
	"database/sql"
	"sync"
	"testing"

	"rento/internal/store"
)

// addresses are the URLs of the databases that OpenOn has opened.
var addresses sync.Map

// Raw returns a second way to the database of a store, which knows none of its
// rules: to read what is stored, or to do what no service would.
func Raw(t testing.TB, s *store.Store) *sql.DB {
	t.Helper()
	url, ok := addresses.Load(s)
	if !ok {
		t.Fatal("this store was not opened by testkit")
	}
	driver, address := "pgx", url.(string)
	if s.Engine() == "sqlite" {
		driver, address = "sqlite", address+"?_pragma=busy_timeout(5000)"
	}
	raw, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = raw.Close() })
	return raw
}
