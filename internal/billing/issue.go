package billing

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rento/internal/account"
	"rento/internal/address"
	"rento/internal/alert"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// issue turns a draft into an invoice and tells the customer. All of it happens in the caller's
// transaction.
func (s *Service) issue(ctx context.Context, tx *store.Tx, who customer, d draft) (Invoice, error) {
	invoice, err := s.enter(ctx, tx, who, d)
	if err != nil {
		return Invoice{}, err
	}
	return invoice, s.tellIssued(ctx, tx, invoice, d.isRent(), "")
}

// enter stores an invoice with its number, rows and journal entry.
func (s *Service) enter(ctx context.Context, tx *store.Tx, who customer, d draft) (Invoice, error) {
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
	action := "invoice_issued"
	if d.kind == Adjustment {
		action = "charge_invoiced"
	}
	if err := s.recordIssued(ctx, tx, invoice, action, ""); err != nil {
		return Invoice{}, err
	}
	if err := s.postInvoice(ctx, tx, invoice, d.lines); err != nil {
		return Invoice{}, err
	}
	ahead, err := s.drawIn(ctx, tx, invoice, d.draws, who.covers)
	if err != nil {
		return Invoice{}, err
	}
	invoice.Paid = ahead
	return invoice, nil
}

// tellIssued tells the customer about a new invoice, and sends it to a business customer. debited is
// the instrument that will be debited for it, or "" if there is no debit.
func (s *Service) tellIssued(ctx context.Context, tx *store.Tx, i Invoice, isRent bool, debited string) error {
	if err := s.tellRaised(ctx, tx, i, isRent, debited); err != nil {
		return err
	}
	return s.sendDocument(ctx, tx, i, debited)
}

// tellRaised tells the customer about a new invoice and what is to be paid including it. debited is
// the instrument that will be debited for it, or "" if there is no debit.
func (s *Service) tellRaised(ctx context.Context, tx *store.Tx, i Invoice, isRent bool, debited string) error {
	var event notify.Event
	if i.Paid > 0 && i.Open() == 0 {
		event = notify.RentCovered{Number: i.Number, Total: i.Total, Rent: isRent}
	} else {
		balances, err := ledger.BalancesOf(ctx, tx.Queries, i.CustomerID)
		if err != nil {
			return fmt.Errorf("billing: read what is to pay: %w", err)
		}
		raised := notify.InvoiceRaised{Number: i.Number, ToPay: balances.ToPay(), Due: i.DueDate, Rent: isRent, Debited: debited}
		event = withOpen(raised, i, i.Paid)
	}
	if err := s.notices.Send(ctx, tx, i.CustomerID, event, invoiceFact(i.Number)); err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	return nil
}

// withOpen says in the message about an invoice what is open of it. If rent in advance has paid a part,
// it names the whole and that part.
func withOpen(e notify.InvoiceRaised, i Invoice, ahead money.Paise) notify.InvoiceRaised {
	e.Total = i.Open()
	if ahead > 0 {
		e.Total, e.Ahead, e.Left = i.Total, ahead, i.Open()
	}
	return e
}

// debit plans the debit of the monthly invoices that a run has raised for a customer, and tells the
// customer of each invoice how it is paid. What the mandate does not debit is to be paid by hand.
func (s *Service) debit(ctx context.Context, tx *store.Tx, invoices Invoices) error {
	if len(invoices) == 0 {
		return nil
	}
	open := slices.DeleteFunc(slices.Clone(invoices), func(i Invoice) bool { return i.Open() == 0 })
	planned, err := s.mandates.Schedule(ctx, tx, invoices[0].CustomerID, open.Owed(), invoices[0].Date)
	if err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	for _, i := range invoices {
		debited := ""
		if slices.Contains(planned.Debited, i.ID) {
			debited = planned.Mandate.Instrument()
		}
		if err := s.tellIssued(ctx, tx, i, true, debited); err != nil {
			return err
		}
	}
	return s.TellNotDebited(ctx, tx, invoices[0].CustomerID, planned.NotDebited, planned.Mandate, planned.Why)
}

// TellNotDebited tells a customer that these invoices will not be debited, why, and by when to pay
// instead. It does so once per reason, and only of those of which something is open.
func (s *Service) TellNotDebited(ctx context.Context, tx *store.Tx, customerID int64, ids []int64, m mandate.Mandate, why mandate.Reason) error {
	invoices, err := OpenOf(ctx, tx.Queries, customerID, ids)
	if err != nil || len(invoices) == 0 {
		return err
	}
	return s.tellNotDebited(ctx, tx, invoices, m, why)
}

// DebitLapsed handles a debit that lapsed through our fault. It tells the customer and raises an
// alert for our staff. There is no alert if the mandate has no reference, because nothing is ever
// submitted under such a mandate.
func (s *Service) DebitLapsed(ctx context.Context, tx *store.Tx, d mandate.Debit) error {
	m, err := mandate.Get(ctx, tx.Queries, d.CustomerID, d.MandateID)
	if err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	invoices, err := DebitedBy(ctx, tx.Queries, d)
	if err != nil || len(invoices) == 0 {
		return err
	}
	if err := s.tellNotDebited(ctx, tx, invoices, m, mandate.Lapsed); err != nil || m.Reference == "" {
		return err
	}
	return s.alerts.Raise(ctx, tx, alert.Alert{
		Kind: "debit_lapsed", Subject: strconv.FormatInt(d.ID, 10), CustomerID: d.CustomerID,
		Detail: fmt.Sprintf("the debit of invoice %s, planned for %s at %s, was given up", invoices.Numbers(), d.On, m.Gateway),
	})
}

func (s *Service) tellNotDebited(ctx context.Context, tx *store.Tx, invoices Invoices, m mandate.Mandate, why mandate.Reason) error {
	by, err := s.PayBy(ctx, tx.Queries, invoices)
	if err != nil {
		return err
	}
	event := notify.DebitNotMade{PayBy: by, Amount: invoices.Open(), Invoice: invoices.Numbers(), Instrument: m.Instrument(), Max: m.Most()}
	switch why {
	case mandate.NotAllowed:
		event.Ended = event.Amount <= event.Max
		if event.Choice, err = s.otherThatAllows(ctx, tx.Queries, m, event.Amount); err != nil {
			return err
		}
	case mandate.Declined:
		event.Skipped = true
	case mandate.MonthTaken:
		event.Taken = true
	case mandate.Lapsed:
		event.Lapsed = true
	case mandate.Inactive, mandate.NotSkipped, mandate.PaidOtherwise: // another message says it, or nothing to say
		return nil
	}
	if err := s.notices.Send(ctx, tx, m.CustomerID, event, fmt.Sprintf("debit_not_made/%s/%s", invoices.Numbers(), why)); err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	return nil
}

// otherThatAllows is the instrument of another confirmed mandate of the customer that allows a debit of
// an amount now, or "".
func (s *Service) otherThatAllows(ctx context.Context, q *db.Queries, m mandate.Mandate, amount money.Paise) (string, error) {
	list, err := mandate.List(ctx, q, m.CustomerID)
	if err != nil {
		return "", fmt.Errorf("billing: %w", err)
	}
	for _, other := range list {
		if other.ID != m.ID && other.State == mandate.Confirmed && other.Allows(amount, s.today()) {
			return other.Instrument(), nil
		}
	}
	return "", nil
}

// WithdrawNotice takes back the notice of a debit in words, or says that what is left is too little to
// be debited.
func (s *Service) WithdrawNotice(ctx context.Context, tx *store.Tx, d mandate.Debit) error {
	m, err := mandate.Get(ctx, tx.Queries, d.CustomerID, d.MandateID)
	if err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	numbers, err := numbersDebitedBy(ctx, tx.Queries, d)
	if err != nil {
		return err
	}
	left, err := DebitedBy(ctx, tx.Queries, d)
	if err != nil {
		return err
	}
	event := notify.DebitWithdrawn{Amount: d.Amount, Rest: left.Open(), Invoice: numbers, Instrument: m.Instrument(), Day: d.On}
	fact := cmp.Or(d.Reference, strconv.FormatInt(d.ID, 10)) // without a notice it has no reference
	if err := s.notices.Send(ctx, tx, d.CustomerID, event, "debit_withdrawn/"+fact); err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	return nil
}

// reviewNotDebited drops a waiting message about invoices that are not debited if nothing of them is
// open any more, or if one is debited after all.
func (s *Service) reviewNotDebited(ctx context.Context, q *db.Queries, customerID int64, fact string) (notify.Event, bool, error) {
	numbers := strings.TrimPrefix(fact, "debit_not_made/")
	numbers = numbers[:max(0, strings.LastIndexByte(numbers, '/'))]
	var ids []int64
	for _, number := range strings.Split(numbers, numberSeparator) {
		named, err := q.BillingByNumber(ctx, number)
		if err != nil {
			return nil, false, fmt.Errorf("billing: read the invoices of %s: %w", fact, err)
		}
		ids = append(ids, named.ID)
	}
	open, err := OpenOf(ctx, q, customerID, ids)
	if err != nil || len(open) == 0 {
		return nil, false, err
	}
	for _, i := range open {
		if _, _, planned, err := mandate.PlannedFor(ctx, q, customerID, i.ID); err != nil || planned {
			return nil, false, err
		}
	}
	return nil, true, nil
}

// PayBy is by when invoices that are not debited, at least one, must be paid by hand.
func (s *Service) PayBy(ctx context.Context, q *db.Queries, invoices Invoices) (notify.PayBy, error) {
	fee, err := s.settings.LateFee.NextFee(ctx, q, invoices, s.today(), 0)
	if err != nil {
		return notify.PayBy{}, err
	}
	day, err := s.settings.LateFee.PayBy(ctx, q, invoices, s.today(), 0)
	return notify.PayBy{Day: day, Overdue: day.Before(s.today()), Fee: fee.Amount, FeeOn: fee.Date}, err
}

// writeDownPlaces copies the present addresses into the lines. An invoice keeps the address with
// which it was issued.
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

// write stores a document and its lines, unless the tax portal would refuse it.
func (s *Service) write(ctx context.Context, tx *store.Tx, i Invoice, lines []Line) error {
	if err := i.taxDocument(lines).refused(); err != nil {
		return err
	}
	err := tx.BillingInvoiceAdd(ctx, db.BillingInvoiceAddParams{
		CustomerID: i.CustomerID, ID: i.ID, Number: i.Number, Kind: string(i.Kind), OrderID: i.OrderID, OrderUniqueID: i.OrderUniqueID,
		OriginalID: i.OriginalID, Date: i.Date, DueDate: i.DueDate, PeriodFrom: i.PeriodFrom, PeriodTo: i.PeriodTo,
		SupplierState: i.Supplier.StateCode, SupplierGstin: i.Supplier.GSTIN, SupplierName: i.Supplier.LegalName,
		SupplierAddress: i.Supplier.Address, PlaceOfSupply: i.PlaceOfSupply, BillName: i.BillTo.Name, BillAddress: i.BillTo.Address,
		BillGstin: i.BillTo.GSTIN, TaxablePaise: i.Taxable, CgstPaise: i.CGST, SgstPaise: i.SGST, IgstPaise: i.IGST,
		RoundOffPaise: i.RoundOff, TotalPaise: i.Total, PaidPaise: i.Paid, CreditedPaise: i.Credited, CreatedAt: s.now(),
	})
	if err != nil {
		return fmt.Errorf("billing: add invoice: %w", err)
	}
	for no, l := range lines {
		if err := writeLine(ctx, tx, i, int64(no+1), l); err != nil {
			return err
		}
	}
	return nil
}

// recordIssued writes into the audit log that a document was issued.
func (s *Service) recordIssued(ctx context.Context, tx *store.Tx, i Invoice, action, reason string) error {
	return s.audit.Record(ctx, tx, audit.Entry{CustomerID: i.CustomerID, Action: action, Object: fmt.Sprintf("invoice/%d", i.ID), Amount: i.Total, Reason: reason})
}

// sendDocument sends a document to a business customer. It states the due date only if something of
// the document is open. debited is the instrument that will be debited for it, or "" if there is no
// debit.
func (s *Service) sendDocument(ctx context.Context, tx *store.Tx, i Invoice, debited string) error {
	if err := s.notices.SendDocument(ctx, tx, i.CustomerID, i.issued(debited), notify.Document{Of: DocumentSource, ID: i.ID}); err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	return nil
}

// issued is what a mail says of a document now.
func (i Invoice) issued(debited string) notify.DocumentIssued {
	issued := notify.DocumentIssued{Kind: notify.TaxInvoice, Number: i.Number, Total: i.Total, Debited: debited}
	switch i.Kind {
	case CreditNote:
		issued.Kind = notify.CreditNote
	case Rental, Adjustment:
		if i.Open() > 0 {
			issued.Due, issued.Bill = i.DueDate, billOf(i)
		}
	case LateFeeDoc: // it is for money that was received
	}
	return issued
}

// reviewDocument has a waiting mail about an invoice ask for no payment if nothing of it is open any
// more.
func (s *Service) reviewDocument(ctx context.Context, q *db.Queries, customerID int64, fact string) (notify.Event, bool, error) {
	id, err := strconv.ParseInt(strings.TrimPrefix(fact, "document/"+DocumentSource+"/"), 10, 64)
	if err != nil {
		return nil, false, fmt.Errorf("billing: no invoice in %s: %w", fact, err)
	}
	i, _, err := documentRows(ctx, q, customerID, id)
	if err != nil || i.Open() > 0 {
		return nil, true, err
	}
	return i.issued(""), true, nil
}

// DocumentSource is the name of an invoice or credit note as the attachment of a mail.
const DocumentSource = "invoice"

func writeLine(ctx context.Context, tx *store.Tx, i Invoice, no int64, l Line) error {
	err := tx.BillingLineAdd(ctx, db.BillingLineAddParams{
		CustomerID: i.CustomerID, InvoiceID: i.ID, LineNo: no, Kind: string(l.Kind), Operation: l.Operation, OrderID: l.OrderID,
		ItemID: l.ItemID, Description: l.describe(), Purpose: string(l.For), WrittenText: l.Written, FeeOf: l.FeeOf,
		Reason: string(l.Reason.Code), ReasonDate: l.Reason.Day, ReasonText: l.Reason.Written, Sac: l.SAC, GstBp: l.GSTBP, FromDate: l.From, ToDate: l.To, RatePaise: l.Rate,
		Days: int64(l.Days), MonthDays: int64(l.MonthDays), AmountPaise: l.Amount, CgstPaise: l.CGST, SgstPaise: l.SGST, IgstPaise: l.IGST,
		DeliveryAddress: l.Delivery.Address, DeliveryState: l.Delivery.State,
	})
	if err != nil {
		return fmt.Errorf("billing: add line: %w", err)
	}
	return nil
}

// postInvoice enters an invoice in the journal: the customer owes the total, and rent, charges and
// tax are credited to the company.
func (s *Service) postInvoice(ctx context.Context, tx *store.Tx, i Invoice, lines []Line) error {
	var rent, charges money.Paise
	for _, l := range lines {
		if l.Kind == RentLine || l.Kind == DiscountLine {
			rent = money.Sum(rent, l.Amount)
		} else {
			charges = money.Sum(charges, l.Amount)
		}
	}
	state := i.Supplier.StateCode
	_, _, err := s.ledger.Post(ctx, tx, ledger.Entry{
		CustomerID: i.CustomerID, SourceType: SourceInvoice, SourceID: strconv.FormatInt(i.ID, 10), At: s.now(),
		Document: i.Number, Description: "Invoice " + i.Number,
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
	who := customer{id: c.ID, name: c.FullName, gstin: c.GSTIN, state: c.GSTINState}
	return who, who.readCovers(ctx, q)
}

// dayOf reads a day that a query computed. Empty text is the zero date. Any other text that is no
// day is an error.
func dayOf(text string) (d calendar.Date, err error) {
	if text == "" {
		return d, nil
	}
	if d, err = calendar.Parse(text); err != nil {
		return d, fmt.Errorf("billing: the stored day %q cannot be read: %w", text, err)
	}
	return d, nil
}
