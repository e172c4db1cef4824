package api

import (
	"context"

	"rento/internal/account"
	"rento/internal/feedback"
)

// FeedbackToCollect is the question for the customer. If skip is set, there is none.
type FeedbackToCollect struct {
	Info FeedbackInfo `json:"info"`
}

// FeedbackInfo is one request for feedback.
type FeedbackInfo struct {
	Token   string `json:"token,omitempty"`
	Message string `json:"message" example:"How was your payment experience?"`
	Code    string `json:"messageCode,omitempty" doc:"of the message, under which faults.json and its translations have it" example:"feedback.after_payment"`
	Skip    bool   `json:"skip"`
	// Postponed asks the app to let the question lapse if it is closed once more.
	Postponed bool `json:"postponed,omitempty" doc:"it was postponed before: closing it once more is lapseFeedbackV2"`
}

type feedbackCalls struct{ service *feedback.Service }

func (c *feedbackCalls) next(ctx context.Context, s account.Session, _ *UserPath) (FeedbackToCollect, error) {
	request, err := c.service.Next(ctx, s.CustomerID)
	return FeedbackToCollect{FeedbackInfo(request)}, err
}

type feedbackSubmission struct {
	Body struct {
		FeedbackData struct {
			Comment       string `json:"comment,omitempty" maxLength:"65536" format:"lines"`
			Rating        int64  `json:"rating" doc:"1 to 10"`
			FeedbackToken string `json:"feedbackToken" maxLength:"64"`
		} `json:"feedbackData"`
	}
}

func (c *feedbackCalls) submit(ctx context.Context, s account.Session, in *feedbackSubmission) (Ok, error) {
	data := in.Body.FeedbackData
	return done, c.service.Give(ctx, s.CustomerID, data.FeedbackToken, data.Rating, data.Comment)
}

type feedbackToken struct {
	Body struct {
		FeedbackToken string `json:"feedbackToken" maxLength:"64"`
	}
}

func (c *feedbackCalls) lapse(ctx context.Context, s account.Session, in *feedbackToken) (Ok, error) {
	return done, c.service.Lapse(ctx, s.CustomerID, in.Body.FeedbackToken)
}

func (c *feedbackCalls) later(ctx context.Context, s account.Session, in *feedbackToken) (Ok, error) {
	return done, c.service.Later(ctx, s.CustomerID, in.Body.FeedbackToken)
}
