package billing_test

import (
	"testing"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// A deposit still counts as received after dues were taken from it. A credit note that gives some
// of it back adds nothing. Only ordered and delivered items require a deposit.
func TestTheDepositOfAnAccountSummary(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		c := w.Customer()
		w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
		before, err := billing.AccountSummaryOf(t.Context(), s.Queries(), c)
		if err != nil {
			t.Fatal(err)
		}
		for i, legs := range []struct {
			source           string
			deposit, against ledger.Leg
		}{
			{"payment", ledger.Credit(ledger.Deposit, 300000), ledger.Debit(ledger.Bank, 300000)},
			{"settlement", ledger.Debit(ledger.Deposit, 100000), ledger.Credit(ledger.Receivable, 100000)},
			{"invoice", ledger.Credit(ledger.Deposit, 40000), ledger.Debit(ledger.RentRevenue("29"), 40000)},
			{"payment", ledger.Credit(ledger.Deposit, 5000), ledger.Debit(ledger.Bank, 5000)},
		} {
			w.Write(c, func(tx *store.Tx) error {
				_, _, err := ledger.New(w.IDs).Post(t.Context(), tx, ledger.Entry{
					CustomerID: c, At: calendar.Stamp(w.Clock.Now()), Description: "test",
					SourceType: legs.source, SourceID: string(rune('a' + i)), Legs: []ledger.Leg{legs.deposit, legs.against},
				})
				return err
			})
		}
		after, err := billing.AccountSummaryOf(t.Context(), s.Queries(), c)
		if err != nil {
			t.Fatal(err)
		}
		want := before.Deposit
		want.Received += 305000
		want.Held += 245000
		if after.Deposit != want {
			t.Errorf("deposit: got %+v, want %+v", after.Deposit, want)
		}
		if want.Required <= 0 {
			t.Errorf("a sofa requires no deposit")
		}
		if got := after.Balances[ledger.Deposit]; got != before.Balances[ledger.Deposit]-money.Paise(245000) {
			t.Errorf("balance of the deposit: got %v, want %v", got, before.Balances[ledger.Deposit]-money.Paise(245000))
		}
	})
}
