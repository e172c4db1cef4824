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
	"rento/internal/testkit/company"
)

// withdrawn credits an amount, in paise without GST, on the first line of an invoice.
func withdrawn(t *testing.T, w *company.Company, c int64, invoice billing.Invoice, amount money.Paise) {
	t.Helper()
	w.Write(c, func(tx *store.Tx) error {
		_, err := w.Billing.CreditIn(t.Context(), tx, billing.Credit{
			CustomerID: c, InvoiceID: invoice.ID, Operation: fmt.Sprintf("test/%d/%d", invoice.ID, amount), Reason: billing.Reason{Code: billing.WrittenReason, Written: "Never delivered"},
			Lines: []billing.CreditedLine{{LineNo: 1, Amount: amount}},
		})
		return err
	})
}

// paying is money of one kind that pays, in paise.
type paying struct {
	with   ledger.Account
	amount money.Paise
}

// A late fee of 35 on an invoice of 1,769 (1,499 without GST) falls with its invoice. It was paid
// in different ways, and each rupee goes back to what paid it (docs/rules.md R6, R7).
func TestAPaidFeeFallsWithItsInvoice(t *testing.T) {
	const rent, fee = 176900, 3500
	whole := billing.Totals{Taxable: 2966, CGST: 267, SGST: 267, Total: fee}
	for _, c := range []struct {
		name                string
		paid                []paying
		credit              money.Paise // of the rent, without GST
		own, gifts, deposit money.Paise // what the customer has afterwards
		feePaid, feeOpen    money.Paise
		notes               []billing.Totals // on the late-fee documents
	}{
		{"by the gateway", []paying{{ledger.Bank, rent + fee}}, 149900, rent + fee, 0, 0, 0, 0, []billing.Totals{whole}},
		{"by promotional credit", []paying{{ledger.Bank, rent}, {ledger.PromotionalCredit, fee}}, 149900, rent, fee, 0, 0, 0, []billing.Totals{whole}},
		{"by the deposit", []paying{{ledger.Bank, rent}, {ledger.Deposit, fee}}, 149900, rent, 0, fee, 0, 0, []billing.Totals{whole}},
		{"in two parts of two kinds", []paying{{ledger.Bank, rent}, {ledger.PromotionalCredit, 2000}, {ledger.Bank, 1500}}, 149900, rent + 1500, 2000, 0, 0, 0, []billing.Totals{
			{Taxable: 1695, CGST: 153, SGST: 153, RoundOff: -1, Total: 2000}, {Taxable: 1271, CGST: 114, SGST: 114, RoundOff: 1, Total: 1500},
		}},
		{"in part", []paying{{ledger.Bank, rent + 2000}}, 149900, rent + 2000, 0, 0, 0, 0, []billing.Totals{{Taxable: 1695, CGST: 153, SGST: 153, RoundOff: -1, Total: 2000}}},
		{"not at all", []paying{{ledger.Bank, rent}}, 149900, rent, 0, 0, 0, 0, nil},
		{"a part of the invoice leaves it", []paying{{ledger.Bank, rent + fee}}, 49900, 58882, 0, 0, fee, 0, nil},
		{"and what is open of it", []paying{{ledger.Bank, rent + 2000}}, 49900, 57382, 0, 0, fee, 0, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w, id := owing(t, s)
				assess(t, w, "2026-11-11")
				invoice := w.Invoices(id)[0]
				for n, p := range c.paid {
					paid(t, w, id, n, p.with, p.amount)
				}
				withdrawn(t, w, id, invoice, c.credit)
				company.WantMoney(t, "in the end", w.Balances(id), company.Money{
					OwnMoney: c.own, Promotional: c.gifts, DepositHeld: c.deposit, LateFeesDue: c.feeOpen,
				})
				want := feeFacts{Paid: c.feePaid, Open: c.feeOpen}
				if c.feePaid == 0 {
					want.Waived = billing.WaivedCredited
				}
				wantFee(t, "of the invoice", feesOf(t, w, id, invoice.ID)[0], want)
				if diff := cmp.Diff(c.notes, feeNotes(t, w, id)); diff != "" {
					t.Errorf("credit notes on its documents (-want +got):\n%s", diff)
				}
				recomputed(t, w)
			})
		})
	}
}

// feeFacts are what is left of a late fee, in paise.
type feeFacts struct {
	Waived     string // why it was taken back, or ""
	Paid, Open money.Paise
}

func wantFee(t *testing.T, which string, fee billing.LateFee, want feeFacts) {
	t.Helper()
	if diff := cmp.Diff(want, feeFacts{fee.WaivedReason, fee.Paid, fee.Open()}); diff != "" {
		t.Errorf("the late fee %s (-want +got):\n%s", which, diff)
	}
}

// feeNotes are the totals of the credit notes on late-fee documents, oldest document first. Such a
// document is paid from the start, and what is credited of it no longer counts as paid.
func feeNotes(t *testing.T, w *company.Company, c int64) (totals []billing.Totals) {
	t.Helper()
	list := w.Invoices(c)
	for n := len(list) - 1; n >= 0; n-- {
		if list[n].Kind != billing.LateFeeDoc {
			continue
		}
		d, err := w.Billing.Document(t.Context(), w.Store.Queries(), c, list[n].ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, note := range d.Credits {
			totals = append(totals, note.Totals)
		}
		if d.Paid+d.Credited != d.Total {
			t.Errorf("%s: %v are paid and %v credited, want %v together", d.Number, d.Paid, d.Credited, d.Total)
		}
	}
	return totals
}

// A late fee falls once the credits reach the amount on which it was computed. Of 1,769 rupees,
// 1,000 were paid before the fee, so the fee on the other 769 is 20. 651.70 plus 117.30 of tax are
// 769.
func TestAFeeFallsWithThePartItWasWorkedOutOn(t *testing.T) {
	for _, c := range []struct {
		name   string
		credit money.Paise
		falls  bool
		own    money.Paise
	}{
		{"a paisa less", 65169, false, 76899},
		{"all of it", 65170, true, 76900 + 2000},
	} {
		t.Run(c.name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w, id := owing(t, s)
				w.Pay(id, "1", money.Rupees(1000))
				assess(t, w, "2026-11-11")
				invoice := w.Invoices(id)[0]
				w.Pay(id, "2", money.Rupees(789))
				withdrawn(t, w, id, invoice, c.credit)
				fee := feesOf(t, w, id, invoice.ID)[0]
				if got := fee.WaivedReason != ""; got != c.falls {
					t.Errorf("the fee has fallen: %t, want %t", got, c.falls)
				}
				if got := fee.Amount; got != money.Rupees(20) {
					t.Errorf("a fee of %v, want 20", got)
				}
				if own := w.Balances(id).OwnMoney(); own != c.own {
					t.Errorf("own money %v, want %v", own, c.own)
				}
				recomputed(t, w)
			})
		})
	}
}

// A late-fee document has the fees of two invoices, and one invoice is withdrawn. Only its lines
// are credited. The returned money pays what is due first. This is a receipt of its own, and gets
// its own document if it pays a fee.
func TestOnlyTheFeesOfTheWithdrawnInvoiceFall(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		assess(t, w, "2026-11-11")
		first := w.Invoices(c)[0]
		w.Go("2026-12-01")
		w.Bill()
		assess(t, w, "2026-12-11")
		second := w.Invoices(c)[0]
		// Two late fees of the first invoice and one of the second, 35 each. All but 5 of the last
		// fee are paid.
		w.Pay(c, "1", 2*176900+3*3500-500)
		withdrawn(t, w, c, first, 149900)
		for _, f := range feesOf(t, w, c, first.ID) {
			wantFee(t, "of the withdrawn invoice", f, feeFacts{Waived: billing.WaivedCredited})
		}
		wantFee(t, "of the other invoice", feesOf(t, w, c, second.ID)[0], feeFacts{Paid: 3500})
		company.WantMoney(t, "in the end", w.Balances(c), company.Money{OwnMoney: 176900 + 2*3500 - 500})
		// 70.00 of 100.00: each line has 29.66 of the base of 84.75.
		want := []billing.Totals{{Taxable: 5932, CGST: 534, SGST: 534, Total: 7000}}
		if diff := cmp.Diff(want, feeNotes(t, w, c)); diff != "" {
			t.Errorf("credit notes on the document (-want +got):\n%s", diff)
		}
		// Crediting once more changes nothing, because everything is credited.
		if err := s.Write(t.Context(), c, func(tx *store.Tx) error {
			_, err := w.Billing.CreditIn(t.Context(), tx, billing.Credit{
				CustomerID: c, InvoiceID: first.ID, Operation: "again", Reason: billing.Reason{Code: billing.WrittenReason, Written: "Again"}, Lines: []billing.CreditedLine{{LineNo: 1, Amount: 1}},
			})
			return err
		}); err == nil {
			t.Error("more than the invoice was credited")
		}
		recomputed(t, w)
	})
}

// A late fee falls after the last day for tax adjustments of the financial year in which it was
// paid. It is credited by a commercial note, which has only the value.
func TestAFeeThatFallsTooLateForTax(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		assess(t, w, "2026-11-11")
		invoice := w.Invoices(c)[0]
		w.Pay(c, "1", 176900+3500)
		w.Go("2027-12-01")
		w.Bill()
		withdrawn(t, w, c, invoice, 149900)
		if diff := cmp.Diff([]billing.Totals{{Taxable: 2966, Total: 2966}}, feeNotes(t, w, c)); diff != "" {
			t.Errorf("credit notes on its document (-want +got):\n%s", diff)
		}
		fee := feesOf(t, w, c, invoice.ID)[0]
		wantFee(t, "of the invoice", fee, feeFacts{Waived: billing.WaivedCredited, Paid: 534})
		recomputed(t, w)
	})
}
