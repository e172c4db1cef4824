package ledger_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// We receive a deposit of 3,000 rupees. The bank account grows by this amount, and we owe the
// customer the same amount.
func ExampleLedger_Post() {
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
	books := ledger.New(ident.NewSource(clock, 0))
	err = s.WriteCompany(ctx, func(tx *store.Tx) error {
		someone := db.AccountCustomerAddParams{ID: 7, FullName: "Asha", Mobile: "9000000001", VerificationStatus: "verified"}
		if err := tx.AccountCustomerAdd(ctx, someone); err != nil {
			return err
		}
		_, _, err := books.Post(ctx, tx, ledger.Entry{
			CustomerID: 7, SourceType: "example", SourceID: "1", At: calendar.Stamp(clock.Now()),
			Legs: []ledger.Leg{ledger.Debit(ledger.Bank, money.Rupees(3000)), ledger.Credit(ledger.Deposit, money.Rupees(3000))},
		})
		return err
	})
	balances, read := ledger.BalancesOf(ctx, s.Queries(), 7)
	fmt.Println(balances.DepositHeld().Decimal(), err, read)
	// Output: 3000.00 <nil> <nil>
}
