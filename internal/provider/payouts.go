package provider

import (
	"context"
	"net/http"
	"time"

	"rento/internal/money"
)

// Beneficiary is a person with the bank account, or else the UPI id, that
// money is to be paid to.
type Beneficiary struct {
	// Reference is ours, at most 40 characters.
	Reference string
	Name      string
	Email     string
	// Mobile has ten digits.
	Mobile string
	// NameInBank, AccountNumber and IFSC are the bank account's.
	NameInBank    string
	AccountNumber string
	IFSC          string
	// VPA is the UPI id; with it the bank account is empty.
	VPA string
}

// ValidationState is what the bank says of an account.
type ValidationState string

// The states of a validation.
const (
	ValidationPending ValidationState = "pending"
	// ValidationActive: the account exists.
	ValidationActive ValidationState = "active"
	// ValidationInvalid: there is no such account.
	ValidationInvalid ValidationState = "invalid"
	// ValidationFailed: the bank could not say.
	ValidationFailed ValidationState = "failed"
)

// Validation is the check of a beneficiary's account.
type Validation struct {
	ID string
	// FundAccountID is the account at the provider, to which payouts go.
	FundAccountID string
	State         ValidationState
	// RegisteredName is the holder by the bank's word, NameScore how well it
	// fits ours, 0 to 100.
	RegisteredName string
	NameScore      int
}

// PayoutRequest pays money out. Key is the idempotency key: the same key never
// pays twice. Reference is ours, at most 40 characters; Narration is what the
// bank statement says, at most 30 letters, digits and spaces.
type PayoutRequest struct {
	Key           string
	Reference     string
	FundAccountID string
	Amount        money.Paise
	Narration     string
	// UPI says that the account is a UPI id.
	UPI bool
}

// PayoutState is a provider's own view of a payout.
type PayoutState string

// The states of a payout at the provider. A processed one can still be
// reversed.
const (
	PayoutPending   PayoutState = "pending"
	PayoutProcessed PayoutState = "processed"
	PayoutFailed    PayoutState = "failed"
	PayoutReversed  PayoutState = "reversed"
)

// Payout is one payout as the provider sees it. The amount is in paise.
type Payout struct {
	ID            string
	Reference     string
	FundAccountID string
	Amount        money.Paise
	State         PayoutState
	// UTR is the bank's reference, empty until it is known.
	UTR string
	// Reason is why it is not processed.
	Reason string
	// Cost is what the provider has charged our account beside the amount, of which Tax
	// is GST; 0 until it is known.
	Cost, Tax money.Paise
}

// Payouts pays money to people.
type Payouts interface {
	// Name is the provider's name in lower case, as it is stored.
	Name() string
	// Validate has the bank asked about a beneficiary. Repeating it asks again.
	Validate(ctx context.Context, b Beneficiary) (Validation, error)
	// FetchValidation asks how a validation stands.
	FetchValidation(ctx context.Context, id string) (Validation, error)
	// Pay pays out; repeating a key with the same request is safe.
	Pay(ctx context.Context, req PayoutRequest) (Payout, error)
	// FetchPayout asks how a payout stands.
	FetchPayout(ctx context.Context, id string) (Payout, error)
	// ListPayouts returns what the provider made between two instants, for the
	// daily comparison.
	ListPayouts(ctx context.Context, from, to time.Time) (Listing[Payout], error)
	// LooksSigned is as a Gateway's.
	LooksSigned(header http.Header) bool
	// VerifyWebhook is as a Gateway's; the event's SubjectID names the payout or
	// the validation.
	VerifyWebhook(header http.Header, raw []byte) (Event, error)
}
