package notify

import "rento/internal/calendar"

// CompanyEmailCode proves that somebody reads the mail of the address that they say
// their employer gave them.
type CompanyEmailCode struct {
	Code      string
	ExpiresAt calendar.Instant
}

// Name implements Event.
func (CompanyEmailCode) Name() string { return "company_email_code" }

// Values implements Event.
func (e CompanyEmailCode) Values() map[string]any { return map[string]any{"code": e.Code} }

func (e CompanyEmailCode) expiresAt() calendar.Instant { return e.ExpiresAt }

// KYCApproved is a KYC that is complete.
type KYCApproved struct{}

// Name implements Event.
func (KYCApproved) Name() string { return "kyc_approved" }

// Values implements Event.
func (KYCApproved) Values() map[string]any { return nil }

// KYCPartialOffered is a KYC in which one proof is missing: the customer adds it, or
// leaves it at a partial approval.
type KYCPartialOffered struct{}

// Name implements Event.
func (KYCPartialOffered) Name() string { return "kyc_partial_offered" }

// Values implements Event.
func (KYCPartialOffered) Values() map[string]any { return nil }

// KYCInReview is a KYC at which a person looks.
type KYCInReview struct{}

// Name implements Event.
func (KYCInReview) Name() string { return "kyc_in_review" }

// Values implements Event.
func (KYCInReview) Values() map[string]any { return nil }

// KYCDeclined is a KYC that was declined. It may be begun again on RetryOn.
type KYCDeclined struct {
	RetryOn calendar.Date
}

// Name implements Event.
func (KYCDeclined) Name() string { return "kyc_declined" }

// Values implements Event.
func (e KYCDeclined) Values() map[string]any { return map[string]any{"day": e.RetryOn} }
