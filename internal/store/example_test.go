package store_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"rento/internal/store"
)

// Either everything that a transaction writes is stored, or nothing.
func ExampleStore_WriteCompany() {
	folder, _ := os.MkdirTemp("", "example")
	defer os.RemoveAll(folder)
	ctx := context.Background()
	s, err := store.Open(ctx, store.Options{URL: filepath.Join(folder, "rento.db"), Relaxed: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	err = s.WriteCompany(ctx, func(tx *store.Tx) error { return tx.SettingPut(ctx, "greeting", "namaste") })
	value, read := s.Queries().SettingGet(ctx, "greeting")
	fmt.Println(value, err, read)
	// Output: namaste <nil> <nil>
}
