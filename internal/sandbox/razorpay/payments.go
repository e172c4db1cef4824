package razorpay

import (
	"slices"
	"time"

	"rento/internal/money"
	"rento/internal/sandbox/emulator"
)

func (p *Provider) listPayments(r *request) (any, error) {
	w, err := readWindow(r.URL.Query())
	if err != nil {
		return nil, err
	}
	match := func(x *payment) bool { return w.holds(x.at) }
	show := (*payment).entity
	if slices.Contains(r.URL.Query()["expand[]"], "card") {
		show = (*payment).withCard
	}
	return collect(p.books.paymentList, w, match, show), nil
}

func (p *Provider) payment(id string) (*payment, error) {
	if x := p.books.payments[id]; x != nil {
		return x, nil
	}
	return nil, unknownID()
}

func (p *Provider) fetchPayment(r *request) (any, error) {
	x, err := p.payment(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	if slices.Contains(r.URL.Query()["expand[]"], "card") {
		return x.withCard(), nil
	}
	return x.entity(), nil
}

func (p *Provider) capture(r *request) (any, error) {
	x, err := p.payment(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	if err := r.fields.only("amount", "currency"); err != nil {
		return nil, err
	}
	amount, err := r.fields.paise("amount")
	if err != nil {
		return nil, err
	}
	if err := x.capturable(amount); err != nil {
		return nil, err
	}
	if plan, ok := p.Answers.Next("capture"); ok && plan.Outcome != OutcomeSuccess {
		return nil, &apiError{Status: 502, Code: "GATEWAY_ERROR", Description: "Capture failed at the bank", Reason: plan.Reason}
	}
	p.complete(x, r.now)
	return x.entity(), nil
}

func (x *payment) capturable(amount int64) error {
	switch {
	case x.captured:
		return refusal("This payment has already been captured")
	case x.status != paymentAuthorized:
		return refusal("Only payments which have been authorized and not yet captured can be captured")
	case x.order.status == orderPaid:
		return refusal("Order is already paid")
	case amount != x.amount:
		return wrong("amount", "Capture amount must be equal to the amount authorized")
	}
	return nil
}

// complete captures a payment and pays its order.
func (p *Provider) complete(x *payment, now time.Time) {
	x.status, x.captured, x.capturedAt = paymentCaptured, true, now
	fee, tax := emulator.Fee(money.Paise(x.amount))
	x.fee, x.tax = int64(money.Sum(fee, tax)), int64(tax)
	x.order.status, x.order.paid = orderPaid, x.amount
	p.announce("payment.captured", now, x, nil)
	p.announce("order.paid", now, x, nil)
}

// authorize is the bank's yes. It also ends a payment that was given up as
// failed. An order that was paid meanwhile takes nothing more: that money
// goes back at once.
func (p *Provider) authorize(x *payment, now time.Time) {
	if x.status != paymentCreated && x.status != paymentFailed {
		return
	}
	x.status, x.trouble = paymentAuthorized, trouble{}
	x.rrn = p.IDs.Digits(12)
	p.announce("payment.authorized", now, x, nil)
	switch {
	case x.order.status == orderPaid || x.order.otherAuthorized(x):
		p.giveBack(x, now)
	case x.order.automatic && now.Sub(x.at) <= x.order.captureWithin:
		p.complete(x, now)
	default:
		p.Agenda.At(later(x.at.Add(x.order.keepFor), now), func(at time.Time) { p.expire(x, at) })
	}
}

func (o *order) otherAuthorized(x *payment) bool {
	return slices.ContainsFunc(o.payments, func(y *payment) bool { return y != x && y.status == paymentAuthorized })
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// expire returns what was authorized and never captured.
func (p *Provider) expire(x *payment, now time.Time) {
	if x.status == paymentAuthorized {
		p.giveBack(x, now)
	}
}

// giveBack refunds an uncaptured payment in full.
func (p *Provider) giveBack(x *payment, now time.Time) {
	row := p.newRefund(x, x.amount, now)
	p.books.addRefund(row)
	x.addRefunded(row.amount)
	p.announce("refund.created", now, x, row)
	p.processed(row, now)
}

// fail is the bank's no, or its silence.
func (p *Provider) fail(x *payment, why trouble, now time.Time) {
	if x.status != paymentCreated {
		return
	}
	x.status, x.trouble = paymentFailed, why
	p.announce("payment.failed", now, x, nil)
	p.refuse(x, now)
}
