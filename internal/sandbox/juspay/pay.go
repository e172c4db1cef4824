package juspay

import (
	"time"

	"rento/internal/sandbox/emulator"
)

// Attempt is what a payer does with a payment that was begun.
type Attempt struct {
	// Txn is the payment in a browser; a test may name the order, whose newest
	// payment it is then.
	Txn     string `json:"txn"`
	OrderID string `json:"order_id"`
	// Outcome is empty for the one decided by control, or success.
	Outcome string `json:"outcome"`
	// Seconds is when a late yes comes.
	Seconds int `json:"seconds"`
}

var (
	errPayment = &emulator.Trouble{Code: "NOT_FOUND", Message: "There is no such payment. Please start again from the shop."}
	errEnded   = &emulator.Trouble{Code: "ENDED", Message: "This payment has ended. Please start again from the shop."}
	errChoice  = &emulator.Trouble{Code: "INVALID_INPUT", Message: "The outcome is not one that the sandbox knows."}
)

func (p *Provider) chosen(a Attempt) *payment {
	if a.Txn != "" {
		return p.books.payments[a.Txn]
	}
	if o := p.books.orders[a.OrderID]; o != nil && len(o.payments) > 0 {
		return o.payments[len(o.payments)-1]
	}
	return nil
}

// pay plays a payment out.
func (p *Provider) pay(a Attempt, now time.Time) (*payment, error) {
	x := p.chosen(a)
	switch {
	case x == nil:
		return nil, errPayment
	case x.status != statusBegun:
		return nil, errEnded
	}
	how := p.Answers.Decided(emulator.Answer{Outcome: a.Outcome, Seconds: a.Seconds})
	if !p.Play(how, now, p.turns(x)) {
		return nil, errChoice
	}
	return x, nil
}

// turns are what becomes of a payment.
func (p *Provider) turns(x *payment) emulator.Turns {
	return emulator.Turns{
		Succeed: func(at time.Time) { p.succeed(x, at) },
		Fail: func(at time.Time) {
			p.fail(x, statusDeclined, "INSUFFICIENT_FUNDS", "The wallet has declined the payment.", at)
		},
		Wait: func(at time.Time) {
			x.status = statusAsking
			p.giveUpLater(x, at)
		},
		Own: map[string]func(time.Time){
			emulator.Cancelled: func(at time.Time) { p.fail(x, statusLeft, "USER_ABORTED", "The payer has left.", at) },
		},
	}
}

// giveUpLater marks a payment failed when the wallet stays silent.
func (p *Provider) giveUpLater(x *payment, now time.Time) {
	p.Agenda.At(now.Add(emulator.BankPatience), func(at time.Time) {
		if x.status == statusAsking {
			p.fail(x, statusDeclined, "BANK_TIMEOUT", "The wallet has not answered.", at)
		}
	})
}

// succeed is the wallet's yes. It also ends a payment that was given up as failed.
// Of two that are paid the second goes back by itself.
func (p *Provider) succeed(x *payment, now time.Time) {
	if x.status == statusCharged || x.status == statusReturned {
		return
	}
	if other := x.order.shownPayment(); other != x && other.status == statusCharged {
		x.status, x.code, x.message = statusReturned, "CONFLICT", "The order was paid before."
		return
	}
	x.status, x.code, x.message, x.chargedAt = statusCharged, "SUCCESS", "Transaction successful", now
	p.announceOrder("ORDER_SUCCEEDED", x.order, now)
}

func (p *Provider) fail(x *payment, status, code, message string, now time.Time) {
	x.status, x.code, x.message = status, code, message
	if x.order.shownPayment() == x {
		p.announceOrder("ORDER_FAILED", x.order, now)
	}
}
