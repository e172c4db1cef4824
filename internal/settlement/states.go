package settlement

import (
	"slices"

	"rento/internal/provider"
)

// State is where a settlement stands.
type State string

// The states of a settlement.
const (
	// Inspecting: the goods are looked at.
	Inspecting State = "inspecting"
	// Ready: the refund waits to be paid.
	Ready State = "ready"
	// Paying: a provider has the refund, or is about to get it.
	Paying State = "paying"
	// Paid: the customer has the refund, or there was none.
	Paid State = "paid"
)

// next is every legal step of a settlement. A payout that fails, or that the
// bank sends back later, makes the refund wait again.
var next = map[State][]State{
	Inspecting: {Ready, Paid},
	Ready:      {Paying, Paid},
	Paying:     {Paid, Ready},
	Paid:       {Ready},
}

// May reports whether a settlement may go from s to to.
func (s State) May(to State) bool { return slices.Contains(next[s], to) }

// PayoutState is where an attempt to pay a settlement stands.
type PayoutState string

// The states of a payout.
const (
	// PayoutWanted: our intent is stored, the provider has not answered yet.
	PayoutWanted PayoutState = "wanted"
	// PayoutSent: the provider is at it.
	PayoutSent PayoutState = "sent"
	// PayoutProcessed: the customer's bank has the money.
	PayoutProcessed PayoutState = "processed"
	// PayoutFailed: nothing left our account.
	PayoutFailed PayoutState = "failed"
	// PayoutReversed: the money came back.
	PayoutReversed PayoutState = "reversed"
)

// payoutNext is every step of a payout that we believe. It only goes forward;
// a processed one can still come back, and the success of one that we took as
// failed wins.
var payoutNext = map[PayoutState][]PayoutState{
	PayoutWanted:    {PayoutSent, PayoutProcessed, PayoutFailed, PayoutReversed},
	PayoutSent:      {PayoutProcessed, PayoutFailed, PayoutReversed},
	PayoutProcessed: {PayoutReversed},
	PayoutFailed:    {PayoutProcessed},
	PayoutReversed:  {},
}

// May reports whether a payout may go from s to to.
func (s PayoutState) May(to PayoutState) bool { return slices.Contains(payoutNext[s], to) }

// ended says that the attempt is over without the customer having the money.
func (s PayoutState) ended() bool { return s == PayoutFailed || s == PayoutReversed }

// payoutStateOf is our state for a provider's.
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

// PayeeState is what we know of a payee.
type PayeeState string

// The states of a payee.
const (
	// PayeeNew: saved, the bank was not asked.
	PayeeNew PayeeState = "new"
	// PayeeChecking: the provider asks the bank.
	PayeeChecking PayeeState = "checking"
	// PayeeConfirmed: the account exists and is the customer's.
	PayeeConfirmed PayeeState = "confirmed"
	// PayeeDoubtful: the holder's name is similar only, the bank could not say, or
	// the provider did not ask it; a person decides.
	PayeeDoubtful PayeeState = "doubtful"
	// PayeeRefused: there is no such account, or it is somebody else's.
	PayeeRefused PayeeState = "refused"
)

// payeeNext is every legal step of a payee. A doubtful one that is unknown at the
// provider is asked about again before money goes there.
var payeeNext = map[PayeeState][]PayeeState{
	PayeeNew:       {PayeeChecking, PayeeConfirmed, PayeeDoubtful, PayeeRefused},
	PayeeChecking:  {PayeeConfirmed, PayeeDoubtful, PayeeRefused},
	PayeeDoubtful:  {PayeeConfirmed, PayeeRefused, PayeeNew},
	PayeeConfirmed: {},
	PayeeRefused:   {},
}

// May reports whether a payee may go from s to to.
func (s PayeeState) May(to PayeeState) bool { return slices.Contains(payeeNext[s], to) }

// The scores of a name match, 0 to 100: from sureScore on the account is taken
// as the customer's, below likelyScore as somebody else's; a person looks at
// what lies between.
const (
	sureScore   = 80
	likelyScore = 40
)

// judged is what a validation makes of a payee.
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
