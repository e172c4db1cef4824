package provider

import (
	"context"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
)

// MandateState is a gateway's own view of a mandate, in words for all of them.
type MandateState string

// The states of a mandate at a gateway.
const (
	// MandateInitiated: begun; neither the customer nor the bank has said no.
	MandateInitiated MandateState = "initiated"
	// MandateConfirmed: the only one under which money may be debited.
	MandateConfirmed MandateState = "confirmed"
	// MandateRejected: the bank said no, or the registration was given up.
	MandateRejected MandateState = "rejected"
	// MandatePaused: the customer has it rest at the bank.
	MandatePaused MandateState = "paused"
	// MandateCancelled: withdrawn, here or at the bank.
	MandateCancelled MandateState = "cancelled"
	// MandateExpired: its last day is over.
	MandateExpired MandateState = "expired"
)

// MandateRef names a mandate at a gateway. Reference is ours, alphanumeric and at
// most 20 characters; RegistrationID is what Register has returned as the order of
// its checkout, ID the gateway's id of the mandate, empty until it is known.
// GatewayCustomer is its id of the customer, as Register has returned it.
type MandateRef struct {
	Reference       string
	RegistrationID  string
	ID              string
	CustomerID      int64
	GatewayCustomer string
	Method          MandateMethod
}

// MandateRequest asks for a mandate that allows one debit a month of at most Max.
// It holds from Starts to Ends, both included.
type MandateRequest struct {
	Reference string
	Method    MandateMethod
	Max       money.Paise
	Starts    calendar.Date
	Ends      calendar.Date
	// About is what the customer reads of it at the bank.
	About    string
	Customer Customer
	Device   Device
	// ReturnURL is where the provider sends the browser back to.
	ReturnURL string
}

// Mandate is a mandate as the gateway sees it. What is shown of its instrument is
// fit to be stored: Last4 of a card or account, VPA masked.
type Mandate struct {
	ID        string
	Reference string
	State     MandateState
	Method    MandateMethod
	Max       money.Paise
	ExpiresOn calendar.Date
	Label     string
	Last4     string
	VPA       string
	// Reason is why it was rejected.
	Reason string
	// AtBank says of one that is initiated that the customer has agreed to it and the
	// bank is to decide.
	AtBank bool
}

// DebitRequest is one use of a mandate. Reference is ours, as an OrderRequest's:
// the debit is observed, captured and refunded by it as an order is. Number counts
// the debits under the mandate, from 1 on. Repeated says that a call with this
// reference may have been made before.
type DebitRequest struct {
	Reference string
	Mandate   MandateRef
	Amount    money.Paise
	On        calendar.Date
	// Invoice is the number that the customer knows, About what the notice says.
	Invoice  string
	About    string
	Number   int
	Customer Customer
	Repeated bool
}

// DebitNotice is the gateway's word that the customer is told of a debit before it
// happens.
type DebitNotice struct {
	ID string
	At time.Time
}

// Mandates is a Gateway at which auto debit is set up and used. Those that have it
// say how in Profile.Mandates. As everywhere, what a browser or a webhook says of a
// mandate is a reason to observe it.
type Mandates interface {
	Gateway
	// Register begins a mandate, which the customer confirms in the checkout. One
	// reference registers once: a repetition is Declined where the gateway does not
	// open it again, and another reference is needed; what was not confirmed lapses.
	Register(ctx context.Context, req MandateRequest) (Checkout, error)
	// ReadMandateReturn reads what a browser brought back of a registration, and
	// checks its proof against our own. It returns ErrBadSignature when it is not
	// the provider's word about this mandate, and the zero Mandate when there is no
	// word.
	ReadMandateReturn(ref MandateRef, fields map[string]string) (Mandate, error)
	// ObserveMandate asks how a mandate stands.
	ObserveMandate(ctx context.Context, ref MandateRef) (Mandate, error)
	// Announce has the customer told of a debit, at least a day before it. The same
	// again is the same notice.
	Announce(ctx context.Context, req DebitRequest) (DebitNotice, error)
	// Debit takes the money under a notice. One reference never debits twice. The
	// state of the payment says how far it is; Declined means that nothing is taken.
	Debit(ctx context.Context, req DebitRequest, notice DebitNotice) (Payment, error)
	// CancelMandate withdraws a mandate, and says how it stands then: a bank may
	// take its time. One that is withdrawn already is no error, nor is a registration
	// that the bank has not decided: it is initiated until then, and withdrawn once it
	// is confirmed and this is called again.
	CancelMandate(ctx context.Context, ref MandateRef) (Mandate, error)
}
