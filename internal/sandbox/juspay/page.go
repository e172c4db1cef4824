package juspay

import (
	"crypto/hmac"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"html/template"
	"net/http"
	"net/url"
	"sort"
	"strconv"
	"strings"
	"time"

	"rento/internal/sandbox/emulator"
	"rento/internal/webpage"
)

//go:embed checkout.js
var script []byte

// pagePath is where payers come to.
const pagePath = "/v2/pay"

// pageRoutes are for the payer's browser: the page of a wallet, opened by an
// address or a form, its script, and what the script calls.
func (p *Provider) pageRoutes(mux *http.ServeMux, prefix string) {
	base := prefix + pagePath
	mux.Handle("GET "+base+"/checkout.js", emulator.Script(script))
	for _, verb := range []string{http.MethodGet, http.MethodPost} {
		mux.HandleFunc(verb+" "+base+"/start/{txn}", func(w http.ResponseWriter, r *http.Request) { p.page(w, r, base) })
	}
	mux.Handle("POST "+base+"/finish", p.Faults.Inject("checkout.payments", p.browser()))
	mux.Handle("POST "+prefix+"/pay", p.browser())
}

// pageURL is the page of a payment.
func (p *Provider) pageURL(prefix string, x *payment) string {
	return p.Origin + prefix + pagePath + "/start/" + url.PathEscape(x.id)
}

// browser serves what a payer does.
func (p *Provider) browser() http.Handler {
	do := func(a Attempt, now time.Time) (any, error) {
		x, err := p.pay(a, now)
		if err != nil {
			return nil, err
		}
		fields := p.proven(x)
		return map[string]any{"status": x.status, "txn_id": x.id, "order_id": x.order.id, "fields": fields, "return_url": address(x.order.returnURL, fields)}, nil
	}
	return emulator.Payer(p.Base, errChoice, do, emulator.AnswerPayer)
}

var paymentPage = template.Must(template.New("page").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{{.Method}} (sandbox)</title></head>
<body data-txn="{{.Txn}}" data-order="{{.Order}}" data-amount="{{.Amount}}" data-method="{{.Method}}"><script src="{{.Script}}"></script></body></html>
`))

// page is where a wallet is paid.
func (p *Provider) page(w http.ResponseWriter, r *http.Request, base string) {
	p.Lock()
	p.CatchUp()
	x := p.books.payments[r.PathValue("txn")]
	open := x != nil && x.status == statusBegun
	p.Unlock()
	if x == nil {
		http.Error(w, errPayment.Message, http.StatusNotFound)
		return
	}
	if !open {
		http.Error(w, errEnded.Message, http.StatusGone)
		return
	}
	var out strings.Builder
	shown := struct{ Method, Txn, Order, Amount, Script string }{x.method, x.id, x.order.id, x.order.amount.Decimal(), base + "/checkout.js"}
	if err := paymentPage.Execute(&out, shown); err != nil {
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	webpage.Plain(w.Header(), webpage.Policy{Rules: []string{"script-src 'self'", "connect-src 'self'"}})
	_, _ = w.Write([]byte(out.String()))
}

// address is where the browser goes back to.
func address(returnURL string, fields map[string]string) string {
	u, err := url.Parse(returnURL)
	if err != nil {
		return returnURL
	}
	query := u.Query()
	for name, value := range fields {
		query.Set(name, value)
	}
	u.RawQuery = query.Encode()
	return u.String()
}

// proven is what a browser brings back, with the signature of the provider's own
// side, written apart from the adapter's so that the two check each other. The
// merchant's own fields in the address take part.
func (p *Provider) proven(x *payment) map[string]string {
	fields := map[string]string{"order_id": x.order.id, "status": x.status, "status_id": strconv.Itoa(numbers[x.status])}
	u, err := url.Parse(x.order.returnURL)
	if err != nil {
		return fields
	}
	signed := []string{}
	for name, value := range fields {
		signed = append(signed, percent(name)+"="+percent(value))
	}
	for name := range u.Query() {
		signed = append(signed, percent(name)+"="+percent(u.Query().Get(name)))
	}
	sort.Strings(signed)
	mac := hmac.New(sha256.New, []byte(p.keys.ResponseKey))
	mac.Write([]byte(percent(strings.Join(signed, "&"))))
	fields["signature"] = percent(base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	fields["signature_algorithm"] = "HMAC-SHA256"
	return fields
}

const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~!'()*"

// percent is encodeURIComponent.
func percent(text string) string {
	var out strings.Builder
	for _, b := range []byte(text) {
		if strings.IndexByte(plain, b) >= 0 {
			out.WriteByte(b)
			continue
		}
		out.WriteString("%" + strings.ToUpper(strconv.FormatInt(int64(b)+256, 16)[1:]))
	}
	return out.String()
}

// event is a webhook's body. Its content is not signed.
func (p *Provider) event(name string, content map[string]any, now time.Time) (id string, body []byte) {
	id = p.IDs.ID("evt_")
	body, _ = json.Marshal(map[string]any{"id": id, "event_name": name, "date_created": now.UTC().Format(time.RFC3339), "content": content})
	return id, body
}

func (p *Provider) announceOrder(name string, o *order, now time.Time) {
	p.announce(name, map[string]any{"order": p.shown(o)}, now)
}

func (p *Provider) announceRefund(o *order, made *refund, now time.Time) {
	name := "ORDER_REFUNDED"
	if made.status == refundFailure {
		name = "ORDER_REFUND_FAILED"
	}
	content := map[string]any{"order": p.shown(o), "refund": map[string]any{"unique_request_id": made.id, "status": made.status, "order_id": o.id}}
	p.announce(name, content, now)
}

func (p *Provider) announce(name string, content map[string]any, now time.Time) {
	id, body := p.event(name, content, now)
	kind := strings.Replace(strings.ToLower(name), "_", ".", 1)
	p.Webhooks.Send(emulator.Webhook{ID: id, Event: kind, Body: body, Falsify: falsify, Sign: p.sign}, now)
}

// sign says who sends a webhook. A forgery does not know the password.
func (p *Provider) sign(body, text []byte) (http.Header, []byte) {
	password := p.keys.WebhookPassword
	if string(text) != string(body) {
		password = "guessed"
	}
	pair := base64.StdEncoding.EncodeToString([]byte(p.keys.WebhookUser + ":" + password))
	return http.Header{"Authorization": {"Basic " + pair}}, body
}

// falsify changes what an event says of the money, for tests of the receiver.
func falsify(body []byte) []byte {
	return []byte(strings.ReplaceAll(string(body), `"CHARGED"`, `"AUTHORIZATION_FAILED"`))
}
