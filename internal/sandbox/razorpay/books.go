package razorpay

import "time"

// The states of orders and payments.
const (
	orderCreated   = "created"
	orderAttempted = "attempted"
	orderPaid      = "paid"

	paymentCreated    = "created"
	paymentAuthorized = "authorized"
	paymentCaptured   = "captured"
	paymentFailed     = "failed"
	paymentRefunded   = "refunded"

	refundPending   = "pending"
	refundProcessed = "processed"
	refundFailed    = "failed"
)

// Times after which the provider acts by itself.
const (
	// uncapturedLifetime: an authorized payment older than it goes back.
	uncapturedLifetime = 5 * 24 * time.Hour
	// captureLifetime: an authorization within it is captured automatically when
	// the order says so.
	captureLifetime = 3 * 24 * time.Hour
	// refundTime is how long a refund is pending.
	refundTime = time.Minute
	// orderLifetime: older orders are no longer served.
	orderLifetime = 180 * 24 * time.Hour
	// refundMonths: older payments are no longer refunded.
	refundMonths = 6
)

// books are all that the provider believes.
type books struct {
	orders   map[string]*order
	receipts map[string][]*order
	payments map[string]*payment
	refunds  map[string]*refundRow
	keys     map[string]keyedRefund

	customers []*customer
	tokens    []*token

	orderList   []*order
	paymentList []*payment
	refundList  []*refundRow
}

func newBooks() *books {
	return &books{
		orders: map[string]*order{}, receipts: map[string][]*order{}, payments: map[string]*payment{},
		refunds: map[string]*refundRow{}, keys: map[string]keyedRefund{},
	}
}

type order struct {
	id        string
	amount    int64
	paid      int64
	receipt   string
	status    string
	attempts  int
	notes     map[string]string
	automatic bool
	// captureWithin and keepFor count from the creation of a payment.
	captureWithin time.Duration
	keepFor       time.Duration
	at            time.Time
	payments      []*payment
	// Of the registration of a mandate, or of a debit under one.
	customer, method string
	terms            *terms
	notice           *notice
}

type payment struct {
	id       string
	order    *order
	amount   int64
	status   string
	refunded int64
	captured bool
	method   method
	trouble  trouble
	email    string
	contact  string
	fee, tax int64
	rrn      string
	at       time.Time
	// capturedAt is when the money was taken.
	capturedAt time.Time
	refunds    []*refundRow
	// Of a mandate.
	customer, token string
}

// method is how a payer pays.
type method struct {
	kind    string
	vpa     string
	bank    string
	wallet  string
	last4   string
	network string
	cardID  string
}

// trouble is why a payment failed.
type trouble struct {
	code, description, source, step, reason string
}

type refundRow struct {
	id      string
	payment *payment
	amount  int64
	status  string
	receipt string
	notes   map[string]string
	speed   string
	arn     string
	at      time.Time
	// processedAt is the zero time as long as it is pending.
	processedAt time.Time
}

// keyedRefund remembers what an idempotency key was first used for.
type keyedRefund struct {
	body   string
	refund *refundRow
}

func (b *books) addOrder(o *order) {
	b.orders[o.id] = o
	b.orderList = append(b.orderList, o)
	if o.receipt != "" {
		b.receipts[o.receipt] = append(b.receipts[o.receipt], o)
	}
}

func (b *books) addPayment(p *payment) {
	b.payments[p.id] = p
	b.paymentList = append(b.paymentList, p)
	p.order.payments = append(p.order.payments, p)
}

func (b *books) addRefund(r *refundRow) {
	b.refunds[r.id] = r
	b.refundList = append(b.refundList, r)
	r.payment.refunds = append(r.payment.refunds, r)
}

// authorized returns the order's payment that waits for its capture, if any.
func (o *order) authorized() *payment {
	for _, p := range o.payments {
		if p.status == paymentAuthorized {
			return p
		}
	}
	return nil
}
