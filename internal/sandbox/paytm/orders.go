package paytm

import (
	"encoding/json"
	"net/url"
	"regexp"
	"time"

	"rento/internal/calendar"
)

var idForm = regexp.MustCompile(`^[A-Za-z0-9_@-]{1,50}$`)

// initiate opens an order and hands a token out. The same again is answered
// with the order that is there, as long as nobody has tried to pay it.
func (p *Provider) initiate(r request) map[string]any {
	id := r.text("orderId")
	if !idForm.MatchString(id) {
		return result("F", "330", "Invalid Order Id")
	}
	if r.query.Get("mid") != p.keys.MID || r.query.Get("orderId") != id || r.text("requestType") != "Payment" {
		return result("F", "335", "Invalid request")
	}
	if r.text("websiteName") != p.keys.Website {
		return result("F", "501", "System Error")
	}
	made, fine := r.order(id)
	if !fine {
		return result("F", "335", "Invalid request")
	}
	known := p.books.orders[id]
	switch {
	case known == nil:
		p.books.addOrder(made)
		return p.tokenOf(made, "0000", "Success", r.now)
	case known.payment != nil || known.asked != made.asked:
		return result("F", "334", "Duplicate order id")
	}
	return p.tokenOf(known, "0002", "Success Idempotent", r.now)
}

// order reads what is to be paid, by whom, and where the browser goes then.
func (r request) order(id string) (*order, bool) {
	var sum struct{ Value, Currency string }
	var user struct {
		ID string `json:"custId"`
	}
	if json.Unmarshal(r.fields["txnAmount"], &sum) != nil || json.Unmarshal(r.fields["userInfo"], &user) != nil {
		return nil, false
	}
	amount, fine := readAmount(sum.Value)
	callback, err := url.Parse(r.text("callbackUrl"))
	if !fine || sum.Currency != "INR" || user.ID == "" || err != nil || callback.Host == "" {
		return nil, false
	}
	asked, _ := json.Marshal(r.fields) // members in a fixed order
	return &order{id: id, amount: amount, callback: callback.String(), asked: string(asked), at: r.now}, true
}

// tokenOf answers with the order's token, a fresh one if it has run out.
func (p *Provider) tokenOf(o *order, code, message string, now time.Time) map[string]any {
	if o.token == "" || now.Sub(o.tokenAt) >= tokenLifetime {
		delete(p.books.tokens, o.token)
		o.token, o.tokenAt = p.IDs.ID("token"), now
		p.books.tokens[o.token] = o
	}
	body := result("S", code, message)
	body["txnToken"], body["isPromoCodeValid"], body["authenticated"] = o.token, false, false
	return body
}

// status tells of the payment of an order. An order that nobody has tried to
// pay is as unknown as one that was never opened.
func (p *Provider) status(r request) map[string]any {
	o := p.books.orders[r.text("orderId")]
	if o == nil || o.payment == nil {
		body := result(failure, "334", "Invalid Order Id")
		body["orderId"], body["mid"] = r.text("orderId"), p.keys.MID
		return body
	}
	x := o.payment
	body := p.shown(x)
	for name, value := range result(x.status, x.code, x.message) {
		body[name] = value
	}
	return body
}

// shown is what Paytm tells of a payment in JSON: strings, all of them.
func (p *Provider) shown(x *payment) map[string]any {
	return map[string]any{
		"txnId": x.id, "bankTxnId": x.bankID, "orderId": x.order.id, "txnAmount": x.order.amount.Decimal(), "txnType": "SALE",
		"gatewayName": x.bank, "bankName": x.bank, "mid": p.keys.MID, "paymentMode": x.mode,
		"refundAmt": x.refunded.Decimal(), "txnDate": moment(x.at),
	}
}

// moment is a time of day in India, as Paytm writes it.
func moment(at time.Time) string { return at.In(calendar.India).Format("2006-01-02 15:04:05.0") }
