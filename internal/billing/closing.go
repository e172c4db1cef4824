package billing

import (
	"context"

	"rento/internal/calendar"
	"rento/internal/store"
	"rento/internal/store/db"
)

// BillClosed invoices the days of the customer's closed items that no invoice
// covers yet, one invoice per supplier and place of supply: a supply that
// stops is invoiced when it stops. Calling it again finds nothing to invoice.
func (s *Service) BillClosed(ctx context.Context, customerID int64) ([]Invoice, error) {
	var invoices []Invoice
	err := s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		var err error
		invoices, err = s.BillClosedIn(ctx, tx, customerID)
		return err
	})
	return invoices, err
}

// BillClosedIn is BillClosed in the caller's transaction.
func (s *Service) BillClosedIn(ctx context.Context, tx *store.Tx, customerID int64) ([]Invoice, error) {
	items, err := unbilledClosed(ctx, tx.Queries, customerID, s.today().AddDays(1))
	if err != nil || len(items) == 0 {
		return nil, err
	}
	who, err := s.customer(ctx, tx.Queries, customerID)
	if err != nil {
		return nil, err
	}
	suppliers, err := s.suppliers(ctx, tx.Queries)
	if err != nil {
		return nil, err
	}
	var invoices []Invoice
	for _, d := range (composer{suppliers, s.settings, s.today(), Adjustment}).compose(who, items) {
		invoice, err := s.issue(ctx, tx, who, d)
		if err != nil {
			return nil, err
		}
		invoices = append(invoices, invoice)
	}
	return invoices, nil
}

// unbilledClosed is unbilled for the items that were picked up before end.
func unbilledClosed(ctx context.Context, q *db.Queries, customerID int64, end calendar.Date) ([]billable, error) {
	items, err := unbilled(ctx, q, customerID, end)
	if err != nil {
		return nil, err
	}
	var closed []billable
	for _, item := range items {
		// An item that still stands there is billed to the end itself.
		if item.to.Before(end) {
			closed = append(closed, item)
		}
	}
	return closed, nil
}
