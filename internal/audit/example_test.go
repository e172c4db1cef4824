package audit_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/store"
)

// The context holds the actor, and an entry is recorded in the transaction of its effect.
func ExampleLog_Record() {
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
	log := audit.New(ident.NewSource(clock, 0), clock)
	acting := audit.WithActor(ctx, audit.Agent("ravi"))
	err = s.Write(acting, 7, func(tx *store.Tx) error {
		return log.Record(acting, tx, audit.Entry{CustomerID: 7, Action: "ticket_raised", Object: "ticket/T1"})
	})
	entries, read := s.Queries().AuditOf(ctx, 7)
	fmt.Println(err, read)
	for _, e := range entries {
		fmt.Println(e.At.Date(), e.Actor, e.Action, e.Object)
	}
	// Output:
	// <nil> <nil>
	// 2026-10-01 agent:ravi ticket_raised ticket/T1
}

// Only the network of an address is stored.
func ExampleNetwork() {
	fmt.Println(audit.Network("203.0.113.77"), audit.Network("2001:db8:1:2::7"))
	// Output: 203.0.113.0/24 2001:db8:1::/48
}
