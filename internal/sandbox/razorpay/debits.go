package razorpay

import (
	"fmt"
	"time"

	"rento/internal/calendar"
	"rento/internal/sandbox/emulator"
)

// leads are how long the customer is told before a debit, at least and when nothing
// else is asked for.
var leads = map[string]time.Duration{railUPI: 25 * time.Hour, railCard: 36*time.Hour + 5*time.Minute}

// mostUnconfirmed is the most of a debit by UPI or card that the customer need not
// confirm, for rent, in paise: above it the bank refuses.
const mostUnconfirmed = 15_000_00

// debit takes the money of an order under a mandate.
func (p *Provider) debit(r *request) (any, error) {
	f := r.fields
	if err := f.only("email", "contact", "amount", "currency", "order_id", "customer_id", "token", "recurring", "description", "notes"); err != nil {
		return nil, err
	}
	said := map[string]string{}
	for _, name := range []string{"email", "contact", "currency", "order_id", "customer_id", "token"} {
		text, err := f.text(name)
		if err != nil {
			return nil, err
		}
		said[name] = text
	}
	amount, err := f.paise("amount")
	if err != nil {
		return nil, err
	}
	o, err := p.order(said["order_id"], r.now)
	if err != nil {
		return nil, err
	}
	t := p.books.token(func(t *token) bool { return t.ID == said["token"] && t.Customer == said["customer_id"] })
	if t == nil {
		return nil, unknownID()
	}
	if err := p.debitable(o, t, amount, r); err != nil {
		return nil, err
	}
	m, err := p.method(methodOf(t.Method))
	if err != nil {
		return nil, err
	}
	m.kind = t.Method
	x := &payment{
		id: p.IDs.ID("pay_"), order: o, amount: amount, status: paymentCreated, method: m, email: said["email"], contact: said["contact"],
		customer: t.Customer, token: t.ID, at: r.now,
	}
	p.books.addPayment(x)
	o.attempts++
	o.status = orderAttempted
	how, planned := p.Answers.Next("debit")
	switch {
	case amount > mostUnconfirmed && leads[t.Method] > 0:
		how = emulator.Answer{Outcome: emulator.Failure, Reason: "afa_required"}
	case !planned:
		how = emulator.Answer{Outcome: emulator.Success}
	}
	play := func(at time.Time) bool { return p.Play(how, at, p.turns(x, how.Reason)) }
	if o.notice == nil && leads[t.Method] > 0 { // Razorpay tells the customer itself, and debits after that
		p.Agenda.At(r.now.Add(leads[t.Method]), func(at time.Time) { play(at) })
	} else if !play(r.now) {
		return nil, wrong("outcome", "The outcome is not one that the sandbox knows.")
	}
	return map[string]any{
		"razorpay_payment_id": x.id, "razorpay_order_id": o.id, "razorpay_signature": sign(p.keys.Secret, []byte(o.id+"|"+x.id)),
	}, nil
}

// methodOf is how a payer pays on a rail.
func methodOf(rail string) string {
	if rail == railEMandate || rail == railNACH {
		return "netbanking"
	}
	return rail
}

func (p *Provider) debitable(o *order, t *token, amount int64, r *request) error {
	refused := func(reason, description string) error {
		e := refusal(description)
		e.Reason = reason
		return e
	}
	switch {
	case !r.fields.flag("recurring"):
		return missing("recurring")
	case o.terms != nil || amount != o.amount:
		return wrong("amount", "The amount must be that of an order for a debit.")
	case o.status == orderPaid || o.authorized() != nil:
		return refusal("Payment already done for this order.")
	case t.Status != tokenConfirmed || t.ExpireAt <= r.now.Unix():
		return refused("token_not_confirmed", "The token is not confirmed for recurring payments.")
	case amount > t.Max:
		return wrong("amount", "Amount exceeds maximum amount allowed")
	case o.notice == nil:
		return nil
	case o.notice.Token != t.ID:
		return wrong("token", "The token is not that of the notification.")
	case o.notice.Failed:
		return refused("pre_debit_notification_not_sent", "The customer could not be told of the debit.")
	case r.now.Unix() < o.notice.After:
		return refused("promised_debit_date_not_honoured", fmt.Sprintf("The debit may be after %s only.", time.Unix(o.notice.After, 0).In(calendar.India)))
	}
	return nil
}
