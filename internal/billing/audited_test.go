package billing_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/audit"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// Each document and each late fee has its entry in the audit log, with its amount: a monthly
// invoice, a charge, a fee, the document of what was paid of it, and what takes them back.
func TestInvoicesAndFeesAreInTheAuditLog(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, id := owing(t, s)
		assess(t, w, "2026-11-11")
		invoice := w.Invoices(id)[0]
		paid(t, w, id, 0, ledger.Bank, 176900+3500)
		withdrawn(t, w, id, invoice, 149900)
		order := w.Rent(id, company.Bengaluru, "2026-11-11", company.TV)
		raised(t, w, id, order.Items[0].ID, "test/charge", money.Rupees(100))

		type entry struct {
			Action string
			Amount money.Paise
			Number string // of the document
			Reason string
		}
		numbers := map[string]string{}
		for _, i := range w.Invoices(id) {
			numbers[fmt.Sprintf("invoice/%d", i.ID)] = i.Number
		}
		for _, f := range feesOf(t, w, id, invoice.ID) {
			numbers[fmt.Sprintf("late_fee/%d", f.ID)] = "fee"
		}
		var got []entry
		actions := []string{"invoice_issued", "charge_invoiced", "credit_note_issued", "late_fee_charged", "late_fee_invoiced", "late_fee_waived"}
		err := audit.Read(t.Context(), s.Queries(), &id, calendar.MustParse("2026-10-01"), calendar.MustParse("2026-12-01"), func(e audit.Written) error {
			if slices.Contains(actions, e.Action) {
				got = append(got, entry{e.Action, e.Amount, numbers[e.Object], e.Reason})
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		want := []entry{
			{"invoice_issued", 176900, "KA/26-27/0000001", ""},
			{"late_fee_charged", 3500, "fee", ""},
			{"late_fee_invoiced", 3500, "KA/26-27/0000002", ""},
			{"credit_note_issued", 176900, "KA/26-27/C000001", "Never delivered"},
			{"late_fee_waived", 3500, "fee", billing.WaivedCredited},
			{"credit_note_issued", 3500, "KA/26-27/C000002", "Never delivered"},
			{"charge_invoiced", 11800, "KA/26-27/0000003", ""},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("audit log (-want +got):\n%s", diff)
		}
	})
}
