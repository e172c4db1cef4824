package kyc

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"math"
	"time"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/notify"
)

// The code that verifies a company e-mail.
const (
	codeDigits   = 6
	codeLifetime = 15 * time.Minute
	codePause    = time.Minute
	maxWrong     = 5
)

func (s *Service) keyed(purpose, text string) string {
	mac := hmac.New(sha256.New, s.secret)
	mac.Write([]byte("kyc " + purpose + "\x00" + text))
	return hex.EncodeToString(mac.Sum(nil))
}

func (s *Service) codeHash(customerID int64, email, code string) string {
	return s.keyed("e-mail code", fmt.Sprintf("%d %s %s", customerID, email, code))
}

// SetCompanyEmail stores the address that the customer's employer provides, and mails a code to it.
// The address proves nothing until the code comes back. It returns how long to wait before asking
// for another code. Faults: 409 if it is not this step's turn, 422 for an invalid address and for a
// free-mail address, 429 within a minute of the last code.
func (s *Service) SetCompanyEmail(ctx context.Context, customerID int64, text string) (time.Duration, error) {
	email, err := companyMail(text)
	if err != nil {
		return 0, err
	}
	code := newCode()
	err = s.change(ctx, customerID, func(c *change) error {
		if err := c.open(CompanyEmail); err != nil {
			return err
		}
		now := s.now()
		if sent := c.Steps[CompanyEmail].Details.CodeSent; !sent.IsZero() && now < sent.Add(codePause) {
			wait := sent.Add(codePause).Time().Sub(now.Time())
			return fault.TooMany(int(math.Ceil(wait.Seconds())))
		}
		attempt, err := c.try(CompanyEmail, StepUploaded, "code sent", func(d *Details) {
			*d = Details{Email: email, CodeHash: s.codeHash(customerID, email, code), CodeSent: now}
		})
		if err != nil {
			return err
		}
		if err := c.record("kyc_company_email_entered", "kyc/"+string(CompanyEmail)); err != nil {
			return err
		}
		e := notify.CompanyEmailCode{Code: code, ExpiresAt: now.Add(codeLifetime)}
		return s.notify.SendToEmail(c.ctx, c.tx, customerID, email, e, fmt.Sprintf("company_email/%d/%d", customerID, attempt))
	})
	return codePause, err
}

// ProveCompanyEmail checks the code that was mailed. Faults: 409 if no code was sent, 422 for a
// wrong code, which counts as a try, and for a code that has expired or was entered wrongly five
// times.
func (s *Service) ProveCompanyEmail(ctx context.Context, customerID int64, code string) error {
	wrong := false
	err := s.change(ctx, customerID, func(c *change) error {
		wrong = false
		r := c.Steps[CompanyEmail]
		if r.State == StepVerified {
			return nil
		}
		if err := c.open(CompanyEmail); err != nil {
			return err
		}
		d := r.Details
		switch {
		case d.CodeHash == "":
			return fault.Conflict("kyc.no_code_sent", "Please enter your company e-mail first.")
		case d.CodeTries >= maxWrong || s.now() >= d.CodeSent.Add(codeLifetime):
			return fault.Invalid("login.code_expired", "code", "This code is no longer valid. Please ask for a new one.")
		case subtle.ConstantTimeCompare([]byte(d.CodeHash), []byte(s.codeHash(customerID, d.Email, code))) != 1:
			wrong = true
			r.Details.CodeTries, r.changed = d.CodeTries+1, true
			c.Steps[CompanyEmail] = r
			return nil
		}
		if err := c.record("kyc_company_email_proven", "kyc/"+string(CompanyEmail)); err != nil {
			return err
		}
		return c.find(CompanyEmail, r.Attempt, finding{state: StepVerified, set: func(d *Details) { d.CodeHash, d.CodeSent, d.CodeTries = "", calendar.Instant(0), 0 }}, "code came back")
	})
	if err == nil && wrong {
		return fault.Invalid("login.code_wrong", "code", "That code is not right. Please check it and try again.")
	}
	return err
}
