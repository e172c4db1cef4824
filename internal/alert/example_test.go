package alert_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"rento/internal/alert"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/store"
)

// Something that our books must not guess is raised once, however often it is noticed, and a person
// closes it with a reason.
func ExampleService_Raise() {
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
	alerts := alert.New(s, ident.NewSource(clock, 0), clock, nil)
	for range 2 {
		err := s.WriteCompany(ctx, func(tx *store.Tx) error {
			return alerts.Raise(ctx, tx, alert.Alert{Kind: "amount_differs", Subject: "examplepay:T1", CustomerID: 7, Detail: "100.00 came, 90.00 were asked for"})
		})
		fmt.Println(err)
	}
	open, err := alerts.Open(ctx, 10)
	fmt.Println(len(open), open[0].Kind, open[0].Subject, err)
	fmt.Println(alerts.Close(audit.WithActor(ctx, audit.Staff("meera")), open[0].ID, "The bank has confirmed 100.00"))
	// Output:
	// <nil>
	// <nil>
	// 1 amount_differs examplepay:T1 <nil>
	// <nil>
}
