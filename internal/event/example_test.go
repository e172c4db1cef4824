package event_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"rento/internal/event"
	"rento/internal/store"
)

// A stream signals that its customer's data has changed, whichever domain changed it, and ignores
// other customers.
func ExampleHub_Open() {
	folder, _ := os.MkdirTemp("", "example")
	defer os.RemoveAll(folder)
	ctx := context.Background()
	s, err := store.Open(ctx, store.Options{URL: filepath.Join(folder, "rento.db"), Relaxed: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	hub := event.New(event.Options{Store: s})
	stream, err := hub.Open(7)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer stream.Close()
	heard := func() bool {
		select {
		case <-stream.Changed():
			return true
		default:
			return false
		}
	}
	fmt.Println("at the start:", heard())
	for _, customer := range []int64{8, 7} {
		err := s.Write(ctx, customer, func(tx *store.Tx) error { return tx.Touch(ctx, customer) })
		fmt.Println("customer", customer, "changed:", heard(), err)
	}
	// Output:
	// at the start: true
	// customer 8 changed: false <nil>
	// customer 7 changed: true <nil>
}
