// Package paypage serves the pages on which customers pay: /pgRedirect, the pay page with the
// provider's checkout, and the page to which gateways return.
//
// A provider's script runs on these pages and nowhere else. They have no session; they know only
// the link of one transaction, which cannot be guessed. They are isolated from the dashboard:
// they have their own origin if one is configured, and otherwise no origin at all
// (docs/payments.md).
package paypage

import (
	"bytes"
	"context"
	"embed"
	"html/template"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/webpage"
)

//go:embed static
var static embed.FS

var pages = template.Must(template.ParseFS(static, "static/*.html"))

// Payments is what the pages need from the payment domain.
type Payments interface {
	// FirstMonthAhead returns the first month that a transaction of advance rent pays for.
	FirstMonthAhead(t payment.Transaction) calendar.Date
	OpenLink(ctx context.Context, uniqueID, choice string) (payment.Started, error)
	Return(ctx context.Context, uniqueID string, fields map[string]string) (payment.Returned, error)
	Logo(gateway string) []byte
	// InvoiceByLink, PayInvoice and PrintInvoice are for who has the link of an invoice. InvoiceCode
	// returns the code of that link for a transaction that pays one invoice, else "".
	InvoiceByLink(ctx context.Context, code string) (payment.LinkedInvoice, error)
	PayInvoice(ctx context.Context, code string) (payment.Transaction, error)
	PrintInvoice(ctx context.Context, code, language string) (provider.File, error)
	InvoiceCode(t payment.Transaction) string
	// ByTransfer says in a language how an invoice is paid by bank transfer, "" if it cannot be.
	ByTransfer(language string) string
}

// Config holds the settings that the operator chooses.
type Config struct {
	ProductName string
	// AppOrigin is the origin of the dashboard, such as https://app.example.
	AppOrigin string
	// PayOrigin is the pages' own origin. If it is empty, the pages are on the dashboard's
	// origin and isolated by a sandbox policy.
	PayOrigin string
}

// Pages serves the pay pages.
type Pages struct {
	payments Payments
	config   Config
	place    webpage.Isolated
	logger   *slog.Logger
	script   string
	style    template.CSS
}

// New returns the pages.
func New(p Payments, c Config, logger *slog.Logger) *Pages {
	place := webpage.Isolated{AppOrigin: c.AppOrigin, Origin: c.PayOrigin, Sandbox: sandboxed}
	return &Pages{payments: p, config: c, place: place, logger: logger, script: read("static/pay.js"), style: template.CSS(read("static/pay.css"))} //nolint:gosec // our own file
}

func read(name string) string {
	text, err := static.ReadFile(name)
	if err != nil {
		panic("paypage: " + err.Error()) // the file is embedded
	}
	return string(text)
}

// Below serves the paths below a pay page, by the {name} in the path. These are the gateways'
// logos, and the return page for gateways that send the browser back by a GET address.
func (p *Pages) Below(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.PathValue("uniqueId") == "logos":
		p.logo(w, r)
	case r.PathValue("name") == "return":
		p.Return(w, r)
	default:
		http.NotFound(w, r)
	}
}

// Redirect sends the browser to the gateway of a transaction. Only the link and the choice of
// the gateway are read from the query. What a device says about itself there is ignored.
func (p *Pages) Redirect(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	started, err := p.payments.OpenLink(r.Context(), query.Get("transactionId"), query.Get("gateway"))
	if err != nil {
		p.Refuse(w, r, err)
		return
	}
	target := elsewhere(started)
	if target == "" {
		target = p.config.PayOrigin + "/pay/" + url.PathEscape(started.Transaction.UniqueID)
	}
	leave(w, r, target)
}

// checkout returns what pay.js passes to the gateway's script. It contains the gateway's own
// options.
func (p *Pages) checkout(r *http.Request, started payment.Started) map[string]any {
	t, c := started.Transaction, started.Checkout
	all := map[string]any{}
	for name, value := range c.Options {
		all[name] = value
	}
	all["order_id"], all["amount"], all["currency"], all["name"] = c.OrderID, c.Amount, c.Currency, c.Name
	all["description"] = p.purpose(wordsFor(r), started)
	all["prefill"] = map[string]string{"name": c.Prefill.Name, "email": c.Prefill.Email, "contact": c.Prefill.Contact}
	if t.InvoiceID != 0 { // the link of an invoice gives nothing else of the customer away
		all["prefill"] = map[string]string{}
	}
	all["callback_url"] = p.place.Address(r) + returnPath(r, t.UniqueID)
	all["config"] = map[string]any{"display": map[string]any{"language": wordsFor(r).Checkout}}
	return all
}

// purpose returns what is paid, as the gateway shows it to the payer.
func (p *Pages) purpose(w words, started payment.Started) string {
	t := started.Transaction
	switch {
	case started.AutoDebit:
		return w.Mandate
	case t.Purpose == payment.AdvanceRent:
		return w.ahead(p.payments.FirstMonthAhead(t), t.Months)
	}
	return w.purpose(t.Purpose)
}

// returnPath returns the path to which the gateway's form returns, with the language of the
// page.
func returnPath(r *http.Request, id string) string {
	return "/pay/" + id + "/return" + languageQuery(r)
}

// languageQuery returns the query that keeps the language of the request's address, or "".
func languageQuery(r *http.Request) string {
	if language := r.URL.Query().Get(webpage.LanguageParameter); languages[language].Lang != "" {
		return "?" + webpage.LanguageParameter + "=" + language
	}
	return ""
}

// Pay shows the pay page for the {uniqueId} of a transaction. If the gateway opens elsewhere,
// Pay redirects the browser there.
func (p *Pages) Pay(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("uniqueId")
	started, err := p.payments.OpenLink(r.Context(), id, "")
	code := ""
	if started.Transaction.InvoiceID != 0 {
		code = p.payments.InvoiceCode(started.Transaction)
	}
	if f := fault.Of(err); code != "" && f != nil && f.Status < http.StatusInternalServerError { // its page says how it stands
		leave(w, r, p.place.App(r)+invoicePath(r, code, ""))
		return
	}
	if err != nil {
		p.Refuse(w, r, err)
		return
	}
	words, c := wordsFor(r), started.Checkout
	v := view{Words: words, Heading: words.Pay, Amount: amountOf(started).String(), Status: words.Opening, Action: returnPath(r, id), InvoiceCode: code}
	if started.AutoDebit {
		v.Heading, v.Amount = words.Mandate, ""
	}
	switch {
	case c != nil:
		v.Mode, v.ScriptURL, v.Page, v.Checkout = "pay", c.ScriptURL, c.Page, p.checkout(r, started)
	case len(started.ProviderForm) > 0:
		v.Mode, v.ScriptURL, v.Action, v.Form = "form", started.ProviderURL, started.ProviderURL, started.ProviderForm
	default:
		leave(w, r, elsewhere(started))
		return
	}
	p.write(w, r, http.StatusOK, v)
}

func amountOf(started payment.Started) money.Paise { return started.Transaction.ByGateway() }

// leave redirects the browser to an address of our own or of the gateway's adapter.
func leave(w http.ResponseWriter, r *http.Request, target string) {
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, target, http.StatusFound) //nolint:gosec // the adapter made it, no request did
}

// elsewhere returns the address of a checkout that is not on our page. It is empty for a
// checkout that is.
func elsewhere(started payment.Started) string {
	switch {
	case len(started.ProviderForm) > 0:
		return ""
	case started.ProviderURL != "":
		return started.ProviderURL
	}
	return started.IntentURL
}

// Return reads what a gateway's form or address brought, and has the proof checked. It then
// shows how the payment stands in our own words, because anybody can send such a form.
func (p *Pages) Return(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		p.Refuse(w, r, fault.Unreadable("payment.return_unreadable", "The gateway's answer could not be read.").WithCause(err))
		return
	}
	given := r.PostForm
	if r.Method == http.MethodGet {
		given = r.Form
	}
	fields := map[string]string{}
	for name := range given {
		fields[name] = given.Get(name)
	}
	if r.Method == http.MethodGet {
		delete(fields, webpage.LanguageParameter) // our own parameter, not the gateway's
	}
	p.showReturn(w, r, fields)
}

func (p *Pages) showReturn(w http.ResponseWriter, r *http.Request, fields map[string]string) {
	words, id := wordsFor(r), r.PathValue("uniqueId")
	returned, err := p.payments.Return(r.Context(), id, fields)
	if err != nil {
		p.Refuse(w, r, err)
		return
	}
	if returned.AutoDebit {
		p.write(w, r, http.StatusOK, mandateView(words, returned))
		return
	}
	v := view{Words: words, Heading: words.Checking, Status: words.CheckingText, Mode: "success", Fields: returned.Fields}
	switch {
	case returned.Paid:
		v.Heading, v.Status = words.Paid, words.PaidText
	case returned.Proved:
		// The gateway has not confirmed yet what its proof says.
	case returned.Failed: // do not show the reason from the form: anybody may have written it
		v = view{Words: words, Heading: words.Failed, Status: words.FailedText, Mode: "failed", Retry: "/pay/" + id}
	default: // do not offer to pay again while the bank may still confirm the payment
		v = view{Words: words, Heading: words.Undecided, Status: words.UndecidedText, Mode: "done"}
	}
	if v.InvoiceCode = returned.InvoiceCode; v.InvoiceCode != "" && returned.Failed {
		v.Status = words.InvoiceFailed
	}
	p.write(w, r, http.StatusOK, v)
}

// mandateView shows how the set-up of auto debit has ended.
func mandateView(words words, returned payment.Returned) view {
	switch {
	case returned.Paid:
		return view{Words: words, Heading: words.MandateDone, Status: words.MandateDoneText, Mode: "success"}
	case returned.Failed:
		return view{Words: words, Heading: words.MandateFailed, Status: words.MandateFailedText, Mode: "failed"}
	}
	return view{Words: words, Heading: words.MandateWaiting, Status: words.MandateWaitingText, Mode: "done"}
}

// TooOften answers a return that is not processed because there were too many. err is the 429
// Fault. Nothing is lost: the job of the attempt asks the gateway again (docs/payments.md), and
// the dashboard asks how the payment stands.
func (p *Pages) TooOften(w http.ResponseWriter, r *http.Request, err error) {
	f := fault.Of(err)
	if f == nil || f.Status != http.StatusTooManyRequests {
		p.Refuse(w, r, err)
		return
	}
	sayWhenAgain(w, f)
	words := wordsFor(r)
	p.write(w, r, f.Status, view{Words: words, Heading: words.Often, Status: words.OftenText, Mode: "done"})
}

// sayWhenAgain copies the waiting time of a 429 Fault into the Retry-After header.
func sayWhenAgain(w http.ResponseWriter, f *fault.Fault) {
	if after, ok := f.Extra["retryAfter"].(int); ok {
		w.Header().Set("Retry-After", strconv.Itoa(after))
	}
}

// Refuse shows a fault as a small page. If the transaction is paid already or may be paid, the
// page does not look like an error.
func (p *Pages) Refuse(w http.ResponseWriter, r *http.Request, err error) {
	words, f := wordsFor(r), fault.Of(err)
	if f == nil {
		p.logger.ErrorContext(r.Context(), "pay page failed", "error", err.Error())
		f = fault.Internal()
	} else if f.Cause != nil {
		p.logger.WarnContext(r.Context(), "pay page refused", "name", f.Name, "cause", f.Cause.Error())
	}
	sayWhenAgain(w, f)
	v := view{Words: words, Heading: words.heading(f.Status), Status: words.text(f), Mode: "refused"}
	status := f.Status
	switch {
	case payment.IsUnderWay(err):
		status, v.Heading, v.Status, v.Mode = http.StatusOK, words.Undecided, words.UndecidedText, "done"
	case status == http.StatusConflict:
		status, v.Heading, v.Status, v.Mode = http.StatusOK, words.Paid, words.PaidText, "done"
	}
	p.write(w, r, status, v)
}

// view is the data of a page.
type view struct {
	Words    words
	Heading  string
	Amount   string
	Status   string
	Mode     string
	Retry    string
	Action   string
	Checkout map[string]any
	// Form has the fields of a form that opens the provider's page at Action.
	Form   map[string]string
	Fields map[string]string
	Page   provider.Page
	// InvoiceCode is the code of the link of the invoice that is paid, to which the page leads back.
	// If it is empty, the page leads to the dashboard.
	InvoiceCode string
	Home        string
	HomeText    string

	ScriptURL   string
	Script      template.JS
	Style       template.CSS
	Nonce       string
	AppOrigin   string
	ProductName string
}

func (p *Pages) write(w http.ResponseWriter, r *http.Request, status int, v view) {
	v.Nonce, v.Script, v.Style = webpage.Nonce(), template.JS(v.Page.Script+p.script), p.style //nolint:gosec // our own file
	v.AppOrigin, v.ProductName = p.place.App(r), p.config.ProductName
	v.Home, v.HomeText = v.AppOrigin+"/dashboard/home", v.Words.Home
	if v.InvoiceCode != "" {
		v.Home, v.HomeText = v.AppOrigin+invoicePath(r, v.InvoiceCode, ""), v.Words.ToInvoice
	}
	p.place.SetHeaders(w.Header(), r, p.policy(r, v))
	w.WriteHeader(status)
	if err := pages.ExecuteTemplate(w, "page.html", v); err != nil {
		p.logger.DebugContext(r.Context(), "pay page not sent", "error", err.Error())
	}
}

// logo serves the logo of a gateway. The name in the path is the gateway's name with .svg.
func (p *Pages) logo(w http.ResponseWriter, r *http.Request) {
	gateway, _ := strings.CutSuffix(r.PathValue("name"), ".svg")
	drawing := p.payments.Logo(gateway)
	if drawing == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=86400")
	w.Header().Set("Content-Type", "image/svg+xml")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(drawing))
}
