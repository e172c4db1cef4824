package payment

import (
	"rento/internal/money"
	"rento/internal/provider"
)

// Posting says how a gateway payment was entered in the books.
type Posting string

// The ways in which a gateway payment is posted.
const (
	// NotPosted: the payment is not money of ours, or not yet.
	NotPosted Posting = ""
	// Paid: the payment paid what it was meant for.
	Paid Posting = "paid"
	// Duplicate: what the payment was meant for is already paid. The money goes back.
	Duplicate Posting = "duplicate"
	// Suspended: the payment is not what we asked for. It is in the suspense account until a
	// person looks at it.
	Suspended Posting = "suspense"
)

// Currency is the only currency that we charge in.
const Currency = "INR"

// expectation is what we know about an attempt when we judge a payment.
type expectation struct {
	orderID string
	// amount is what the gateway was asked to collect, in paise.
	amount money.Paise
	// paid says that the transaction, or a later one in its place, is paid.
	paid bool
	// owed is what is still due for the purpose, in paise.
	owed money.Paise
}

// record is what we stored about a payment before.
type record struct {
	state  provider.PaymentState
	posted Posting
}

// verdict is the decision about one payment.
type verdict struct {
	state  provider.PaymentState
	post   Posting // NotPosted if there is nothing new to post
	reason string
	// capture says that we should tell the gateway to capture the money.
	capture bool
	// review says that a person must look at the payment, because of reason.
	review bool
}

// judge decides what to do about one payment that a gateway reports. The result depends only on
// the arguments. So repeated reports, in any order, lead to the same end state.
func judge(e expectation, was record, p provider.Payment) verdict {
	v := verdict{state: forward(was.state, p.State)}
	if was.posted != NotPosted {
		return v
	}
	if p.State != v.state {
		return v // an older report of a state that we know already
	}
	switch p.State {
	case provider.PaymentCaptured:
		return judgeCaptured(v, e, p)
	case provider.PaymentAuthorized:
		return judgeAuthorized(v, e, p)
	case provider.PaymentFailed:
		v.reason = p.Reason
	}
	return v
}

func judgeCaptured(v verdict, e expectation, p provider.Payment) verdict {
	if reason := e.differs(p); reason != "" {
		v.post, v.reason, v.review = Suspended, reason, true
		return v
	}
	if e.paid || e.owed <= 0 {
		v.post, v.reason = Duplicate, "paid_already"
		return v
	}
	v.post = Paid
	return v
}

// judgeAuthorized captures the money only if it would settle something. An authorized payment
// that nobody captures goes back to the payer by itself.
func judgeAuthorized(v verdict, e expectation, p provider.Payment) verdict {
	if reason := e.differs(p); reason != "" {
		v.reason, v.review = reason, true
		return v
	}
	v.capture = !e.paid && e.owed > 0
	return v
}

// differs says how a payment differs from the one that we asked for. The result is "" if it does
// not differ.
func (e expectation) differs(p provider.Payment) string {
	switch {
	case e.orderID == "" || p.OrderID != e.orderID:
		return "order_differs"
	case p.Currency != Currency:
		return "currency_differs"
	case p.Amount != e.amount:
		return "amount_differs"
	}
	return ""
}

// judged is a payment after it was judged.
type judged struct {
	record
	// changed says that the payment was not known in this state before.
	changed bool
}

// standing returns the state of an attempt after all its payments were judged. Each failure
// counts once: when the customer tries again on the same order, the old failures do not count
// any more.
func standing(present AttemptState, hasOrder bool, payments []judged) AttemptState {
	next := present
	if hasOrder && (present == AttemptCreated || present == AttemptUnknown) {
		next = AttemptInitiated
	}
	open, failed, done := tally(present, payments)
	switch {
	case done != "":
		next = done
	case open:
		next = AttemptPending
	case failed:
		next = AttemptFailed
	}
	if !present.May(next) {
		return present
	}
	return next
}

// tally summarizes the payments. open says that a payment may still become money. failed says
// that a payment failed just now. done is the final state of the attempt if the payments lead to
// one.
func tally(present AttemptState, payments []judged) (open, failed bool, done AttemptState) {
	for _, p := range payments {
		switch {
		case p.posted == Paid:
			done = AttemptSucceeded
		case p.posted == Duplicate && done == "":
			done = AttemptExpired // the money goes back, so nothing waits for it
		case p.posted != NotPosted || p.state == provider.PaymentFailed || p.state == provider.PaymentRefunded:
			failed = failed || p.changed || present == AttemptPending
		default:
			open = true
		}
	}
	return open, failed, done
}
