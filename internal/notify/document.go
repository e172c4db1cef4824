package notify

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/store"
)

// DocumentKind is the kind of a document that is mailed.
type DocumentKind string

// The kinds of documents that are mailed.
const (
	TaxInvoice      DocumentKind = "tax_invoice"
	CreditNote      DocumentKind = "credit_note"
	PaymentReceipt  DocumentKind = "payment_receipt"
	ReceiptVoucher  DocumentKind = "receipt_voucher"
	RefundVoucher   DocumentKind = "refund_voucher"
	DeliveryChallan DocumentKind = "delivery_challan"
)

// Document identifies a document. Of is the type of record that it is printed from, such as
// "invoice"; PrintBy registers a print function for it.
type Document struct {
	Of string
	ID int64
}

// String is the form in which a message stores the document.
func (d Document) String() string { return d.Of + "/" + strconv.FormatInt(d.ID, 10) }

func documentOf(kept string) (Document, error) {
	of, number, _ := strings.Cut(kept, "/")
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return Document{}, fmt.Errorf("notify: no document %q: %w", kept, err)
	}
	return Document{of, id}, nil
}

// DocumentIssued is a document that was issued to a business customer, who gets it by mail because
// business customers have no dashboard. Due is the last day to pay it, or zero if there is nothing
// to pay. Debited is the instrument by which it will be debited, "" for none. Bill is the invoice to
// pay, if it is one. Only a payment receipt is told at once.
type DocumentIssued struct {
	Kind   DocumentKind
	Number string
	Total  money.Paise
	Due    calendar.Date
	Bill   Bill

	Debited string
	// TaxDeducted is the tax that the payer of a receipt has deducted at source beside Total.
	TaxDeducted money.Paise
	// FeesFallen is what was taken back of late fees because the payment was made in time.
	FeesFallen money.Paise
}

// Name implements Event.
func (DocumentIssued) Name() string { return "document_issued" }

// Values implements Event.
func (e DocumentIssued) Values() map[string]any {
	return map[string]any{
		"number": e.Number, "amount": e.Total, "day": e.Due, "payable": !e.Due.IsZero() && e.Debited == "", "debited": e.Debited != "", "instrument": e.Debited,
		"tax": e.TaxDeducted, "taxed": e.TaxDeducted > 0, "fees": e.FeesFallen, "fallen": e.FeesFallen > 0,
		"invoice": e.Kind == TaxInvoice, "credit": e.Kind == CreditNote,
		"receiptVoucher": e.Kind == ReceiptVoucher, "refundVoucher": e.Kind == RefundVoucher,
		"challan": e.Kind == DeliveryChallan,
	}
}

func (e DocumentIssued) bills() []Bill {
	if e.Due.IsZero() || e.Debited != "" {
		return nil
	}
	return []Bill{e.Bill}
}

func (e DocumentIssued) waitsForDay() bool { return e.Kind != PaymentReceipt }

// Print prints a customer's document in a language.
type Print func(ctx context.Context, customerID, id int64, language string) (provider.File, error)

// PrintBy registers the function that prints the documents of one type of record. Call it before
// the first job runs.
func (n *Service) PrintBy(of string, p Print) { n.prints[of] = p }

// SendDocument mails a document to a business customer, once, in the caller's transaction. It does
// nothing for other customers, who find the document in the dashboard. The document is printed when
// the mail is sent.
func (n *Service) SendDocument(ctx context.Context, tx *store.Tx, customerID int64, e DocumentIssued, d Document) error {
	if n == nil {
		return nil
	}
	ctx = context.WithoutCancel(ctx)
	row, err := tx.NotifyCustomer(ctx, customerID)
	if err != nil {
		return fmt.Errorf("notify: read customer: %w", err)
	}
	if !row.IsB2b {
		return nil
	}
	to := customer(row)
	to.document = d.String()
	return n.send(ctx, tx, to, e, "document/"+d.String(), everywhere)
}

// attached prints the document of a message in the language of the message. It returns nil if the
// message has no document.
func (n *Service) attached(ctx context.Context, customerID int64, document, template string) (*provider.File, error) {
	if document == "" {
		return nil, nil //nolint:nilnil // most messages have none
	}
	d, err := documentOf(document)
	if err != nil {
		return nil, err
	}
	file, err := n.Print(ctx, customerID, d, string(languageOfTemplate(template)))
	if err != nil {
		return nil, err
	}
	return &file, nil
}

// Print prints a document of a customer in a language, as the mail about it has it attached.
func (n *Service) Print(ctx context.Context, customerID int64, d Document, language string) (provider.File, error) {
	p := n.prints[d.Of]
	if p == nil {
		return provider.File{}, fmt.Errorf("notify: nobody prints %s", d)
	}
	file, err := p(ctx, customerID, d.ID, language)
	if err != nil {
		return provider.File{}, fmt.Errorf("notify: print %s: %w", d, err)
	}
	return file, nil
}

// Attached is the document that is attached to a customer's message. It returns nil if the message
// does not exist or has no document.
func (n *Service) Attached(ctx context.Context, customerID, messageID int64) (*provider.File, error) {
	m, err := n.store.Queries().NotifyMessage(ctx, customerID, messageID)
	if err != nil && !store.IsNone(err) {
		return nil, fmt.Errorf("notify: read: %w", err)
	}
	return n.attached(ctx, customerID, m.Document, m.Template)
}
