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

// Document is an invoice opened up: how each figure came about, and what has
// become of it. Its due date is the day after which it is late, as late fees
// count it.
type Document struct {
	Invoice
	For      Purpose
	Original Invoice // that a credit note takes back, empty for others
	Lines    []Line
	Groups   []TaxGroup
	Payments []Match
	Credits  []Invoice // credit notes on it
	LateFees []LateFee // charged for it
	// FeeRule is how late fees are worked out now; that of LateFees may have been another.
	FeeRule LateFeeRule
	State   State
}

// Shown are the lines as they are read: a line of rent that was paid in advance has its
// discount, so that its tax is that of its amount. Stored they are two, of which the
// first has the tax of both.
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

// TaxGroup is the value of one SAC at one rate, with its share of the tax, in
// paise.
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

// Match is money that paid a document; below zero it was taken off again.
// Amount is in paise, and all promotional credit or none of it: a match that was
// paid by both is two.
type Match struct {
	EntryID       int64
	TransactionID int64 // payment transaction, 0 without one
	At            calendar.Instant
	Amount        money.Paise
	Gift          bool   // promotional credit
	SourceType    string // of the entry
	Description   string
}

// Entry is a document in a list. Its due date is the day after which it is late,
// as late fees count it. ItemID is 0 when it is about several items.
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

// Document opens an invoice of the customer. Somebody else's is a Fault (404).
func (s *Service) Document(ctx context.Context, q *db.Queries, customerID, invoiceID int64) (Document, error) {
	invoice, lines, err := documentRows(ctx, q, customerID, invoiceID)
	if err != nil {
		return Document{}, err
	}
	head := []Invoice{invoice}
	if err := s.withLateDays(ctx, q, customerID, head); err != nil {
		return Document{}, err
	}
	invoice = head[0]
	d := Document{Invoice: invoice, For: purposeOf(invoice.Kind, chargeOn(lines)), Lines: lines, State: invoice.State(s.today())}
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

// chargeOn is what raised the first charge among lines, empty without one.
func chargeOn(lines []Line) string {
	for _, l := range lines {
		if l.Kind == ChargeLine {
			return l.Operation
		}
	}
	return ""
}

// payments are what paid a document. One of late fees exists because they were
// paid, and has the money that paid them.
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

// matches words what the journal allocated.
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
		m := Match{EntryID: r.EntryID, TransactionID: r.TransactionID, At: r.At, Description: entries[r.EntryID].Description, SourceType: entries[r.EntryID].SourceType}
		if m.Amount = r.AmountPaise - r.PromotionalPaise; m.Amount != 0 {
			list = append(list, m)
		}
		if m.Amount, m.Gift = r.PromotionalPaise, true; m.Amount != 0 {
			list = append(list, m)
		}
	}
	return list, nil
}

// OpenLateFees is what is still to be paid of the document's late fees, in paise.
func (d Document) OpenLateFees() (open money.Paise) {
	for _, f := range d.LateFees {
		open = money.Sum(open, f.Open())
	}
	return open
}

// PaidAhead is what of the document rent in advance has paid when it was issued, in
// paise. A credit note that came later changes nothing in it.
func (d Document) PaidAhead() (sum money.Paise) {
	for _, m := range d.Payments {
		if m.SourceType == SourceAdvance {
			sum = money.Sum(sum, m.Amount)
		}
	}
	return sum
}

// CoveredWhole reports whether rent in advance has paid all of the document when it was
// issued, so that it is due on no day.
func (d Document) CoveredWhole() bool {
	ahead := d.PaidAhead()
	return ahead != 0 && ahead == d.Total
}

// LatestRental opens the customer's last monthly invoice; without one it is a
// Fault (404).
func (s *Service) LatestRental(ctx context.Context, q *db.Queries, customerID int64) (Document, error) {
	row, err := q.BillingLatest(ctx, customerID, string(Rental))
	return s.open(ctx, q, row, err)
}

// OfOrder opens the latest document of a kind that has a line of the order
// with this public name, and, unless itemID is 0, of this item. An unknown
// kind or order is a Fault (404).
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

// LateFeesOf returns the late fees that were charged for an invoice of the
// customer, oldest first. Somebody else's invoice is a Fault (404).
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
