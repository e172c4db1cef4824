package testkit_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"rento/internal/store"
	"rento/internal/testkit"
)

// A test that has a testing.T uses Open, or OnEachEngine for both engines; whatever
// else needs a database copies one with the schema.
func ExampleNewSQLite() {
	folder, _ := os.MkdirTemp("", "example")
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "rento.db")
	fmt.Println(testkit.NewSQLite(path))
	s, err := store.Open(context.Background(), store.Options{URL: path, Relaxed: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	customers, err := s.Queries().TicketCount(context.Background(), 7, store.MaybeBool(nil))
	fmt.Println(s.Engine(), customers, err)
	// Output:
	// <nil>
	// sqlite 0 <nil>
}
