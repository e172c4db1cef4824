package billing

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// Document is an invoice with the explanation of each figure and with what has happened to it
// since. Its due date is the day after which it is late, the same day that late fees use.
type Document struct {
	Invoice
	For      Purpose
	Original Invoice // of a credit note: the invoice that it credits; empty for other documents
	Lines    []Line
	Groups   []TaxGroup
	Payments []Match
	Credits  []Invoice // the credit notes on this document
	LateFees []LateFee // the late fees that were charged for it
	// FeeRule is the present rule for late fees. LateFees may have been charged under another one.
	FeeRule LateFeeRule
	State   State
	// PrintedDue is the due day on the paper. Unlike DueDate, a debit that has failed does not move it.
	PrintedDue calendar.Date
}

// Shown are the lines as people read them. A rent line that was paid in advance includes its
// discount, so its tax matches its amount. It is stored as two lines, and the first one carries the
// tax of both.
func (d Document) Shown() (lines []Line) {
	for i, l := range d.Lines {
		if l.Kind == DiscountLine {
			continue
		}
		net := netOf(d.Lines, i)
		l.Discount, l.Amount = l.Amount-net, net
		lines = append(lines, l)
	}
	return lines
}

// TaxGroup is the value of one SAC at one rate with its share of the tax, in paise.
type TaxGroup struct {
	SAC         string
	BasisPoints int64 // hundredths of a percent
	Totals
}

type taxGroup struct {
	sac string
	bp  int64
}

func groupsOf(lines []Line) []taxGroup {
	keys := make([]taxGroup, len(lines))
	for i, l := range lines {
		keys[i] = taxGroup{l.SAC, l.GSTBP}
	}
	groups := grouped(keys, func(k taxGroup) taxGroup { return k })
	distinct := make([]taxGroup, len(groups))
	for i, g := range groups {
		distinct[i] = g[0]
	}
	return distinct
}

func (g taxGroup) sum(lines []Line) Totals {
	var members []Line
	for _, l := range lines {
		if l.SAC == g.sac && l.GSTBP == g.bp {
			members = append(members, l)
		}
	}
	return sumUp(members, false)
}

// Match is a payment of a document, in paise. A negative match took money off again. Either all of
// it is promotional credit or none. A payment with both kinds of money becomes two matches.
type Match struct {
	EntryID       int64
	TransactionID int64 // the payment transaction, 0 if there is none
	At            calendar.Instant
	Amount        money.Paise
	Gift          bool   // whether it is promotional credit
	SourceType    string // of the journal entry
	Document      string // number of the credit note that paid, if one did
	Description   string
}

// Entry is a document in a list. Its due date is the day after which it is late, the same day that
// late fees use. ItemID is 0 when the document is about several items.
type Entry struct {
	Invoice
	ItemID       int64
	For          Purpose
	State        State
	OpenLateFees money.Paise // what is still to be paid of the late fees on it
}

// List returns the customer's documents, newest first.
func (s *Service) List(ctx context.Context, q *db.Queries, customerID int64) ([]Entry, error) {
	invoices, err := Documents(ctx, q, customerID)
	if err != nil {
		return nil, err
	}
	if err := s.withLateDays(ctx, q, customerID, invoices); err != nil {
		return nil, err
	}
	rows, err := q.BillingAbout(ctx, customerID)
	if err != nil {
		return nil, fmt.Errorf("billing: what lines are about: %w", err)
	}
	only, charge := make(map[int64]int64, len(rows)), map[int64]string{}
	for _, r := range rows {
		charge[r.InvoiceID] = r.Charge
		if r.FirstItem == r.LastItem {
			only[r.InvoiceID] = r.FirstItem
		}
	}
	fees, err := openFees(ctx, q, customerID)
	if err != nil {
		return nil, err
	}
	owed := map[int64]money.Paise{}
	for _, f := range fees {
		owed[f.InvoiceID] = money.Sum(owed[f.InvoiceID], f.Open())
	}
	entries := make([]Entry, len(invoices))
	for i, invoice := range invoices {
		entries[i] = Entry{
			Invoice: invoice, ItemID: only[invoice.ID], For: purposeOf(invoice.Kind, charge[invoice.ID]),
			State: invoice.State(s.today()), OpenLateFees: owed[invoice.ID],
		}
	}
	return entries, nil
}

// Document returns a document of the customer. A document of another customer is a Fault (404).
func (s *Service) Document(ctx context.Context, q *db.Queries, customerID, invoiceID int64) (Document, error) {
	invoice, lines, err := documentRows(ctx, q, customerID, invoiceID)
	if err != nil {
		return Document{}, err
	}
	printed, head := invoice.DueDate, []Invoice{invoice}
	if err := s.withLateDays(ctx, q, customerID, head); err != nil {
		return Document{}, err
	}
	if invoice = head[0]; invoice.Kind == Adjustment {
		printed = invoice.DueDate
	}
	d := Document{Invoice: invoice, PrintedDue: printed, For: purposeOf(invoice.Kind, chargeOn(lines)), Lines: lines, State: invoice.State(s.today())}
	for _, key := range groupsOf(lines) {
		d.Groups = append(d.Groups, TaxGroup{SAC: key.sac, BasisPoints: key.bp, Totals: key.sum(lines)})
	}
	if invoice.OriginalID != 0 {
		if d.Original, _, err = documentRows(ctx, q, customerID, invoice.OriginalID); err != nil {
			return Document{}, err
		}
	}
	credits, err := q.BillingCredits(ctx, customerID, invoiceID)
	if err != nil {
		return Document{}, fmt.Errorf("billing: credits: %w", err)
	}
	d.Credits = invoicesOf(credits)
	if d.Payments, err = payments(ctx, q, d); err != nil {
		return Document{}, err
	}
	d.FeeRule = s.settings.LateFee
	d.LateFees, err = LateFeesOf(ctx, q, customerID, invoiceID)
	return d, err
}

// chargeOn is the operation of the first charge among the lines, or empty if there is no charge.
func chargeOn(lines []Line) string {
	for _, l := range lines {
		if l.Kind == ChargeLine {
			return l.Operation
		}
	}
	return ""
}

// payments are the payments of a document. A late-fee document is issued because its fees were
// paid. So its payments are the ones that paid these fees.
func payments(ctx context.Context, q *db.Queries, d Document) ([]Match, error) {
	if d.Kind == LateFeeDoc {
		return feePayments(ctx, q, d)
	}
	rows, err := q.BillingAllocationsOfInvoice(ctx, d.CustomerID, d.ID)
	if err != nil {
		return nil, fmt.Errorf("billing: read what paid invoice %d: %w", d.ID, err)
	}
	return matches(ctx, q, d.CustomerID, rows)
}

// matches turns allocations into matches and adds the description of their journal entries.
func matches(ctx context.Context, q *db.Queries, customerID int64, rows []db.PaymentAllocation) ([]Match, error) {
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.EntryID
	}
	entries, err := ledger.EntriesOf(ctx, q, customerID, ids)
	if err != nil {
		return nil, err
	}
	var list []Match
	for _, r := range rows {
		m := Match{EntryID: r.EntryID, TransactionID: r.TransactionID, At: r.At, Document: entries[r.EntryID].Document, Description: entries[r.EntryID].Description, SourceType: entries[r.EntryID].SourceType}
		if m.Amount = r.AmountPaise - r.PromotionalPaise; m.Amount != 0 {
			list = append(list, m)
		}
		if m.Amount, m.Gift = r.PromotionalPaise, true; m.Amount != 0 {
			list = append(list, m)
		}
	}
	return list, nil
}

// OpenLateFees is the unpaid amount of the document's late fees, in paise.
func (d Document) OpenLateFees() (open money.Paise) {
	for _, f := range d.LateFees {
		open = money.Sum(open, f.Open())
	}
	return open
}

// PaidAhead is how much of the document was paid from rent in advance when it was issued, in paise.
// A later credit note does not change this figure.
func (d Document) PaidAhead() (sum money.Paise) {
	for _, m := range d.Payments {
		if m.SourceType == SourceAdvance {
			sum = money.Sum(sum, m.Amount)
		}
	}
	return sum
}

// CoveredWhole reports whether rent in advance paid the whole document when it was issued. Such a
// document has no due date.
func (d Document) CoveredWhole() bool {
	ahead := d.PaidAhead()
	return ahead != 0 && ahead == d.Total
}

// LatestRental returns the customer's latest monthly invoice. If there is none, the error is a
// Fault (404).
func (s *Service) LatestRental(ctx context.Context, q *db.Queries, customerID int64) (Document, error) {
	row, err := q.BillingLatest(ctx, customerID, string(Rental))
	return s.open(ctx, q, row, err)
}

// OfOrder returns the latest document of a kind with a line of the given order. orderUnique is the
// public name of the order. Unless itemID is 0, the line must also be of this item. If there is no
// such document or no such order, the error is a Fault (404).
func (s *Service) OfOrder(ctx context.Context, q *db.Queries, customerID int64, orderUnique string, kind Kind, itemID int64) (Document, error) {
	order, found, err := subscription.OrderID(ctx, q, customerID, orderUnique)
	if err != nil {
		return Document{}, err
	}
	if !found {
		return Document{}, noInvoice()
	}
	row, err := q.BillingLatestOfOrder(ctx, db.BillingLatestOfOrderParams{
		CustomerID: customerID, Kind: string(kind), OrderID: order, ItemID: itemID,
	})
	return s.open(ctx, q, row, err)
}

func (s *Service) open(ctx context.Context, q *db.Queries, row db.Invoice, err error) (Document, error) {
	if store.IsNone(err) {
		return Document{}, noInvoice()
	}
	if err != nil {
		return Document{}, fmt.Errorf("billing: latest invoice of an order: %w", err)
	}
	return s.Document(ctx, q, row.CustomerID, row.ID)
}

// LateFeesOf returns the late fees that were charged for an invoice of the customer, oldest first.
// An invoice of another customer is a Fault (404).
func LateFeesOf(ctx context.Context, q *db.Queries, customerID, invoiceID int64) ([]LateFee, error) {
	if _, err := q.BillingInvoice(ctx, customerID, invoiceID); err != nil {
		if store.IsNone(err) {
			return nil, noInvoice()
		}
		return nil, fmt.Errorf("billing: read invoice: %w", err)
	}
	rows, err := q.BillingLateFeesOf(ctx, customerID, invoiceID)
	if err != nil {
		return nil, fmt.Errorf("billing: late fees of an invoice: %w", err)
	}
	return feesOf(rows), nil
}
