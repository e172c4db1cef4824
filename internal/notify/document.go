package notify

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
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
	// CancelledChallan is a delivery challan that was mailed and whose goods were not moved.
	CancelledChallan DocumentKind = "cancelled_challan"
	// MonthStatement is the statement of the account over a month. Its total is what was owed at the end.
	MonthStatement DocumentKind = "month_statement"
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
// pay, if it is one.
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
		"challan": e.Kind == DeliveryChallan || e.Kind == CancelledChallan, "cancelled": e.Kind == CancelledChallan, "statement": e.Kind == MonthStatement,
	}
}

func (e DocumentIssued) bills() []Bill {
	if e.Due.IsZero() || e.Debited != "" {
		return nil
	}
	return []Bill{e.Bill}
}

// DocumentsIssued are several documents that a business customer gets in the one mail of a day.
type DocumentsIssued struct {
	Day       calendar.Date
	Documents []DocumentIssued
}

// Name implements Event.
func (DocumentsIssued) Name() string { return "documents_issued" }

// Values implements Event.
func (e DocumentsIssued) Values() map[string]any {
	return map[string]any{"day": e.Day, "documents": e.Documents}
}

func (e DocumentsIssued) bills() (all []Bill) {
	for _, d := range e.Documents {
		all = append(all, d.bills()...)
	}
	return all
}

// documents writes one line for each document: what it is, its amount, and what is to be done.
func (l *language) documents(list []DocumentIssued) (string, error) {
	t := l.texts[DocumentIssued{}.Name()]
	var lines []string
	for _, d := range list {
		view, err := l.view(t, d, reader{})
		if err != nil {
			return "", err
		}
		subject, err := t.block(blockSubject, view)
		if err != nil {
			return "", err
		}
		line := fmt.Sprintf("- %s: %s", subject, view["amount"])
		if pay, is := view["pay"].(string); is && pay != "" {
			line += "\n  " + pay
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n"), nil
}

// Print prints a customer's document in a language.
type Print func(ctx context.Context, customerID, id int64, language string) (provider.File, error)

// PrintBy registers the function that prints the documents of one type of record. Call it before
// the first job runs.
func (n *Service) PrintBy(of string, p Print) { n.prints[of] = p }

// SendDocument mails a document to a business customer, once, in the caller's transaction. It does
// nothing for other customers, who find the document in the dashboard. The mail leaves at the next
// DayFrom o'clock, with whatever else was issued to the customer by then. The document is printed
// when the mail is sent.
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
	return n.send(ctx, tx, to, e, documentFact+d.String(), everywhere)
}

// documentFact begins the facts of mails about documents. The document follows.
const documentFact = "document/"

// attached prints the documents of a message in the language of the message.
func (n *Service) attached(ctx context.Context, m db.Message) (files []provider.File, err error) {
	for _, kept := range documentsOf(m.Document, m.Variables) {
		d, err := documentOf(kept)
		if err != nil {
			return nil, err
		}
		file, err := n.Print(ctx, m.CustomerID, d, string(languageOfTemplate(m.Template)))
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// The variables of a mail with documents that no text is filled with: the event of the mail, from
// which the mail of several documents is written, and the documents of that mail.
const (
	variableEvent     = "event"
	variableDocuments = "documents_attached"
)

// documentsOf are the documents of a message: those that it was written with or has collected.
func documentsOf(document, variables string) []string {
	var kept struct {
		Documents string `json:"documents_attached"`
	}
	if document == "" {
		return nil
	}
	if json.Unmarshal([]byte(variables), &kept) == nil && kept.Documents != "" {
		return strings.Fields(kept.Documents)
	}
	return []string{document}
}

// The bounds of one mail. What is beyond them comes with a second mail of the same day.
const (
	mostDocuments = 20
	mostBytes     = 8 << 20
)

// DocumentsLeave is when the mail about a document leaves: at the next DayFrom o'clock.
func DocumentsLeave(now time.Time) time.Time { return nextMorning(now) }

// collect makes the mail about one document the one mail of the day: it takes over the documents of
// the customer's other mails that wait, and withholds those. It returns the mail as it is to be sent
// now. Its state is not waiting any more if another mail has taken it over meanwhile.
func (n *Service) collect(ctx context.Context, m db.Message) (db.Message, error) {
	if m.Document == "" || len(documentsOf(m.Document, m.Variables)) > 1 {
		return m, nil // nothing to collect, or it has done so before a try that failed
	}
	others, err := n.store.Queries().NotifyDocumentsWaiting(ctx, db.NotifyDocumentsWaitingParams{
		CustomerID: m.CustomerID, Recipient: m.Recipient, ID: m.ID, PageSize: mostDocuments - 1,
	})
	if err != nil {
		return m, fmt.Errorf("read the documents that wait: %w", err)
	}
	if len(others) == 0 {
		return m, nil
	}
	fit, err := n.fitting(ctx, append([]db.Message{m}, others...))
	if err != nil || len(fit) < 2 {
		return m, err
	}
	err = n.store.WriteCompany(ctx, func(tx *store.Tx) error {
		m, err = n.takeOver(context.WithoutCancel(ctx), tx, m, fit)
		return err
	})
	return m, err
}

// waitingDocument is a mail about one document, and what is to be said of it now.
type waitingDocument struct {
	db.Message
	event DocumentIssued
}

// fitting are the mails of which the documents fit into one mail, from the first one on. There are none
// if the first one is not to be sent any more.
func (n *Service) fitting(ctx context.Context, mails []db.Message) (fit []waitingDocument, err error) {
	size := 0
	for i, each := range mails {
		event, still, err := n.documentNow(ctx, each)
		if err != nil || i == 0 && !still {
			return nil, err
		}
		if !still {
			continue
		}
		added, err := n.sizeOf(ctx, each)
		if err != nil && i > 0 {
			n.logger.WarnContext(ctx, "a document cannot be printed, so it stays with a mail of its own", "message", each.ID, "error", err.Error())
			continue
		}
		if err != nil {
			return nil, err
		}
		if size += added; i > 0 && size > mostBytes {
			break
		}
		fit = append(fit, waitingDocument{each, event})
	}
	return fit, nil
}

// sizeOf is how many bytes the documents of a mail have. It is 0 without a sender, when nothing is
// attached.
func (n *Service) sizeOf(ctx context.Context, m db.Message) (size int, err error) {
	if n.senders[Email] == nil {
		return 0, nil
	}
	files, err := n.attached(ctx, m)
	for _, f := range files {
		size += len(f.PDF)
	}
	return size, err
}

// documentNow is what a mail about a document says now: an invoice may have been paid meanwhile. still
// is false for a document that does not count any more.
func (n *Service) documentNow(ctx context.Context, m db.Message) (d DocumentIssued, still bool, err error) {
	var kept struct {
		Event string `json:"event"`
	}
	if err := json.Unmarshal([]byte(m.Variables), &kept); err != nil {
		return d, false, fmt.Errorf("variables of message %d: %w", m.ID, err)
	}
	if err := json.Unmarshal([]byte(kept.Event), &d); err != nil {
		return d, false, fmt.Errorf("the document of message %d: %w", m.ID, err)
	}
	review := n.reviewOf(m)
	if review == nil {
		return d, true, nil
	}
	now, still, err := review(ctx, n.store.Queries(), m.CustomerID, m.Fact)
	if changed, is := now.(DocumentIssued); is {
		d = changed
	}
	return d, still, err
}

// takeOver has m say and bring what all mails do, of which it is the first, and withholds the others.
// A mail that another one has taken over meanwhile is left alone.
func (n *Service) takeOver(ctx context.Context, tx *store.Tx, m db.Message, mails []waitingDocument) (db.Message, error) {
	now, err := tx.NotifyMessage(ctx, m.CustomerID, m.ID)
	if err != nil || now.State != StateWaiting {
		return now, err
	}
	event := DocumentsIssued{Day: calendar.Today(n.clock)}
	var documents []string
	for i, each := range mails {
		if i > 0 {
			taken, err := tx.NotifyMessageEnd(ctx, db.NotifyMessageEndParams{State: StateWithheld, CustomerID: each.CustomerID, ID: each.ID})
			if err != nil {
				return m, err
			}
			if taken == 0 {
				continue
			}
		}
		event.Documents, documents = append(event.Documents, each.event), append(documents, each.Document)
	}
	if len(documents) == 1 {
		return m, nil
	}
	row, err := tx.NotifyCustomer(ctx, m.CustomerID)
	if err != nil {
		return m, fmt.Errorf("read customer: %w", err)
	}
	said, err := n.say(event, customer(row), Email, m.CreatedAt)
	if err != nil {
		return m, err
	}
	said.variables[variableDocuments] = strings.Join(documents, " ")
	variables, err := json.Marshal(said.variables)
	if err != nil {
		return m, fmt.Errorf("variables: %w", err)
	}
	m.Template, m.Subject, m.Body, m.Variables = said.template, said.subject, said.body, string(variables)
	_, err = tx.NotifyMessageRenew(ctx, db.NotifyMessageRenewParams{
		Template: m.Template, Subject: m.Subject, Body: m.Body, Variables: m.Variables, CustomerID: m.CustomerID, ID: m.ID,
	})
	return m, err
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

// Attached are the documents that are attached to a customer's message. There are none if the message
// does not exist.
func (n *Service) Attached(ctx context.Context, customerID, messageID int64) ([]provider.File, error) {
	m, err := n.store.Queries().NotifyMessage(ctx, customerID, messageID)
	if err != nil && !store.IsNone(err) {
		return nil, fmt.Errorf("notify: read: %w", err)
	}
	return n.attached(ctx, m)
}
