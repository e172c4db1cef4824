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

// Charge is a one-off charge for an item, such as damage. Amount is the taxable value in paise.
// Operation names its cause, and each operation is charged only once. Written is the text of the
// company's staff. An early closure charge needs no text. Pickup is the planned pickup day of an
// early closure charge and zero for other charges. The invoice is not due before the grace days
// after that pickup.
type Charge struct {
	ItemID    int64
	Operation string
	Written   string
	Amount    money.Paise
	Pickup    calendar.Date
}

// ExitCharge is the prefix of the operation of an early closure charge. Such a charge has its own
// grace period before late fees, which begins with the pickup.
const ExitCharge = "closure/"

// QuoteCharges computes what ChargesIn would invoice, and stores nothing. The lines have their tax
// and are in the order of the charges. A charge of zero has no line.
func (s *Service) QuoteCharges(ctx context.Context, q *db.Queries, customerID int64, charges []Charge) ([]Line, Totals, error) {
	who, err := s.customer(ctx, q, customerID)
	if err != nil {
		return nil, Totals{}, err
	}
	drafts, err := s.draftCharges(ctx, q, who, charges)
	if err != nil {
		return nil, Totals{}, err
	}
	var total Totals
	taxed := map[string]Line{}
	for _, d := range drafts {
		total = total.plus(d.totals)
		for _, l := range d.lines {
			taxed[l.Operation] = l
		}
	}
	var lines []Line
	for _, c := range charges {
		if l, ok := taxed[c.Operation]; ok {
			lines = append(lines, l)
		}
	}
	return lines, total, nil
}

func (t Totals) plus(o Totals) Totals {
	return Totals{
		Taxable: money.Sum(t.Taxable, o.Taxable), CGST: money.Sum(t.CGST, o.CGST), SGST: money.Sum(t.SGST, o.SGST), IGST: money.Sum(t.IGST, o.IGST),
		RoundOff: money.Sum(t.RoundOff, o.RoundOff), Total: money.Sum(t.Total, o.Total),
	}
}

// ChargesIn invoices one-off charges, each at the SAC and rate of its item, on one invoice per
// supplier and place of supply. It leaves out operations that were charged before and charges of
// zero. A negative amount, or an item that is not the customer's, is a Fault.
func (s *Service) ChargesIn(ctx context.Context, tx *store.Tx, customerID int64, charges []Charge) ([]Invoice, error) {
	fresh, err := uncharged(ctx, tx.Queries, customerID, charges)
	if err != nil || len(fresh) == 0 {
		return nil, err
	}
	who, err := s.customer(ctx, tx.Queries, customerID)
	if err != nil {
		return nil, err
	}
	drafts, err := s.draftCharges(ctx, tx.Queries, who, fresh)
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
	return invoices, nil
}

func uncharged(ctx context.Context, q *db.Queries, customerID int64, charges []Charge) ([]Charge, error) {
	var fresh []Charge
	for _, c := range charges {
		_, err := q.BillingLineByOperation(ctx, customerID, c.Operation)
		if err != nil && !store.IsNone(err) {
			return nil, fmt.Errorf("billing: line of an operation: %w", err)
		}
		if err != nil && c.Amount != 0 {
			fresh = append(fresh, c)
		}
	}
	return fresh, nil
}

// draftCharges makes one draft per supplier and place of supply.
func (s *Service) draftCharges(ctx context.Context, q *db.Queries, who customer, charges []Charge) ([]draft, error) {
	com, err := s.composer(ctx, q, Adjustment)
	if err != nil {
		return nil, err
	}
	var drafts drafts
	for _, c := range charges {
		if c.Amount == 0 {
			continue
		}
		line, err := com.chargeLine(ctx, q, who.id, c)
		if err != nil {
			return nil, err
		}
		d := drafts.add(com, com.suppliers.SupplyAt(line.Delivery.State, who.state), line)
		if !c.Pickup.IsZero() {
			d.due = calendar.Later(d.due, com.settings.dueFrom(c.Pickup.AddDays(com.settings.LateFee.ExitGrace)))
		}
	}
	return com.finish(drafts), nil
}

// chargeLine is the line of a charge without its tax, at the place where the item is today.
func (c composer) chargeLine(ctx context.Context, q *db.Queries, customerID int64, charge Charge) (Line, error) {
	if charge.Amount < 0 {
		return Line{}, fault.Invalid("billing.charge_not_positive", "amount", "A charge must be above zero.")
	}
	item, err := subscription.BillableOf(ctx, q, customerID, charge.ItemID)
	if store.IsNone(err) {
		return Line{}, fault.NotFound("item.not_found", "This item does not exist.")
	}
	if err != nil {
		return Line{}, err
	}
	terms, err := subscription.TermsOf(ctx, q, customerID, []int64{charge.ItemID})
	if err != nil {
		return Line{}, err
	}
	bp, err := c.rates.Of(item.SAC, item.GSTBP, c.date)
	if err != nil {
		return Line{}, err
	}
	term := termOn(terms[charge.ItemID], c.date)
	return Line{
		About: About{For: purposeOfCharge(charge.Operation), Product: item.Name, Written: charge.Written},
		Kind:  ChargeLine, Operation: charge.Operation, OrderID: item.OrderID, OrderUnique: item.OrderUnique, ItemID: item.ID, SAC: item.SAC, GSTBP: bp, From: c.date, To: c.date, Amount: charge.Amount,
		Delivery: Place{State: term.StateCode, addressID: term.AddressID},
	}, nil
}

// WithdrawIn credits one-off charges, on whichever invoices they are, and states the reason. It
// leaves out operations that were never charged. Withdrawing the same operations again changes
// nothing.
func (s *Service) WithdrawIn(ctx context.Context, tx *store.Tx, customerID int64, operations []string, reason Reason) error {
	byInvoice := map[int64][]CreditedLine{}
	var order []int64
	for _, operation := range operations {
		line, err := tx.BillingChargeLine(ctx, customerID, operation)
		if store.IsNone(err) {
			continue
		}
		if err != nil {
			return fmt.Errorf("billing: charge line: %w", err)
		}
		if byInvoice[line.InvoiceID] == nil {
			order = append(order, line.InvoiceID)
		}
		byInvoice[line.InvoiceID] = append(byInvoice[line.InvoiceID], CreditedLine{LineNo: int(line.LineNo), Amount: line.AmountPaise})
	}
	for _, id := range order {
		_, err := s.CreditIn(ctx, tx, Credit{
			CustomerID: customerID, InvoiceID: id, Operation: fmt.Sprintf("withdraw/%d/%s", id, operations[0]), Reason: reason, Lines: byInvoice[id],
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// ChargeOf returns the charge of an operation. charged is false if there is none.
func ChargeOf(ctx context.Context, q *db.Queries, customerID int64, operation string) (c Charge, charged bool, err error) {
	row, err := q.BillingCharge(ctx, customerID, operation)
	if store.IsNone(err) {
		return c, false, nil
	}
	if err != nil {
		return c, false, fmt.Errorf("billing: read the charge of %s: %w", operation, err)
	}
	lines, err := linesOf(ctx, q, customerID, []db.InvoiceLine{row})
	if err != nil {
		return c, false, err
	}
	return Charge{ItemID: row.ItemID, Operation: operation, Written: lines[0].Written, Amount: row.AmountPaise}, true, nil
}

// ChargedFor returns what the operations were invoiced with: the first of their invoices, and the
// total of all of them in paise, GST included. Both are 0 if nothing was charged.
func ChargedFor(ctx context.Context, q *db.Queries, customerID int64, operations []string) (invoiceID int64, total money.Paise, err error) {
	invoices, err := chargesOn(ctx, q, customerID, operations)
	for _, i := range invoices {
		total = money.Sum(total, i.TotalPaise)
	}
	if len(invoices) > 0 {
		invoiceID = invoices[0].ID
	}
	return invoiceID, total, err
}

// LeftOf is what withdrawn charges still cost, in paise. It is their GST if it is too late to take
// the tax back (docs/rules.md R7).
func LeftOf(ctx context.Context, q *db.Queries, customerID int64, operations []string) (left money.Paise, err error) {
	invoices, err := chargesOn(ctx, q, customerID, operations)
	for _, i := range invoices {
		left = money.Sum(left, i.TotalPaise, -i.CreditedPaise)
	}
	return left, err
}

// chargesOn are the invoices of the operations, in the order of these, each once.
func chargesOn(ctx context.Context, q *db.Queries, customerID int64, operations []string) (invoices []db.Invoice, err error) {
	seen := map[int64]bool{}
	for _, operation := range operations {
		line, err := q.BillingChargeLine(ctx, customerID, operation)
		if store.IsNone(err) || err == nil && seen[line.InvoiceID] {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("billing: read the charge of %s: %w", operation, err)
		}
		invoice, err := q.BillingInvoice(ctx, customerID, line.InvoiceID)
		if err != nil {
			return nil, fmt.Errorf("billing: read invoice %d: %w", line.InvoiceID, err)
		}
		seen[line.InvoiceID] = true
		invoices = append(invoices, invoice)
	}
	return invoices, nil
}

// termOn is the term that holds on a day. Before the first term it is the first one.
func termOn(terms []subscription.Term, day calendar.Date) (term subscription.Term) {
	for i, t := range terms {
		if i == 0 || !t.From.After(day) {
			term = t
		}
	}
	return term
}
