package billing

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/store/db"
)

// Invoices are invoices of one customer, the one that is due first first.
type Invoices []Invoice

// OpenOf returns those of a customer's invoices of which something is open.
func OpenOf(ctx context.Context, q *db.Queries, customerID int64, ids []int64) (Invoices, error) {
	rows, err := q.BillingOpenInvoices(ctx, customerID)
	if err != nil {
		return nil, fmt.Errorf("billing: open invoices: %w", err)
	}
	return slices.DeleteFunc(invoicesOf(rows), func(i Invoice) bool { return !slices.Contains(ids, i.ID) }), nil
}

// DebitedBy returns the open invoices that a debit pays.
func DebitedBy(ctx context.Context, q *db.Queries, d mandate.Debit) (Invoices, error) {
	ids, err := mandate.InvoicesOf(ctx, q, d)
	if err != nil {
		return nil, fmt.Errorf("billing: %w", err)
	}
	return OpenOf(ctx, q, d.CustomerID, ids)
}

// numbersDebitedBy lists the numbers of all invoices that a debit pays, paid or not.
func numbersDebitedBy(ctx context.Context, q *db.Queries, d mandate.Debit) (string, error) {
	ids, err := mandate.InvoicesOf(ctx, q, d)
	if err != nil {
		return "", fmt.Errorf("billing: %w", err)
	}
	var list Invoices
	for _, id := range ids {
		row, err := q.BillingInvoice(ctx, d.CustomerID, id)
		if err != nil {
			return "", fmt.Errorf("billing: read invoice %d: %w", id, err)
		}
		list = append(list, invoiceOf(row))
	}
	return list.Numbers(), nil
}

// Open is what the invoices have open together, in paise.
func (list Invoices) Open() (open money.Paise) {
	for _, i := range list {
		open = money.Sum(open, i.Open())
	}
	return open
}

const numberSeparator = ", "

// Numbers lists the numbers of the invoices, separated by commas.
func (list Invoices) Numbers() string {
	numbers := make([]string, len(list))
	for n, i := range list {
		numbers[n] = i.Number
	}
	return strings.Join(numbers, numberSeparator)
}

func (list Invoices) ids() []int64 {
	ids := make([]int64, len(list))
	for n, i := range list {
		ids[n] = i.ID
	}
	return ids
}

// Owed is what each invoice has open.
func (list Invoices) Owed() []mandate.Owed {
	owed := make([]mandate.Owed, len(list))
	for n, i := range list {
		owed[n] = mandate.Owed{InvoiceID: i.ID, Amount: i.Open()}
	}
	return owed
}
