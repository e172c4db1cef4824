package billdesk

import (
	"context"
	"fmt"
	"strconv"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
)

type invoiceRequest struct {
	MerchantID    string `json:"mercid"`
	Reference     string `json:"subscription_refid"`
	CustomerID    string `json:"customer_refid"`
	Number        string `json:"invoice_number"`
	DisplayNumber string `json:"invoice_display_number"`
	Date          string `json:"invoice_date"`
	DueDate       string `json:"duedate"`
	DebitDate     string `json:"debit_date"`
	Amount        string `json:"amount"`
	NetAmount     string `json:"net_amount"`
	Currency      string `json:"currency"`
	MandateID     string `json:"mandateid"`
	About         string `json:"description"`
	DebitNumber   string `json:"debit_request_no,omitempty"`
}

type invoiceQuery struct {
	MerchantID string `json:"mercid"`
	Number     string `json:"invoice_number"`
}

// invoice announces one debit.
type invoice struct {
	ID         string `json:"invoice_id"`
	MerchantID string `json:"mercid"`
	Number     string `json:"invoice_number"`
	MandateID  string `json:"mandateid"`
	DebitDate  string `json:"debit_date"`
	Amount     string `json:"amount"`
	Created    string `json:"createdon"`
}

// Check reports an answer that says nothing of an invoice.
func (i *invoice) Check() error {
	if i.ID == "" || i.MerchantID == "" || i.Number == "" || i.MandateID == "" {
		return fmt.Errorf("invoice: %w", errIncomplete)
	}
	return provider.CheckIDs(i.ID)
}

// debitNumber is the number of a debit under a mandate, which the rail of UPI asks
// for.
func debitNumber(req provider.DebitRequest) string {
	if req.Mandate.Method != provider.MandateUPI {
		return ""
	}
	return strconv.Itoa(req.Number)
}

// isWhole reports whether a request can be made.
func isWhole(req provider.DebitRequest) bool {
	return req.Reference != "" && req.Mandate.ID != "" && req.Mandate.Reference != "" && req.Mandate.CustomerID != 0 &&
		req.Amount > 0 && !req.On.IsZero() && req.Number > 0
}

// Announce makes the invoice of a debit, with which BillDesk or the bank tells the
// customer. Its number is our reference, so a repetition is refused, and what was
// made before is found by it.
func (g *Gateway) Announce(ctx context.Context, req provider.DebitRequest) (provider.DebitNotice, error) {
	const call = "invoices.create"
	if !isWhole(req) {
		return provider.DebitNotice{}, failed(call, provider.NotAttempted, "", "no reference, mandate, amount, day or number of the debit")
	}
	on, amount := req.On.String(), req.Amount.Decimal()
	in := invoiceRequest{
		MerchantID: g.config.MerchantID, Reference: req.Mandate.Reference, CustomerID: customerID(req.Mandate.CustomerID),
		Number: req.Reference, DisplayNumber: req.Invoice, Date: calendar.Today(g.clock).String(), DueDate: on, DebitDate: on,
		Amount: amount, NetAmount: amount, Currency: currencyNumber, MandateID: req.Mandate.ID, About: req.About, DebitNumber: debitNumber(req),
	}
	var made invoice
	err := g.post(ctx, call, "/pgsi/ve1_2/invoices/create", in, &made)
	if isRefused(err) {
		refused := refusal(call, err)
		query := invoiceQuery{MerchantID: g.config.MerchantID, Number: req.Reference}
		if err = g.query(ctx, "invoices.get", "/pgsi/ve1_2/invoices/get", query, &made); isNotFound(err) {
			return provider.DebitNotice{}, refused
		}
	}
	if err != nil {
		return provider.DebitNotice{}, err
	}
	return g.notice(call, made, req)
}

// notice is the invoice of a debit, unless it announces another one.
func (g *Gateway) notice(call string, made invoice, req provider.DebitRequest) (provider.DebitNotice, error) {
	if err := g.isOurs(call, made.MerchantID, made.Number, req.Reference); err != nil {
		return provider.DebitNotice{}, err
	}
	amount, err := money.Parse(made.Amount)
	if err != nil || amount != req.Amount || made.MandateID != req.Mandate.ID || made.DebitDate != req.On.String() {
		return provider.DebitNotice{}, failed(call, provider.Unknown, "invoice_differs", "invoice %s announces another debit", made.ID)
	}
	at, err := moment(made.Created)
	if err != nil {
		return provider.DebitNotice{}, failed(call, provider.Unknown, "", "%w", err)
	}
	return provider.DebitNotice{ID: made.ID, At: at}, nil
}

type debitRequest struct {
	MerchantID  string `json:"mercid"`
	OrderID     string `json:"orderid"`
	Amount      string `json:"amount"`
	Currency    string `json:"currency"`
	ItemCode    string `json:"itemcode"`
	Process     string `json:"txn_process_type"`
	MandateID   string `json:"mandateid"`
	Reference   string `json:"subscription_refid"`
	InvoiceID   string `json:"invoice_id"`
	DebitNumber string `json:"debit_request_no,omitempty"`
}

// Debit takes the money of an invoice. What may have been submitted before is asked
// about first, and so is what is refused: one order id is one transaction.
func (g *Gateway) Debit(ctx context.Context, req provider.DebitRequest, notice provider.DebitNotice) (provider.Payment, error) {
	const call = "transactions.create"
	if !isWhole(req) || notice.ID == "" {
		return provider.Payment{}, failed(call, provider.NotAttempted, "", "no reference, mandate, amount, day, number or notice of the debit")
	}
	if req.Repeated {
		if p, any, err := g.debited(ctx, req); err != nil || any {
			return p, err
		}
	}
	in := debitRequest{
		MerchantID: g.config.MerchantID, OrderID: req.Reference, Amount: req.Amount.Decimal(), Currency: currencyNumber, ItemCode: itemCode,
		Process: "si", MandateID: req.Mandate.ID, Reference: req.Mandate.Reference, InvoiceID: notice.ID, DebitNumber: debitNumber(req),
	}
	var made transaction
	if err := g.post(ctx, call, "/payments/ve1_2/transactions/create", in, &made); err != nil {
		if !isRefused(err) {
			return provider.Payment{}, err
		}
		p, any, asked := g.debited(ctx, req)
		if asked == nil && !any {
			return provider.Payment{}, refusal(call, err)
		}
		return p, asked
	}
	if err := g.isOurs(call, made.MerchantID, made.OrderID, req.Reference); err != nil {
		return provider.Payment{}, err
	}
	p, err := made.payment()
	if err != nil {
		return provider.Payment{}, failed(call, provider.Unknown, made.Auth, "%w", err)
	}
	return p, asDebited(req, p)
}

// asDebited refuses a payment that is another one than was asked for.
func asDebited(req provider.DebitRequest, p provider.Payment) error {
	if p.Amount != req.Amount || p.Currency != currency {
		return failed("transactions.create", provider.Unknown, "debit_differs", "payment %s is not the debit that was asked for", p.ID)
	}
	return nil
}

// debited is the payment of a debit that was submitted before, if there is one.
// Without BillDesk's answer nobody knows.
func (g *Gateway) debited(ctx context.Context, req provider.DebitRequest) (p provider.Payment, any bool, err error) {
	seen, err := g.Observe(ctx, req.Reference, req.Reference)
	if err != nil {
		return p, false, failed("transactions.create", provider.Unknown, "", "%w", err)
	}
	if len(seen.Payments) == 0 {
		return p, false, nil
	}
	return seen.Payments[0], true, asDebited(req, seen.Payments[0])
}
