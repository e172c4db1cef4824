package api

import (
	"context"

	"rento/internal/account"
	"rento/internal/calendar"
)

// Consents lists the customer's consents.
type Consents struct {
	Consents []Consent `json:"consents"`
}

// Consent says whether the customer agreed to one purpose.
type Consent struct {
	Purpose string `json:"purpose" enum:"analytics" example:"analytics"`
	IsGiven bool   `json:"isGiven" example:"true"`
	ConsentText
	GivenAt calendar.Instant `json:"givenAt,omitzero"`
}

// ConsentText identifies the text that was on the screen.
type ConsentText struct {
	TextVersion int64  `json:"textVersion,omitempty" minimum:"1" doc:"of the text that was agreed to" example:"1"`
	Language    string `json:"language,omitempty" maxLength:"10" doc:"in which it was read, ISO 639-1" example:"en"`
}

func (c *sessionCalls) consents(ctx context.Context, s account.Session, _ *UserPath) (Consents, error) {
	all, err := c.accounts.Consents(ctx, s.CustomerID)
	return Consents{each(all, wireConsent)}, err
}

func wireConsent(c account.Consent) Consent {
	return Consent{string(c.Purpose), c.Held, ConsentText{c.TextVersion, c.Language}, c.GivenAt}
}

type consentInput struct {
	UserPath
	Body struct {
		Purpose string `json:"purpose" enum:"analytics"`
		IsGiven bool   `json:"isGiven" doc:"false takes it back, for which no text is named"`
		ConsentText
	}
}

func (c *sessionCalls) setConsent(ctx context.Context, s account.Session, in *consentInput) (Consents, error) {
	purpose := account.Purpose(in.Body.Purpose)
	var err error
	if in.Body.IsGiven {
		err = c.accounts.GiveConsent(ctx, s.CustomerID, account.Consent{Purpose: purpose, TextVersion: in.Body.TextVersion, Language: in.Body.Language})
	} else {
		err = c.accounts.WithdrawConsent(ctx, s.CustomerID, purpose)
	}
	if err != nil {
		return Consents{}, err
	}
	return c.consents(ctx, s, &in.UserPath)
}
