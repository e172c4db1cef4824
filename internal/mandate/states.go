package mandate

import "slices"

// State is the state of a mandate at the customer's bank.
type State string

// The states of a mandate (docs/mandates.md).
const (
	// Initiated: the customer has begun the registration, and the bank has not said yes.
	Initiated State = "initiated"
	// Confirmed: rent may be debited by this mandate.
	Confirmed State = "confirmed"
	// Rejected: the bank said no, or the registration was given up.
	Rejected State = "rejected"
	// Paused: the customer has paused the mandate at the bank. It can be resumed.
	Paused State = "paused"
	// Cancelling: the withdrawal was requested. Nothing is debited from now on.
	Cancelling State = "cancelling"
	// Cancelled: the mandate was withdrawn, by the customer here or at the bank.
	Cancelled State = "cancelled"
	// Expired: the mandate's last day is over.
	Expired State = "expired"
)

// mandateNext lists every legal step of a mandate (docs/mandates.md). A gateway that is asked
// late says where a mandate stands, not how it got there. So an initiated mandate may be found in
// any other state.
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

// Lasting reports whether rent is debited by the mandate or can be again: it is confirmed or
// paused.
func (s State) Lasting() bool { return s == Confirmed || s == Paused }

// DebitState is the state of one month's debit.
type DebitState string

// The states of a debit (docs/mandates.md).
const (
	// Scheduled: the debit is planned for its day.
	Scheduled DebitState = "scheduled"
	// Notified: the customer has the pre-debit notice.
	Notified DebitState = "notified"
	// Unknown: we are about to submit the debit, or submitted it and got no answer. The gateway
	// may or may not have it.
	Unknown DebitState = "unknown"
	// Submitted: the gateway has the debit, and the bank has not answered yet.
	Submitted DebitState = "submitted"
	// Succeeded: the bank has paid.
	Succeeded DebitState = "succeeded"
	// Failed: the bank said no. The debit can be planned again within its month.
	Failed DebitState = "failed"
	// Skipped: the debit will not happen; SkippedFor says why.
	Skipped DebitState = "skipped"
)

// debitNext lists every legal step of a debit (docs/mandates.md). No debit is submitted without a
// notice. A debit that the gateway may have is never skipped. A notice whose day went by is
// replaced by another one. The bank's late yes to an earlier try wins over its no, and over what
// was planned meanwhile.
var debitNext = map[DebitState][]DebitState{
	Scheduled: {Notified, Skipped, Succeeded},
	Notified:  {Unknown, Scheduled, Skipped, Succeeded},
	Unknown:   {Notified, Submitted, Succeeded, Failed},
	Submitted: {Succeeded, Failed},
	Failed:    {Scheduled, Succeeded},
	Succeeded: {},
	Skipped:   {Succeeded},
}

// May reports whether a debit may go from s to next.
func (s DebitState) May(next DebitState) bool { return slices.Contains(debitNext[s], next) }

// Open reports whether the debit, as it is planned now, can still bring money.
func (s DebitState) Open() bool {
	return s == Scheduled || s == Notified || s == Unknown || s == Submitted
}

// Planned reports whether the debit can still be skipped, because the gateway does not have it
// yet.
func (s DebitState) Planned() bool { return s == Scheduled || s == Notified }

// Reason says why a debit was skipped.
type Reason string

// The reasons. Lapsed and MonthTaken are our fault. Inactive is nobody's fault in the debit's
// month when another mandate has replaced the debit's one (docs/rules.md R6).
const (
	// NotSkipped: the debit is not skipped.
	NotSkipped Reason = ""
	// NotAllowed: the debit is above the mandate's limit or after its last day.
	NotAllowed Reason = "not_allowed"
	// PaidOtherwise: the invoice was paid by other means.
	PaidOtherwise Reason = "paid"
	// Lapsed: we did not submit the debit in its month, or not within a week, or its month has no
	// day left.
	Lapsed Reason = "lapsed"
	// MonthTaken: a mandate has one debit a month, and this month's is for another invoice.
	MonthTaken Reason = "month_taken"
	// Declined: the customer objected to this one debit.
	Declined Reason = "declined"
	// Inactive: the mandate was paused, withdrawn or replaced by another one, or has run out.
	Inactive Reason = "mandate_inactive"
)
