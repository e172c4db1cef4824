package company

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/ledger"
	"rento/internal/money"
)

// Money is what a customer has with us and owes us by the journal, in paise.
type Money struct {
	OwnMoney, Promotional, Advance, RefundOwed, DepositHeld, InvoicesDue, LateFeesDue money.Paise
}

// WantMoney compares a customer's balances with what is wanted. when says at which point of the
// test.
func WantMoney(t testing.TB, when string, b ledger.Balances, want Money) {
	t.Helper()
	got := Money{
		b.OwnMoney(), b.Promotional(), -b[ledger.Advance], b.RefundOwed(), b.DepositHeld(), b.InvoicesDue(), b.LateFeesDue(),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: the customer's money (-want +got):\n%s", when, diff)
	}
}
