package api

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"

	"github.com/danielgtaylor/huma/v2"

	"rento/internal/account"
	"rento/internal/advance"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/document"
	"rento/internal/gst"
	"rento/internal/money"
	"rento/internal/paging"
	"rento/internal/payment"
	"rento/internal/store"
)

// Invoice is one entry in the list of invoices. Amounts are in rupees.
type Invoice struct {
	InvoiceID     int64         `json:"invoiceId"`
	OrderUniqueID string        `json:"orderUniqueId" doc:"'' when it covers several orders"`
	Type          string        `json:"type" doc:"rental, adjustment, late_fee or credit_note" example:"rental"`
	OrderItemID   int64         `json:"orderItemId,omitempty"`
	OrderID       int64         `json:"orderId" doc:"0 when it covers several orders"`
	InvoiceNumber string        `json:"invoiceNumber"`
	Date          calendar.Date `json:"date"`
	DueDate       calendar.Date `json:"dueDate" nullable:"true" doc:"the last day on which payment is in time; that of a charge for leaving early depends on the day of its pickup; null in a document of which nothing was ever due"`
	PeriodFrom    calendar.Date `json:"periodFrom" nullable:"true"`
	PeriodTo      calendar.Date `json:"periodTo" nullable:"true" doc:"exclusive"`
	Amount        money.Amount  `json:"amount"`
	AmountPaid    money.Amount  `json:"amountPaid"`
	Outstanding   money.Amount  `json:"outstanding" doc:"still to be paid of the invoice itself"`
	OpenLateFees  money.Amount  `json:"openLateFees" doc:"still to be paid of the late fees on it; these and outstanding of all invoices are totalPayableAmount"`
	Status        string        `json:"status" doc:"due, part_paid, overdue, paid, credited or issued" example:"due"`
}

// InvoiceDoc is a whole invoice, with the computation of each figure.
type InvoiceDoc struct {
	Invoice
	Purpose        billing.Purpose `json:"purpose" enum:"rent,early_closure,damage,charge,late_fee,lost_discount,credit" doc:"what it is for; charge is any other charge"`
	BillTo         Party           `json:"billTo"`
	Supplier       Party           `json:"supplier"`
	PlaceOfSupply  string          `json:"placeOfSupply" doc:"state and its GST code"`
	OriginalID     int64           `json:"originalInvoiceId,omitempty" doc:"the invoice that a credit note reverses"`
	OriginalNumber string          `json:"originalInvoiceNumber,omitempty" doc:"of the invoice that a credit note reverses" example:"KA/26-27/0000001"`
	OriginalDate   calendar.Date   `json:"originalInvoiceDate" nullable:"true" doc:"of the invoice that a credit note reverses"`
	Items          []InvoiceItem   `json:"items"`
	Taxable        money.Amount    `json:"taxable"`
	CGST           money.Amount    `json:"cgst"`
	SGST           money.Amount    `json:"sgst"`
	IGST           money.Amount    `json:"igst"`
	Tax            money.Amount    `json:"tax"`
	RoundOff       money.Amount    `json:"roundOff" doc:"outside the taxable value: of a monthly invoice to whole rupees; of late fees what is left when GST is taken out of what was paid; of a credit note what makes it all that was left of its invoice"`
	Total          money.Amount    `json:"total"`
	Credited       money.Amount    `json:"credited"`
	PaidAhead      money.Amount    `json:"paidAhead" doc:"what rent in advance has paid when it was issued"`
	CreditNotes    []Invoice       `json:"creditNotes"`
	Payments       []InvoiceMoney  `json:"payments" doc:"what has been paid or credited against it; of a late fee invoice what paid its fees"`
	LateFees       []LateFee       `json:"lateFees"`
	LateFeeRule    LateFeeRule     `json:"lateFeeRule"`
}

// Party is the supplier or the recipient of an invoice.
type Party struct {
	Name    string `json:"name" example:"Asha Rao"`
	Address string `json:"address"`
	GSTIn   string `json:"gstIn,omitempty"`
}

// InvoiceItem is one line with its computation.
type InvoiceItem struct {
	Name      string        `json:"name" example:"Oak sofa" doc:"the line in English, as the document was issued; the fields below say the same for other languages"`
	Purpose   string        `json:"purpose,omitempty" enum:"rent,early_closure,damage,charge,late_fee,lost_discount" doc:"what it is for, of a credit what it takes back; absent where only name says it" example:"rent"`
	Product   string        `json:"product,omitempty" catalogue:"name" example:"Oak sofa" doc:"of the item"`
	Written   string        `json:"written,omitempty" example:"Scratch on the side" doc:"what the company's people wrote of a damage or a charge; the same in each language"`
	FeeOf     string        `json:"feeOf,omitempty" example:"KA/26-27/0000001" doc:"number of the invoice that a late fee is for"`
	Reason    *CreditReason `json:"reason,omitempty" doc:"why a credit note takes it back"`
	Kind      string        `json:"kind" doc:"rent, charge, late_fee or credit"`
	Rule      string        `json:"rule" doc:"the billing rule, as docs/rules.md numbers it"`
	SAC       string        `json:"sac"`
	From      calendar.Date `json:"from" nullable:"true"`
	To        calendar.Date `json:"to" nullable:"true" doc:"exclusive"`
	Rate      money.Amount  `json:"rate" doc:"rent of a whole month"`
	Days      int           `json:"days"`
	MonthDays int           `json:"monthDays"`
	GSTRate   float64       `json:"gstRate" doc:"percent"`
	Discount  money.Amount  `json:"discount" doc:"for paying in advance; amount is lower by it"`
	Amount    money.Amount  `json:"amount" doc:"taxable value"`
	CGST      money.Amount  `json:"cgst"`
	SGST      money.Amount  `json:"sgst"`
	IGST      money.Amount  `json:"igst"`
	Tax       money.Amount  `json:"tax"`
}

// CreditReason says why something is credited.
type CreditReason struct {
	Code    billing.ReasonCode `json:"code" enum:"picked_up,terms_changed,pickup_put_off,credited_before,request_taken_back,written" example:"picked_up"`
	Day     calendar.Date      `json:"day" nullable:"true" doc:"of the pickup or of the change; null for the others"`
	Written string             `json:"written,omitempty" example:"The fridge was down" doc:"what a person wrote, of written; the same in each language"`
}

// InvoiceMoney is money matched with an invoice.
type InvoiceMoney struct {
	Date        calendar.Instant `json:"date"`
	Kind        string           `json:"kind" enum:"payment,wallet,credit_note,refund,gift,advance,other" doc:"what paid; the words of screens follow from it" example:"payment"`
	Reference   string           `json:"reference,omitempty" doc:"the number of the credit note" example:"CN/29/26-27/000001"`
	Description string           `json:"description"`
	IsGift      bool             `json:"isGift" doc:"promotional credit, which is no payment of the customer"`
	Amount      money.Amount     `json:"amount"`
}

// LateFee is one late fee with its computation.
type LateFee struct {
	Date       calendar.Date `json:"date"`
	Days       int           `json:"days" doc:"days after the due date"`
	Base       money.Amount  `json:"base" doc:"unpaid rent and tax on that day"`
	Amount     money.Amount  `json:"amount" doc:"GST inclusive"`
	Paid       money.Amount  `json:"paid"`
	Waived     string        `json:"waived,omitempty" doc:"why it is not charged, in English"`
	WaivedCode string        `json:"waivedCode,omitempty" enum:"paid_in_time,invoice_credited,payment_taken_back" doc:"of the reason" example:"paid_in_time"`
}

// LateFeeRule is the current rule for late fees.
type LateFeeRule struct {
	Percent    float64      `json:"percent" example:"2" doc:"of the unpaid rent and tax, in whole rupees, once a month"`
	Least      money.Amount `json:"least" doc:"of a fee"`
	Most       money.Amount `json:"most" doc:"of a fee"`
	CapPercent int64        `json:"capPercent" example:"10" doc:"percent of an invoice that all its fees together do not exceed; 0 for no such bound"`
}

// LateFees are the late fees of an invoice.
type LateFees struct {
	LateFees []LateFee    `json:"lateFees"`
	Total    money.Amount `json:"total"`
}

// LedgerInvoice is a document in the list of invoices.
type LedgerInvoice struct {
	Invoice
	Purpose  billing.Purpose `json:"purpose" enum:"rent,early_closure,damage,charge,late_fee,lost_discount,credit" doc:"what it is for; charge is any other charge"`
	Credited money.Amount    `json:"credited" doc:"what credit notes have taken back of it"`
}

// Ledgers are the customer's invoices and payments.
type Ledgers struct {
	Invoices      []LedgerInvoice `json:"invoices" doc:"a page of the documents; the newest 500 without a query"`
	TotalInvoices int64           `json:"totalInvoices" doc:"how many documents there are on all pages"`
	Next          string          `json:"next,omitempty" doc:"the after of the next page of documents; absent after the last"`
	Transactions  []Transaction   `json:"transactions"`
}

// Transaction is one payment or refund.
type Transaction struct {
	ID          int64            `json:"id"`
	Date        calendar.Instant `json:"date"`
	Kind        string           `json:"kind" enum:"due,deposit,advance-rent,refund" doc:"what it was for; the words of screens follow from it" example:"due"`
	Description string           `json:"description"`
	Amount      money.Amount     `json:"amount" doc:"negative when it went back to the customer"`
	Mode        string           `json:"mode" doc:"how it was paid, with the masked account; empty while nobody knows" example:"upi (as…@upi)"`
	IsAutoDebit bool             `json:"isAutoDebit" doc:"it was debited by a mandate, whose account mode names"`
	Reference   int64            `json:"rmTransactionId" doc:"by which the customer knows it, in messages too; a payment that went back and its return share one, a second payment has its own"`
	Status      string           `json:"status" doc:"open, pending, succeeded, failed or expired: the bank did not say in time whether it paid, and money that comes late still counts" example:"succeeded"`
	IsNotBack   bool             `json:"isNotBack" doc:"of a refund that is pending: the bank did not take it back; the money is held and paid another way"`
	Vouchers    []AdvanceVoucher `json:"vouchers,omitempty" doc:"of a payment of rent in advance: its receipt vouchers, and refund vouchers of what went back; absent for others"`
}

type invoiceCalls struct {
	store    *store.Store
	billing  *billing.Service
	payments *payment.Service
	printer  *document.Printer
	lists    pager
	logger   *slog.Logger
}

// newestInvoices is how many documents are listed if no page is requested. It is enough for more
// than ten years.
const newestInvoices = 500

func (c *invoiceCalls) ledgers(ctx context.Context, s account.Session, in *PageQuery) (Ledgers, error) {
	page, err := c.lists.from("invoices", s, *in, newestInvoices)
	if err != nil {
		return Ledgers{}, err
	}
	invoices, err := c.billing.List(ctx, c.store.Queries(), s.CustomerID)
	if err != nil {
		return Ledgers{}, err
	}
	shown, next, err := newestFirst(page, invoices)
	if err != nil {
		return Ledgers{}, err
	}
	transactions, err := c.payments.Transactions(ctx, s.CustomerID, paging.Page{Number: 1, Size: paging.MaxSize})
	if err != nil {
		return Ledgers{}, err
	}
	vouchers, err := c.vouchersOf(ctx, s.CustomerID, transactions)
	return Ledgers{Invoices: each(shown, wireInvoice), TotalInvoices: int64(len(invoices)), Next: c.lists.next("invoices", s, next), Transactions: each(transactions, func(l payment.Listed) Transaction {
		out := wireTransaction(l)
		if l.Purpose == payment.AdvanceRent {
			out.Vouchers = each(vouchers[l.TransactionID], wireVoucherHead)
		}
		return out
	})}, err
}

// invoiceKey is where a document stands in the list.
type invoiceKey struct {
	Date calendar.Date
	ID   int64
}

// newestFirst returns a page of documents, which are sorted, and the After of the next page.
func newestFirst(page paging.Page, all []billing.Entry) (shown []billing.Entry, next string, err error) {
	after, err := paging.Key[invoiceKey](page)
	if err != nil {
		return nil, "", err
	}
	start := int(page.Skip())
	for page.After != "" && start < len(all) && cmp.Or(all[start].Date.Compare(after.Date), cmp.Compare(all[start].ID, after.ID)) >= 0 {
		start++
	}
	shown, next = paging.Cut(page, all[min(start, len(all)):], func(i billing.Entry) invoiceKey { return invoiceKey{i.Date, i.ID} })
	return shown, next, nil
}

// vouchersOf returns the vouchers of the payments that paid rent in advance.
func (c *invoiceCalls) vouchersOf(ctx context.Context, customerID int64, list []payment.Listed) (map[int64][]advance.Voucher, error) {
	var ahead []int64
	for _, l := range list {
		if l.Purpose == payment.AdvanceRent && l.State == payment.Succeeded {
			ahead = append(ahead, l.TransactionID)
		}
	}
	return advance.VouchersOfPayments(ctx, c.store.Queries(), customerID, ahead)
}

type invoiceQuery struct {
	UserPath
	InvoiceID int64 `query:"invoiceId" required:"true"`
	// Discard is sent by old clients. It has no effect, because the date of a GST invoice never
	// hides the invoice.
	Discard bool `query:"discardGstInvoiceDateCheck" doc:"accepted, no effect"`
}

func (c *invoiceCalls) invoice(ctx context.Context, s account.Session, in *invoiceQuery) (billing.Document, error) {
	return c.billing.Document(ctx, c.store.Queries(), s.CustomerID, in.InvoiceID)
}

type rentalQuery struct {
	UserPath
	InvoiceID int64 `query:"invoiceId"`
	RawSQL    bool  `query:"useRawSql" doc:"accepted, no effect"`
}

func (c *invoiceCalls) rental(ctx context.Context, s account.Session, in *rentalQuery) (billing.Document, error) {
	if in.InvoiceID == 0 {
		return c.billing.LatestRental(ctx, c.store.Queries(), s.CustomerID)
	}
	return c.billing.Document(ctx, c.store.Queries(), s.CustomerID, in.InvoiceID)
}

type orderInvoiceQuery struct {
	OrderUniqueID string `query:"orderUniqueId" required:"true" maxLength:"64"`
	Type          string `query:"type" required:"true" maxLength:"32" doc:"rental, adjustment or late_fee"`
	OrderItemID   int64  `query:"orderItemId"`
}

func (c *invoiceCalls) ofOrder(ctx context.Context, s account.Session, in *orderInvoiceQuery) (billing.Document, error) {
	return c.billing.OfOrder(ctx, c.store.Queries(), s.CustomerID, in.OrderUniqueID, billing.Kind(in.Type), in.OrderItemID)
}

type lateFeeQuery struct {
	UserPath
	InvoiceID int64 `query:"invoiceId" required:"true"`
}

func (c *invoiceCalls) lateFees(ctx context.Context, s account.Session, in *lateFeeQuery) (LateFees, error) {
	fees, err := billing.LateFeesOf(ctx, c.store.Queries(), s.CustomerID, in.InvoiceID)
	var total money.Paise
	for _, f := range fees {
		if f.WaivedReason == "" {
			total = money.Sum(total, f.Amount)
		}
	}
	return LateFees{LateFees: each(fees, wireLateFee), Total: total.Wire()}, err
}

// invoicePaper returns the handler that answers with an invoice.
func invoicePaper[In any](c *invoiceCalls, read func(context.Context, account.Session, *In) (billing.Document, error)) paper[In, billing.Document, InvoiceDoc] {
	return paper[In, billing.Document, InvoiceDoc]{read: read, wire: wireDocument, print: func(ctx context.Context, s account.Session, d billing.Document) (document.File, error) {
		return c.printer.Invoice(ctx, c.store.Queries(), d, copyFor(s), languageOf(ctx))
	}}
}

type monthQuery struct {
	Month string `query:"month" required:"true" maxLength:"7" pattern:"^[0-9]{4}-(0[1-9]|1[0-2])$" example:"2026-11"`
}

// month returns the handler that answers with all documents of a month. It is for the company's own
// systems.
func (c *invoiceCalls) month() handler {
	h := streamed(c.ofMonth, onArchive)
	h.owner, h.lasts = nobodys, true
	return h
}

func (c *invoiceCalls) ofMonth(_ context.Context, _ account.Session, in *monthQuery) (huma.StreamResponse, error) {
	month, err := calendar.Parse(in.Month + "-01")
	if err != nil {
		return huma.StreamResponse{}, fmt.Errorf("api: the month %q: %w", in.Month, err) // the pattern has refused what is none
	}
	if err := c.billing.MonthIsOver(month); err != nil {
		return huma.StreamResponse{}, err
	}
	return writeArchive(c.logger, "documents-"+in.Month+".zip", func(ctx context.Context, w io.Writer) error {
		return c.printer.Month(ctx, c.store.Queries(), c.billing, month, w)
	}), nil
}

type numberQuery struct {
	Number string `query:"number" required:"true" maxLength:"16" example:"KA/26-27/0000001"`
}

// ofNumber is for the company's own systems and finds the document of any customer.
func (c *invoiceCalls) ofNumber(ctx context.Context, _ account.Session, in *numberQuery) (billing.Document, error) {
	return c.billing.OfNumber(ctx, c.store.Queries(), in.Number)
}

func wireInvoice(e billing.Entry) LedgerInvoice {
	return LedgerInvoice{wireHead(e.Invoice, e.State, e.ItemID, e.OpenLateFees), e.For, e.Credited.Wire()}
}

func wireHead(i billing.Invoice, state billing.State, itemID int64, openFees money.Paise) Invoice {
	return Invoice{
		InvoiceID: i.ID, OrderUniqueID: i.OrderUniqueID, Type: string(i.Kind), OrderItemID: itemID, OrderID: i.OrderID,
		InvoiceNumber: i.Number, Date: i.Date, DueDate: i.DueDate, PeriodFrom: i.PeriodFrom, PeriodTo: i.PeriodTo,
		Amount: i.Total.Wire(), AmountPaid: i.Paid.Wire(), Outstanding: i.Open().Wire(), OpenLateFees: openFees.Wire(), Status: string(state),
	}
}

func wireTransaction(l payment.Listed) Transaction {
	return Transaction{
		ID: l.ID, Date: l.At, Kind: string(l.Purpose), Description: l.Describe(), Amount: l.Amount.Wire(), Mode: l.Mode, IsAutoDebit: l.AutoDebit, Reference: l.TransactionID, Status: string(l.State), IsNotBack: l.NotBack,
	}
}

func wireDocument(d billing.Document) InvoiceDoc {
	head := wireHead(d.Invoice, d.State, 0, d.OpenLateFees())
	if d.CoveredWhole() {
		head.DueDate = calendar.Date{}
	}
	return InvoiceDoc{
		Invoice:       head,
		BillTo:        Party{Name: d.BillTo.Name, Address: d.BillTo.Address, GSTIn: d.BillTo.GSTIN},
		Supplier:      Party{Name: d.Supplier.LegalName, Address: d.Supplier.Address, GSTIn: d.Supplier.GSTIN},
		PlaceOfSupply: place(d.PlaceOfSupply), Purpose: d.For,
		OriginalID: d.OriginalID, OriginalNumber: d.Original.Number, OriginalDate: d.Original.Date,
		Items: each(d.Shown(), wireLine), Taxable: d.Taxable.Wire(), CGST: d.CGST.Wire(), SGST: d.SGST.Wire(), IGST: d.IGST.Wire(),
		Tax: d.Tax().Wire(), RoundOff: d.RoundOff.Wire(), Total: d.Total.Wire(),
		Credited: d.Credited.Wire(), PaidAhead: d.PaidAhead().Wire(), Payments: each(d.Payments, wireMatch), LateFees: each(d.LateFees, wireLateFee),
		LateFeeRule: LateFeeRule{Percent: float64(d.FeeRule.BasisPoints) / 100, Least: d.FeeRule.Min.Wire(), Most: d.FeeRule.Max.Wire(), CapPercent: d.FeeRule.CapPercent},
		CreditNotes: each(d.Credits, func(i billing.Invoice) Invoice { return wireHead(i, billing.Issued, 0, 0) }),
	}
}

// place formats a place of supply as the law requires on an invoice.
func place(code string) string {
	if name := gst.StateName(code); name != "" {
		return name + " (" + code + ")"
	}
	return code
}

func wireLine(l billing.Line) InvoiceItem {
	var reason *CreditReason
	if l.Reason.Code != billing.NoReason {
		reason = new(CreditReason(l.Reason))
	}
	return InvoiceItem{
		Name: l.Description, Purpose: string(l.For), Product: l.Product, Written: l.Written, FeeOf: l.FeeOf, Reason: reason, Kind: string(l.Kind), Rule: l.Rule(), SAC: l.SAC, From: l.From, To: l.To,
		Rate: l.Rate.Wire(), Days: l.Days, MonthDays: l.MonthDays, GSTRate: float64(l.GSTBP) / 100,
		Discount: l.Discount.Wire(), Amount: l.Amount.Wire(), CGST: l.CGST.Wire(), SGST: l.SGST.Wire(), IGST: l.IGST.Wire(), Tax: l.Tax().Wire(),
	}
}

func wireMatch(m billing.Match) InvoiceMoney {
	text := m.Description
	kind, reference := payment.MatchKind(m)
	if m.Gift {
		text = "Promotional credit"
	}
	return InvoiceMoney{Date: m.At, Kind: kind, Reference: reference, Description: text, IsGift: m.Gift, Amount: m.Amount.Wire()}
}

func wireLateFee(f billing.LateFee) LateFee {
	return LateFee{
		Date: f.Date, Days: f.DaysLate, Base: f.Base.Wire(), Amount: f.Amount.Wire(), Paid: f.Paid.Wire(), Waived: f.WaivedReason,
		WaivedCode: f.WaivedCode(),
	}
}
