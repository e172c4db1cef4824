package billing

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
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

// Charge is a one-off charge for an item, such as damage. Amount is the
// taxable value in paise. Operation names what it is for: the same one is
// charged once.
type Charge struct {
	CustomerID  int64
	ItemID      int64
	Operation   string
	Description string
	Amount      money.Paise
}

// ChargeIn invoices a one-off charge at the item's own SAC and rate, and
// returns the invoice; for an operation that was charged before, the first
// one. An amount that is not positive or an item that is not the customer's is
// a Fault.
func (s *Service) ChargeIn(ctx context.Context, tx *store.Tx, c Charge) (Invoice, error) {
	if c.Amount <= 0 {
		return Invoice{}, fault.Invalid("amount", "A charge must be above zero.")
	}
	before, err := tx.BillingLineByOperation(ctx, c.CustomerID, c.Operation)
	if err == nil {
		invoice, _, err := documentRows(ctx, tx.Queries, c.CustomerID, before)
		return invoice, err
	}
	if !store.IsNone(err) {
		return Invoice{}, fmt.Errorf("billing: %w", err)
	}
	who, err := s.customer(ctx, tx.Queries, c.CustomerID)
	if err != nil {
		return Invoice{}, err
	}
	d, err := s.draftCharge(ctx, tx.Queries, who, c)
	if err != nil {
		return Invoice{}, err
	}
	return s.issue(ctx, tx, who, d)
}

func (s *Service) draftCharge(ctx context.Context, q *db.Queries, who customer, c Charge) (draft, error) {
	row, err := q.BillingItem(ctx, c.CustomerID, c.ItemID)
	if store.IsNone(err) {
		return draft{}, fault.NotFound("This item does not exist.")
	}
	if err != nil {
		return draft{}, fmt.Errorf("billing: %w", err)
	}
	items := []billable{{id: row.ID, orderID: row.OrderID, orderUnique: row.UniqueID, name: row.Name, sac: row.Sac, gstBP: row.GstBp}}
	if err := addTerms(ctx, q, c.CustomerID, items); err != nil {
		return draft{}, err
	}
	suppliers, err := s.suppliers(ctx, q)
	if err != nil {
		return draft{}, err
	}
	term := termOn(items[0].terms, s.today())
	com := composer{suppliers, s.settings, s.today(), Adjustment}
	d := com.blank(suppliers.SupplyAt(term.StateCode, who.state), term.AddressID)
	d.lines = []Line{{
		Kind: ChargeLine, Operation: c.Operation, OrderID: row.OrderID, OrderUnique: row.UniqueID, ItemID: row.ID,
		Description: c.Description, SAC: row.Sac, GSTBP: s.settings.Rates.At(row.Sac, d.date, row.GstBp),
		From: d.date, To: d.date, Amount: c.Amount,
	}}
	com.finish(&d)
	return d, nil
}

// termOn is the term that holds on a day; the first one before any.
func termOn(terms []subscription.Term, day calendar.Date) (term subscription.Term) {
	for i, t := range terms {
		if i == 0 || !t.From.After(day) {
			term = t
		}
	}
	return term
}
