package juspay

import (
	"crypto/subtle"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"time"

	"rento/internal/money"
	"rento/internal/sandbox/emulator"
)

const maxBody = 1 << 20

// request is a call of the merchant's server, with the moment at which it arrived.
type request struct {
	form  url.Values
	order string
	now   time.Time
}

// refusal is what a call is refused with.
type refusal struct {
	status  int
	code    string
	message string
}

// action does a call under the lock of the books.
type action func(r request) (any, *refusal)

// api serves a call of the merchant's server, which says who it is by its key and
// its id.
func (p *Provider) api(do action) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, password, _ := r.BasicAuth()
		if subtle.ConstantTimeCompare([]byte(user), []byte(p.keys.APIKey)) != 1 || password != "" || r.Header.Get("X-Merchantid") != p.keys.MerchantID {
			refuse(w, &refusal{http.StatusUnauthorized, "access_denied", "Invalid API key"})
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		if err := r.ParseForm(); err != nil {
			refuse(w, invalid("The form cannot be read"))
			return
		}
		answer, refused := func() (any, *refusal) {
			p.Lock()
			defer p.Unlock()
			return do(request{r.PostForm, r.PathValue("order"), p.CatchUp()})
		}()
		if refused != nil {
			refuse(w, refused)
			return
		}
		emulator.Send(w, http.StatusOK, answer)
	})
}

func refuse(w http.ResponseWriter, r *refusal) {
	body := map[string]any{"status": "error", "error_code": r.code, "error_message": r.message}
	if r.code == "NOT_FOUND" {
		body["status"], body["status_id"] = "NOT_FOUND", 40
	}
	emulator.Send(w, r.status, body)
}

func invalid(message string) *refusal {
	return &refusal{http.StatusBadRequest, "INVALID_INPUT", message}
}

var unknownOrder = &refusal{http.StatusNotFound, "NOT_FOUND", "Order does not exist"}

// extra names a field that the call does not know, "" without one.
func (r request) extra(known ...string) string {
	for name := range r.form {
		if !slices.Contains(known, name) {
			return name
		}
	}
	return ""
}

// idForm is that of an order: fewer than 21 letters and digits.
var idForm = regexp.MustCompile(`^[A-Za-z0-9]{1,20}$`)

func (p *Provider) createOrder(r request) (any, *refusal) {
	if name := r.extra("order_id", "amount", "currency", "return_url", "customer_id", "customer_email", "customer_phone"); name != "" {
		return nil, invalid(name + " is not expected")
	}
	id := r.form.Get("order_id")
	amount, fine := readAmount(r.form.Get("amount"))
	back, err := url.Parse(r.form.Get("return_url"))
	if !idForm.MatchString(id) || !fine || r.form.Get("currency") != "INR" || err != nil || back.Host == "" || r.form.Get("customer_id") == "" {
		return nil, invalid("An order has an id, an amount in INR, a customer and an address to return to")
	}
	if p.books.orders[id] != nil {
		return nil, &refusal{http.StatusBadRequest, "DUPLICATE_ORDER_ID", "An order of this id is there"}
	}
	o := &order{id: id, amount: amount, customer: r.form.Get("customer_id"), returnURL: back.String(), at: r.now}
	p.books.addOrder(o)
	return p.shown(o), nil
}

func (p *Provider) orderStatus(r request) (any, *refusal) {
	o := p.books.orders[r.order]
	if o == nil {
		return nil, unknownOrder
	}
	return p.shown(o), nil
}

// shown is what Juspay tells of an order.
func (p *Provider) shown(o *order) map[string]any {
	body := map[string]any{
		"id": "ordeh_" + o.id, "order_id": o.id, "merchant_id": p.keys.MerchantID, "customer_id": o.customer, "status": statusNew,
		"amount": number(o.amount), "currency": "INR", "amount_refunded": number(o.refunded), "refunded": o.refunded > 0,
		"date_created": o.at.UTC().Format(time.RFC3339), "refunds": o.shownRefunds(),
	}
	if x := o.shownPayment(); x != nil {
		body["status"], body["txn_id"], body["payment_method"], body["payment_method_type"] = x.status, x.id, x.method, "WALLET"
		body["txn_detail"] = map[string]any{"status": x.status, "txn_amount": number(o.amount), "error_code": x.code, "error_message": x.message, "created": x.at.UTC().Format(time.RFC3339)}
		body["payment_gateway_response"] = map[string]any{"resp_code": x.code, "resp_message": x.message}
	}
	body["status_id"] = numbers[body["status"].(string)]
	return body
}

func (o *order) shownRefunds() []map[string]any {
	all := []map[string]any{}
	for _, r := range o.refunds {
		all = append(all, map[string]any{
			"unique_request_id": r.id, "amount": number(r.amount), "status": r.status, "created": r.at.UTC().Format(time.RFC3339), "sent_to_gateway": true,
		})
	}
	return all
}

// methods are the wallets that the merchant has, each with the way in which its
// page is opened.
var methods = map[string]string{"PHONEPE": http.MethodGet, "AMAZONPAY": http.MethodPost, "MOBIKWIK": http.MethodGet, "CRED": http.MethodGet}

// beginPayment starts a payment of an order, and says where the payer does it.
func (p *Provider) beginPayment(r request, prefix string) (any, *refusal) {
	method := r.form.Get("payment_method")
	verb, known := methods[method]
	o := p.books.orders[r.form.Get("order_id")]
	if !known || r.form.Get("payment_method_type") != "WALLET" || r.form.Get("merchant_id") != p.keys.MerchantID ||
		r.form.Get("redirect_after_payment") != "true" || r.form.Get("format") != "json" {
		return nil, invalid("Unknown method of payment")
	}
	if o == nil {
		return nil, unknownOrder
	}
	if x := o.shownPayment(); x != nil && x.status == statusCharged {
		return nil, &refusal{http.StatusBadRequest, "ORDER_ALREADY_PAID", "The order is paid"}
	}
	toApp := false
	if method == "CRED" {
		device, refused := readDevice(r.form)
		if refused != nil {
			return nil, refused
		}
		toApp = device.AppPresent
	}
	x := p.add(o, method, r.now)
	body := map[string]any{"order_id": o.id, "txn_id": x.id, "status": x.status}
	if toApp {
		body["checkout_mode"], body["intent_url"] = "intent", "credpay://checkout?ref="+x.id
		return body, nil
	}
	auth := map[string]any{"method": verb, "url": p.pageURL(prefix, x)}
	if verb == http.MethodPost {
		auth["params"] = "txn=" + x.id + "&source=rento"
	}
	body["payment"] = map[string]any{"authentication": auth}
	if method == "CRED" {
		body["checkout_mode"] = "web"
	}
	return body, nil
}

func (p *Provider) add(o *order, method string, now time.Time) *payment {
	x := &payment{id: p.keys.MerchantID + "-" + o.id + "-" + p.IDs.Digits(4), order: o, method: method, status: statusBegun, at: now}
	o.payments = append(o.payments, x)
	p.books.payments[x.id] = x
	return x
}

// device is what CRED is told of the payer's device.
type device struct {
	Platform, OS, Device string
	Country              string `json:"countryCode"`
	Phone                string `json:"phoneNumber"`
	AppPresent           bool   `json:"credAppPresent"`
}

// phoneForm is that of an encrypted number; what is in it only CRED can read.
var phoneForm = regexp.MustCompile(`^enc-[A-Za-z0-9+/]{300,}={0,2}$`)

func readDevice(form url.Values) (device, *refusal) {
	var d device
	if form.Get("sdk_params") != "true" || json.Unmarshal([]byte(form.Get("sdk_pg_params")), &d) != nil || d.Country != "+91" || !phoneForm.MatchString(d.Phone) {
		return d, invalid("CRED needs the payer's device and phone")
	}
	return d, nil
}

// createRefund gives money back. Our id of a refund is made once; the same again
// is answered with the order as it stands.
func (p *Provider) createRefund(r request) (any, *refusal) {
	if name := r.extra("unique_request_id", "amount"); name != "" {
		return nil, invalid(name + " is not expected")
	}
	o := p.books.orders[r.order]
	if o == nil {
		return nil, unknownOrder
	}
	id := r.form.Get("unique_request_id")
	amount, fine := readAmount(r.form.Get("amount"))
	if !idForm.MatchString(id) || !fine {
		return nil, invalid("A refund has an id and an amount")
	}
	for _, known := range o.refunds {
		if known.id == id && known.amount == amount {
			return p.shown(o), nil
		}
		if known.id == id {
			return nil, invalid("The id was used for another refund")
		}
	}
	x := o.shownPayment()
	if x == nil || x.status != statusCharged {
		return nil, invalid("The order is not paid")
	}
	if amount > o.amount-o.refunded {
		return nil, invalid("The refund is larger than what is left of the payment")
	}
	made := &refund{id: id, amount: amount, status: refundPending, at: r.now}
	o.refunds = append(o.refunds, made)
	o.refunded = money.Sum(o.refunded, amount)
	p.planRefund(o, made)
	return p.shown(o), nil
}

// planRefund plans the end of a refund, which was decided beforehand or is a
// success after a minute.
func (p *Provider) planRefund(o *order, made *refund) {
	plan, _ := p.Answers.Next("refund")
	after := refundTime
	if plan.Seconds > 0 {
		after = time.Duration(plan.Seconds) * time.Second
	}
	switch plan.Outcome {
	case emulator.Pending:
	case emulator.Failure:
		p.Agenda.At(made.at.Add(after), func(at time.Time) {
			made.status, made.endedAt = refundFailure, at
			o.refunded -= made.amount
			p.announceRefund(o, made, at)
		})
	default:
		p.finishLater(o, made, after)
	}
}

func (p *Provider) finishLater(o *order, made *refund, after time.Duration) {
	p.Agenda.At(made.at.Add(after), func(at time.Time) {
		made.status, made.endedAt = refundSuccess, at
		p.announceRefund(o, made, at)
	})
}
