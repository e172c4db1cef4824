package juspay

import (
	"encoding/json"
	"fmt"
	"time"

	"rento/internal/money"
)

// memory is the books in a form that can be kept. Webhooks that were not sent
// yet, planned faults and what a wallet was going to say late are not in it: a
// payment that waits for its wallet times out, a refund goes through.
type memory struct {
	Orders []storedOrder `json:"orders"`
}

type storedOrder struct {
	ID        string          `json:"id"`
	Amount    money.Paise     `json:"amount"`
	Customer  string          `json:"customer"`
	ReturnURL string          `json:"return_url"`
	At        time.Time       `json:"at"`
	Refunded  money.Paise     `json:"refunded"`
	Payments  []storedPayment `json:"payments"`
	Refunds   []storedRefund  `json:"refunds"`
}

type storedPayment struct {
	ID      string    `json:"id"`
	Method  string    `json:"method"`
	Status  string    `json:"status"`
	Code    string    `json:"code"`
	Message string    `json:"message"`
	At      time.Time `json:"at"`
	Charged time.Time `json:"charged"`
}

type storedRefund struct {
	ID     string      `json:"id"`
	Amount money.Paise `json:"amount"`
	Status string      `json:"status"`
	At     time.Time   `json:"at"`
	Ended  time.Time   `json:"ended,omitzero"`
}

// Memory returns the books in a form that Recall takes.
func (p *Provider) Memory() (json.RawMessage, error) {
	p.Lock()
	defer p.Unlock()
	var m memory
	for _, o := range p.books.orderList {
		kept := storedOrder{ID: o.id, Amount: o.amount, Customer: o.customer, ReturnURL: o.returnURL, At: o.at, Refunded: o.refunded}
		for _, x := range o.payments {
			kept.Payments = append(kept.Payments, storedPayment{x.id, x.method, x.status, x.code, x.message, x.at, x.chargedAt})
		}
		for _, r := range o.refunds {
			kept.Refunds = append(kept.Refunds, storedRefund{r.id, r.amount, r.status, r.at, r.endedAt})
		}
		m.Orders = append(m.Orders, kept)
	}
	raw, err := json.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("juspay sandbox: keep the books: %w", err)
	}
	return raw, nil
}

// Recall takes the place of the books with what Memory returned, and plans again
// what the provider does by itself.
func (p *Provider) Recall(raw json.RawMessage) error {
	var m memory
	if err := json.Unmarshal(raw, &m); err != nil {
		return fmt.Errorf("juspay sandbox: recall the books: %w", err)
	}
	p.Restart(func() {
		p.books = newBooks()
		for _, k := range m.Orders {
			p.takeUp(k.recall())
		}
	})
	return nil
}

func (k storedOrder) recall() *order {
	o := &order{id: k.ID, amount: k.Amount, customer: k.Customer, returnURL: k.ReturnURL, at: k.At, refunded: k.Refunded}
	for _, x := range k.Payments {
		o.payments = append(o.payments, &payment{x.ID, o, x.Method, x.Status, x.Code, x.Message, x.At, x.Charged})
	}
	for _, r := range k.Refunds {
		o.refunds = append(o.refunds, &refund{r.ID, r.Amount, r.Status, r.At, r.Ended})
	}
	return o
}

// takeUp goes on with an order that was kept.
func (p *Provider) takeUp(o *order) {
	p.books.addOrder(o)
	for _, x := range o.payments {
		if x.status == statusAsking {
			p.giveUpLater(x, x.at)
		}
	}
	for _, r := range o.refunds {
		if r.status == refundPending {
			p.finishLater(o, r, refundTime)
		}
	}
}
