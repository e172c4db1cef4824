package idempotency_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"rento/internal/calendar"
	"rento/internal/idempotency"
	"rento/internal/store"
	"rento/internal/store/db"
)

// The answer of a call is kept under its key, so that a repetition gets it too.
func ExampleOnce() {
	folder, _ := os.MkdirTemp("", "example")
	defer os.RemoveAll(folder)
	ctx := context.Background()
	s, err := store.Open(ctx, store.Options{URL: filepath.Join(folder, "rento.db"), Relaxed: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	err = s.WriteCompany(ctx, func(tx *store.Tx) error {
		return tx.AccountCustomerAdd(ctx, db.AccountCustomerAddParams{ID: 7, Mobile: "9000000007"})
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	clock := calendar.NewFrozen(calendar.MustParse("2026-10-01").At(10, 0))
	ctx = idempotency.WithKey(ctx, "a-key-of-the-caller-0001")
	orders := 0
	call := idempotency.Call{CustomerID: 7, Operation: "order", Input: "a sofa"}
	for range 2 {
		answer, err := idempotency.Once(ctx, s, clock, call, func(context.Context, *store.Tx) (string, error) {
			orders++
			return fmt.Sprintf("order %d", orders), nil
		})
		fmt.Println(answer, err)
	}
	// Output:
	// order 1 <nil>
	// order 1 <nil>
}
