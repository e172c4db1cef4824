package razorpay

import (
	"encoding/json"
	"fmt"
	"time"
)

// memory is the books in a form that can be kept. Webhooks that were not sent
// yet, planned faults and what a bank was going to say late are not in it: a
// payment that waits for its bank times out, a refund goes through.
type memory struct {
	Orders   []storedOrder        `json:"orders"`
	Payments []storedPayment      `json:"payments"`
	Refunds  []storedRefund       `json:"refunds"`
	Keys     map[string]storedKey `json:"keys"`

	Customers []*customer `json:"customers,omitempty"`
	Tokens    []*token    `json:"tokens,omitempty"`
}

type storedOrder struct {
	ID            string            `json:"id"`
	Amount        int64             `json:"amount"`
	Paid          int64             `json:"paid"`
	Receipt       string            `json:"receipt"`
	Status        string            `json:"status"`
	Attempts      int               `json:"attempts"`
	Notes         map[string]string `json:"notes"`
	Automatic     bool              `json:"automatic"`
	CaptureWithin time.Duration     `json:"capture_within"`
	KeepFor       time.Duration     `json:"keep_for"`
	At            time.Time         `json:"at"`

	Customer string  `json:"customer,omitempty"`
	Method   string  `json:"method,omitempty"`
	Terms    *terms  `json:"terms,omitempty"`
	Notice   *notice `json:"notice,omitempty"`
}

type storedPayment struct {
	ID       string    `json:"id"`
	Order    string    `json:"order"`
	Amount   int64     `json:"amount"`
	Status   string    `json:"status"`
	Refunded int64     `json:"refunded"`
	Captured bool      `json:"captured"`
	Method   [7]string `json:"method"`
	Trouble  [5]string `json:"trouble"`
	Email    string    `json:"email"`
	Contact  string    `json:"contact"`
	Fee      int64     `json:"fee"`
	Tax      int64     `json:"tax"`
	RRN      string    `json:"rrn"`
	At       time.Time `json:"at"`
	Taken    time.Time `json:"taken"`

	Customer string `json:"customer,omitempty"`
	Token    string `json:"token,omitempty"`
}

type storedRefund struct {
	ID        string            `json:"id"`
	Payment   string            `json:"payment"`
	Amount    int64             `json:"amount"`
	Status    string            `json:"status"`
	Receipt   string            `json:"receipt"`
	Notes     map[string]string `json:"notes"`
	Speed     string            `json:"speed"`
	ARN       string            `json:"arn"`
	At        time.Time         `json:"at"`
	Processed time.Time         `json:"processed,omitzero"`
}

type storedKey struct {
	Body   string `json:"body"`
	Refund string `json:"refund"`
}

// Memory returns the books in a form that Recall takes.
func (p *Provider) Memory() (json.RawMessage, error) {
	p.Lock()
	defer p.Unlock()
	m := memory{Keys: map[string]storedKey{}, Customers: p.books.customers, Tokens: p.books.tokens}
	for _, o := range p.books.orderList {
		m.Orders = append(m.Orders, storeOrder(o))
	}
	for _, x := range p.books.paymentList {
		m.Payments = append(m.Payments, storePayment(x))
	}
	for _, r := range p.books.refundList {
		m.Refunds = append(m.Refunds, storeRefund(r))
	}
	for key, used := range p.books.keys {
		m.Keys[key] = storedKey{used.body, used.refund.id}
	}
	raw, err := json.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("razorpay sandbox: keep the books: %w", err)
	}
	return raw, nil
}

func storeOrder(o *order) storedOrder {
	return storedOrder{
		ID: o.id, Amount: o.amount, Paid: o.paid, Receipt: o.receipt, Status: o.status, Attempts: o.attempts, Notes: o.notes,
		Automatic: o.automatic, CaptureWithin: o.captureWithin, KeepFor: o.keepFor, At: o.at,
		Customer: o.customer, Method: o.method, Terms: o.terms, Notice: o.notice,
	}
}

func storePayment(x *payment) storedPayment {
	m, t := x.method, x.trouble
	return storedPayment{
		ID: x.id, Order: x.order.id, Amount: x.amount, Status: x.status, Refunded: x.refunded, Captured: x.captured,
		Method:  [7]string{m.kind, m.vpa, m.bank, m.wallet, m.last4, m.network, m.cardID},
		Trouble: [5]string{t.code, t.description, t.source, t.step, t.reason},
		Email:   x.email, Contact: x.contact, Fee: x.fee, Tax: x.tax, RRN: x.rrn, At: x.at, Taken: x.capturedAt, Customer: x.customer, Token: x.token,
	}
}

func storeRefund(r *refundRow) storedRefund {
	return storedRefund{
		ID: r.id, Payment: r.payment.id, Amount: r.amount, Status: r.status, Receipt: r.receipt, Notes: r.notes,
		Speed: r.speed, ARN: r.arn, At: r.at, Processed: r.processedAt,
	}
}

// Recall takes the place of the books with what Memory returned, and plans
// again what the provider does by itself.
func (p *Provider) Recall(raw json.RawMessage) error {
	var m memory
	if err := json.Unmarshal(raw, &m); err != nil {
		return fmt.Errorf("razorpay sandbox: recall the books: %w", err)
	}
	b := newBooks()
	b.customers, b.tokens = m.Customers, m.Tokens
	for _, k := range m.Orders {
		b.addOrder(k.recall())
	}
	for _, k := range m.Payments {
		if b.orders[k.Order] == nil {
			return fmt.Errorf("razorpay sandbox: recall the books: payment %s has no order %q", k.ID, k.Order)
		}
		b.addPayment(k.recall(b.orders[k.Order]))
	}
	for _, k := range m.Refunds {
		if b.payments[k.Payment] == nil {
			return fmt.Errorf("razorpay sandbox: recall the books: refund %s has no payment %q", k.ID, k.Payment)
		}
		b.addRefund(k.recall(b.payments[k.Payment]))
	}
	for key, used := range m.Keys {
		if b.refunds[used.Refund] == nil {
			return fmt.Errorf("razorpay sandbox: recall the books: no refund %q", used.Refund)
		}
		b.keys[key] = keyedRefund{used.Body, b.refunds[used.Refund]}
	}
	p.Restart(func() {
		p.books = b
		p.planAgain()
	})
	return nil
}

func (k storedOrder) recall() *order {
	return &order{
		id: k.ID, amount: k.Amount, paid: k.Paid, receipt: k.Receipt, status: k.Status, attempts: k.Attempts, notes: k.Notes,
		automatic: k.Automatic, captureWithin: k.CaptureWithin, keepFor: k.KeepFor, at: k.At,
		customer: k.Customer, method: k.Method, terms: k.Terms, notice: k.Notice,
	}
}

func (k storedPayment) recall(o *order) *payment {
	m, t := k.Method, k.Trouble
	return &payment{
		id: k.ID, order: o, amount: k.Amount, status: k.Status, refunded: k.Refunded, captured: k.Captured,
		method:  method{kind: m[0], vpa: m[1], bank: m[2], wallet: m[3], last4: m[4], network: m[5], cardID: m[6]},
		trouble: trouble{code: t[0], description: t[1], source: t[2], step: t[3], reason: t[4]},
		email:   k.Email, contact: k.Contact, fee: k.Fee, tax: k.Tax, rrn: k.RRN, at: k.At, capturedAt: k.Taken, customer: k.Customer, token: k.Token,
	}
}

func (k storedRefund) recall(x *payment) *refundRow {
	return &refundRow{
		id: k.ID, payment: x, amount: k.Amount, status: k.Status, receipt: k.Receipt, notes: k.Notes, speed: k.Speed, arn: k.ARN, at: k.At, processedAt: k.Processed,
	}
}

// planAgain plans the ends of everything that is on its way.
func (p *Provider) planAgain() {
	for _, x := range p.books.paymentList {
		switch x.status {
		case paymentCreated:
			p.giveUpLater(x, x.at)
		case paymentAuthorized:
			p.Agenda.At(x.at.Add(x.order.keepFor), func(at time.Time) { p.expire(x, at) })
		}
	}
	for _, r := range p.books.refundList {
		if r.status == refundPending {
			p.Agenda.At(r.at.Add(refundTime), func(at time.Time) { p.processed(r, at) })
		}
	}
}
