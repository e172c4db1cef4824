package juspay

import (
	"time"

	"rento/internal/sandbox/emulator"
)

// OutcomeCancelled is a payer who leaves the page, beside the outcomes that every
// provider has.
const OutcomeCancelled = "cancelled"

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

// trouble is why the payer's browser is refused.
type trouble struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (t *trouble) Error() string { return t.Message }

var (
	errPayment = &trouble{"NOT_FOUND", "There is no such payment. Please start again from the shop."}
	errEnded   = &trouble{"ENDED", "This payment has ended. Please start again from the shop."}
	errChoice  = &trouble{"INVALID_INPUT", "The outcome is not one that the sandbox knows."}
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
	how := p.base.Answers.Decided(emulator.Answer{Outcome: a.Outcome, Seconds: a.Seconds})
	later := func() {
		p.base.Agenda.At(now.Add(how.Delay()), func(at time.Time) { p.succeed(x, at) })
	}
	switch how.Outcome {
	case emulator.Success:
		p.succeed(x, now)
	case emulator.Failure:
		p.fail(x, statusDeclined, "INSUFFICIENT_FUNDS", "The wallet has declined the payment.", now)
	case OutcomeCancelled:
		p.fail(x, statusLeft, "USER_ABORTED", "The payer has left.", now)
	case emulator.Pending:
		x.status = statusAsking
		p.giveUpLater(x, now)
	case emulator.Late:
		x.status = statusAsking
		p.giveUpLater(x, now)
		later()
	case emulator.FailedThenPaid:
		p.fail(x, statusDeclined, "BANK_TIMEOUT", "The wallet has not answered.", now)
		later()
	default:
		return nil, errChoice
	}
	return x, nil
}

// giveUpLater marks a payment failed when the wallet stays silent.
func (p *Provider) giveUpLater(x *payment, now time.Time) {
	p.base.Agenda.At(now.Add(emulator.BankPatience), func(at time.Time) {
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
	x.status, x.code, x.message = statusCharged, "SUCCESS", "Transaction successful"
	p.announceOrder("ORDER_SUCCEEDED", x.order, now)
}

func (p *Provider) fail(x *payment, status, code, message string, now time.Time) {
	x.status, x.code, x.message = status, code, message
	if x.order.shownPayment() == x {
		p.announceOrder("ORDER_FAILED", x.order, now)
	}
}
