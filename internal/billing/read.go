package billing

import (
	"context"
	"fmt"

	"rento/internal/fault"
	"rento/internal/store"
	"rento/internal/store/db"
)

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
