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

// DocumentKind is what a document is for whoever gets it by mail.
type DocumentKind string

// The kinds of documents that are sent.
const (
	TaxInvoice      DocumentKind = "tax_invoice"
	CreditNote      DocumentKind = "credit_note"
	PaymentReceipt  DocumentKind = "payment_receipt"
	ReceiptVoucher  DocumentKind = "receipt_voucher"
	RefundVoucher   DocumentKind = "refund_voucher"
	DeliveryChallan DocumentKind = "delivery_challan"
)

// Document names a document: Of is what it is printed from, as in "invoice", by
// which PrintBy knows who prints it.
type Document struct {
	Of string
	ID int64
}

// String is the document as a message keeps it.
func (d Document) String() string { return d.Of + "/" + strconv.FormatInt(d.ID, 10) }

func documentOf(kept string) (Document, error) {
	of, number, _ := strings.Cut(kept, "/")
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return Document{}, fmt.Errorf("notify: no document %q: %w", kept, err)
	}
	return Document{of, id}, nil
}

// DocumentIssued is a document that was issued to a business customer, who gets it
// by mail: it has no dashboard. Due is the last day to pay it, none for what is not
// to be paid.
type DocumentIssued struct {
	Kind   DocumentKind
	Number string
	Total  money.Paise
	Due    calendar.Date
}

// Name implements Event.
func (DocumentIssued) Name() string { return "document_issued" }

// Values implements Event.
func (e DocumentIssued) Values() map[string]any {
	return map[string]any{
		"number": e.Number, "amount": e.Total, "day": e.Due, "payable": !e.Due.IsZero(),
		"invoice": e.Kind == TaxInvoice, "credit": e.Kind == CreditNote,
		"receiptVoucher": e.Kind == ReceiptVoucher, "refundVoucher": e.Kind == RefundVoucher,
		"challan": e.Kind == DeliveryChallan,
	}
}

// Print prints a document of a customer in a language.
type Print func(ctx context.Context, customerID, id int64, language string) (provider.File, error)

// PrintBy says who prints the documents of one origin. It is called before the
// first job runs.
func (n *Service) PrintBy(of string, p Print) { n.prints[of] = p }

// SendDocument sends a document to a customer who has no dashboard, in the caller's
// transaction, once; anybody else finds it there. It is printed when the mail goes
// out.
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
	return n.send(ctx, tx, to, e, "document/"+d.String())
}

// attached is the document of a message, nil for none, in the language in which the
// message was written.
func (n *Service) attached(ctx context.Context, customerID int64, document, template string) (*provider.File, error) {
	if document == "" {
		return nil, nil //nolint:nilnil // most messages have none
	}
	d, err := documentOf(document)
	if err != nil {
		return nil, err
	}
	p := n.prints[d.Of]
	if p == nil {
		return nil, fmt.Errorf("notify: nobody prints %s", document)
	}
	file, err := p(ctx, customerID, d.ID, string(languageOfTemplate(template)))
	if err != nil {
		return nil, fmt.Errorf("notify: print %s: %w", document, err)
	}
	return &file, nil
}

// Attached is the document that a message of a customer goes out with, nil for a
// message that is not there or has none.
func (n *Service) Attached(ctx context.Context, customerID, messageID int64) (*provider.File, error) {
	m, err := n.store.Queries().NotifyMessage(ctx, customerID, messageID)
	if err != nil && !store.IsNone(err) {
		return nil, fmt.Errorf("notify: read: %w", err)
	}
	return n.attached(ctx, customerID, m.Document, m.Template)
}
