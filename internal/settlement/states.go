package settlement

import (
	"slices"

	"rento/internal/provider"
)

// State is the state of a settlement.
type State string

// The states of a settlement.
const (
	// Inspecting: the returned items are being inspected.
	Inspecting State = "inspecting"
	// Ready: the refund waits to be paid.
	Ready State = "ready"
	// Paying: a provider has the refund, or is about to get it.
	Paying State = "paying"
	// Paid: the customer has the refund, or there was none.
	Paid State = "paid"
)

// next lists every legal step of a settlement. If a payout fails, or the bank sends it back
// later, the refund waits again.
var next = map[State][]State{
	Inspecting: {Ready, Paid},
	Ready:      {Paying, Paid},
	Paying:     {Paid, Ready},
	Paid:       {Ready},
}

// May reports whether a settlement may go from s to to.
func (s State) May(to State) bool { return slices.Contains(next[s], to) }

// PayoutState is the state of one attempt to pay a settlement out.
type PayoutState string

// The states of a payout.
const (
	// PayoutWanted: our intent is stored, and the provider has not answered yet.
	PayoutWanted PayoutState = "wanted"
	// PayoutSent: the provider is working on it.
	PayoutSent PayoutState = "sent"
	// PayoutProcessed: the customer's bank has the money.
	PayoutProcessed PayoutState = "processed"
	// PayoutFailed: nothing has left our account.
	PayoutFailed PayoutState = "failed"
	// PayoutReversed: the money has come back.
	PayoutReversed PayoutState = "reversed"
)

// payoutNext lists every step of a payout that we believe. A payout only goes forward. A
// processed one can still come back, and the late success of one that we took as failed wins.
var payoutNext = map[PayoutState][]PayoutState{
	PayoutWanted:    {PayoutSent, PayoutProcessed, PayoutFailed, PayoutReversed},
	PayoutSent:      {PayoutProcessed, PayoutFailed, PayoutReversed},
	PayoutProcessed: {PayoutReversed},
	PayoutFailed:    {PayoutProcessed},
	PayoutReversed:  {},
}

// May reports whether a payout may go from s to to.
func (s PayoutState) May(to PayoutState) bool { return slices.Contains(payoutNext[s], to) }

// ended reports whether the attempt is over and the customer does not have the money.
func (s PayoutState) ended() bool { return s == PayoutFailed || s == PayoutReversed }

// payoutStateOf maps a provider's state of a payout to ours.
func payoutStateOf(state provider.PayoutState) PayoutState {
	switch state {
	case provider.PayoutProcessed:
		return PayoutProcessed
	case provider.PayoutFailed:
		return PayoutFailed
	case provider.PayoutReversed:
		return PayoutReversed
	case provider.PayoutPending:
	}
	return PayoutSent
}

// PayeeState says how far we trust a payee.
type PayeeState string

// The states of a payee.
const (
	// PayeeNew: the payee is saved, and the bank was not asked.
	PayeeNew PayeeState = "new"
	// PayeeChecking: the provider is asking the bank.
	PayeeChecking PayeeState = "checking"
	// PayeeConfirmed: the account exists and is the customer's.
	PayeeConfirmed PayeeState = "confirmed"
	// PayeeDoubtful: the holder's name is only similar, the bank could not say, or the provider
	// did not ask the bank. A person decides.
	PayeeDoubtful PayeeState = "doubtful"
	// PayeeRefused: the account does not exist, or is somebody else's.
	PayeeRefused PayeeState = "refused"
)

// payeeNext lists every legal step of a payee. If a person accepts a doubtful payee that the
// provider does not know, it is new again, and the bank is asked once more before money goes
// there.
var payeeNext = map[PayeeState][]PayeeState{
	PayeeNew:       {PayeeChecking, PayeeConfirmed, PayeeDoubtful, PayeeRefused},
	PayeeChecking:  {PayeeConfirmed, PayeeDoubtful, PayeeRefused},
	PayeeDoubtful:  {PayeeConfirmed, PayeeRefused, PayeeNew},
	PayeeConfirmed: {},
	PayeeRefused:   {},
}

// May reports whether a payee may go from s to to.
func (s PayeeState) May(to PayeeState) bool { return slices.Contains(payeeNext[s], to) }

// The scores of a name match, from 0 to 100. From sureScore on, the account counts as the
// customer's; below likelyScore it counts as somebody else's. A person decides about the scores
// in between.
const (
	sureScore   = 80
	likelyScore = 40
)

// judged returns the payee's state that follows from a validation.
func judged(v provider.Validation) PayeeState {
	switch {
	case v.State == provider.ValidationPending:
		return PayeeChecking
	case v.State == provider.ValidationFailed:
		return PayeeDoubtful
	case v.State == provider.ValidationInvalid || v.NameScore < likelyScore:
		return PayeeRefused
	case v.NameScore < sureScore:
		return PayeeDoubtful
	}
	return PayeeConfirmed
}
