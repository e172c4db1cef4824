package juspay

import (
	"encoding/json"
	"regexp"
	"time"

	"rento/internal/money"
)

// The states of a payment, with their numbers.
var numbers = map[string]int{
	"NEW": 10, "STARTED": 20, "CHARGED": 21, "JUSPAY_DECLINED": 22, "PENDING_VBV": 23, "AUTHENTICATION_FAILED": 26,
	"AUTHORIZATION_FAILED": 27, "AUTHORIZING": 28, "AUTO_REFUNDED": 36,
}

const (
	statusNew      = "NEW"
	statusBegun    = "PENDING_VBV"
	statusAsking   = "AUTHORIZING"
	statusCharged  = "CHARGED"
	statusLeft     = "AUTHENTICATION_FAILED"
	statusDeclined = "AUTHORIZATION_FAILED"
	statusReturned = "AUTO_REFUNDED"
)

// The states of a refund.
const (
	refundPending = "PENDING"
	refundSuccess = "SUCCESS"
	refundFailure = "FAILURE"
)

// refundTime is how long a refund is pending.
const refundTime = time.Minute

// leastAmount is the least that can be charged or refunded.
const leastAmount = money.Rupee

var amountForm = regexp.MustCompile(`^[0-9]{1,10}(\.[0-9]{1,2})?$`)

func readAmount(text string) (money.Paise, bool) {
	if !amountForm.MatchString(text) {
		return 0, false
	}
	amount, err := money.Parse(text)
	return amount, err == nil && amount >= leastAmount
}

// number is an amount as it stands in JSON.
func number(amount money.Paise) json.Number { return json.Number(amount.Decimal()) }

// books are all that the provider believes.
type books struct {
	orders   map[string]*order
	payments map[string]*payment

	orderList []*order
}

func newBooks() *books { return &books{orders: map[string]*order{}, payments: map[string]*payment{}} }

// order takes as many payments as it needs; one of them at most is charged.
type order struct {
	id        string
	amount    money.Paise
	customer  string
	returnURL string
	at        time.Time
	payments  []*payment
	refunds   []*refund
	refunded  money.Paise
}

type payment struct {
	id      string
	order   *order
	method  string
	status  string
	code    string
	message string
	at      time.Time
	// chargedAt is when the money was taken.
	chargedAt time.Time
}

type refund struct {
	id     string
	amount money.Paise
	status string
	at     time.Time
	// endedAt is the zero time as long as it is pending.
	endedAt time.Time
}

// shownPayment is the payment by which an order stands: the one that was charged,
// else the newest.
func (o *order) shownPayment() *payment {
	for _, x := range o.payments {
		if x.status == statusCharged {
			return x
		}
	}
	if len(o.payments) == 0 {
		return nil
	}
	return o.payments[len(o.payments)-1]
}

func (b *books) addOrder(o *order) {
	b.orders[o.id] = o
	b.orderList = append(b.orderList, o)
	for _, x := range o.payments {
		b.payments[x.id] = x
	}
}

// Books lists everything in order of creation.
func (p *Provider) Books() any {
	p.Lock()
	defer p.Unlock()
	p.CatchUp()
	l := p.Ledger()
	for _, o := range p.books.orderList {
		l.Orders = append(l.Orders, map[string]any{"order_id": o.id, "amount": number(o.amount), "amount_refunded": number(o.refunded)})
		for _, x := range o.payments {
			l.Payments = append(l.Payments, map[string]any{
				"order_id": o.id, "txn_id": x.id, "payment_method": x.method, "status": x.status, "amount": number(o.amount),
				"captured": x.status == statusCharged, "created": x.at.UTC().Format(time.RFC3339),
			})
		}
		for _, r := range o.refunds {
			l.Refunds = append(l.Refunds, map[string]any{"order_id": o.id, "unique_request_id": r.id, "amount": number(r.amount), "status": r.status})
		}
	}
	return l
}
