package billing_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/testkit"
)

// A late-fee document names the money that paid its part of the fees, promotional credit
// separately, and what a credit note on it gave back.
func TestADocumentOfLateFeesNamesWhatPaidThem(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		assess(t, w, "2026-11-11")
		invoice := w.Invoices(c)[0]
		w.Pay(c, "rent and 20 of the fee", money.Rupees(1789))
		paid(t, w, c, 2, ledger.PromotionalCredit, money.Rupees(15))
		named := func() (list []string) {
			t.Helper()
			for _, i := range w.Invoices(c) {
				if i.Kind != billing.LateFeeDoc {
					continue
				}
				d, err := w.Billing.Document(t.Context(), s.Queries(), c, i.ID)
				if err != nil || d.For != billing.ForLateFee {
					t.Fatalf("got %+v, %v; want a document for %s", d, err, billing.ForLateFee)
				}
				for _, p := range d.Payments {
					list = append(list, fmt.Sprintf("%v of %v, a gift: %t", p.Amount, d.Total, p.Gift))
				}
			}
			return list
		}
		want := []string{"₹15 of ₹15, a gift: true", "₹20 of ₹20, a gift: false"}
		if diff := cmp.Diff(want, named()); diff != "" {
			t.Fatalf("paid in two parts (-want +got):\n%s", diff)
		}
		withdrawn(t, w, c, invoice, 149900)
		want = []string{"₹15 of ₹15, a gift: true", "-₹15 of ₹15, a gift: true", "₹20 of ₹20, a gift: false", "-₹20 of ₹20, a gift: false"}
		if diff := cmp.Diff(want, named()); diff != "" {
			t.Errorf("given back (-want +got):\n%s", diff)
		}
	})
}
