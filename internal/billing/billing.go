// Package billing turns rented days into invoices and keeps track of what customers owe. It has the
// monthly run, GST, late fees, credit notes, and the matching of payments with invoices.
// docs/rules.md has the rules with worked examples. docs/billing.md has the dates and states.
package billing

import (
	"context"

	"rento/internal/advance"
	"rento/internal/alert"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Kind is the kind of a document.
type Kind string

// The kinds of documents. A rental is the consolidated invoice of a month. An adjustment is a
// one-off invoice: the last days of a closed item, damage, or an early closure charge. A late-fee
// document is issued when late fees are received.
const (
	Rental     Kind = "rental"
	Adjustment Kind = "adjustment"
	LateFeeDoc Kind = "late_fee"
	CreditNote Kind = "credit_note"
)

// LineKind is the kind of an invoice line.
type LineKind string

// The kinds of lines.
const (
	RentLine    LineKind = "rent"
	ChargeLine  LineKind = "charge"
	LateFeeLine LineKind = "late_fee"
	CreditLine  LineKind = "credit"
	// DiscountLine is the discount on rent that was paid in advance (docs/rules.md R11). It is the
	// only kind of line with a negative amount. It follows its rent line, which carries the tax of
	// both.
	DiscountLine LineKind = "discount"
)

// Invoice is the head of a document. Amounts are in paise. Total = Taxable + CGST + SGST + IGST +
// RoundOff. PeriodTo is the first day after the period.
type Invoice struct {
	ID            int64
	CustomerID    int64
	Number        string
	Kind          Kind
	OrderID       int64  // 0 when the document covers several orders
	OrderUniqueID string // of the first order
	OriginalID    int64  // of a credit note: the invoice that it credits
	Date          calendar.Date
	DueDate       calendar.Date
	PeriodFrom    calendar.Date
	PeriodTo      calendar.Date
	Supplier      Registration
	PlaceOfSupply string // GST state code
	BillTo        Party
	Totals
	Paid     money.Paise
	Credited money.Paise
}

// Party is the recipient of an invoice.
type Party struct {
	Name    string
	Address string
	GSTIN   string // empty if the customer is not registered
}

// Totals are the sums of an invoice in paise.
type Totals struct {
	Taxable  money.Paise
	CGST     money.Paise
	SGST     money.Paise
	IGST     money.Paise
	RoundOff money.Paise
	Total    money.Paise
}

// Tax is the GST of the invoice in paise.
func (t Totals) Tax() money.Paise { return money.Sum(t.CGST, t.SGST, t.IGST) }

// Intra reports whether the document carries CGST and SGST, in equal halves, instead of IGST.
func (i Invoice) Intra() bool { return i.Supplier.StateCode == i.PlaceOfSupply }

// Open is what is still to be paid, in paise. A late-fee document or a credit note is never open.
func (i Invoice) Open() money.Paise {
	if i.Kind != Rental && i.Kind != Adjustment {
		return 0
	}
	return i.Total - i.Paid - i.Credited
}

// State is the state of a document on a day.
type State string

// The states of a document. A credit note is issued and never changes its state.
const (
	Due       State = "due"
	PartPaid  State = "part_paid"
	Overdue   State = "overdue"
	PaidUp    State = "paid"
	AllCredit State = "credited"
	Issued    State = "issued"
)

// State returns the state of the invoice on a day. docs/billing.md has the diagram.
func (i Invoice) State(today calendar.Date) State {
	switch {
	case i.Kind == CreditNote:
		return Issued
	case i.Credited == i.Total && i.Total > 0:
		return AllCredit
	case i.Open() == 0:
		return PaidUp
	case i.DueDate.Before(today):
		return Overdue
	case i.Paid > 0:
		return PartPaid
	}
	return Due
}

// Line is a line of an invoice. Amount is the taxable value in paise. For rent it is Rate × Days ÷
// MonthDays. The tax is the line's share of the document's tax at its rate. That tax is rounded
// once for the whole document.
type Line struct {
	About
	Kind        LineKind
	Operation   string // names the cause of a line that is not rent; unique per customer
	OrderID     int64
	OrderUnique string
	ItemID      int64
	Description string // in English, as issued
	SAC         string
	GSTBP       int64 // hundredths of a percent
	From, To    calendar.Date
	Rate        money.Paise // rent per month
	Days        int
	MonthDays   int
	Delivery    Place // where the item is; empty for a line without an item
	Amount      money.Paise
	Discount    money.Paise // set by Document.Shown only: the discount that Amount already includes
	CGST        money.Paise
	SGST        money.Paise
	IGST        money.Paise
}

// Place is where an item is. State is the GST code of the state.
type Place struct {
	Address string
	State   string

	addressID int64 // set until the document is issued; issuing copies the address text into the line
}

// Rule is the rule in docs/rules.md that explains the amount.
func (l Line) Rule() string {
	switch l.Kind {
	case RentLine:
		return "R3"
	case DiscountLine:
		return "R11"
	case LateFeeLine:
		return "R6"
	case CreditLine:
		return "R7"
	}
	return "R4"
}

// Tax is the GST of the line in paise.
func (l Line) Tax() money.Paise { return money.Sum(l.CGST, l.SGST, l.IGST) }

// Timing says when rent is billed.
type Timing string

// Rent is billed after the month (arrears) or on its first day (in advance).
const (
	Arrears Timing = "arrears"
	Advance Timing = "advance"
)

// Settings are the choices of the operator.
type Settings struct {
	// HomeState is the GST state whose registration also supplies the states in which the company
	// has no registration.
	HomeState string
	Timing    Timing
	// DueDay is the day of the month on which invoices are due.
	DueDay int
	// GoLive is the first day that is billed at all. The zero date sets no limit. What an imported
	// item owes for earlier days is not ours to bill.
	GoLive calendar.Date
	// WholeRupees rounds the payable amount of a monthly invoice to rupees. The rounding is a line
	// of its own outside the taxable value.
	WholeRupees bool
	LateFee     LateFeeRule
	// Reminders are the days on which customers are reminded of open invoices, counted from the
	// last day on which payment is in time. Days before it are negative.
	Reminders []int
	// ReminderLeast is the amount below which nobody is reminded. Nobody is ever reminded of nothing.
	ReminderLeast money.Paise
	// PayAhead is the catalogue of discounts for rent that is paid in advance. If it is empty, no
	// rent is sold in advance.
	PayAhead advance.Tiers
	// KeepDiscount lets a customer who leaves early keep the discount on the months that were used.
	// Otherwise these months are charged again at the discount that was earned.
	KeepDiscount bool
}

// DefaultSettings are the settings that docs/rules.md describes.
func DefaultSettings() Settings {
	return Settings{
		HomeState: "29", Timing: Arrears, DueDay: 10, WholeRupees: true,
		LateFee:   LateFeeRule{BasisPoints: 200, Min: money.Rupees(20), Max: money.Rupees(1000), Floor: money.Rupees(100), CapPercent: 10, ExitGrace: 10},
		Reminders: []int{-3, 0, 3, 10},
		PayAhead:  advance.Tiers{{Months: 3, BasisPoints: 200}, {Months: 6, BasisPoints: 500}, {Months: 12, BasisPoints: 500}},
	}
}

// billedTo is the first day that the monthly runs up to today do not bill.
func (s Settings) billedTo(today calendar.Date) calendar.Date {
	if s.Timing == Advance {
		return today.NextMonth()
	}
	return today.MonthStart()
}

// billedOn is the day of the monthly run that bills a month.
func (s Settings) billedOn(month calendar.Date) calendar.Date {
	if s.Timing == Advance {
		return month.MonthStart()
	}
	return month.NextMonth()
}

// grace is the least number of days between a document that is not dated the 1st and its due date.
const grace = 7

// due is the last day on which a document of a given date is paid in time. A document of the 1st,
// when the monthly run is on time, is due on the due day of that month. Any other document is due
// on the next due day that is at least a week ahead.
func (s Settings) due(date calendar.Date) calendar.Date {
	first := date.AddDays(grace)
	if date.DayOfMonth() == 1 {
		first = date
	}
	return s.dueFrom(first)
}

// dueFrom is the first due day on or after a day.
func (s Settings) dueFrom(first calendar.Date) calendar.Date {
	if due := first.MonthStart().AddDays(s.DueDay - 1); !due.Before(first) {
		return due
	}
	return first.NextMonth().AddDays(s.DueDay - 1)
}

// Service issues invoices and matches payments with them.
type Service struct {
	store    *store.Store
	ids      *ident.Source
	clock    calendar.Clock
	ledger   *ledger.Ledger
	mandates *mandate.Service
	notices  *notify.Service
	jobs     *jobs.Queue // nil before Register
	settings Settings
	audit    *audit.Log
	alerts   *alert.Service
	// coming reports whether an amount that the customer is to pay is on its way. nil means never.
	coming func(ctx context.Context, q *db.Queries, customerID int64, amount money.Paise) (bool, error)
	// planned tells what live requests will do with the items. nil means that nobody knows.
	planned func(ctx context.Context, q *db.Queries, customerID int64, today calendar.Date) (Planned, error)
}

// New returns the service. If notices is nil, customers get no messages.
func New(s *store.Store, ids *ident.Source, clock calendar.Clock, books *ledger.Ledger, mandates *mandate.Service, notices *notify.Service, settings Settings) *Service {
	b := &Service{store: s, ids: ids, clock: clock, ledger: books, mandates: mandates, notices: notices, settings: settings, audit: audit.New(ids, clock), alerts: alert.New(s, ids, clock, nil)}
	for _, e := range []notify.Event{notify.PaymentReminder{}, notify.PaymentOverdue{}} {
		notices.Review(e, b.reviewReminder)
	}
	notices.Review(notify.InvoiceRaised{}, b.reviewInvoice)
	notices.ReviewDocument(DocumentSource, b.reviewDocument)
	for _, of := range []string{ChallanSource, CancelledChallanSource, RestoredChallanSource} {
		notices.ReviewDocument(of, b.reviewChallan)
	}
	notices.Review(notify.LateFeeRaised{}, b.reviewLateFee)
	notices.Review(notify.PaymentPromised{}, b.reviewPromised)
	notices.Review(notify.PromiseBroken{}, b.reviewBroken)
	notices.Review(notify.DepositDue{}, b.reviewDeposit)
	notices.Review(notify.DebitNotMade{}, b.reviewNotDebited)
	notices.Review(notify.WalletPaid{}, b.reviewWalletPaid)
	notices.Review(notify.AdvanceReturned{}, b.reviewReturned)
	return b
}

func (s *Service) now() calendar.Instant { return calendar.Stamp(s.clock.Now()) }

func (s *Service) today() calendar.Date { return calendar.Today(s.clock) }

func invoiceOf(r db.Invoice) Invoice {
	return Invoice{
		ID: r.ID, CustomerID: r.CustomerID, Number: r.Number, Kind: Kind(r.Kind), OrderID: r.OrderID, OrderUniqueID: r.OrderUniqueID,
		OriginalID: r.OriginalID, Date: r.Date, DueDate: r.DueDate, PeriodFrom: r.PeriodFrom, PeriodTo: r.PeriodTo,
		Supplier: Registration{
			StateCode: r.SupplierState, GSTIN: r.SupplierGstin, LegalName: r.SupplierName, Address: r.SupplierAddress,
		},
		PlaceOfSupply: r.PlaceOfSupply,
		BillTo:        Party{Name: r.BillName, Address: r.BillAddress, GSTIN: r.BillGstin},
		Totals: Totals{
			Taxable: r.TaxablePaise, CGST: r.CgstPaise, SGST: r.SgstPaise, IGST: r.IgstPaise, RoundOff: r.RoundOffPaise, Total: r.TotalPaise,
		},
		Paid: r.PaidPaise, Credited: r.CreditedPaise,
	}
}

// lineOf reads the figures of a line. The caller adds what the line is about (aboutOf).
func lineOf(r db.InvoiceLine) Line {
	return Line{
		Kind: LineKind(r.Kind), Operation: r.Operation, OrderID: r.OrderID, ItemID: r.ItemID, Description: r.Description,
		SAC: r.Sac, GSTBP: r.GstBp, From: r.FromDate, To: r.ToDate, Rate: r.RatePaise, Days: int(r.Days), MonthDays: int(r.MonthDays),
		Amount: r.AmountPaise, CGST: r.CgstPaise, SGST: r.SgstPaise, IGST: r.IgstPaise,
		Delivery: Place{Address: r.DeliveryAddress, State: r.DeliveryState},
	}
}
