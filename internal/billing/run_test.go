package billing_test

import (
	"testing"

	"rento/internal/billing"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/town"
)

// Rents of 1,499 and 899 for October: taxable 2,398.00, CGST and SGST 215.82
// each, 2,829.64, payable 2,830 by the 10th (docs/rules.md R2).
func TestMonthlyRunRaisesOneInvoice(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := town.New(t, s, "2026-10-01")
		c := w.Customer()
		w.Rent(c, town.Bengaluru, "2026-10-01", town.Sofa, town.Fridge)
		w.Go("2026-11-01")
		runs := w.Bill()
		if len(runs) != 1 || runs[0].Invoices != 1 || runs[0].Amount != money.Rupees(2830) || !runs[0].Done {
			t.Fatalf("runs %+v", runs)
		}
		list := w.Invoices(c)
		if len(list) != 1 {
			t.Fatalf("invoices %+v", list)
		}
		i := list[0]
		want := billing.Totals{Taxable: 239800, CGST: 21582, SGST: 21582, RoundOff: 36, Total: 283000}
		if i.Totals != want || i.Number != "KA/26-27/0000001" || i.Kind != billing.Rental {
			t.Fatalf("invoice %+v", i)
		}
		if i.Date.String() != "2026-11-01" || i.DueDate.String() != "2026-11-10" || i.PeriodFrom.String() != "2026-10-01" || i.PeriodTo.String() != "2026-11-01" {
			t.Fatalf("dates of %+v", i)
		}
		if got := w.Balances(c).Owed(); got != money.Rupees(2830) {
			t.Fatalf("owed %v", got)
		}
		if again := w.Bill(); len(again) != 0 {
			t.Fatalf("billed again: %+v", again)
		}
	})
}
