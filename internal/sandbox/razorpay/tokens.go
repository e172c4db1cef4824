package razorpay

import (
	"slices"
	"strings"
	"time"

	"rento/internal/sandbox/emulator"
)

func (t *token) entity() map[string]any {
	shown := map[string]any{
		"id": t.ID, "entity": "token", "token": strings.TrimPrefix(t.ID, "token_"), "bank": nil, "wallet": nil, "method": t.Method, "vpa": nil,
		"recurring": t.Status == tokenConfirmed, "recurring_details": map[string]any{"status": t.Status, "failure_reason": orNull(t.Reason)},
		"auth_type": orNull(t.AuthType), "mrn": nil, "used_at": t.At.Unix(), "created_at": t.At.Unix(), "expired_at": t.ExpireAt,
		"max_amount": t.Max, "dcc_enabled": false,
	}
	switch t.Method {
	case railUPI:
		shown["vpa"] = map[string]any{"username": "success", "handle": "razorpay", "name": nil}
	case railCard:
		shown["card"] = map[string]any{
			"entity": "card", "name": "", "last4": "1007", "network": "Visa", "type": "debit", "issuer": "HDFC", "international": false,
			"expiry_month": "12", "expiry_year": "2099", "flows": map[string]any{"otp": true, "recurring": true},
		}
	default:
		shown["bank"] = "HDFC"
		shown["bank_details"] = map[string]any{"beneficiary_name": "Sandbox", "account_number": "50100000004321", "ifsc": "HDFC0000001", "account_type": "savings"}
	}
	return shown
}

func (p *Provider) tokenOf(r *request) (*token, error) {
	t := p.books.token(func(t *token) bool { return t.ID == r.PathValue("token") && t.Customer == r.PathValue("customer") })
	if t == nil {
		return nil, unknownID()
	}
	return t, nil
}

// listTokens hides those that were refused, were never used or are over.
func (p *Provider) listTokens(r *request) (any, error) {
	if p.books.customer(r.PathValue("customer")) == nil {
		return nil, unknownID()
	}
	shown := func(t *token) bool {
		return !t.Deleted && t.Customer == r.PathValue("customer") && t.Status == tokenConfirmed && t.ExpireAt > r.now.Unix()
	}
	return collect(p.books.tokens, window{count: len(p.books.tokens)}, shown, (*token).entity), nil
}

func (p *Provider) fetchToken(r *request) (any, error) {
	t, err := p.tokenOf(r)
	if err != nil {
		return nil, err
	}
	return t.entity(), nil
}

// lasts says whether a mandate may be used again.
func (t *token) lasts() bool { return t.Status == tokenConfirmed || t.Status == tokenPaused }

// deleteToken forgets a mandate and has the bank withdraw it, but for one by UPI,
// which the bank keeps.
func (p *Provider) deleteToken(r *request) (any, error) {
	t, err := p.tokenOf(r)
	if err != nil {
		return nil, err
	}
	gone := func(at time.Time) {
		t.Deleted = true
		if t.Method != railUPI {
			p.become(t, tokenCancelled, "", at)
		}
	}
	if err := p.withdraw(r, gone); err != nil {
		return nil, err
	}
	return map[string]any{"deleted": true}, nil
}

// cancelToken has the bank withdraw a mandate by UPI.
func (p *Provider) cancelToken(r *request) (any, error) {
	t, err := p.tokenOf(r)
	if err != nil {
		return nil, err
	}
	if t.Method != railUPI || !t.lasts() {
		return nil, refusal("The token cannot be cancelled")
	}
	if err := p.withdraw(r, func(at time.Time) { p.become(t, tokenCancelled, "", at) }); err != nil {
		return nil, err
	}
	return map[string]any{"status": "cancellation_initiated"}, nil
}

// withdraw does so at once or, when it was decided beforehand, as late as a bank may.
func (p *Provider) withdraw(r *request, do func(time.Time)) error {
	plan, _ := p.Answers.Next("mandate_cancel")
	switch plan.Outcome {
	case emulator.Failure:
		return refusal("The bank does not withdraw the mandate")
	case emulator.Late:
		p.Agenda.At(r.now.Add(plan.Delay()), do)
	default:
		do(r.now)
	}
	return nil
}

// bankChoice is what a customer does with a mandate at the bank. It is named by its
// token, or by our reference of its registration.
type bankChoice struct {
	Token     string `json:"token"`
	Reference string `json:"reference"`
	Status    string `json:"status"`
}

// atBank pauses, resumes or withdraws a mandate without us.
func (p *Provider) atBank(c bankChoice, now time.Time) (any, error) {
	t := p.books.token(func(t *token) bool {
		o := p.books.orders[t.Order]
		return t.lasts() && (c.Token != "" && t.ID == c.Token || c.Token == "" && c.Reference != "" && o.receipt == c.Reference)
	})
	if t == nil || !slices.Contains([]string{tokenConfirmed, tokenPaused, tokenCancelled}, c.Status) {
		return nil, wrong("status", "There is no such mandate, or no such state.")
	}
	p.become(t, c.Status, "", now)
	return t.entity(), nil
}
