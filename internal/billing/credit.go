package billing

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Credit asks for a credit note. Operation names its cause. Each operation is credited only once.
type Credit struct {
	CustomerID int64
	InvoiceID  int64
	Operation  string
	Reason     Reason
	Lines      []CreditedLine
}

// CreditedLine credits an amount of taxable value, in paise, on a line of the invoice. LineNo
// counts from 1. From and To are the credited days, [From, To). They are zero if the credit is not
// for days.
type CreditedLine struct {
	LineNo   int
	Amount   money.Paise
	From, To calendar.Date
}

// of is the line of the credit note, made from the line of the invoice. It states the credited days
// if there are any. A partial amount that is not for days has no rate, because no rate explains it.
func (c CreditedLine) of(l Line) Line {
	switch {
	case !c.From.IsZero():
		l.From, l.To, l.Days = c.From, c.To, c.To.Sub(c.From)
	case c.Amount != l.Amount:
		l.Rate = 0
	}
	l.Amount = c.Amount
	return l
}

// CreditIn issues a credit note and returns it. A note taxes its own value at the rates of the
// invoice. The note that credits the last of the value also takes what is left of the total. The
// difference is its round-off (docs/rules.md R7).
//
// An unpaid amount is no longer owed. A paid amount goes back to the kind of money that paid it,
// and then pays what is due first. Late fees that fall with the credit are taken back, and what was
// paid of them is credited too. After the last day for tax adjustments the note is commercial: it
// has no tax and is numbered in its own series.
//
// If the note exceeds what the invoice still holds of a service accounting code, the error is a
// Fault (409). If the invoice is a late-fee document, the error is a Fault (422), because such a
// document is credited together with the invoice of its fees.
func (s *Service) CreditIn(ctx context.Context, tx *store.Tx, c Credit) (Invoice, error) {
	before, err := tx.BillingLineByOperation(ctx, c.CustomerID, c.Operation)
	if err == nil {
		creditNote, _, err := documentRows(ctx, tx.Queries, c.CustomerID, before)
		return creditNote, err
	}
	if !store.IsNone(err) {
		return Invoice{}, fmt.Errorf("billing: %w", err)
	}
	r, err := s.reversalOf(ctx, tx.Queries, c.CustomerID, c.InvoiceID)
	if err != nil {
		return Invoice{}, err
	}
	note, err := r.note(c)
	if err != nil {
		return Invoice{}, err
	}
	issued, err := s.issueCredit(ctx, tx, note, c.Reason)
	if err != nil {
		return Invoice{}, err
	}
	return issued, s.bookCredit(ctx, tx, note, issued, c.Reason)
}

// creditLeft credits rent of one invoice line as CreditIn does. It reduces the amount by the line's
// share of the discount (R11), and it credits no more than other credits have left of the line. It
// returns the credited amount and the requested amount after the discount, both in paise. If it
// credits less than requested, the note names no days.
func (s *Service) creditLeft(ctx context.Context, tx *store.Tx, customerID, invoiceID int64, operation string, reason Reason, part CreditedLine) (credited, asked money.Paise, err error) {
	r, err := s.reversalOf(ctx, tx.Queries, customerID, invoiceID)
	if err != nil {
		return 0, 0, err
	}
	if rent := r.lines[part.LineNo-1].Amount; rent > 0 {
		part.Amount = part.Amount.MulDiv(int64(netOf(r.lines, part.LineNo-1)), int64(rent))
	}
	asked = part.Amount
	if left := r.left(part.LineNo); left < part.Amount {
		part = CreditedLine{LineNo: part.LineNo, Amount: left}
	}
	if part.Amount <= 0 {
		return 0, asked, nil
	}
	_, err = s.CreditIn(ctx, tx, Credit{CustomerID: customerID, InvoiceID: invoiceID, Operation: operation, Reason: reason, Lines: []CreditedLine{part}})
	return part.Amount, asked, err
}

// netOf is the value of a rent line less its discount, in paise. The discount is the next line.
func netOf(lines []Line, at int) money.Paise {
	if at+1 < len(lines) && lines[at+1].Kind == DiscountLine {
		return money.Sum(lines[at].Amount, lines[at+1].Amount)
	}
	return lines[at].Amount
}

// taxAdjustable reports whether a credit note of today may still take tax back. It may until 30
// November after the financial year of the invoice.
func taxAdjustable(invoiced, today calendar.Date) bool {
	return !today.After(calendar.Day(invoiced.FinancialYear()+1, time.November, 30))
}

// reversal computes a credit note from the invoice and from what was credited of it before. It
// reads and writes nothing.
type reversal struct {
	original Invoice
	lines    []Line
	credited []Line
	taxed    bool
}

func (s *Service) reversalOf(ctx context.Context, q *db.Queries, customerID, invoiceID int64) (reversal, error) {
	original, lines, err := documentRows(ctx, q, customerID, invoiceID)
	if err != nil {
		return reversal{}, err
	}
	rows, err := q.BillingCreditedLines(ctx, customerID, invoiceID)
	if err != nil {
		return reversal{}, fmt.Errorf("billing: read what is credited of invoice %d: %w", invoiceID, err)
	}
	credited := make([]Line, len(rows))
	for i, r := range rows {
		credited[i] = lineOf(r)
	}
	return reversal{original: original, lines: lines, credited: credited, taxed: taxAdjustable(original.Date, s.today())}, nil
}

// left is how much of a line, counted from 1, other credits have left, in paise. Two limits apply:
// what is left of the rent line itself, found by its item and its days, and what is left of its
// service accounting code.
func (r reversal) left(lineNo int) money.Paise {
	l := r.lines[lineNo-1]
	group := taxGroup{l.SAC, l.GSTBP}
	left := netOf(r.lines, lineNo-1)
	for _, c := range r.credited {
		if c.ItemID == l.ItemID && !c.From.Before(l.From) && c.From.Before(l.To) {
			left -= c.Amount
		}
	}
	return max(0, min(left, group.sum(r.lines).Taxable-group.sum(r.credited).Taxable))
}

// creditNote is a credit note that is not issued yet. rent is the part of its taxable value that
// credits rent. The rest credits charges or late fees.
type creditNote struct {
	original Invoice
	lines    []Line
	totals   Totals
	rent     money.Paise
	taxed    bool
}

func (r reversal) note(c Credit) (creditNote, error) {
	note := creditNote{original: r.original, taxed: r.taxed}
	if r.original.Kind == CreditNote || r.original.Kind == LateFeeDoc || len(c.Lines) == 0 {
		return note, fault.Invalid("billing.nothing_to_credit", "lines", "There is nothing to credit here.")
	}
	for n, part := range c.Lines {
		if part.LineNo < 1 || part.LineNo > len(r.lines) || part.Amount <= 0 {
			return note, fault.Invalid("billing.credit_line_not_found", "lines", "There is no such line to credit.")
		}
		l := part.of(r.lines[part.LineNo-1])
		if l.Kind == RentLine {
			note.rent = money.Sum(note.rent, part.Amount)
		}
		l.Kind, l.Reason, l.Operation = CreditLine, c.Reason, ""
		if n == 0 {
			l.Operation = c.Operation
		}
		note.lines = append(note.lines, l)
	}
	note.totals = r.tax(note.lines)
	return note, r.fits(note.lines)
}

// tax fills in the tax of the note's lines and adds them up. A commercial note has no tax.
func (r reversal) tax(noted []Line) Totals {
	if !r.taxed {
		return untaxed(noted)
	}
	taxLines(noted, r.original.Intra())
	return r.withRest(sumUp(noted, false))
}

// untaxed removes the tax from the lines of a commercial note and adds them up.
func untaxed(noted []Line) Totals {
	for i := range noted {
		noted[i].CGST, noted[i].SGST, noted[i].IGST = 0, 0, 0
	}
	return sumUp(noted, false)
}

// withRest gives all that is left of the invoice's total to the note that credits the last of the
// value. No other note takes more than what is left.
func (r reversal) withRest(t Totals) Totals {
	left := r.original.Total - r.original.Credited
	if t.Total > left || money.Sum(value(r.credited), t.Taxable) == r.original.Taxable {
		t.RoundOff = money.Sum(t.RoundOff, left, -t.Total)
		t.Total = left
	}
	return t
}

// fits returns a Fault (409) if the note takes more of a service accounting code than the invoice
// still holds.
func (r reversal) fits(noted []Line) error {
	for _, key := range groupsOf(noted) {
		if money.Sum(key.sum(r.credited).Taxable, key.sum(noted).Taxable) > key.sum(r.lines).Taxable {
			return fault.Conflict("billing.credit_too_large", "This is more than is left of the invoice.")
		}
	}
	return nil
}

func value(lines []Line) money.Paise { return sumUp(lines, false).Taxable }

// issueCredit numbers a credit note and stores it.
func (s *Service) issueCredit(ctx context.Context, tx *store.Tx, c creditNote, reason Reason) (Invoice, error) {
	suppliers, err := s.suppliers(ctx, tx.Queries)
	if err != nil {
		return Invoice{}, err
	}
	series := suppliers.SupplyAt(c.original.Supplier.StateCode, "").Supplier.Series
	letter := creditLetter
	if !c.taxed {
		letter = commercialLetter
	}
	number, err := nextSerial(ctx, tx, series, letter, s.today())
	if err != nil {
		return Invoice{}, err
	}
	note := c.original
	note.ID, note.Number, note.Kind, note.OriginalID = s.ids.Next(), number, CreditNote, c.original.ID
	note.Date, note.DueDate, note.Totals, note.Paid, note.Credited = s.today(), calendar.Date{}, c.totals, 0, 0
	note.PeriodFrom, note.PeriodTo = period(c.lines)
	if err := s.write(ctx, tx, note, c.lines); err != nil {
		return Invoice{}, err
	}
	if err := s.sendDocument(ctx, tx, note, ""); err != nil {
		return Invoice{}, err
	}
	return note, s.recordIssued(ctx, tx, note, "credit_note_issued", reason.String())
}

// bookCredit first lowers the open amount of the invoice. The part of the note above that amount
// had been paid, and it goes back to what paid it. Then the late fees that depend on the credited
// amount fall.
func (s *Service) bookCredit(ctx context.Context, tx *store.Tx, c creditNote, note Invoice, reason Reason) error {
	returned := max(0, note.Total-c.original.Open())
	from, err := paidFrom(ctx, tx.Queries, note.CustomerID, Part{InvoiceID: c.original.ID})
	if err != nil {
		return err
	}
	back := from.giveBack(returned)
	entryID, err := s.postCredit(ctx, tx, c, note, back)
	if err != nil {
		return err
	}
	if returned > 0 {
		err := s.clearPart(ctx, tx, Receipt{CustomerID: note.CustomerID, At: s.now()}, entryID, Part{
			InvoiceID: c.original.ID, Amount: -returned, From: back.negative(),
		})
		if err != nil {
			return err
		}
	}
	if err := credit(ctx, tx, c.original, note.Total); err != nil {
		return err
	}
	if err := s.adaptDebits(ctx, tx, note.CustomerID, []Part{{InvoiceID: c.original.ID}}); err != nil {
		return err
	}
	fallen, err := s.fallenFees(ctx, tx, c.original)
	if err != nil {
		return err
	}
	if err := s.passOn(ctx, tx, note, back); err != nil {
		return err
	}
	notes, err := s.creditFees(ctx, tx, note.CustomerID, fallen, reason)
	if err != nil {
		return err
	}
	return s.passAllOn(ctx, tx, notes)
}

// credit adds an amount, in paise, to the credited amount of a document.
func credit(ctx context.Context, tx *store.Tx, i Invoice, amount money.Paise) error {
	moved, err := tx.BillingCredit(ctx, db.BillingCreditParams{AmountPaise: amount, CustomerID: i.CustomerID, ID: i.ID})
	if err != nil {
		return fmt.Errorf("billing: credit invoice %d: %w", i.ID, err)
	}
	if moved == 0 {
		return fault.Conflict("billing.credit_too_large", "This is more than is left of the invoice.")
	}
	return nil
}

func (s *Service) postCredit(ctx context.Context, tx *store.Tx, c creditNote, note Invoice, back Origin) (int64, error) {
	state := note.Supplier.StateCode
	other := ledger.ChargeRevenue(state)
	if c.original.Kind == LateFeeDoc {
		other = ledger.LateFeeRevenue(state)
	}
	entryID, _, err := s.ledger.Post(ctx, tx, ledger.Entry{
		CustomerID: note.CustomerID, SourceType: SourceInvoice, SourceID: strconv.FormatInt(note.ID, 10), At: s.now(),
		Document: note.Number, Description: "Credit note " + note.Number,
		Legs: []ledger.Leg{
			ledger.Debit(ledger.RentRevenue(state), c.rent), ledger.Debit(other, note.Taxable-c.rent),
			ledger.Debit(ledger.OutputCGST(state), note.CGST), ledger.Debit(ledger.OutputSGST(state), note.SGST),
			ledger.Debit(ledger.OutputIGST(state), note.IGST), ledger.Debit(ledger.RoundOff(state), note.RoundOff),
			ledger.Credit(ledger.Receivable, note.Total-back.Deposit-back.Promotional-back.Own), ledger.Credit(ledger.Deposit, back.Deposit),
			ledger.Credit(ledger.PromotionalCredit, back.Promotional), ledger.Credit(ledger.Wallet, back.Own),
		},
	})
	if err != nil {
		return 0, fmt.Errorf("billing: %w", err)
	}
	return entryID, nil
}
