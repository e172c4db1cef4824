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

// taxFees turns lines whose amounts include GST into lines with value and tax, and adds them up.
// The tax is taken out once per rate (docs/rules.md R5, R6).
func taxFees(lines []Line, intra bool) Totals {
	var sum Totals
	for _, members := range grouped(pointers(lines), func(l *Line) int64 { return l.GSTBP }) {
		received := make([]money.Paise, len(members))
		for i, l := range members {
			received[i] = l.Amount
		}
		t := TaxInside(money.Sum(received...), members[0].GSTBP, intra)
		for i, value := range share(t.Taxable, received) {
			members[i].Amount = value
		}
		spreadTax(members, t)
		sum = sum.plus(t)
	}
	return sum
}

// paidFee is a payment of a late fee. Part of the fee may have been paid before. invoice is the
// invoice for which the fee was charged, and like is the first line of that invoice.
type paidFee struct {
	LateFee
	received money.Paise
	invoice  Invoice
	like     Line
}

// receiveFees books the payment of late fees and issues their tax document: one per receipt, with a
// line per fee. Fees with different suppliers, places of supply or billed GSTINs get separate
// documents.
func (s *Service) receiveFees(ctx context.Context, tx *store.Tx, customerID int64, parts []Part) error {
	var paid []paidFee
	for _, p := range parts {
		if p.LateFeeID == 0 {
			continue
		}
		fee, err := s.payFee(ctx, tx, customerID, p)
		if err != nil {
			return err
		}
		paid = append(paid, fee)
	}
	type supply struct{ supplier, place, gstin string }
	for _, fees := range grouped(paid, func(f paidFee) supply {
		return supply{f.invoice.Supplier.StateCode, f.invoice.PlaceOfSupply, f.invoice.BillTo.GSTIN}
	}) {
		if err := s.invoiceFees(ctx, tx, fees); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) payFee(ctx context.Context, tx *store.Tx, customerID int64, p Part) (paidFee, error) {
	row, err := tx.BillingLateFee(ctx, customerID, p.LateFeeID)
	if err != nil {
		return paidFee{}, fmt.Errorf("billing: read late fee %d: %w", p.LateFeeID, err)
	}
	moved, err := tx.BillingLateFeePay(ctx, db.BillingLateFeePayParams{AmountPaise: p.Amount, CustomerID: customerID, ID: p.LateFeeID})
	if err != nil {
		return paidFee{}, fmt.Errorf("billing: pay late fee %d: %w", p.LateFeeID, err)
	}
	if moved == 0 {
		return paidFee{}, fmt.Errorf("billing: %d paise are more than late fee %d has open", p.Amount, p.LateFeeID)
	}
	fee := paidFee{LateFee: feeOf(row), received: p.Amount}
	invoice, lines, err := documentRows(ctx, tx.Queries, customerID, fee.InvoiceID)
	if err != nil {
		return paidFee{}, err
	}
	fee.invoice, fee.like = invoice, lines[0]
	return fee, nil
}

// feePrefix is the prefix of the operation of each line that taxes a late fee.
const feePrefix = "late_fee/"

// feeOperation is the prefix of the operations of the lines that tax one late fee. What had been
// paid of the fee before, in paise, completes the operation.
func feeOperation(feeID int64) string { return feePrefix + strconv.FormatInt(feeID, 10) + "/" }

// line is the document line of a fee. Its amount is what was received, GST included.
func (f paidFee) line() Line {
	return Line{
		About: About{For: ForLateFee, FeeOf: f.invoice.Number}, Kind: LateFeeLine, Operation: feeOperation(f.ID) + strconv.FormatInt(int64(f.Paid), 10),
		OrderID: f.like.OrderID, SAC: f.like.SAC, GSTBP: f.like.GSTBP,
		From: f.Cycle, To: f.Cycle.NextMonth(), Amount: f.received,
	}
}

// invoiceFees issues the document for fees that have the same supply.
func (s *Service) invoiceFees(ctx context.Context, tx *store.Tx, fees []paidFee) error {
	doc := fees[0].invoice
	suppliers, err := s.suppliers(ctx, tx.Queries)
	if err != nil {
		return err
	}
	series := suppliers.SupplyAt(doc.Supplier.StateCode, "").Supplier.Series
	if doc.Number, err = nextSerial(ctx, tx, series, invoiceLetter, s.today()); err != nil {
		return err
	}
	lines := make([]Line, len(fees))
	for i, f := range fees {
		lines[i] = f.line()
	}
	doc.ID, doc.Kind, doc.Totals = s.ids.Next(), LateFeeDoc, taxFees(lines, doc.Intra())
	doc.Date, doc.DueDate, doc.Paid, doc.Credited = s.today(), s.today(), doc.Total, 0
	doc.PeriodFrom, doc.PeriodTo = period(lines)
	doc.OrderID = commonOrder(lines)
	if err := s.write(ctx, tx, doc, lines); err != nil {
		return err
	}
	if err := s.recordIssued(ctx, tx, doc, "late_fee_invoiced", ""); err != nil {
		return err
	}
	if err := s.sendDocument(ctx, tx, doc, ""); err != nil {
		return err
	}
	return s.earnFees(ctx, tx, doc)
}

// earnFees moves received late fees from unearned to revenue and tax.
func (s *Service) earnFees(ctx context.Context, tx *store.Tx, doc Invoice) error {
	state := doc.Supplier.StateCode
	_, _, err := s.ledger.Post(ctx, tx, ledger.Entry{
		CustomerID: doc.CustomerID, SourceType: SourceInvoice, SourceID: strconv.FormatInt(doc.ID, 10), At: s.now(),
		Document: doc.Number, Description: "Invoice " + doc.Number,
		Legs: []ledger.Leg{
			ledger.Debit(ledger.LateFeeUnearned, doc.Total), ledger.Credit(ledger.LateFeeRevenue(state), doc.Taxable),
			ledger.Credit(ledger.OutputCGST(state), doc.CGST), ledger.Credit(ledger.OutputSGST(state), doc.SGST),
			ledger.Credit(ledger.OutputIGST(state), doc.IGST), ledger.Credit(ledger.RoundOff(state), doc.RoundOff),
		},
	})
	if err != nil {
		return fmt.Errorf("billing: enter invoice %s: %w", doc.Number, err)
	}
	return nil
}
