package paytm

import (
	"encoding/json"
	"fmt"
	"time"

	"rento/internal/money"
)

// memory is the books in a form that can be kept. Webhooks that were not sent
// yet, planned faults and what a bank was going to say late are not in it: a
// payment that waits for its bank times out, a refund goes through. Tokens are
// not kept either; another is asked for.
type memory struct {
	Orders  []storedOrder  `json:"orders"`
	Refunds []storedRefund `json:"refunds"`
}

type storedOrder struct {
	ID       string         `json:"id"`
	Amount   money.Paise    `json:"amount"`
	Callback string         `json:"callback"`
	Asked    string         `json:"asked"`
	At       time.Time      `json:"at"`
	Payment  *storedPayment `json:"payment,omitempty"`
}

type storedPayment struct {
	ID       string      `json:"id"`
	Status   string      `json:"status"`
	Code     string      `json:"code"`
	Message  string      `json:"message"`
	Refunded money.Paise `json:"refunded"`
	Mode     string      `json:"mode"`
	Bank     string      `json:"bank"`
	BankID   string      `json:"bank_id"`
	At       time.Time   `json:"at"`
	PaidAt   time.Time   `json:"paid_at"`
}

type storedRefund struct {
	RefID   string      `json:"ref_id"`
	ID      string      `json:"id"`
	Order   string      `json:"order"`
	Amount  money.Paise `json:"amount"`
	Status  string      `json:"status"`
	Code    string      `json:"code"`
	Message string      `json:"message"`
	At      time.Time   `json:"at"`
	Ended   time.Time   `json:"ended,omitzero"`
}

// Memory returns the books in a form that Recall takes.
func (p *Provider) Memory() (json.RawMessage, error) {
	p.Lock()
	defer p.Unlock()
	var m memory
	for _, o := range p.books.orderList {
		kept := storedOrder{ID: o.id, Amount: o.amount, Callback: o.callback, Asked: o.asked, At: o.at}
		if x := o.payment; x != nil {
			kept.Payment = &storedPayment{
				ID: x.id, Status: x.status, Code: x.code, Message: x.message, Refunded: x.refunded, Mode: x.mode, Bank: x.bank, BankID: x.bankID, At: x.at, PaidAt: x.paidAt,
			}
		}
		m.Orders = append(m.Orders, kept)
	}
	for _, r := range p.books.refundList {
		m.Refunds = append(m.Refunds, storedRefund{
			RefID: r.refID, ID: r.id, Order: r.payment.order.id, Amount: r.amount, Status: r.status, Code: r.code, Message: r.message, At: r.at, Ended: r.endedAt,
		})
	}
	raw, err := json.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("paytm sandbox: keep the books: %w", err)
	}
	return raw, nil
}

// Recall takes the place of the books with what Memory returned, and plans
// again what the provider does by itself.
func (p *Provider) Recall(raw json.RawMessage) error {
	var m memory
	if err := json.Unmarshal(raw, &m); err != nil {
		return fmt.Errorf("paytm sandbox: recall the books: %w", err)
	}
	b := newBooks()
	for _, k := range m.Orders {
		b.addOrder(k.recall())
	}
	for _, k := range m.Refunds {
		o := b.orders[k.Order]
		if o == nil || o.payment == nil {
			return fmt.Errorf("paytm sandbox: recall the books: refund %s has no payment of order %q", k.RefID, k.Order)
		}
		b.addRefund(&refund{
			refID: k.RefID, id: k.ID, payment: o.payment, amount: k.Amount, status: k.Status, code: k.Code, message: k.Message, at: k.At, endedAt: k.Ended,
		})
	}
	p.Restart(func() { p.takeUp(b) })
	return nil
}

// takeUp goes on with books that were kept.
func (p *Provider) takeUp(b *books) {
	p.books = b
	for _, o := range b.orderList {
		if o.payment != nil && o.payment.status == pending {
			p.giveUpLater(o.payment, o.payment.at)
		}
	}
	for _, r := range b.refundList {
		if r.status == pending {
			p.finishLater(r, refundTime)
		}
	}
}

func (k storedOrder) recall() *order {
	o := &order{id: k.ID, amount: k.Amount, callback: k.Callback, asked: k.Asked, at: k.At}
	if x := k.Payment; x != nil {
		o.payment = &payment{
			id: x.ID, order: o, status: x.Status, code: x.Code, message: x.Message, refunded: x.Refunded, mode: x.Mode, bank: x.Bank, bankID: x.BankID, at: x.At, paidAt: x.PaidAt,
		}
	}
	return o
}
