package payment

import (
	"slices"

	"rento/internal/provider"
)

// State is the state of a transaction.
type State string

// The states of a transaction.
const (
	// Open: the transaction was started, and we have not heard of any payment.
	Open State = "open"
	// Pending: a gateway may hold money for the transaction, but nothing is certain.
	Pending State = "pending"
	// Failed: the last try did not work. The customer can try again.
	Failed State = "failed"
	// Succeeded: the transaction is paid and posted.
	Succeeded State = "succeeded"
	// Expired: the transaction was given up or replaced. If money still comes, we accept it
	// once.
	Expired State = "expired"
)

// Live reports whether the transaction can still be paid.
func (s State) Live() bool { return s == Open || s == Pending || s == Failed }

// transactionNext lists every allowed transition of a transaction (docs/payments.md).
var transactionNext = map[State][]State{
	Open:      {Pending, Failed, Succeeded, Expired},
	Pending:   {Open, Failed, Succeeded, Expired},
	Failed:    {Open, Pending, Succeeded, Expired},
	Expired:   {Succeeded},
	Succeeded: {},
}

// May reports whether a transaction may move from s to next.
func (s State) May(next State) bool { return slices.Contains(transactionNext[s], next) }

// AttemptState is the state of a payment attempt, that is, of one order at one gateway.
type AttemptState string

// The states of a payment attempt.
const (
	// AttemptCreated: our intent is stored. The gateway has not answered yet.
	AttemptCreated AttemptState = "created"
	// AttemptInitiated: the gateway has an order. We know of no payment.
	AttemptInitiated AttemptState = "initiated"
	// AttemptPending: the gateway has a payment that is not finished.
	AttemptPending AttemptState = "pending"
	// AttemptUnknown: we do not know whether the gateway has an order.
	AttemptUnknown AttemptState = "unknown"
	// AttemptFailed: every payment of the order has failed so far.
	AttemptFailed AttemptState = "failed"
	// AttemptSucceeded: a payment is captured and posted.
	AttemptSucceeded AttemptState = "succeeded"
	// AttemptExpired: nobody waits for the attempt any more, but late money still counts.
	AttemptExpired AttemptState = "expired"
)

// attemptNext lists every allowed transition of a payment attempt. A failed attempt goes back to
// initiated when the customer tries again on the same order. It goes on to succeeded when the
// bank confirms the payment after all.
var attemptNext = map[AttemptState][]AttemptState{
	AttemptCreated:   {AttemptInitiated, AttemptPending, AttemptUnknown, AttemptFailed, AttemptSucceeded, AttemptExpired},
	AttemptInitiated: {AttemptPending, AttemptFailed, AttemptSucceeded, AttemptExpired},
	AttemptPending:   {AttemptFailed, AttemptSucceeded, AttemptExpired},
	AttemptUnknown:   {AttemptInitiated, AttemptPending, AttemptFailed, AttemptSucceeded, AttemptExpired},
	AttemptFailed:    {AttemptInitiated, AttemptPending, AttemptUnknown, AttemptSucceeded, AttemptExpired},
	AttemptExpired:   {AttemptSucceeded},
	AttemptSucceeded: {},
}

// May reports whether a payment attempt may move from s to next.
func (s AttemptState) May(next AttemptState) bool { return slices.Contains(attemptNext[s], next) }

// Live reports whether the attempt is still the current one of its transaction.
func (s AttemptState) Live() bool { return s != AttemptSucceeded && s != AttemptExpired }

// shownAs returns the state of a transaction whose current attempt is in state s.
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

// paymentNext lists every transition of a gateway payment that we accept. A payment only moves
// forward. The exception is a failed payment that the bank honours late.
var paymentNext = map[provider.PaymentState][]provider.PaymentState{
	provider.PaymentCreated:    {provider.PaymentAuthorized, provider.PaymentCaptured, provider.PaymentFailed, provider.PaymentRefunded},
	provider.PaymentAuthorized: {provider.PaymentCaptured, provider.PaymentRefunded},
	provider.PaymentFailed:     {provider.PaymentAuthorized, provider.PaymentCaptured, provider.PaymentRefunded},
	provider.PaymentCaptured:   {provider.PaymentRefunded},
	provider.PaymentRefunded:   {},
}

// forward returns the later of the state that we knew and the state that we hear. If the table
// does not allow the transition, the report is old news and the known state stays.
func forward(was, heard provider.PaymentState) provider.PaymentState {
	if was == "" || slices.Contains(paymentNext[was], heard) {
		return heard
	}
	return was
}

// RefundState is the state of a refund.
type RefundState string

// The states of a refund.
const (
	// RefundWanted: we decided to refund. The gateway has not confirmed yet that it has the
	// refund.
	RefundWanted RefundState = "wanted"
	// RefundPending: the gateway is working on the refund.
	RefundPending RefundState = "pending"
	// RefundProcessed: the money has left.
	RefundProcessed RefundState = "processed"
	// RefundFailed: the gateway refused the refund. We still owe the money.
	RefundFailed RefundState = "failed"
)

// refundNext lists every allowed transition of a refund.
var refundNext = map[RefundState][]RefundState{
	RefundWanted:    {RefundPending, RefundProcessed, RefundFailed},
	RefundPending:   {RefundProcessed, RefundFailed},
	RefundProcessed: {},
	RefundFailed:    {RefundWanted, RefundProcessed},
}

// May reports whether a refund may move from s to next.
func (s RefundState) May(next RefundState) bool { return slices.Contains(refundNext[s], next) }

// shownAs returns the state of a refund in the customer's list of transactions.
func (s RefundState) shownAs() State {
	if s == RefundProcessed {
		return Succeeded
	}
	return Pending // a failed refund is still owed and will be paid another way
}
