package mandate

import "slices"

// State is where a mandate stands at the customer's bank.
type State string

// The states of a mandate.
const (
	// Initiated: the customer has begun to register it; the bank has not said yes.
	Initiated State = "initiated"
	// Confirmed: rent may be debited by it.
	Confirmed State = "confirmed"
	// Rejected: the bank said no, or the registration was given up.
	Rejected State = "rejected"
	// Paused: the customer has it rest at the bank; it can come back.
	Paused State = "paused"
	// Cancelling: its withdrawal was asked for. Nothing is debited any more.
	Cancelling State = "cancelling"
	// Cancelled: withdrawn, by the customer here or at the bank.
	Cancelled State = "cancelled"
	// Expired: its last day is over.
	Expired State = "expired"
)

// mandateNext is every legal step of a mandate (docs/mandates.md). A gateway
// that is asked late says where a mandate stands, not how it got there, so that
// an initiated one may be found in any later state.
var mandateNext = map[State][]State{
	Initiated:  {Confirmed, Rejected, Paused, Cancelling, Cancelled, Expired},
	Confirmed:  {Paused, Cancelling, Cancelled, Expired},
	Paused:     {Confirmed, Cancelling, Cancelled, Expired},
	Cancelling: {Cancelled, Expired},
	Rejected:   {},
	Cancelled:  {},
	Expired:    {},
}

// May reports whether a mandate may go from s to next.
func (s State) May(next State) bool { return slices.Contains(mandateNext[s], next) }

// Lasting reports whether the mandate may still be, or come back to be, the one
// by which rent is debited.
func (s State) Lasting() bool { return s == Confirmed || s == Paused }

// DebitState is where the debit of one month stands.
type DebitState string

// The states of a debit.
const (
	// Scheduled: planned for its day.
	Scheduled DebitState = "scheduled"
	// Notified: the pre-debit notice is with the customer.
	Notified DebitState = "notified"
	// Unknown: we are about to submit it, or did and have no answer; whether the
	// gateway has it is not known.
	Unknown DebitState = "unknown"
	// Submitted: the gateway has it, the bank's answer is awaited.
	Submitted DebitState = "submitted"
	// Succeeded: the money is ours.
	Succeeded DebitState = "succeeded"
	// Failed: the bank said no. It can be planned again within its month.
	Failed DebitState = "failed"
	// Skipped: it will not happen; SkippedFor says why.
	Skipped DebitState = "skipped"
)

// debitNext is every legal step of a debit (docs/mandates.md). None is
// submitted without a notice before it, and one that may be with the gateway is
// never skipped. A notice whose day went by is followed by another one. The bank's late yes wins over its no.
var debitNext = map[DebitState][]DebitState{
	Scheduled: {Notified, Skipped},
	Notified:  {Unknown, Scheduled, Skipped},
	Unknown:   {Notified, Submitted, Succeeded, Failed},
	Submitted: {Succeeded, Failed},
	Failed:    {Scheduled, Succeeded},
	Succeeded: {},
	Skipped:   {},
}

// May reports whether a debit may go from s to next.
func (s DebitState) May(next DebitState) bool { return slices.Contains(debitNext[s], next) }

// Open reports whether money may still come by the debit without a new plan.
func (s DebitState) Open() bool {
	return s == Scheduled || s == Notified || s == Unknown || s == Submitted
}

// Planned reports whether the debit can still be skipped before the gateway has
// it.
func (s DebitState) Planned() bool { return s == Scheduled || s == Notified }

// Reason is why a debit was skipped.
type Reason string

// The reasons. One that lapsed and one whose month was taken are our fault; one
// whose mandate another has replaced is nobody's in its month (docs/rules.md R6).
const (
	// NotSkipped: the debit is in another state.
	NotSkipped Reason = ""
	// NotAllowed: above the mandate's limit, or after its last day.
	NotAllowed Reason = "not_allowed"
	// PaidOtherwise: its invoice was paid by other means.
	PaidOtherwise Reason = "paid"
	// Lapsed: its month went by and we had not submitted it.
	Lapsed Reason = "lapsed"
	// MonthTaken: a mandate has one debit a month, and that of this month is for
	// another invoice.
	MonthTaken Reason = "month_taken"
	// Declined: the customer objected to this one debit.
	Declined Reason = "declined"
	// Inactive: its mandate was paused, withdrawn or replaced by another, or ran
	// out.
	Inactive Reason = "mandate_inactive"
)
