package paytm

import (
	_ "embed"
	"html/template"
	"net/http"
	"strings"
	"time"

	"rento/internal/sandbox/emulator"
	"rento/internal/webpage"
)

//go:embed checkout.js
var script []byte

// checkoutRoutes are for the payer's browser: the script, which knows only the
// merchant's public id, the calls that it makes with the order's token, and the
// page for browsers without the script.
func (p *Provider) checkoutRoutes(mux *http.ServeMux, prefix string) {
	base := prefix + "/merchantpgpui/checkoutjs"
	load := emulator.Script(script)
	mux.HandleFunc("GET "+base+"/merchants/{file}", func(w http.ResponseWriter, r *http.Request) {
		if r.PathValue("file") != p.keys.MID+".js" {
			http.NotFound(w, r)
			return
		}
		load.ServeHTTP(w, r)
	})
	mux.Handle("POST "+base+"/order", emulator.Open(p.browser(p.shownOrder)))
	mux.Handle("POST "+base+"/payments", emulator.Open(p.Faults.Inject("checkout.payments", p.browser(p.pay))))
	mux.Handle("OPTIONS "+base+"/", emulator.Allow())
	mux.HandleFunc("POST "+prefix+"/theia/api/v1/showPaymentPage", func(w http.ResponseWriter, r *http.Request) { p.page(w, r, base) })
	mux.Handle("POST "+prefix+"/pay", p.browser(func(a Attempt, now time.Time) (any, error) {
		o := p.books.orders[a.OrderID]
		if o == nil {
			return nil, errToken
		}
		return p.paid(o, a, now)
	}))
}

// browser serves a call of the payer's browser.
func (p *Provider) browser(do func(Attempt, time.Time) (any, error)) http.Handler {
	return emulator.Payer(p.Base, errChoice, do, emulator.AnswerPayer)
}

// opened is the order of a token that still works.
func (p *Provider) opened(token string, now time.Time) (*order, error) {
	o := p.books.tokens[token]
	if o == nil || now.Sub(o.tokenAt) >= tokenLifetime {
		return nil, errToken
	}
	return o, nil
}

// shownOrder is what checkout shows before anything is paid.
func (p *Provider) shownOrder(a Attempt, now time.Time) (any, error) {
	o, err := p.opened(a.Token, now)
	if err != nil {
		return nil, err
	}
	if o.payment != nil {
		return nil, errUsed
	}
	return map[string]any{"order_id": o.id, "amount": o.amount.Decimal()}, nil
}

func (p *Provider) pay(a Attempt, now time.Time) (any, error) {
	o, err := p.opened(a.Token, now)
	if err != nil {
		return nil, err
	}
	return p.paid(o, a, now)
}

// paid plays a payment out, and says what the browser takes to the shop.
func (p *Provider) paid(o *order, a Attempt, now time.Time) (any, error) {
	x, err := p.attempt(o, a, now)
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"status": x.status, "payment_id": x.id, "order_id": o.id, "callback": o.callback, "fields": p.callback(x),
	}, nil
}

var paymentPage = template.Must(template.New("page").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Paytm (sandbox)</title></head>
<body data-order="{{.Order}}" data-token="{{.Token}}" data-amount="{{.Amount}}"><script src="{{.Script}}"></script></body></html>
`))

// page is Paytm's own page, opened by a form, which goes back by a form.
func (p *Provider) page(w http.ResponseWriter, r *http.Request, base string) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	token := r.PostFormValue("txnToken")
	p.Lock()
	o, err := p.opened(token, p.CatchUp())
	p.Unlock()
	if err != nil || o.id != r.PostFormValue("orderId") || r.PostFormValue("mid") != p.keys.MID {
		http.Error(w, errToken.Message, http.StatusBadRequest)
		return
	}
	var out strings.Builder
	shown := struct{ Order, Token, Amount, Script string }{o.id, token, o.amount.Decimal(), base + "/merchants/" + p.keys.MID + ".js"}
	if err := paymentPage.Execute(&out, shown); err != nil {
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	webpage.Plain(w.Header(), webpage.Policy{Rules: []string{"script-src 'self'", "connect-src 'self'"}, Forms: o.callback})
	_, _ = w.Write([]byte(out.String()))
}
