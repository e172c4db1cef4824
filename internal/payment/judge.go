package payment

import (
	"rento/internal/money"
	"rento/internal/provider"
)

// Posting is what was made of a payment in the books.
type Posting string

// The ways in which money enters the books.
const (
	// NotPosted: no money of ours, or not yet.
	NotPosted Posting = ""
	// Paid: it paid what it was meant for.
	Paid Posting = "paid"
	// Duplicate: what it was meant for was paid already; it goes back.
	Duplicate Posting = "duplicate"
	// Suspended: it is not what we asked for; a person looks at it.
	Suspended Posting = "suspense"
)

// Currency is the only one in which we charge.
const Currency = "INR"

// expectation is what we know of an attempt when a payment is judged.
type expectation struct {
	orderID string
	// amount is what the gateway was asked to collect, in paise.
	amount money.Paise
	// paid says that the transaction, or one that came in its place, is paid.
	paid bool
	// owed is what is still due for the purpose, in paise.
	owed money.Paise
}

// record is what we noted of a payment before.
type record struct {
	state  provider.PaymentState
	posted Posting
}

// verdict is what to do about one payment.
type verdict struct {
	state  provider.PaymentState
	post   Posting // NotPosted for nothing new
	reason string
	// capture says that the gateway should be told to take the money.
	capture bool
	// review says that it needs manual review, for the reason.
	review bool
}

// judge decides about one payment as a gateway reports it. It only looks at
// its arguments: the same payment heard again, in whatever order, comes to the
// same end.
func judge(e expectation, was record, p provider.Payment) verdict {
	v := verdict{state: forward(was.state, p.State)}
	if was.posted != NotPosted {
		return v
	}
	if p.State != v.state {
		return v // known already
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

// judgeAuthorized takes the money only when it would settle something: an
// authorized payment that is left alone goes back to the payer by itself.
func judgeAuthorized(v verdict, e expectation, p provider.Payment) verdict {
	if reason := e.differs(p); reason != "" {
		v.reason, v.review = reason, true
		return v
	}
	v.capture = !e.paid && e.owed > 0
	return v
}

// differs says in which way a payment is not the one we asked for.
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
	// changed says that it was not known in this state before.
	changed bool
}

// standing is the state of an attempt after all its payments were judged. A
// failure counts once: when the customer tries again on the same order, the
// old failures do not count.
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

// tally sums the payments up: whether one may still become money, whether one
// failed just now, and the final state that they lead to, if any.
func tally(present AttemptState, payments []judged) (open, failed bool, done AttemptState) {
	for _, p := range payments {
		switch {
		case p.posted == Paid:
			done = AttemptSucceeded
		case p.posted == Duplicate && done == "":
			done = AttemptExpired // the money goes back; nothing waits for it
		case p.posted != NotPosted || p.state == provider.PaymentFailed || p.state == provider.PaymentRefunded:
			failed = failed || p.changed || present == AttemptPending
		default:
			open = true
		}
	}
	return open, failed, done
}
