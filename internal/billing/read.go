package billing

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// openInvoices are the invoices with an open amount, in the order in which money pays them: the one
// that becomes late first comes first. late is the day after which each invoice is late.
func (r LateFeeRule) openInvoices(ctx context.Context, q *db.Queries, customerID int64, today calendar.Date) (open []Invoice, late map[int64]calendar.Date, err error) {
	rows, err := q.BillingOpenInvoices(ctx, customerID)
	if err != nil {
		return nil, nil, fmt.Errorf("billing: open invoices: %w", err)
	}
	open = invoicesOf(rows)
	if late, err = r.lateDays(ctx, q, customerID, open, today, 0); err != nil {
		return nil, nil, err
	}
	slices.SortFunc(open, func(a, b Invoice) int {
		return cmp.Or(late[a.ID].Sub(late[b.ID]), a.Date.Sub(b.Date), cmp.Compare(a.ID, b.ID))
	})
	return open, late, nil
}

// NewestOpenRental returns the newest monthly invoice with an open amount. some is false if there
// is none.
func NewestOpenRental(ctx context.Context, q *db.Queries, customerID int64) (newest Invoice, some bool, err error) {
	rows, err := q.BillingOpenInvoices(ctx, customerID)
	if err != nil {
		return Invoice{}, false, fmt.Errorf("billing: open invoices: %w", err)
	}
	for _, i := range invoicesOf(rows) {
		if i.Kind == Rental && !i.Date.Before(newest.Date) {
			newest, some = i, true
		}
	}
	return newest, some, nil
}

// Owed returns an invoice of the customer and what is open of it and of its late fees, in paise. A
// document that nobody pays, such as a credit note, and one of another customer are a Fault (404).
func Owed(ctx context.Context, q *db.Queries, customerID, invoiceID int64) (Invoice, money.Paise, error) {
	row, err := q.BillingInvoice(ctx, customerID, invoiceID)
	if err != nil && !store.IsNone(err) {
		return Invoice{}, 0, fmt.Errorf("billing: read invoice: %w", err)
	}
	i := invoiceOf(row)
	if err != nil || i.Kind != Rental && i.Kind != Adjustment {
		return Invoice{}, 0, noInvoice()
	}
	fees, err := openFees(ctx, q, customerID)
	if err != nil {
		return Invoice{}, 0, err
	}
	owed := i.Open()
	for _, f := range fees {
		if f.InvoiceID == i.ID {
			owed = money.Sum(owed, f.Open())
		}
	}
	return i, owed, nil
}

func openFees(ctx context.Context, q *db.Queries, customerID int64) ([]LateFee, error) {
	rows, err := q.BillingOpenLateFees(ctx, customerID)
	if err != nil {
		return nil, fmt.Errorf("billing: open late fees: %w", err)
	}
	return feesOf(rows), nil
}

func invoicesOf(rows []db.Invoice) []Invoice {
	list := make([]Invoice, len(rows))
	for i, r := range rows {
		list[i] = invoiceOf(r)
	}
	return list
}

func feesOf(rows []db.LateFee) []LateFee {
	list := make([]LateFee, len(rows))
	for i, r := range rows {
		list[i] = feeOf(r)
	}
	return list
}

func noInvoice() error { return fault.NotFound("invoice.not_found", "This invoice does not exist.") }

func documentRows(ctx context.Context, q *db.Queries, customerID, invoiceID int64) (Invoice, []Line, error) {
	row, err := q.BillingInvoice(ctx, customerID, invoiceID)
	if store.IsNone(err) {
		return Invoice{}, nil, noInvoice()
	}
	if err != nil {
		return Invoice{}, nil, fmt.Errorf("billing: read invoice: %w", err)
	}
	rows, err := q.BillingLines(ctx, customerID, invoiceID)
	if err != nil {
		return Invoice{}, nil, fmt.Errorf("billing: lines: %w", err)
	}
	lines, err := linesOf(ctx, q, customerID, rows)
	return invoiceOf(row), lines, err
}

// linesOf converts stored lines of a customer and adds what each line is about.
func linesOf(ctx context.Context, q *db.Queries, customerID int64, rows []db.InvoiceLine) ([]Line, error) {
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.ItemID
	}
	items, err := subscription.BriefsOf(ctx, q, customerID, ids)
	if err != nil {
		return nil, fmt.Errorf("billing: name the items of lines: %w", err)
	}
	lines := make([]Line, len(rows))
	for i, r := range rows {
		lines[i] = lineOf(r)
		lines[i].About = aboutOf(r, items[r.ItemID].Name)
	}
	return lines, nil
}

// Documents returns all documents of a customer, newest first.
func Documents(ctx context.Context, q *db.Queries, customerID int64) ([]Invoice, error) {
	rows, err := q.BillingInvoices(ctx, customerID)
	if err != nil {
		return nil, fmt.Errorf("billing: invoices: %w", err)
	}
	return invoicesOf(rows), nil
}

// Paid is what a journal entry paid of an invoice or a late fee. Amount is in paise. A late fee has
// no kind, and its number is the number of the late invoice.
type Paid struct {
	Number string
	Kind   Kind
	Amount money.Paise
}

// PaidBy lists what the given journal entries paid, in the order of payment.
func PaidBy(ctx context.Context, q *db.Queries, customerID int64, entryIDs []int64) ([]Paid, error) {
	rows, err := q.BillingPaidBy(ctx, customerID, store.IDs(entryIDs))
	if err != nil {
		return nil, fmt.Errorf("billing: read what entries %v paid: %w", entryIDs, err)
	}
	paid := make([]Paid, len(rows))
	for i, r := range rows {
		paid[i] = Paid{Number: r.Number, Kind: Kind(r.Kind), Amount: r.AmountPaise}
	}
	return paid, nil
}

// UsedFor lists what the money of a payment transaction paid, in the order of payment.
func UsedFor(ctx context.Context, q *db.Queries, customerID, transactionID int64) ([]Paid, error) {
	rows, err := q.BillingUsedFor(ctx, customerID, transactionID)
	if err != nil {
		return nil, fmt.Errorf("billing: read what transaction %d paid: %w", transactionID, err)
	}
	paid := make([]Paid, len(rows))
	for i, r := range rows {
		paid[i] = Paid{Number: r.Number, Kind: Kind(r.Kind), Amount: r.AmountPaise}
	}
	return paid, nil
}

// ByNumber returns the customer and the id of a document by its number. An unknown number is a Fault
// (404).
func ByNumber(ctx context.Context, q *db.Queries, number string) (Invoice, error) {
	row, err := q.BillingByNumber(ctx, number)
	if store.IsNone(err) {
		return Invoice{}, noInvoice()
	}
	if err != nil {
		return Invoice{}, fmt.Errorf("billing: find a document by its number: %w", err)
	}
	return Invoice{CustomerID: row.CustomerID, ID: row.ID, Number: number}, nil
}

// OfNumber returns a document by its number, for any customer. An unknown number is a Fault (404).
func (s *Service) OfNumber(ctx context.Context, q *db.Queries, number string) (Document, error) {
	i, err := ByNumber(ctx, q, number)
	if err != nil {
		return Document{}, err
	}
	return s.Document(ctx, q, i.CustomerID, i.ID)
}
