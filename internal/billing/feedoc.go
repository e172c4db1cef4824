package billing

import (
	"context"
	"fmt"
	"strconv"

	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// FeeTax splits money received for a late fee, GST included, into taxable
// value and tax, all in paise. CGST and SGST are rounded apart and equal; the
// value is the remainder (docs/rules.md R6).
func FeeTax(received money.Paise, basisPoints int64, intra bool) Totals {
	t := Totals{Total: received}
	if intra {
		t.CGST = received.MulDiv(basisPoints, 2*(10_000+basisPoints))
		t.SGST = t.CGST
	} else {
		t.IGST = received.MulDiv(basisPoints, 10_000+basisPoints)
	}
	t.Taxable = received - t.Tax()
	return t
}

// less returns the difference of two totals.
func (t Totals) less(u Totals) Totals {
	return Totals{
		Taxable: t.Taxable - u.Taxable, CGST: t.CGST - u.CGST, SGST: t.SGST - u.SGST, IGST: t.IGST - u.IGST,
		RoundOff: t.RoundOff - u.RoundOff, Total: t.Total - u.Total,
	}
}

// receiveFee books money on a late fee and raises its tax document. Several
// receipts for one fee are taxed by how far they have come together, so that
// their tax adds up to that of the whole.
func (s *Service) receiveFee(ctx context.Context, tx *store.Tx, customerID int64, p Part) error {
	row, err := tx.BillingLateFee(ctx, customerID, p.LateFeeID)
	if err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	moved, err := tx.BillingLateFeePay(ctx, db.BillingLateFeePayParams{AmountPaise: p.Amount, CustomerID: customerID, ID: p.LateFeeID})
	if err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	if moved == 0 {
		return fmt.Errorf("billing: %d paise are more than late fee %d has open", p.Amount, p.LateFeeID)
	}
	fee := feeOf(row)
	original, lines, err := documentRows(ctx, tx.Queries, customerID, fee.InvoiceID)
	if err != nil {
		return err
	}
	return s.invoiceFee(ctx, tx, original, lines[0], fee, p.Amount)
}

func (s *Service) invoiceFee(ctx context.Context, tx *store.Tx, original Invoice, like Line, fee LateFee, received money.Paise) error {
	suppliers, err := s.suppliers(ctx, tx.Queries)
	if err != nil {
		return err
	}
	supplier := suppliers.SupplyAt(original.Supplier.StateCode, "").Supplier
	number, err := nextSerial(ctx, tx, supplier.Series, s.today(), false)
	if err != nil {
		return err
	}
	intra := original.Supplier.StateCode == original.PlaceOfSupply
	totals := FeeTax(fee.Paid+received, like.GSTBP, intra).less(FeeTax(fee.Paid, like.GSTBP, intra))
	doc := original
	doc.ID, doc.Number, doc.Kind, doc.Totals = s.ids.Next(), number, LateFeeDoc, totals
	doc.Date, doc.DueDate, doc.PeriodFrom, doc.PeriodTo = s.today(), s.today(), fee.Cycle, fee.Cycle.NextMonth()
	doc.Paid, doc.Credited = received, 0
	line := Line{
		Kind: LateFeeLine, Operation: "late_fee/" + strconv.FormatInt(fee.ID, 10) + "/" + strconv.FormatInt(int64(fee.Paid), 10),
		OrderID: like.OrderID, Description: "Late fee for invoice " + original.Number, SAC: like.SAC, GSTBP: like.GSTBP,
		From: doc.PeriodFrom, To: doc.PeriodTo, Amount: totals.Taxable, CGST: totals.CGST, SGST: totals.SGST, IGST: totals.IGST,
	}
	if err := s.write(ctx, tx, doc, []Line{line}); err != nil {
		return err
	}
	return s.earnFee(ctx, tx, doc)
}

// earnFee moves a received fee from unearned to revenue and tax.
func (s *Service) earnFee(ctx context.Context, tx *store.Tx, doc Invoice) error {
	_, _, err := s.ledger.Post(ctx, tx, ledger.Entry{
		CustomerID: doc.CustomerID, SourceType: "invoice", SourceID: strconv.FormatInt(doc.ID, 10), At: s.now(),
		Description: "Invoice " + doc.Number,
		Legs: []ledger.Leg{
			ledger.Debit(ledger.LateFeeUnearned, doc.Total), ledger.Credit(ledger.LateFeeRevenue, doc.Taxable),
			ledger.Credit(ledger.OutputCGST, doc.CGST), ledger.Credit(ledger.OutputSGST, doc.SGST), ledger.Credit(ledger.OutputIGST, doc.IGST),
		},
	})
	if err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	return nil
}
