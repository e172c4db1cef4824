package paytm

import (
	"regexp"
	"slices"
	"time"

	"rento/internal/money"
)

// The words for the state of a payment or a refund.
const (
	success = "TXN_SUCCESS"
	failure = "TXN_FAILURE"
	pending = "PENDING"
)

// Times of the provider.
const (
	// tokenLifetime is how long a token opens the checkout.
	tokenLifetime = 15 * time.Minute
	// refundTime is how long a refund is pending.
	refundTime = time.Minute
)

// leastAmount is the least that can be charged or refunded.
const leastAmount = money.Rupee

// amountForm is how amounts are written: rupees with two decimals.
var amountForm = regexp.MustCompile(`^[0-9]{1,10}\.[0-9]{2}$`)

func readAmount(text string) (money.Paise, bool) {
	if !amountForm.MatchString(text) {
		return 0, false
	}
	amount, err := money.Parse(text)
	return amount, err == nil && amount >= leastAmount
}

// books are all that the provider believes.
type books struct {
	orders  map[string]*order
	tokens  map[string]*order
	refunds map[string]*refund // by order and our id

	orderList  []*order
	refundList []*refund
}

func newBooks() *books {
	return &books{orders: map[string]*order{}, tokens: map[string]*order{}, refunds: map[string]*refund{}}
}

// order is paid by one try, which uses it up.
type order struct {
	id       string
	amount   money.Paise
	callback string
	// asked is the body by which it was opened: another one is another order.
	asked   string
	token   string
	tokenAt time.Time
	at      time.Time
	payment *payment
}

type payment struct {
	id       string
	order    *order
	status   string
	code     string
	message  string
	refunded money.Paise
	mode     string
	bank     string
	bankID   string
	at       time.Time
	paidAt   time.Time
}

type refund struct {
	refID   string
	id      string
	payment *payment
	amount  money.Paise
	status  string
	code    string
	message string
	at      time.Time
	// endedAt is the zero time as long as it is pending.
	endedAt time.Time
}

func (b *books) addOrder(o *order) {
	b.orders[o.id] = o
	b.orderList = append(b.orderList, o)
	if o.token != "" {
		b.tokens[o.token] = o
	}
}

func (b *books) addRefund(r *refund) {
	b.refunds[r.payment.order.id+"|"+r.refID] = r
	b.refundList = append(b.refundList, r)
}

// refunding reports whether a refund of an order is under way.
func (b *books) refunding(o *order) bool {
	return slices.ContainsFunc(b.refundList, func(r *refund) bool { return r.payment.order == o && r.status == pending })
}

// Books lists everything in order of creation.
func (p *Provider) Books() any {
	p.Lock()
	defer p.Unlock()
	p.CatchUp()
	l := p.Ledger()
	for _, o := range p.books.orderList {
		l.Orders = append(l.Orders, map[string]any{"orderId": o.id, "txnAmount": o.amount.Decimal(), "used": o.payment != nil})
		if x := o.payment; x != nil {
			shown := p.shown(x)
			shown["status"], shown["respCode"], shown["captured"] = x.status, x.code, x.status == success
			l.Payments = append(l.Payments, shown)
		}
	}
	for _, r := range p.books.refundList {
		shown := r.shown()
		shown["refId"], shown["status"], shown["respCode"] = r.refID, r.status, r.code
		l.Refunds = append(l.Refunds, shown)
	}
	return l
}
