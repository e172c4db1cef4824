package razorpay

import (
	"time"

	"rento/internal/sandbox/emulator"
)

// How a payer's attempt turns out.
const (
	OutcomeSuccess        = emulator.Success
	OutcomeFailure        = emulator.Failure
	OutcomePending        = emulator.Pending
	OutcomeLate           = emulator.Late
	OutcomeFailedThenPaid = emulator.FailedThenPaid
	// OutcomeAuthorized: the bank says yes, the automatic capture does not come.
	OutcomeAuthorized = "authorized"
)

// Attempt is what a payer does with an order.
type Attempt struct {
	OrderID string `json:"order_id"`
	// Outcome is empty for the one decided by control, or success.
	Outcome string `json:"outcome"`
	// Method is upi (also when empty), card, netbanking or wallet.
	Method string `json:"method"`
	// Reason is why it fails.
	Reason string `json:"reason"`
	// Seconds is when a late yes comes.
	Seconds int    `json:"seconds"`
	Email   string `json:"email"`
	Contact string `json:"contact"`
}

// attempt starts a payment and plays it out. It fails when the order takes no
// more payments.
func (p *Provider) attempt(a Attempt, now time.Time) (*payment, error) {
	o, err := p.order(a.OrderID, now)
	if err != nil {
		return nil, err
	}
	if o.status == orderPaid || o.authorized() != nil {
		refused := refusal("Payment already done for this order.")
		refused.OrderID = o.id
		return nil, refused
	}
	chosen := a.Method
	if o.terms != nil {
		chosen = methodOf(o.method)
	}
	m, err := p.method(chosen)
	if err != nil {
		return nil, err
	}
	how := p.Answers.Decided(emulator.Answer{Outcome: a.Outcome, Reason: a.Reason, Seconds: a.Seconds})
	x := &payment{
		id: p.IDs.ID("pay_"), order: o, amount: o.amount, status: paymentCreated, method: m,
		email: a.Email, contact: a.Contact, at: now,
	}
	p.books.addPayment(x)
	o.attempts++
	o.status = orderAttempted
	turns := p.turns(x, how.Reason)
	if o.terms != nil {
		x.method.kind = o.method
		turns = p.registering(x, p.begin(x, now), how.Reason)
	}
	if !p.Play(how, now, turns) {
		return nil, wrong("outcome", "The outcome is not one that the sandbox knows.")
	}
	return x, nil
}

// turns are what becomes of a payment, with the reason why it fails.
func (p *Provider) turns(x *payment, reason string) emulator.Turns {
	return emulator.Turns{
		Succeed: func(at time.Time) { p.authorize(x, at) },
		Fail:    func(at time.Time) { p.fail(x, because(reason), at) },
		Wait:    func(at time.Time) { p.giveUpLater(x, at) },
		Own: map[string]func(time.Time){OutcomeAuthorized: func(at time.Time) {
			x.order.automatic = false
			p.authorize(x, at)
		}},
	}
}

// giveUpLater marks a payment failed when the bank stays silent.
func (p *Provider) giveUpLater(x *payment, now time.Time) {
	p.Agenda.At(now.Add(emulator.BankPatience), func(at time.Time) { p.fail(x, because("payment_timed_out"), at) })
}

// because is why a payment fails, by its reason.
func because(reason string) trouble {
	t := trouble{code: "BAD_REQUEST_ERROR", source: "customer", step: "payment_authentication", reason: reason}
	switch reason {
	case "payment_cancelled":
		t.description = "The payment was cancelled by the customer."
	case "payment_timed_out":
		t.description = "The payment was not completed in time."
	case "upi_dummy_payment":
		t.source, t.step = "business", "payment_initiation"
		t.description = "Payment was a dummy payment for one time mandate registration."
	case "insufficient_funds":
		t.source, t.step = "customer", "payment_authorization"
		t.description = "There is not enough money in the account."
	default:
		t.source, t.step = "bank", "payment_authorization"
		t.description = "The bank declined the payment. Please try another way to pay."
		if reason == "" {
			t.reason = "payment_failed"
		}
	}
	return t
}

func (p *Provider) method(kind string) (method, error) {
	switch kind {
	case "", "upi":
		return method{kind: "upi", vpa: "success@razorpay"}, nil
	case "card":
		return method{kind: "card", last4: "1007", network: "Visa", cardID: p.IDs.ID("card_")}, nil
	case "netbanking":
		return method{kind: "netbanking", bank: "HDFC"}, nil
	case "wallet":
		return method{kind: "wallet", wallet: "payzapp"}, nil
	}
	return method{}, wrong("method", "The method is not one that the sandbox knows.")
}

// result is what checkout learns of an attempt.
func (p *Provider) result(x *payment) map[string]any {
	shown := map[string]any{"status": x.status, "payment_id": x.id, "order_id": x.order.id}
	switch x.status {
	case paymentAuthorized, paymentCaptured:
		shown["razorpay_payment_id"] = x.id
		shown["razorpay_order_id"] = x.order.id
		shown["razorpay_signature"] = sign(p.keys.Secret, []byte(x.order.id+"|"+x.id))
	case paymentFailed:
		t := x.trouble
		e := &apiError{
			Code: t.code, Description: t.description, Source: t.source, Step: t.step, Reason: t.reason,
			PaymentID: x.id, OrderID: x.order.id,
		}
		shown["error"] = e.body()
	}
	return shown
}
