// Package paypage serves the pages on which customers pay: /pgRedirect, the pay
// page with the provider's checkout, and the page to which gateways return.
//
// A provider's script runs here and nowhere else. The page knows no session,
// only the unguessable link of one transaction, and it is isolated: it has its
// own origin when one is configured, else none at all (docs/payments.md).
package paypage

import (
	"context"
	"crypto/rand"
	"embed"
	"encoding/base64"
	"html/template"
	"log/slog"
	"net/http"
	"net/url"
	"path"

	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/payment"
)

//go:embed static
var static embed.FS

var page = template.Must(template.New("page.html").ParseFS(static, "static/page.html"))

// Payments is what the pages need of the payment domain.
type Payments interface {
	OpenLink(ctx context.Context, uniqueID, choice string) (payment.Started, error)
	Return(ctx context.Context, uniqueID string, fields map[string]string) (payment.Transaction, bool, error)
}

// Config is what the operator decides.
type Config struct {
	ProductName string
	// AppOrigin is where the dashboard lives, as in https://app.example.
	AppOrigin string
	// PayOrigin is the pages' own origin; empty isolates them in the dashboard's.
	PayOrigin string
}

// Pages serves the pages.
type Pages struct {
	payments Payments
	config   Config
	logger   *slog.Logger
	script   string
	style    template.CSS
}

// New returns the pages.
func New(p Payments, c Config, logger *slog.Logger) *Pages {
	return &Pages{payments: p, config: c, logger: logger, script: read("static/pay.js"), style: template.CSS(read("static/pay.css"))} //nolint:gosec // our own file
}

func read(name string) string {
	text, err := static.ReadFile(name)
	if err != nil {
		panic("paypage: " + err.Error()) // it is embedded
	}
	return string(text)
}

// ReturnPattern is the page to which gateways send the browser back by a form
// of their own origin: it must be let through a check for such forms. The
// gateway's proof is in the form.
const ReturnPattern = "POST /pay/{uniqueId}/return"

// Register adds the pages to mux.
func (p *Pages) Register(mux *http.ServeMux) {
	mux.HandleFunc("GET /pgRedirect", p.redirect)
	mux.HandleFunc("GET /pay/{uniqueId}", p.pay)
	mux.HandleFunc(ReturnPattern, p.back)
	mux.HandleFunc("GET /pay/logos/{name}", logo)
}

// redirect sends the browser to the gateway of a transaction. Of the query
// only the link decides; what a device says of itself is accepted and not
// believed.
func (p *Pages) redirect(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	started, err := p.payments.OpenLink(r.Context(), query.Get("transactionId"), query.Get("gateway"))
	if err != nil {
		p.refuse(w, r, err)
		return
	}
	target := started.ProviderURL
	if target == "" {
		target = p.config.PayOrigin + "/pay/" + url.PathEscape(started.Transaction.UniqueID)
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, target, http.StatusFound)
}

// checkout is what pay.js reads from the page.
type checkout struct {
	Key         string          `json:"key"`
	OrderID     string          `json:"order_id"`
	Amount      money.Paise     `json:"amount"`
	Currency    string          `json:"currency"`
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Prefill     payment.Prefill `json:"prefill"`
	CallbackURL string          `json:"callback_url"`
}

// pay shows the pay page of a transaction.
func (p *Pages) pay(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("uniqueId")
	started, err := p.payments.OpenLink(r.Context(), id, payment.Razorpay)
	if err != nil {
		p.refuse(w, r, err)
		return
	}
	if started.Razorpay == nil {
		http.Redirect(w, r, started.ProviderURL, http.StatusFound)
		return
	}
	c, words := started.Razorpay, wordsFor(r)
	p.write(w, r, http.StatusOK, c.ScriptURL, view{
		Words: words, Heading: words.Pay, Amount: c.Amount.String(), Status: words.Opening, Mode: "pay", ScriptURL: c.ScriptURL,
		Action: "/pay/" + id + "/return",
		Checkout: &checkout{
			Key: c.Key, OrderID: c.OrderID, Amount: c.Amount, Currency: c.Currency, Name: c.Name, Description: words.purpose(started.Transaction.Purpose),
			Prefill: c.Prefill, CallbackURL: p.origin(r) + "/pay/" + id + "/return",
		},
	})
}

// maxReturn is the largest form that a gateway sends, in bytes.
const maxReturn = 64 << 10

// back takes what a gateway's form brought, has it proved, and shows how the
// payment stands.
func (p *Pages) back(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxReturn)
	if err := r.ParseForm(); err != nil {
		p.refuse(w, r, fault.Unreadable("The gateway's answer could not be read.").WithCause(err))
		return
	}
	fields := map[string]string{}
	for name := range r.PostForm {
		fields[name] = r.PostForm.Get(name)
	}
	words, id := wordsFor(r), r.PathValue("uniqueId")
	if fields["razorpay_signature"] == "" { // a failure has no proof, and changes nothing
		p.write(w, r, http.StatusOK, "", view{
			Words: words, Heading: words.Failed, Status: fields["error[description]"], Mode: "failed", Retry: "/pay/" + id,
		})
		return
	}
	_, paid, err := p.payments.Return(r.Context(), id, fields)
	if err != nil {
		p.refuse(w, r, err)
		return
	}
	v := view{Words: words, Heading: words.Paid, Status: words.PaidText, Mode: "success", Fields: fields}
	if !paid {
		v.Heading, v.Status = words.Checking, words.CheckingText
	}
	p.write(w, r, http.StatusOK, "", v)
}

// refuse shows a fault as a small page. What is paid already is no error to
// who looks at it.
func (p *Pages) refuse(w http.ResponseWriter, r *http.Request, err error) {
	words, f := wordsFor(r), fault.Of(err)
	if f == nil {
		p.logger.ErrorContext(r.Context(), "pay page failed", "error", err.Error())
		f = &fault.Fault{Status: http.StatusInternalServerError, Message: words.Wrong}
	} else if f.Cause != nil {
		p.logger.WarnContext(r.Context(), "pay page refused", "name", f.Name, "cause", f.Cause.Error())
	}
	v := view{Words: words, Heading: words.heading(f.Status), Status: words.text(f), Mode: "refused"}
	status := f.Status
	if status == http.StatusConflict {
		status, v.Heading, v.Status, v.Mode = http.StatusOK, words.Paid, words.PaidText, "done"
	}
	p.write(w, r, status, "", v)
}

// view is a page.
type view struct {
	Words    words
	Heading  string
	Amount   string
	Status   string
	Mode     string
	Retry    string
	Action   string
	Checkout *checkout
	Fields   map[string]string

	ScriptURL   string
	Script      template.JS
	Style       template.CSS
	Nonce       string
	AppOrigin   string
	ProductName string
}

func (p *Pages) write(w http.ResponseWriter, r *http.Request, status int, scriptURL string, v view) {
	v.Nonce, v.Script, v.Style = nonce(), template.JS(p.script), p.style //nolint:gosec // our own file
	v.AppOrigin, v.ProductName = p.appOrigin(r), p.config.ProductName
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", p.policy(r, v.Nonce, scriptURL))
	h.Del("X-Frame-Options") // frame-ancestors says it, also across origins
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("X-Robots-Tag", "noindex")
	w.WriteHeader(status)
	if err := page.Execute(w, v); err != nil {
		p.logger.DebugContext(r.Context(), "pay page not sent", "error", err.Error())
	}
}

func nonce() string {
	raw := make([]byte, 16)
	_, _ = rand.Read(raw) // crypto/rand never fails
	return base64.RawURLEncoding.EncodeToString(raw)
}

// origin is the one under which this page was asked for.
func (p *Pages) origin(r *http.Request) string {
	if p.config.PayOrigin != "" {
		return p.config.PayOrigin
	}
	return p.appOrigin(r)
}

// appOrigin is where the dashboard is that opened this page: the host of the
// request when the page is the dashboard's own, so that every name of the
// machine works.
func (p *Pages) appOrigin(r *http.Request) string {
	app, err := url.Parse(p.config.AppOrigin)
	if err != nil || p.config.PayOrigin != "" {
		return p.config.AppOrigin
	}
	return (&url.URL{Scheme: app.Scheme, Host: r.Host}).String()
}

// logo serves our own drawings beside the names of the gateways.
func logo(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "public, max-age=86400")
	http.ServeFileFS(w, r, static, "static/logos/"+path.Base(r.PathValue("name")))
}
