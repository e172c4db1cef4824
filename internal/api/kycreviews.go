package api

import (
	"context"

	"rento/internal/kyc"
)

// KYCReview is a KYC case that waits for a person of the company.
type KYCReview struct {
	CustomerID     int64    `json:"customerId"`
	ProfessionType int64    `json:"professionType"`
	Score          int      `json:"score"`
	Reasons        []string `json:"reasons" example:"name_differs"`
}

// KYCReviews lists waiting cases, oldest first.
type KYCReviews struct {
	Reviews []KYCReview `json:"reviews"`
}

func (c *kycCalls) reviews(ctx context.Context, _ *Nothing) (KYCReviews, error) {
	waiting, err := c.service.InReviewNow(ctx)
	return KYCReviews{each(waiting, func(r kyc.Review) KYCReview {
		return KYCReview{r.CustomerID, int64(r.Profession), r.Score, each(r.Reasons, func(x kyc.Reason) string { return string(x) })}
	})}, err
}

type decideInput struct {
	Body struct {
		CustomerID int64  `json:"customerId"`
		Approve    bool   `json:"approve"`
		Reason     string `json:"reason" minLength:"10" maxLength:"200" example:"Name on the passport is the same person's"`
	}
}

func (c *kycCalls) decide(ctx context.Context, in *decideInput) (Ok, error) {
	return ok(c.service.Decide(ctx, in.Body.CustomerID, in.Body.Approve, in.Body.Reason))
}
