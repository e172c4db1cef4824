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

// Credit asks for a credit note. Operation names what it is for: the same one
// is credited once.
type Credit struct {
	CustomerID int64
	InvoiceID  int64
	Operation  string
	Reason     string
	Lines      []CreditedLine
}

// CreditedLine takes an amount of taxable value, in paise, off a line of the
// invoice, counted from 1.
type CreditedLine struct {
	LineNo int
	Amount money.Paise
}

// CreditIn issues a credit note and returns it. The tax of each group is
// reversed by how far its value has been credited, so that credit notes which
// take everything back add up to the invoice, to the paisa. What was not paid
// yet is owed no more; what was paid goes to the wallet. After the last day
// for tax adjustments the note is commercial, without tax. More than a line
// still holds is a Fault (409).
func (s *Service) CreditIn(ctx context.Context, tx *store.Tx, c Credit) (Invoice, error) {
	before, err := tx.BillingLineByOperation(ctx, c.CustomerID, c.Operation)
	if err == nil {
		note, _, err := documentRows(ctx, tx.Queries, c.CustomerID, before)
		return note, err
	}
	if !store.IsNone(err) {
		return Invoice{}, fmt.Errorf("billing: %w", err)
	}
	original, lines, err := documentRows(ctx, tx.Queries, c.CustomerID, c.InvoiceID)
	if err != nil {
		return Invoice{}, err
	}
	rows, err := tx.BillingCreditedLines(ctx, c.CustomerID, c.InvoiceID)
	if err != nil {
		return Invoice{}, fmt.Errorf("billing: %w", err)
	}
	credited := make([]Line, len(rows))
	for i, r := range rows {
		credited[i] = lineOf(r)
	}
	r := reversal{original: original, lines: lines, credited: credited, taxed: taxAdjustable(original.Date, s.today())}
	note, err := r.note(c)
	if err != nil {
		return Invoice{}, err
	}
	return s.issueCredit(ctx, tx, note)
}

// taxAdjustable reports whether a credit note of today may still take tax
// back: up to 30 November after the financial year of the invoice.
func taxAdjustable(invoiced, today calendar.Date) bool {
	return !today.After(calendar.Day(invoiced.FinancialYear()+1, time.November, 30))
}

// reversal works out a credit note: pure, from the invoice and what was
// credited of it before.
type reversal struct {
	original Invoice
	lines    []Line
	credited []Line
	taxed    bool
}

// creditNote is a credit note that is not issued yet. rent is the part of its
// taxable value that takes back rent, the rest takes back charges.
type creditNote struct {
	original Invoice
	lines    []Line
	totals   Totals
	rent     money.Paise
}

func (r reversal) note(c Credit) (creditNote, error) {
	note := creditNote{original: r.original}
	if r.original.Kind != Rental && r.original.Kind != Adjustment || len(c.Lines) == 0 {
		return note, fault.Invalid("lines", "There is nothing to credit here.")
	}
	for n, part := range c.Lines {
		if part.LineNo < 1 || part.LineNo > len(r.lines) || part.Amount <= 0 {
			return note, fault.Invalid("lines", "There is no such line to credit.")
		}
		l := r.lines[part.LineNo-1]
		if l.Kind == RentLine {
			note.rent += part.Amount
		}
		l.Kind, l.Description, l.Amount, l.Operation = CreditLine, c.Reason+": "+l.Description, part.Amount, ""
		if n == 0 {
			l.Operation = c.Operation
		}
		note.lines = append(note.lines, l)
	}
	for _, key := range groupsOf(note.lines) {
		if err := r.tax(key, note.lines); err != nil {
			return note, err
		}
	}
	note.totals = sumUp(note.lines, false)
	// The note that takes the last of the value back takes the rounding too.
	if r.taxed && value(r.credited)+note.totals.Taxable == r.original.Taxable {
		note.totals.RoundOff = r.original.RoundOff
		note.totals.Total += r.original.RoundOff
	}
	return note, nil
}

func value(lines []Line) money.Paise { return sumUp(lines, false).Taxable }

func groupsOf(lines []Line) []taxGroup {
	var keys []taxGroup
	seen := map[taxGroup]bool{}
	for _, l := range lines {
		if key := (taxGroup{l.SAC, l.GSTBP}); !seen[key] {
			seen[key] = true
			keys = append(keys, key)
		}
	}
	return keys
}

func (g taxGroup) of(lines []Line) []int {
	var members []int
	for i, l := range lines {
		if l.SAC == g.sac && l.GSTBP == g.bp {
			members = append(members, i)
		}
	}
	return members
}

func (g taxGroup) sum(lines []Line) Totals {
	var picked []Line
	for _, i := range g.of(lines) {
		picked = append(picked, lines[i])
	}
	return sumUp(picked, false)
}

// tax gives the noted lines of one group their tax.
func (r reversal) tax(key taxGroup, noted []Line) error {
	whole, before := key.sum(r.lines), key.sum(r.credited)
	after := before.Taxable + key.sum(noted).Taxable
	if after > whole.Taxable {
		return fault.Conflict("This is more than is left of the invoice.")
	}
	members := key.of(noted)
	amounts := make([]money.Paise, len(members))
	for i, at := range members {
		noted[at].CGST, noted[at].SGST, noted[at].IGST = 0, 0, 0
		amounts[i] = noted[at].Amount
	}
	if !r.taxed || whole.Taxable == 0 {
		return nil
	}
	reached := func(tax money.Paise) money.Paise { return tax.MulDiv(int64(after), int64(whole.Taxable)) }
	half := share(reached(whole.CGST)-before.CGST, amounts)
	full := share(reached(whole.IGST)-before.IGST, amounts)
	for i, at := range members {
		noted[at].CGST, noted[at].SGST, noted[at].IGST = half[i], half[i], full[i]
	}
	return nil
}

func (s *Service) issueCredit(ctx context.Context, tx *store.Tx, c creditNote) (Invoice, error) {
	suppliers, err := s.suppliers(ctx, tx.Queries)
	if err != nil {
		return Invoice{}, err
	}
	series := suppliers.SupplyAt(c.original.Supplier.StateCode, "").Supplier.Series
	number, err := nextSerial(ctx, tx, series, s.today(), true)
	if err != nil {
		return Invoice{}, err
	}
	note := c.original
	note.ID, note.Number, note.Kind, note.OriginalID = s.ids.Next(), number, CreditNote, c.original.ID
	note.Date, note.DueDate, note.Totals, note.Paid, note.Credited = s.today(), calendar.Date{}, c.totals, 0, 0
	if err := s.write(ctx, tx, note, c.lines); err != nil {
		return Invoice{}, err
	}
	return note, s.bookCredit(ctx, tx, c, note)
}

// bookCredit lowers what the invoice has open; what is above that had been
// paid and goes to the wallet.
func (s *Service) bookCredit(ctx context.Context, tx *store.Tx, c creditNote, note Invoice) error {
	returned := max(0, note.Total-c.original.Open())
	entryID, err := s.postCredit(ctx, tx, c, note, returned)
	if err != nil {
		return err
	}
	if returned > 0 {
		if err := s.unpay(ctx, tx, c.original, entryID, returned); err != nil {
			return err
		}
	}
	moved, err := tx.BillingCredit(ctx, db.BillingCreditParams{
		AmountPaise: note.Total, CustomerID: note.CustomerID, ID: c.original.ID,
	})
	if err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	if moved == 0 {
		return fault.Conflict("This is more than is left of the invoice.")
	}
	if c.original.Open() > note.Total {
		return nil
	}
	return s.clear(ctx, tx, note.CustomerID, map[int64]bool{c.original.ID: true})
}

func (s *Service) postCredit(ctx context.Context, tx *store.Tx, c creditNote, note Invoice, returned money.Paise) (int64, error) {
	entryID, _, err := s.ledger.Post(ctx, tx, ledger.Entry{
		CustomerID: note.CustomerID, SourceType: "invoice", SourceID: strconv.FormatInt(note.ID, 10), At: s.now(),
		Description: "Credit note " + note.Number,
		Legs: []ledger.Leg{
			ledger.Debit(ledger.RentRevenue, c.rent), ledger.Debit(ledger.ChargeRevenue, note.Taxable-c.rent),
			ledger.Debit(ledger.OutputCGST, note.CGST), ledger.Debit(ledger.OutputSGST, note.SGST),
			ledger.Debit(ledger.OutputIGST, note.IGST), ledger.Debit(ledger.RoundOff, note.RoundOff),
			ledger.Credit(ledger.Receivable, note.Total-returned), ledger.Credit(ledger.Wallet, returned),
		},
	})
	if err != nil {
		return 0, fmt.Errorf("billing: %w", err)
	}
	return entryID, nil
}

// unpay takes paid money off an invoice again.
func (s *Service) unpay(ctx context.Context, tx *store.Tx, i Invoice, entryID int64, amount money.Paise) error {
	err := tx.BillingAllocationAdd(ctx, db.BillingAllocationAddParams{
		CustomerID: i.CustomerID, ID: s.ids.Next(), EntryID: entryID, InvoiceID: i.ID, AmountPaise: -amount, At: s.now(),
	})
	if err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	return pay(ctx, tx, i.CustomerID, i.ID, -amount)
}
