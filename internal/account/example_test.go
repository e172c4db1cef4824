package account_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/limit"
	"rento/internal/notify"
	"rento/internal/store"
)

// A link signs a customer in once: its code is exchanged for a session, and each later call carries
// the session token.
func ExampleService_ExchangeHandoff() {
	folder, _ := os.MkdirTemp("", "example")
	defer os.RemoveAll(folder)
	ctx := context.Background()
	s, err := store.Open(ctx, store.Options{URL: filepath.Join(folder, "rento.db"), Relaxed: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	clock, logger := calendar.NewFrozen(calendar.MustParse("2026-10-01").At(10, 0)), slog.New(slog.DiscardHandler)
	ids := ident.NewSource(clock, 0)
	queue := jobs.New(s, ids, clock, logger)
	accounts := account.New(account.Deps{
		Store: s, IDs: ids, Clock: clock, Jobs: queue, Limits: limit.New(s, clock, 1), Logger: logger,
		Notices: notify.New(notify.Deps{Store: s, IDs: ids, Clock: clock, Jobs: queue, Logger: logger}),
	})
	var id int64
	err = s.WriteCompany(ctx, func(tx *store.Tx) error {
		id, err = accounts.Add(ctx, tx, account.Customer{FullName: "Asha Rao", Mobile: "9000000001", VerificationStatus: "verified"})
		return err
	})
	fmt.Println(err)
	code, err := accounts.MintHandoff(ctx, account.Handoff{CustomerID: id, Lifetime: account.FromPage})
	fmt.Println(err)
	login, err := accounts.ExchangeHandoff(ctx, code, "Firefox on Linux")
	fmt.Println(login.Customer.FullName, err)
	session, err := accounts.Authenticate(ctx, "Bearer "+login.Token)
	fmt.Println(session.CustomerID == id, session.Actor, err)
	_, err = accounts.ExchangeHandoff(ctx, code, "Firefox on Linux")
	fmt.Println(err)
	// Output:
	// <nil>
	// <nil>
	// Asha Rao <nil>
	// true customer <nil>
	// AUTHORIZATION_REQUIRED: Authorization Required
}
