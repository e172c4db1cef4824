package limit_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/limit"
	"rento/internal/store"
)

// A number gets five sign-in codes an hour. The sixth is refused.
func ExampleLimiter_Allow() {
	folder, _ := os.MkdirTemp("", "example")
	defer os.RemoveAll(folder)
	ctx := context.Background()
	s, err := store.Open(ctx, store.Options{URL: filepath.Join(folder, "rento.db"), Relaxed: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	clock := calendar.NewFrozen(calendar.MustParse("2026-10-01").At(10, 0))
	limits := limit.New(s, clock, 1)
	for range 6 {
		err = limits.Allow(ctx, limit.CodeToNumber, "9000000001")
	}
	fmt.Println(fault.Of(err).Status)
	// Output: 429
}
