package billing_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/paging"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// received enters a payment of dues with money from the given accounts.
func received(t *testing.T, w *company.Company, c int64, source string, from ...ledger.Leg) {
	t.Helper()
	w.Write(c, func(tx *store.Tx) error {
		_, err := w.Billing.Allocate(t.Context(), tx, billing.Receipt{
			CustomerID: c, SourceType: "test", SourceID: source, At: calendar.Stamp(w.Clock.Now()), From: from,
		})
		return err
	})
}

// An invoice of 1,769 that was paid in different ways is credited. Each rupee goes back to what
// paid it. In a part credit, own money comes before promotional credit. The returned money pays
// what is due first (docs/rules.md R7).
func TestCreditedMoneyGoesBackToWhatPaidIt(t *testing.T) {
	whole, third := money.Rupees(1499), money.Rupees(500) // of 1,499 without GST
	for _, c := range []struct {
		name                string
		from                []ledger.Leg
		credit, due         money.Paise
		own, gifts, deposit money.Paise
	}{
		{"by the gateway", []ledger.Leg{ledger.Debit(ledger.Bank, 176900)}, whole, 0, 176900, 0, 0},
		{"by a gift", []ledger.Leg{ledger.Debit(ledger.PromotionalCredit, 176900)}, whole, 0, 0, 176900, 0},
		{"by the deposit", []ledger.Leg{ledger.Debit(ledger.Deposit, 176900)}, whole, 0, 0, 0, 176900},
		{"by gift and gateway", []ledger.Leg{ledger.Debit(ledger.Bank, 100000), ledger.Debit(ledger.PromotionalCredit, 76900)}, whole, 0, 100000, 76900, 0},
		{"a part goes back as own money", []ledger.Leg{ledger.Debit(ledger.Bank, 100000), ledger.Debit(ledger.PromotionalCredit, 76900)}, third, 0, 59000, 0, 0},
		{"what is due comes first", []ledger.Leg{ledger.Debit(ledger.Bank, 176900)}, whole, 118000, 58900, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w, id := owing(t, s)
				saved(t, w, id, 1) // so that the accounts are not empty before
				before := w.Balances(id)
				invoice := w.Invoices(id)[0]
				received(t, w, id, "1", c.from...)
				if c.due > 0 {
					items, err := w.Subscriptions.ActiveItems(t.Context(), s.Queries(), id, paging.Page{Size: 10})
					if err != nil {
						t.Fatal(err)
					}
					raised(t, w, id, items.Items[0].ID, "test/due", c.due.MulDiv(100, 118))
				}
				w.Write(id, func(tx *store.Tx) error {
					_, err := w.Billing.CreditIn(t.Context(), tx, billing.Credit{
						CustomerID: id, InvoiceID: invoice.ID, Operation: "credit", Reason: billing.Reason{Code: billing.WrittenReason, Written: "Never delivered"},
						Lines: []billing.CreditedLine{{LineNo: 1, Amount: c.credit}},
					})
					return err
				})
				b := w.Balances(id)
				var gift, deposit money.Paise // spent by the receipt itself
				for _, leg := range c.from {
					switch leg.Account {
					case ledger.PromotionalCredit:
						gift += leg.Amount
					case ledger.Deposit:
						deposit += leg.Amount
					}
				}
				back := company.Money{
					OwnMoney: b.OwnMoney() - before.OwnMoney(), Promotional: b.Promotional() + gift,
					DepositHeld: b.DepositHeld() + deposit, InvoicesDue: b.InvoicesDue(),
				}
				want := company.Money{OwnMoney: c.own, Promotional: c.gifts, DepositHeld: c.deposit}
				if diff := cmp.Diff(want, back); diff != "" {
					t.Errorf("what came back, and what is still due (-want +got):\n%s", diff)
				}
			})
		})
	}
}
