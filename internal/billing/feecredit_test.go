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
				b := w.Balances(id)
				if b.OwnMoney() != c.own || b.Promotional() != c.gifts || b.DepositHeld() != c.deposit || b.InvoicesDue() != 0 || b.LateFeesDue() != c.feeOpen {
					t.Errorf("got %v, want own money %v, gifts %v, deposit %v, fees %v", b, c.own, c.gifts, c.deposit, c.feeOpen)
				}
				got := feesOf(t, w, id, invoice.ID)[0]
				if (got.WaivedReason == billing.WaivedCredited) != (c.feePaid == 0) || got.Paid != c.feePaid || got.Open() != c.feeOpen {
					t.Errorf("the fee is %+v; want (got.WaivedReason == billing.WaivedCredited) = %v, got.Paid = %v, got.Open() = %v", got, (c.feePaid == 0), c.feePaid, c.feeOpen)
				}
				if diff := cmp.Diff(c.notes, feeNotes(t, w, id)); diff != "" {
					t.Errorf("credit notes on its documents (-want +got):\n%s", diff)
				}
				recomputed(t, w)
			})
		})
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
			t.Errorf("%s of %v: %v are paid, %v are credited", d.Number, d.Total, d.Paid, d.Credited)
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
				if (fee.WaivedReason != "") != c.falls || fee.Amount != money.Rupees(20) || w.Balances(id).OwnMoney() != c.own {
					t.Errorf("%+v, own money %v, want %v", fee, w.Balances(id).OwnMoney(), c.own)
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
			if f.WaivedReason != billing.WaivedCredited || f.Paid != 0 {
				t.Errorf("a fee of the withdrawn invoice is %+v; want f.WaivedReason = %v, f.Paid = 0", f, billing.WaivedCredited)
			}
		}
		if f := feesOf(t, w, c, second.ID)[0]; f.WaivedReason != "" || f.Paid != 3500 {
			t.Errorf(`the fee of the other invoice is %+v; want f.WaivedReason = "", f.Paid = 3500`, f)
		}
		if b := w.Balances(c); b.OwnMoney() != 176900+2*3500-500 || b.LateFeesDue() != 0 || b.InvoicesDue() != 0 {
			t.Errorf("balances %v, want %v", b, 176900+2*3500-500)
		}
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
		if f := feesOf(t, w, c, invoice.ID)[0]; f.WaivedReason != billing.WaivedCredited || f.Paid != 534 || f.Open() != 0 {
			t.Errorf("the fee is %+v; want f.WaivedReason = %v, f.Paid = 534, f.Open() = 0", f, billing.WaivedCredited)
		}
		recomputed(t, w)
	})
}
