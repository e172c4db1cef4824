package billing

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// falls reports whether the credit notes on its invoice take a late fee back. They do if they
// credit the whole value of the invoice. They also do if the notes after the fee credit at least
// the amount on which the fee was computed, because then nothing would have been late
// (docs/rules.md R6).
func (f LateFee) falls(i Invoice, notes []Invoice) bool {
	var value, since money.Paise
	for _, n := range notes {
		value = money.Sum(value, n.Taxable)
		if n.ID > f.ID {
			since = money.Sum(since, n.Total)
		}
	}
	return value == i.Taxable || since >= f.Base
}

// fallenFees takes back the late fees that fall with the credits on an invoice. What is open of
// them is no longer owed. It returns the fees of which something was paid.
func (s *Service) fallenFees(ctx context.Context, tx *store.Tx, i Invoice) ([]LateFee, error) {
	rows, err := tx.BillingLateFeesOf(ctx, i.CustomerID, i.ID)
	if err != nil {
		return nil, fmt.Errorf("billing: read late fees: %w", err)
	}
	if len(rows) == 0 {
		return nil, nil
	}
	credits, err := tx.BillingCredits(ctx, i.CustomerID, i.ID)
	if err != nil {
		return nil, fmt.Errorf("billing: read credit notes: %w", err)
	}
	notes := invoicesOf(credits)
	var paid []LateFee
	for _, fee := range feesOf(rows) {
		if fee.WaivedReason != "" || !fee.falls(i, notes) {
			continue
		}
		waived, err := s.waive(ctx, tx, i.CustomerID, fee, WaivedCredited)
		if err != nil {
			return nil, err
		}
		if waived && fee.Paid > 0 {
			paid = append(paid, fee)
		}
	}
	return paid, nil
}

// feePart is one part payment of a late fee. documentID and lineNo (from 1) are the line of the
// document that taxed it. before is what had been paid of the fee until then. received and from say how
// much the part was and which kinds of money. Amounts are in paise.
type feePart struct {
	feeID      int64
	documentID int64
	lineNo     int
	before     money.Paise
	received   money.Paise
	from       Origin
}

// creditFees credits what was paid of fallen late fees, with one credit note per tax document that
// has lines of them. The money goes back to what paid it.
func (s *Service) creditFees(ctx context.Context, tx *store.Tx, customerID int64, fees []LateFee, reason Reason) (notes []givenBack, err error) {
	var parts []feePart
	for _, fee := range fees {
		received, err := feeParts(ctx, tx.Queries, customerID, fee)
		if err != nil {
			return nil, err
		}
		parts = append(parts, received...)
	}
	for _, p := range grouped(parts, func(p feePart) int64 { return p.documentID }) {
		n, err := s.creditFeeDocument(ctx, tx, customerID, p, reason)
		if err != nil {
			return nil, err
		}
		notes = append(notes, n)
	}
	return notes, nil
}

// feeParts reads the part payments of a late fee. The operation of a line says how much of the fee
// had been paid before. giveBack divides the fee's money among the parts, so together they are all
// of it.
func feeParts(ctx context.Context, q *db.Queries, customerID int64, fee LateFee) ([]feePart, error) {
	prefix := feeOperation(fee.ID)
	rows, err := q.BillingLateFeeLines(ctx, customerID, prefix+"%")
	if err != nil {
		return nil, fmt.Errorf("billing: read the documents of late fee %d: %w", fee.ID, err)
	}
	from, err := paidFrom(ctx, q, customerID, Part{LateFeeID: fee.ID})
	if err != nil {
		return nil, err
	}
	before := func(r db.BillingLateFeeLinesRow) money.Paise {
		n, _ := strconv.ParseInt(strings.TrimPrefix(r.Operation, prefix), 10, 64) // as paidFee.line wrote it
		return money.Paise(n)
	}
	slices.SortFunc(rows, func(a, b db.BillingLateFeeLinesRow) int { return cmp.Compare(before(a), before(b)) })
	parts := make([]feePart, len(rows))
	for n, row := range rows {
		through := fee.Paid
		if n+1 < len(rows) {
			through = before(rows[n+1])
		}
		part := feePart{feeID: fee.ID, documentID: row.InvoiceID, lineNo: int(row.LineNo), before: before(row), received: through - before(row)}
		part.from = from.giveBack(part.received)
		from = from.plus(part.from.negative())
		parts[n] = part
	}
	return parts, nil
}

// creditFeeDocument credits lines of one late-fee document.
func (s *Service) creditFeeDocument(ctx context.Context, tx *store.Tx, customerID int64, parts []feePart, reason Reason) (givenBack, error) {
	doc, lines, err := documentRows(ctx, tx.Queries, customerID, parts[0].documentID)
	if err != nil {
		return givenBack{}, err
	}
	c := feeCredit(doc, lines, parts, reason, taxAdjustable(doc.Date, s.today()))
	note, err := s.issueCredit(ctx, tx, c, reason)
	if err != nil {
		return givenBack{}, err
	}
	return s.bookFeeCredit(ctx, tx, c, note, parts)
}

// feeCredit computes a credit note on lines of a late-fee document: their stored value, the tax on
// it, and a round-off that makes the total equal to what was received. A commercial note credits
// only the value.
func feeCredit(doc Invoice, lines []Line, parts []feePart, reason Reason, taxed bool) creditNote {
	c := creditNote{original: doc, taxed: taxed}
	var received money.Paise
	for _, p := range parts {
		l := lines[p.lineNo-1]
		l.Kind, l.Reason, l.Operation = CreditLine, reason, "credit/"+l.Operation
		c.lines = append(c.lines, l)
		received = money.Sum(received, p.received)
	}
	if !taxed {
		c.totals = untaxed(c.lines)
		return c
	}
	taxLines(c.lines, doc.Intra())
	c.totals = sumUp(c.lines, false)
	c.totals.RoundOff, c.totals.Total = received-c.totals.Total, received
	return c
}

// bookFeeCredit gives back what was paid, to the deposit, the wallet or the promotional credit that
// it came from.
func (s *Service) bookFeeCredit(ctx context.Context, tx *store.Tx, c creditNote, note Invoice, parts []feePart) (givenBack, error) {
	var back Origin
	backs := make([]Origin, len(parts))
	for n, p := range parts {
		amount := p.received
		if !c.taxed {
			amount = c.lines[n].Amount
		}
		backs[n] = p.from.giveBack(amount)
		back = back.plus(backs[n])
	}
	entryID, err := s.postCredit(ctx, tx, c, note, back)
	if err != nil {
		return givenBack{}, err
	}
	for n, p := range parts {
		if err := s.unpayFee(ctx, tx, note.CustomerID, entryID, p.feeID, backs[n]); err != nil {
			return givenBack{}, err
		}
	}
	if err := pay(ctx, tx, note.CustomerID, c.original.ID, -note.Total); err != nil {
		return givenBack{}, err
	}
	if err := credit(ctx, tx, c.original, note.Total); err != nil {
		return givenBack{}, err
	}
	return givenBack{note, back}, nil
}

// givenBack is what a credit note gave back, by what had paid it.
type givenBack struct {
	note Invoice
	back Origin
}

// passAllOn uses the money that credit notes gave back to pay what is due.
func (s *Service) passAllOn(ctx context.Context, tx *store.Tx, notes []givenBack) error {
	for _, n := range notes {
		if err := s.passOn(ctx, tx, n.note, n.back); err != nil {
			return err
		}
	}
	return nil
}

// unpayFee subtracts money from the paid amount of a late fee.
func (s *Service) unpayFee(ctx context.Context, tx *store.Tx, customerID, entryID, feeID int64, from Origin) error {
	err := s.clearPart(ctx, tx, Receipt{CustomerID: customerID, At: s.now()}, entryID, Part{
		LateFeeID: feeID, Amount: -from.amount(), From: from.negative(),
	})
	if err != nil {
		return err
	}
	moved, err := tx.BillingLateFeeUnpay(ctx, db.BillingLateFeeUnpayParams{AmountPaise: from.amount(), CustomerID: customerID, ID: feeID})
	if err != nil {
		return fmt.Errorf("billing: give late fee %d back: %w", feeID, err)
	}
	if moved == 0 {
		return fmt.Errorf("billing: %d paise are more than was paid of late fee %d", from.amount(), feeID)
	}
	return nil
}
