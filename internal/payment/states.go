package payment

import (
	"slices"

	"rento/internal/provider"
)

// State is where a transaction stands: what a customer set out to pay.
type State string

// The states of a transaction.
const (
	// Open: started, nothing heard of a payment.
	Open State = "open"
	// Pending: a gateway may hold money for it; nothing is known for sure.
	Pending State = "pending"
	// Failed: the last try did not work. It can be tried again.
	Failed State = "failed"
	// Succeeded: paid and posted.
	Succeeded State = "succeeded"
	// Expired: given up or replaced. Money that still comes is accepted once.
	Expired State = "expired"
)

// Live reports whether the transaction can still be paid.
func (s State) Live() bool { return s == Open || s == Pending || s == Failed }

// transactionNext is every legal step of a transaction (docs/payments.md).
var transactionNext = map[State][]State{
	Open:      {Pending, Failed, Succeeded, Expired},
	Pending:   {Open, Failed, Succeeded, Expired},
	Failed:    {Open, Pending, Succeeded, Expired},
	Expired:   {Succeeded},
	Succeeded: {},
}

// May reports whether a transaction may go from s to next.
func (s State) May(next State) bool { return slices.Contains(transactionNext[s], next) }

// AttemptState is where one order at one gateway stands.
type AttemptState string

// The states of an attempt.
const (
	// AttemptCreated: our intent is stored, the gateway has not answered yet.
	AttemptCreated AttemptState = "created"
	// AttemptInitiated: the gateway has an order, no payment is known.
	AttemptInitiated AttemptState = "initiated"
	// AttemptPending: the gateway holds a payment that is not finished.
	AttemptPending AttemptState = "pending"
	// AttemptUnknown: whether the gateway has an order is not known.
	AttemptUnknown AttemptState = "unknown"
	// AttemptFailed: every payment of the order failed so far.
	AttemptFailed AttemptState = "failed"
	// AttemptSucceeded: a payment is captured and posted.
	AttemptSucceeded AttemptState = "succeeded"
	// AttemptExpired: nobody waits for it, but late money still counts.
	AttemptExpired AttemptState = "expired"
)

// attemptNext is every legal step of an attempt. Failed goes back to
// initiated when the customer tries again on the same order, and on to
// succeeded when the bank says yes after all.
var attemptNext = map[AttemptState][]AttemptState{
	AttemptCreated:   {AttemptInitiated, AttemptPending, AttemptUnknown, AttemptFailed, AttemptSucceeded, AttemptExpired},
	AttemptInitiated: {AttemptPending, AttemptFailed, AttemptSucceeded, AttemptExpired},
	AttemptPending:   {AttemptFailed, AttemptSucceeded, AttemptExpired},
	AttemptUnknown:   {AttemptInitiated, AttemptPending, AttemptFailed, AttemptSucceeded, AttemptExpired},
	AttemptFailed:    {AttemptInitiated, AttemptPending, AttemptUnknown, AttemptSucceeded, AttemptExpired},
	AttemptExpired:   {AttemptSucceeded},
	AttemptSucceeded: {},
}

// May reports whether an attempt may go from s to next.
func (s AttemptState) May(next AttemptState) bool { return slices.Contains(attemptNext[s], next) }

// Live reports whether the attempt still stands for its transaction.
func (s AttemptState) Live() bool { return s != AttemptSucceeded && s != AttemptExpired }

// shownAs is the state of a transaction whose attempt stands at s.
func (s AttemptState) shownAs() State {
	switch s {
	case AttemptPending, AttemptUnknown:
		return Pending
	case AttemptFailed:
		return Failed
	case AttemptSucceeded:
		return Succeeded
	case AttemptExpired:
		return Expired
	}
	return Open
}

// paymentNext is every step of a gateway's payment that we believe. It only
// goes forward, but for a failed payment that the bank honours late.
var paymentNext = map[provider.PaymentState][]provider.PaymentState{
	provider.PaymentCreated:    {provider.PaymentAuthorized, provider.PaymentCaptured, provider.PaymentFailed, provider.PaymentRefunded},
	provider.PaymentAuthorized: {provider.PaymentCaptured, provider.PaymentRefunded},
	provider.PaymentFailed:     {provider.PaymentAuthorized, provider.PaymentCaptured, provider.PaymentRefunded},
	provider.PaymentCaptured:   {provider.PaymentRefunded},
	provider.PaymentRefunded:   {},
}

// forward returns the later of what we knew and what we hear; a step that the
// table does not have is left out: it is known already.
func forward(was, heard provider.PaymentState) provider.PaymentState {
	if was == "" || slices.Contains(paymentNext[was], heard) {
		return heard
	}
	return was
}

// RefundState is where a refund stands.
type RefundState string

// The states of a refund.
const (
	// RefundWanted: decided, the gateway has not confirmed that it has it.
	RefundWanted RefundState = "wanted"
	// RefundPending: the gateway is at it.
	RefundPending RefundState = "pending"
	// RefundProcessed: the money has left.
	RefundProcessed RefundState = "processed"
	// RefundFailed: the gateway refused; the money is still owed.
	RefundFailed RefundState = "failed"
)

// refundNext is every legal step of a refund.
var refundNext = map[RefundState][]RefundState{
	RefundWanted:    {RefundPending, RefundProcessed, RefundFailed},
	RefundPending:   {RefundProcessed, RefundFailed},
	RefundProcessed: {},
	RefundFailed:    {RefundWanted, RefundProcessed},
}

// May reports whether a refund may go from s to next.
func (s RefundState) May(next RefundState) bool { return slices.Contains(refundNext[s], next) }

// shownAs is the state of a refund in the customer's list.
func (s RefundState) shownAs() State {
	if s == RefundProcessed {
		return Succeeded
	}
	return Pending // one that failed is still owed, and to be paid another way
}
