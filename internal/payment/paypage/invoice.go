package paypage

import (
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/payment"
	"rento/internal/webpage"
)

// The page of an invoice is for who has the link in a mail to a business customer. It shows that one
// invoice for as long as something of it is open, and after that only how it ended. It runs no
// script.

// invoiceView is the data of the page of an invoice. Facts and PDF are empty if nothing is open.
type invoiceView struct {
	Words       words
	Heading     string
	Facts       []fact
	ToPay       string
	ByTransfer  string // how to pay by bank transfer
	Status      string
	Pay, PDF    string // addresses; empty for what is not offered
	Style       template.CSS
	Nonce       string
	ProductName string
}

type fact struct{ Name, Value string }

// Invoice shows the invoice of the {code} in the path.
func (p *Pages) Invoice(w http.ResponseWriter, r *http.Request) {
	words, code := wordsFor(r), r.PathValue("code")
	l, err := p.payments.InvoiceByLink(r.Context(), code)
	if err != nil {
		p.RefuseInvoice(w, r, err)
		return
	}
	v := invoiceView{Words: words, Heading: strings.ReplaceAll(words.Invoice, "{invoice}", l.Number)}
	switch {
	case l.Owed() == 0 && l.Credited > 0 && l.Paid == 0:
		v.Status = words.InvoiceCredited
	case l.Owed() == 0:
		v.Status = words.InvoicePaid
	case l.UnderWay:
		v.Status = words.Undecided + ". " + words.UndecidedText
	default:
		v.ToPay, v.Pay = l.ToPay.String(), invoicePath(r, code, "/pay")
		v.ByTransfer = p.payments.ByTransfer(languageFor(r))
	}
	if l.Owed() > 0 {
		v.Facts, v.PDF = invoiceFacts(words, languageFor(r), l), invoicePath(r, code, "/pdf")
	}
	p.writeInvoice(w, r, http.StatusOK, v)
}

// invoiceFacts are the lines that say what the invoice is and what is open of it. Lines of zero are
// left out.
func invoiceFacts(w words, language string, l payment.LinkedInvoice) []fact {
	day := func(d calendar.Date) string { return notify.Day(language, d) }
	facts := []fact{
		{w.InvoiceFrom, l.Supplier.LegalName},
		{"GSTIN", l.Supplier.GSTIN},
		{w.InvoiceTo, l.BillTo.Name},
		{w.InvoiceDate, day(l.Date)},
		{w.InvoiceDue, day(l.DueDate)},
		{w.InvoiceTotal, l.Total.String()},
	}
	for _, part := range []struct {
		name   string
		amount money.Paise
	}{{w.InvoiceFees, l.LateFees}, {w.InvoiceReceived, -l.Paid}, {w.InvoiceCredits, -l.Credited}, {w.InvoiceWallet, -l.Wallet}} {
		if part.amount != 0 {
			facts = append(facts, fact{part.name, part.amount.String()})
		}
	}
	return facts
}

// invoicePath is an address of an invoice's pages, in the language of the request's address.
func invoicePath(r *http.Request, code, below string) string {
	return notify.InvoicePath + url.PathEscape(code) + below + languageQuery(r)
}

// PayInvoice begins the payment of the invoice and sends the browser to it. If there is nothing to
// pay, because the wallet has paid everything, nothing is open any more or the bank is confirming a
// payment, the browser is sent back to the invoice.
func (p *Pages) PayInvoice(w http.ResponseWriter, r *http.Request) {
	t, err := p.payments.PayInvoice(r.Context(), r.PathValue("code"))
	isDone := err == nil && (t.State == payment.Succeeded || t.UnderWaySeconds > 0)
	if isDone || isOver(err) {
		p.ToInvoice(w, r)
		return
	}
	if err != nil {
		p.RefuseInvoice(w, r, err)
		return
	}
	leaveTo(w, r, p.config.PayOrigin+"/pay/"+url.PathEscape(t.UniqueID)+languageQuery(r))
}

// isOver reports whether an invoice's page says why something cannot be done: nothing of it is open,
// or a payment is under way.
func isOver(err error) bool {
	f := fault.Of(err)
	return f != nil && f.Status == http.StatusConflict
}

// ToInvoice sends the browser to the page of the invoice.
func (p *Pages) ToInvoice(w http.ResponseWriter, r *http.Request) {
	leaveTo(w, r, invoicePath(r, r.PathValue("code"), ""))
}

func leaveTo(w http.ResponseWriter, r *http.Request, target string) {
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, target, http.StatusSeeOther) //nolint:gosec // our own page
}

// PrintInvoice serves the invoice as a PDF. If nothing of it is open, the browser is sent to its
// page, which says so.
func (p *Pages) PrintInvoice(w http.ResponseWriter, r *http.Request) {
	file, err := p.payments.PrintInvoice(r.Context(), r.PathValue("code"), languageFor(r))
	if isOver(err) {
		p.ToInvoice(w, r)
		return
	}
	if err != nil {
		p.RefuseInvoice(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/pdf")
	h.Set("Content-Disposition", `inline; filename="`+file.Name+`"`)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Robots-Tag", "noindex")
	if _, err := w.Write(file.PDF); err != nil {
		p.logger.DebugContext(r.Context(), "invoice not sent", "error", err.Error())
	}
}

// RefuseInvoice shows a fault of an invoice's page. Why a link is not ours is not said.
func (p *Pages) RefuseInvoice(w http.ResponseWriter, r *http.Request, err error) {
	words, f := wordsFor(r), fault.Of(err)
	if f == nil {
		p.logger.ErrorContext(r.Context(), "invoice page failed", "error", err.Error())
		f = fault.Internal()
	}
	sayWhenAgain(w, f)
	v := invoiceView{Words: words, Heading: words.heading(f.Status), Status: words.text(f)}
	switch f.Status {
	case http.StatusNotFound:
		v.Status = words.InvoiceMissing
	case http.StatusTooManyRequests:
		v.Status = words.InvoiceOften
	}
	p.writeInvoice(w, r, f.Status, v)
}

func (p *Pages) writeInvoice(w http.ResponseWriter, r *http.Request, status int, v invoiceView) {
	v.Nonce, v.Style, v.ProductName = webpage.Nonce(), p.style, p.config.ProductName
	// The form leads to the pay page, and from there to a gateway's own page.
	policy := webpage.Policy{Forms: "'self' https: " + p.config.PayOrigin, Rules: []string{"style-src 'nonce-" + v.Nonce + "'", "img-src data:"}}
	webpage.Plain(w.Header(), policy)
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Robots-Tag", "noindex")
	w.WriteHeader(status)
	if err := pages.ExecuteTemplate(w, "invoice.html", v); err != nil {
		p.logger.DebugContext(r.Context(), "invoice page not sent", "error", err.Error())
	}
}
