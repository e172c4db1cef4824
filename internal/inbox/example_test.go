package inbox_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"

	"rento/internal/alert"
	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/inbox"
	"rento/internal/jobs"
	"rento/internal/store"
	"rento/internal/testkit"
)

// An event is verified, and stored once however often it is sent. A job passes it to the domain
// that registered for its provider.
func ExampleInbox_Receive() {
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
	ids := ident.NewSource(clock, 0)
	queue := jobs.New(s, ids, clock, nil)
	events := inbox.New(s, clock, queue, alert.New(s, ids, clock, nil), testkit.Keyring(), nil)
	events.Register("acme", acme{}, func(_ context.Context, e inbox.Event) error {
		fmt.Println("ask", e.Provider, "about", e.OrderID)
		return nil
	})
	for _, signature := range []string{"by acme of order=o-7", "by acme of order=o-7", "by nobody"} {
		err := events.Receive(ctx, "acme", http.Header{"X-Signature": {signature}, "X-Id": {"evt_1"}}, []byte("order=o-7"))
		fmt.Println("refused:", err != nil)
	}
	_, err = queue.RunDue(ctx)
	fmt.Println(err)
	// Output:
	// refused: false
	// refused: false
	// refused: true
	// ask acme about o-7
	// <nil>
}
