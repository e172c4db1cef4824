package billing

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Payable is what a customer has to pay now, in paise, with what it is for.
type Payable struct {
	Invoices []Invoice // open ones, in the order in which money pays them
	LateFees []LateFee
	Rent     money.Paise
	Fees     money.Paise
	// LatestInvoiceDate is the day of the last monthly invoice, no date before
	// the first.
	LatestInvoiceDate calendar.Date
}

// Total is rent and late fees together, in paise.
func (p Payable) Total() money.Paise { return p.Rent + p.Fees }

// Payables returns what a customer has to pay now.
func Payables(ctx context.Context, q *db.Queries, customerID int64) (p Payable, err error) {
	if p.Invoices, err = openInvoices(ctx, q, customerID); err != nil {
		return p, err
	}
	if p.LateFees, err = openFees(ctx, q, customerID); err != nil {
		return p, err
	}
	for _, i := range p.Invoices {
		p.Rent += i.Open()
	}
	for _, f := range p.LateFees {
		p.Fees += f.Open()
	}
	latest, err := q.BillingLatest(ctx, customerID, string(Rental))
	if err != nil && !store.IsNone(err) {
		return p, fmt.Errorf("billing: %w", err)
	}
	p.LatestInvoiceDate = latest.Date
	return p, nil
}

func openInvoices(ctx context.Context, q *db.Queries, customerID int64) ([]Invoice, error) {
	rows, err := q.BillingOpenInvoices(ctx, customerID)
	if err != nil {
		return nil, fmt.Errorf("billing: %w", err)
	}
	return invoicesOf(rows), nil
}

func openFees(ctx context.Context, q *db.Queries, customerID int64) ([]LateFee, error) {
	rows, err := q.BillingOpenLateFees(ctx, customerID)
	if err != nil {
		return nil, fmt.Errorf("billing: %w", err)
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

func documentRows(ctx context.Context, q *db.Queries, customerID, invoiceID int64) (Invoice, []Line, error) {
	row, err := q.BillingInvoice(ctx, customerID, invoiceID)
	if store.IsNone(err) {
		return Invoice{}, nil, fault.NotFound("invoice.not_found", "This invoice does not exist.")
	}
	if err != nil {
		return Invoice{}, nil, fmt.Errorf("billing: %w", err)
	}
	rows, err := q.BillingLines(ctx, customerID, invoiceID)
	if err != nil {
		return Invoice{}, nil, fmt.Errorf("billing: %w", err)
	}
	lines := make([]Line, len(rows))
	for i, r := range rows {
		lines[i] = lineOf(r)
	}
	return invoiceOf(row), lines, nil
}

// Documents returns all documents of a customer, newest first.
func Documents(ctx context.Context, q *db.Queries, customerID int64) ([]Invoice, error) {
	rows, err := q.BillingInvoices(ctx, customerID)
	if err != nil {
		return nil, fmt.Errorf("billing: %w", err)
	}
	return invoicesOf(rows), nil
}
