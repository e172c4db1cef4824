package billing

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// BillClosed invoices the unbilled days of the customer's closed items, one invoice per supplier
// and place of supply. A supply that stops must be invoiced when it stops. It also credits days
// that were invoiced before we heard of the pickup. Calling it again finds nothing to do.
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
	if err := s.creditOverbilled(ctx, tx, customerID); err != nil {
		return nil, err
	}
	invoices, err := s.billLastDays(ctx, tx, customerID)
	if err != nil {
		return nil, err
	}
	return invoices, s.closeCovers(ctx, tx, customerID)
}

func (s *Service) billLastDays(ctx context.Context, tx *store.Tx, customerID int64) ([]Invoice, error) {
	items, err := s.unbilledClosed(ctx, tx.Queries, customerID, s.today().AddDays(1))
	if err != nil || len(items) == 0 {
		return nil, err
	}
	who, err := s.customer(ctx, tx.Queries, customerID)
	if err != nil {
		return nil, err
	}
	com, err := s.composer(ctx, tx.Queries, Adjustment)
	if err != nil {
		return nil, err
	}
	drafts, err := com.compose(who, items)
	if err != nil {
		return nil, err
	}
	var invoices []Invoice
	for _, d := range drafts {
		invoice, err := s.issue(ctx, tx, who, d)
		if err != nil {
			return nil, err
		}
		invoices = append(invoices, invoice)
	}
	return invoices, s.finishCovers(ctx, tx, who, drafts)
}

// creditOverbilled credits the rent of days after a pickup. The monthly run may have billed them
// before the pickup was recorded.
func (s *Service) creditOverbilled(ctx context.Context, tx *store.Tx, customerID int64) error {
	items, err := subscription.PickedUp(ctx, tx.Queries, customerID, s.today())
	if err != nil {
		return err
	}
	for _, item := range items {
		rows, err := rentBeyond(ctx, tx.Queries, customerID, item.ID, item.ClosedDate)
		if err != nil {
			return err
		}
		if err := s.creditBeyond(ctx, tx, customerID, item.ClosedDate, rows); err != nil {
			return err
		}
	}
	return nil
}

// creditBeyond credits the days of an item's rent lines from its pickup on.
func (s *Service) creditBeyond(ctx context.Context, tx *store.Tx, customerID int64, closed calendar.Date, rows []db.BillingRentBeyondRow) error {
	for _, r := range rows {
		billed, to := r.AmountPaise, r.ToDate
		changed, err := dayOf(r.ChangedDate)
		if err != nil {
			return err
		}
		if !changed.IsZero() {
			to, billed = changed, r.RatePaise.MulDiv(int64(changed.Sub(r.FromDate)), r.MonthDays)
		}
		kept := r.RatePaise.MulDiv(int64(max(0, closed.Sub(r.FromDate))), r.MonthDays)
		if kept >= billed {
			continue
		}
		_, _, err = s.creditLeft(ctx, tx, customerID, r.InvoiceID, fmt.Sprintf("overbilled/%d/%s", r.ItemID, r.FromDate), Reason{Code: PickedUp, Day: closed},
			CreditedLine{LineNo: int(r.LineNo), Amount: billed - kept, From: calendar.Later(closed, r.FromDate), To: to})
		if err != nil {
			return err
		}
	}
	return nil
}

// unbilledClosed is unbilled, limited to the items that were picked up before end.
func (s *Service) unbilledClosed(ctx context.Context, q *db.Queries, customerID int64, end calendar.Date) ([]billable, error) {
	items, err := s.unbilled(ctx, q, customerID, end)
	if err != nil {
		return nil, err
	}
	var closed []billable
	for _, item := range items {
		// An item that is still at the customer's place is billed up to end exactly.
		if item.to.Before(end) {
			closed = append(closed, item)
		}
	}
	return closed, nil
}
