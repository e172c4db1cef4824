package jobs_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/store"
)

// A job is enqueued in the transaction that causes it, and runs after that transaction.
func ExampleQueue_Enqueue() {
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
	queue := jobs.New(s, ident.NewSource(clock, 0), clock, nil)
	jobs.Handle(queue, "greet", func(_ context.Context, word string) error {
		fmt.Println(word)
		return nil
	})
	err = s.WriteCompany(ctx, func(tx *store.Tx) error {
		return queue.Enqueue(ctx, tx, jobs.Job{Kind: "greet", Payload: "namaste"})
	})
	ran, run := queue.RunDue(ctx)
	fmt.Println(ran, err, run)
	// Output:
	// namaste
	// 1 <nil> <nil>
}
