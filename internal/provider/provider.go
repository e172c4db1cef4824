// Package provider holds the ports to the outside services: one interface per
// kind of service, and one folder per provider that implements it. Adapters
// are the production ones; only base URL and keys differ between the sandbox
// and the world. No provider is ever called inside a database transaction.
package provider

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"rento/internal/bound"
	"rento/internal/money"
)

// Outcome says what is known after a call that did not succeed. Guessing is
// not one of the choices: an answer that cannot be read is Unknown.
type Outcome string

// The outcomes of a failed call.
const (
	// NotAttempted: the call certainly had no effect (refused connection, 4xx,
	// 429, open breaker). It may be tried again as it is.
	NotAttempted Outcome = "not_attempted"
	// Declined: the provider understood and said no.
	Declined Outcome = "declined"
	// Unknown: the call may have had its effect (timeout, 5xx, unreadable
	// answer). Ask before doing it again.
	Unknown Outcome = "unknown"
)

// Error is a failed provider call.
type Error struct {
	Provider string
	Call     string
	Outcome  Outcome
	// Status is the HTTP status, 0 without an answer.
	Status int
	// Reason is the provider's machine-readable reason, when it gave one.
	Reason string
	Cause  error
}

// longestError is how much of an error's text is kept, in characters: the reason
// and the cause hold what a provider wrote.
const longestError = 2000

// Error is at most 2,000 characters long.
func (e *Error) Error() string {
	return bound.Text(fmt.Sprintf("%s %s: %s (status %d, reason %q): %v", e.Provider, e.Call, e.Outcome, e.Status, e.Reason, e.Cause), longestError)
}

func (e *Error) Unwrap() error { return e.Cause }

// OutcomeOf returns the outcome inside err; an error that is not a provider
// error counts as Unknown.
func OutcomeOf(err error) Outcome {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Outcome
	}
	return Unknown
}

// LooksSHA256 says whether a text is written as an HMAC with SHA-256 is: in 64
// hexadecimal digits, with small letters.
func LooksSHA256(text string) bool {
	raw, err := hex.DecodeString(text)
	return err == nil && len(raw) == sha256.Size && hex.EncodeToString(raw) == text
}

// ErrBadSignature says that a callback or webhook is not the provider's word.
var ErrBadSignature = errors.New("provider: signature does not match")

// HeaderWebhookSecret is where a webhook's secret stands whose provider signs nothing,
// and calls an address that nobody else knows: the API puts its last segment there, and
// nothing that came with the call (docs/providers/hyperverge.md).
const HeaderWebhookSecret = "X-Webhook-Address-Secret" //nolint:gosec // a name

// PaymentState is a provider's own view of one payment.
type PaymentState string

// The states of a payment at the provider.
const (
	PaymentCreated    PaymentState = "created"
	PaymentAuthorized PaymentState = "authorized"
	PaymentCaptured   PaymentState = "captured"
	PaymentFailed     PaymentState = "failed"
	PaymentRefunded   PaymentState = "refunded"
)

// Payment is one payment as the provider sees it. Amounts are in paise.
type Payment struct {
	ID       string
	OrderID  string
	State    PaymentState
	Amount   money.Paise
	Refunded money.Paise
	// Fee is what the provider keeps of the payment, its GST included; 0 where it
	// does not say so.
	Fee      money.Paise
	Currency string
	// Method is one of PaymentMethods, or the provider's own word for another way.
	Method string
	// Instrument is fit to be shown and stored: a masked card or UPI id.
	Instrument string
	Reason     string
	// Explanation is the provider's sentence for a person, if any.
	Explanation string
	At          time.Time // zero where the provider does not say so
}

// Observation is what a gateway says about one of our orders right now.
type Observation struct {
	Gateway string
	// Reference is ours, OrderID is the provider's.
	Reference string
	OrderID   string
	Payments  []Payment
}

// RefundRequest gives captured money of an order back to its source. Key is the
// idempotency key; the same key never refunds twice. Repeated says that a call
// with this key may have been made before.
type RefundRequest struct {
	Order     Order
	PaymentID string
	Amount    money.Paise
	Key       string
	Reference string
	Repeated  bool
}

// RefundQuery names a refund at a provider. ID is the provider's; Key is that
// with which it was asked for, empty for one that was made by hand. Providers
// that know a refund by its order need Order and PaymentID besides.
type RefundQuery struct {
	Order     Order
	PaymentID string
	ID        string
	Key       string
}

// RefundState is a provider's own view of a refund.
type RefundState string

// The states of a refund at the provider.
const (
	RefundPending   RefundState = "pending"
	RefundProcessed RefundState = "processed"
	RefundFailed    RefundState = "failed"
)

// Refund is one refund as the provider sees it.
type Refund struct {
	ID        string
	PaymentID string
	Amount    money.Paise
	State     RefundState
	At        time.Time // when the provider made it, zero where it does not say so
}

// Event is a verified webhook: a hint to ask again, never a truth by itself.
type Event struct {
	// ID is the provider's event id, the key against duplicates.
	ID   string
	Kind string
	// OrderID and PaymentID name what it is about, empty when not a payment. Of a
	// mandate OrderID names its registration, where the provider tells it.
	OrderID   string
	PaymentID string
	// RefundID names the refund, empty when the event is not about one.
	RefundID string
	// SubjectID names the payout, the validation or, by the gateway's id, the
	// mandate that the event is about, empty for a payment's.
	SubjectID string
	// Observation is the snapshot that the event carries.
	Observation Observation
	// Content is what of a webhook's body the provider has signed, in one spelling,
	// nil when that is the body itself: whatever else came with it, the same content
	// is the same event.
	Content []byte
}

// Listing is what a provider has listed: the entries that could be read, and those
// that could not, which say nothing about the others.
type Listing[T any] struct {
	Entries []T
	Odd     []OddEntry
}

// OddEntry is an entry of a list that could not be read. ID is empty where it has
// none that fits our columns.
type OddEntry struct {
	ID    string
	Cause error
}
