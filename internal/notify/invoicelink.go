package notify

import (
	"fmt"
	"regexp"
	"strings"
)

// A business customer has no dashboard. Each mail that asks for money links to every invoice that
// it is about: the link opens that invoice and its payment, without a session, for as long as
// something of the invoice is open. Its code holds the ids of customer and invoice under our
// signature. It is inserted when the mail is sent, like the code that signs in.

// invoiceMark is the placeholder for the code of an invoice's link in a stored message.
var invoiceMark = regexp.MustCompile(`\{invoiceCode/([0-9]{1,19})\}`)

// InvoicePath is the path of the page of an invoice, before its code.
const InvoicePath = "/invoice/"

// Bill is an invoice that a message asks to pay.
type Bill struct {
	ID     int64
	Number string
}

// Payee is the bank account to which business customers transfer what they owe. Without an account
// number, mails do not mention transfers.
type Payee struct{ Holder, Account, IFSC, Bank string }

// asking events ask for the payment of invoices.
type asking interface{ bills() []Bill }

// maxBills is the maximum number of links in a mail.
const maxBills = 20

// howToPay says how a business customer pays the invoices of a mail. It returns "" if the event
// asks for none.
func (l *language) howToPay(e Event, to reader) string {
	asks, is := e.(asking)
	if !is || !to.isBusiness || !to.byMail {
		return ""
	}
	bills := asks.bills()
	if len(bills) == 0 {
		return ""
	}
	var text strings.Builder
	for _, b := range bills[:min(len(bills), maxBills)] {
		link := fmt.Sprintf("%s%s{invoiceCode/%d}", to.site, InvoicePath, b.ID)
		text.WriteString("\n\n" + strings.NewReplacer("{invoice}", b.Number, "{link}", link).Replace(l.PayInvoice))
	}
	if transfer := l.byTransfer(to.payee); transfer != "" {
		text.WriteString("\n\n" + transfer)
	}
	return text.String()
}

// byTransfer says how to pay by bank transfer, "" if no account is known.
func (l *language) byTransfer(p Payee) string {
	if p.Account == "" {
		return ""
	}
	return strings.NewReplacer("{holder}", p.Holder, "{account}", p.Account, "{ifsc}", p.IFSC, "{bank}", p.Bank).Replace(l.PayByTransfer)
}

// ByTransfer says in a language how a business customer pays an invoice by bank transfer. It is ""
// without an account number in the settings.
func (n *Service) ByTransfer(code string) string {
	return shipped(code).byTransfer(n.writer.payee)
}

// InvoiceCode returns the code of the link of an invoice.
func (n *Service) InvoiceCode(customerID, invoiceID int64) string {
	return n.links.code(invoiceLink, customerID, invoiceID)
}

// ReadInvoiceCode returns the customer and the invoice of a link's code. It returns false if the
// code is not ours.
func (n *Service) ReadInvoiceCode(code string) (customerID, invoiceID int64, ok bool) {
	if n == nil {
		return 0, 0, false
	}
	return n.links.read(invoiceLink, code)
}
