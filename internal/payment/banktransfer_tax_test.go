package payment_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/money"
	"rento/internal/payment"
)

// Tax deducted that is told after the money was matched is booked with the day of the transfer. A
// late fee that came only because of it falls.
func TestTaxDeductedThatIsToldLater(t *testing.T) {
	onEachEngine(t, func(w *world) {
		_, older, newer := w.twoInvoices()
		p, before, tax := older.CustomerID, w.bank(), money.Rupees(240)
		w.recorded(sent(dueAmount-tax, payment.TransferMatch{Invoices: []string{newer.Number}}))
		w.Go("2026-12-11")
		w.must(w.Billing.AssessLateFees(w.T.Context()))
		if fees := w.standing(p).LateFees; fees <= feeOfOctober {
			w.T.Fatalf("late fees %v, want one for the tax that nobody has told", fees)
		}
		_, err := w.matchAgain(payment.TransferMatch{CustomerID: p})
		w.wantRefusal("no tax", err, "bank_transfer.nothing_left")
		_, err = w.matchAgain(payment.TransferMatch{CustomerID: w.Customer(), TaxDeducted: tax})
		w.wantRefusal("tax of another customer", err, "bank_transfer.nothing_left")
		_, err = w.matchAgain(payment.TransferMatch{CustomerID: p, TaxDeducted: tax + 1})
		w.wantRefusal("more than is open", err, "bank_transfer.tax_over_open")
		_, err = w.matchAgain(payment.TransferMatch{Invoices: []string{older.Number}, TaxDeducted: (dueAmount-tax)/4 + 1})
		w.wantRefusal("more than a fifth", err, "bank_transfer.tax_over_fifth")
		got, err := w.matchAgain(payment.TransferMatch{CustomerID: p, TaxDeducted: tax})
		w.must(err)
		if diff := cmp.Diff([]money.Paise{dueAmount - tax, tax}, []money.Paise{got.Matches[0].Amount, got.Matches[0].TaxDeducted}); diff != "" {
			w.T.Errorf("the match (-want +got):\n%s", diff)
		}
		_, err = w.matchAgain(payment.TransferMatch{CustomerID: p, TaxDeducted: tax}) // said twice
		w.must(err)
		w.wantBank(before, bank{Bank: dueAmount - tax, TDS: tax})
		if open := w.Invoices(p)[0].Open(); open != 0 {
			w.T.Errorf("%v of the invoice is open, want nothing", open)
		}
		w.wantFees(newer, 0)
		_, err = w.matchAgain(payment.TransferMatch{CustomerID: p, TaxDeducted: tax - 1})
		w.wantRefusal("less than was told", err, "bank_transfer.tax_told")
		more := payment.TransferMatch{Invoices: []string{older.Number}, TaxDeducted: tax + money.Rupees(10)} // ten more, on another invoice
		for range 2 {
			_, err = w.matchAgain(more)
			w.must(err)
		}
		w.wantBank(before, bank{Bank: dueAmount - tax, TDS: tax + money.Rupees(10)})
		words := "₹240 of tax that you have deducted at source with your bank transfer " + someUTR + " of 1 December 2026 is taken off what is due. You paid in time, so late fees of ₹"
		if n := w.said(p, words); n != 1 {
			w.T.Errorf("%d mails say %q, want 1: %+v", n, words, w.Mails(p))
		}
	})
}

// What is told with the rest of a transfer is the whole tax of it, as with all that was matched before.
func TestTheTaxOfATransferThatIsMatchedInTwoParts(t *testing.T) {
	onEachEngine(t, func(w *world) {
		_, older, newer := w.twoInvoices()
		before, tax := w.bank(), money.Rupees(240)
		whole := dueAmount - tax + money.Rupees(1000)
		w.recorded(sent(whole, payment.TransferMatch{Invoices: []string{newer.Number}, TaxDeducted: tax}))
		_, err := w.matchAgain(payment.TransferMatch{Invoices: []string{older.Number}, TaxDeducted: tax - 1})
		w.wantRefusal("less than was told", err, "bank_transfer.tax_told")
		_, err = w.matchAgain(payment.TransferMatch{Invoices: []string{older.Number}, TaxDeducted: tax})
		w.must(err)
		w.wantBank(before, bank{Bank: whole, TDS: tax})
	})
}

// wantFees checks what is open of the late fees of an invoice.
func (w *world) wantFees(i billing.Invoice, want money.Paise) {
	w.T.Helper()
	d, err := w.Billing.Document(w.T.Context(), w.Store.Queries(), i.CustomerID, i.ID)
	w.must(err)
	if diff := cmp.Diff(want, d.OpenLateFees()); diff != "" {
		w.T.Errorf("late fees of %s (-want +got):\n%s", i.Number, diff)
	}
}

// The tax of one transfer for several invoices is booked on each in proportion, to the paisa.
func TestTheTaxOfSeveralInvoices(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, older, newer := w.twoInvoices()
		before, tax := w.bank(), money.Rupees(480)+1
		w.recorded(sent(2*dueAmount-tax, payment.TransferMatch{Invoices: []string{newer.Number, older.Number}, TaxDeducted: tax}))
		var got []money.Paise
		for _, i := range []billing.Invoice{older, newer} {
			d, err := w.Billing.Document(w.T.Context(), w.Store.Queries(), p, i.ID)
			w.must(err)
			for _, m := range d.Payments {
				if m.SourceType == "tax_deducted" {
					got = append(got, m.Amount)
				}
			}
		}
		if diff := cmp.Diff([]money.Paise{money.Rupees(240) + 1, money.Rupees(240)}, got); diff != "" {
			w.T.Errorf("tax by invoice (-want +got):\n%s", diff)
		}
		w.wantStanding(p, standing{LateFees: feeOfOctober})
		w.wantBank(before, bank{Bank: 2*dueAmount - tax, TDS: tax})
	})
}
