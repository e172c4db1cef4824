package billing

import (
	"context"
	"fmt"
	"strconv"

	"rento/internal/account"
	"rento/internal/address"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// issue makes an invoice of a draft: number, rows, journal, and the debit by
// mandate, all in the caller's transaction.
func (s *Service) issue(ctx context.Context, tx *store.Tx, who customer, d draft) (Invoice, error) {
	number, err := nextSerial(ctx, tx, d.supply.Supplier.Series, invoiceLetter, d.date)
	if err != nil {
		return Invoice{}, err
	}
	if err := writeDownPlaces(ctx, tx.Queries, who.id, d.lines); err != nil {
		return Invoice{}, err
	}
	from, to := period(d.lines)
	invoice := Invoice{
		ID: s.ids.Next(), CustomerID: who.id, Number: number, Kind: d.kind, OrderID: commonOrder(d.lines), OrderUniqueID: d.lines[0].OrderUnique,
		Date: d.date, DueDate: d.due, PeriodFrom: from, PeriodTo: to, Supplier: d.supply.Supplier, PlaceOfSupply: d.supply.Place,
		BillTo: Party{Name: who.name, Address: d.lines[0].Delivery.Address, GSTIN: who.gstin}, Totals: d.totals,
	}
	if err := s.write(ctx, tx, invoice, d.lines); err != nil {
		return Invoice{}, err
	}
	if err := s.postInvoice(ctx, tx, invoice, d.lines); err != nil {
		return Invoice{}, err
	}
	if d.kind == Rental {
		if err := s.debit(ctx, tx, invoice); err != nil {
			return Invoice{}, err
		}
	}
	raised := notify.InvoiceRaised{Number: number, Total: invoice.Total, Due: invoice.DueDate, Rent: d.kind == Rental}
	if err := s.notices.Send(ctx, tx, who.id, raised, "invoice/"+number); err != nil {
		return Invoice{}, fmt.Errorf("billing: %w", err)
	}
	return invoice, nil
}

// debit plans the debit of an invoice. The customer is told at once of one that the
// mandate does not allow: it is to be paid by hand.
func (s *Service) debit(ctx context.Context, tx *store.Tx, i Invoice) error {
	m, skipped, err := s.mandates.Schedule(ctx, tx, i.CustomerID, i.ID, i.Total, i.Date)
	if err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	if skipped != mandate.NotAllowed {
		return nil
	}
	refused := notify.DebitNotMade{
		Amount: i.Total, Invoice: i.Number, Instrument: m.Instrument(), Max: m.Most(), Day: i.DueDate, Ended: i.Total <= m.Most(),
	}
	if err := s.notices.Send(ctx, tx, i.CustomerID, refused, "debit_not_made/"+i.Number); err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	return nil
}

// writeDownPlaces fills in the addresses of lines as they are now: an invoice keeps
// what it said when it was issued.
func writeDownPlaces(ctx context.Context, q *db.Queries, customerID int64, lines []Line) error {
	known := map[int64]string{}
	for i := range lines {
		at := &lines[i].Delivery
		if _, found := known[at.addressID]; !found {
			place, err := address.Get(ctx, q, customerID, at.addressID)
			if err != nil {
				return err
			}
			known[at.addressID] = place.Line()
		}
		at.Address = known[at.addressID]
	}
	return nil
}

// write stores a document and its lines.
func (s *Service) write(ctx context.Context, tx *store.Tx, i Invoice, lines []Line) error {
	err := tx.BillingInvoiceAdd(ctx, db.BillingInvoiceAddParams{
		CustomerID: i.CustomerID, ID: i.ID, Number: i.Number, Kind: string(i.Kind), OrderID: i.OrderID, OrderUniqueID: i.OrderUniqueID,
		OriginalID: i.OriginalID, Date: i.Date, DueDate: i.DueDate, PeriodFrom: i.PeriodFrom, PeriodTo: i.PeriodTo,
		SupplierState: i.Supplier.StateCode, SupplierGstin: i.Supplier.GSTIN, SupplierName: i.Supplier.LegalName,
		SupplierAddress: i.Supplier.Address, PlaceOfSupply: i.PlaceOfSupply, BillName: i.BillTo.Name, BillAddress: i.BillTo.Address,
		BillGstin: i.BillTo.GSTIN, TaxablePaise: i.Taxable, CgstPaise: i.CGST, SgstPaise: i.SGST, IgstPaise: i.IGST,
		RoundOffPaise: i.RoundOff, TotalPaise: i.Total, PaidPaise: i.Paid, CreditedPaise: i.Credited, CreatedAt: s.now(),
	})
	if err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	for no, l := range lines {
		if err := writeLine(ctx, tx, i, int64(no+1), l); err != nil {
			return err
		}
	}
	return nil
}

func writeLine(ctx context.Context, tx *store.Tx, i Invoice, no int64, l Line) error {
	err := tx.BillingLineAdd(ctx, db.BillingLineAddParams{
		CustomerID: i.CustomerID, InvoiceID: i.ID, LineNo: no, Kind: string(l.Kind), Operation: l.Operation, OrderID: l.OrderID,
		ItemID: l.ItemID, Description: l.describe(), Purpose: string(l.For), WrittenText: l.Written, FeeOf: l.FeeOf,
		Reason: string(l.Reason.Code), ReasonDate: l.Reason.Day, ReasonText: l.Reason.Written, Sac: l.SAC, GstBp: l.GSTBP, FromDate: l.From, ToDate: l.To, RatePaise: l.Rate,
		Days: int64(l.Days), MonthDays: int64(l.MonthDays), AmountPaise: l.Amount, CgstPaise: l.CGST, SgstPaise: l.SGST, IgstPaise: l.IGST,
		DeliveryAddress: l.Delivery.Address, DeliveryState: l.Delivery.State,
	})
	if err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	return nil
}

// postInvoice enters an invoice: the customer owes the total; rent, charges
// and tax are the company's.
func (s *Service) postInvoice(ctx context.Context, tx *store.Tx, i Invoice, lines []Line) error {
	var rent, charges money.Paise
	for _, l := range lines {
		if l.Kind == RentLine {
			rent = money.Sum(rent, l.Amount)
		} else {
			charges = money.Sum(charges, l.Amount)
		}
	}
	state := i.Supplier.StateCode
	_, _, err := s.ledger.Post(ctx, tx, ledger.Entry{
		CustomerID: i.CustomerID, SourceType: SourceInvoice, SourceID: strconv.FormatInt(i.ID, 10), At: s.now(),
		Description: "Invoice " + i.Number,
		Legs: []ledger.Leg{
			ledger.Debit(ledger.Receivable, i.Total),
			ledger.Credit(ledger.RentRevenue(state), rent), ledger.Credit(ledger.ChargeRevenue(state), charges),
			ledger.Credit(ledger.OutputCGST(state), i.CGST), ledger.Credit(ledger.OutputSGST(state), i.SGST),
			ledger.Credit(ledger.OutputIGST(state), i.IGST), ledger.Credit(ledger.RoundOff(state), i.RoundOff),
		},
	})
	if err != nil {
		return fmt.Errorf("billing: invoice %s: %w", i.Number, err)
	}
	return nil
}

func (s *Service) customer(ctx context.Context, q *db.Queries, id int64) (customer, error) {
	c, err := account.CustomerOf(ctx, q, id)
	if err != nil {
		return customer{}, fmt.Errorf("billing: customer %d: %w", id, err)
	}
	return customer{id: c.ID, name: c.FullName, gstin: c.GSTIN, state: c.GSTINState}, nil
}

// dayOf reads a day that a query worked out: ” is none, what is no day an error.
func dayOf(text string) (d calendar.Date, err error) {
	if text == "" {
		return d, nil
	}
	if d, err = calendar.Parse(text); err != nil {
		return d, fmt.Errorf("billing: the stored day %q cannot be read: %w", text, err)
	}
	return d, nil
}
