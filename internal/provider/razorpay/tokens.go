package razorpay

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
)

// tokenRequest is what a mandate is to allow. Times are in Unix seconds.
type tokenRequest struct {
	MaxAmount int64  `json:"max_amount"`
	ExpireAt  int64  `json:"expire_at"`
	Frequency string `json:"frequency,omitempty"`
	// When in a month UPI debits: on or after the day RecurringValue.
	RecurringValue int    `json:"recurring_value,omitempty"`
	RecurringType  string `json:"recurring_type,omitempty"`
	AuthType       string `json:"auth_type,omitempty"`
}

// token is a mandate, in Razorpay's word for it.
type token struct {
	ID        string     `json:"id"`
	Method    string     `json:"method"`
	Bank      string     `json:"bank"`
	MaxAmount int64      `json:"max_amount"`
	ExpiredAt int64      `json:"expired_at"`
	Card      *tokenCard `json:"card"`
	VPA       *tokenVPA  `json:"vpa"`
	Account   *account   `json:"bank_details"`
	Recurring struct {
		Status string `json:"status"`
		Reason string `json:"failure_reason"`
	} `json:"recurring_details"`
}

// digits are written as a text or as a number.
type digits string

func (d *digits) UnmarshalJSON(data []byte) error {
	text := strings.Trim(string(data), `"`)
	if text == "null" {
		text = ""
	}
	*d = digits(text)
	return nil
}

type tokenCard struct {
	Last4   digits `json:"last4"`
	Network string `json:"network"`
	Issuer  string `json:"issuer"`
}

type tokenVPA struct {
	Name   string `json:"username"`
	Handle string `json:"handle"`
}

type account struct {
	Number digits `json:"account_number"`
}

// Check reports a token that says nothing of a mandate.
func (t *token) Check() error {
	if t.ID == "" || t.Recurring.Status == "" {
		return fmt.Errorf("token: %w", errIncomplete)
	}
	if err := provider.CheckAmounts(money.Paise(t.MaxAmount), 0); err != nil {
		return err
	}
	return provider.CheckIDs(t.ID)
}

// tokenStates are Razorpay's words for how a mandate stands.
var tokenStates = map[string]provider.MandateState{
	"initiated": provider.MandateInitiated, "confirmed": provider.MandateConfirmed, "rejected": provider.MandateRejected,
	"paused": provider.MandatePaused, "cancelled": provider.MandateCancelled,
}

// railOf is a rail by Razorpay's word for it.
func railOf(word string) provider.MandateMethod {
	switch m := provider.MandateMethod(word); m {
	case provider.MandateUPI, provider.MandateCard, provider.MandateEMandate, provider.MandateNACH:
		return m
	}
	return ""
}

// mandate is a token as the port has it. One whose last day is over debits no more,
// whatever its state says.
func (t *token) mandate(ref provider.MandateRef, today calendar.Date) (provider.Mandate, error) {
	state, known := tokenStates[t.Recurring.Status]
	if !known {
		return provider.Mandate{}, fmt.Errorf("unknown state of a mandate: %.40q", t.Recurring.Status)
	}
	got := provider.Mandate{
		ID: t.ID, Reference: ref.Reference, State: state, Method: railOf(t.Method), Max: money.Paise(t.MaxAmount), Label: t.label(), Last4: t.last4(),
	}
	if t.ExpiredAt > 0 {
		got.ExpiresOn = calendar.In(time.Unix(t.ExpiredAt, 0))
		if got.ExpiresOn.Before(today) && (state == provider.MandateConfirmed || state == provider.MandatePaused) {
			got.State = provider.MandateExpired
		}
	}
	if t.VPA != nil && t.VPA.Name != "" {
		got.VPA = provider.MaskUPI(t.VPA.Name + "@" + t.VPA.Handle)
	}
	if state == provider.MandateRejected {
		got.Reason = t.Recurring.Reason
	}
	return got, nil
}

// label is the network and bank of a card, or the bank of an account.
func (t *token) label() string {
	if t.Card == nil {
		return t.Bank
	}
	return strings.TrimSpace(t.Card.Network + " " + t.Card.Issuer)
}

// last4 are the last four digits of a card or account: of neither more is kept.
func (t *token) last4() string {
	var number digits
	switch {
	case t.Card != nil:
		number = t.Card.Last4
	case t.Account != nil:
		number = t.Account.Number
	}
	if len(number) < 4 {
		return ""
	}
	last := string(number[len(number)-4:])
	if _, err := strconv.ParseUint(last, 10, 16); err != nil {
		return ""
	}
	return last
}

func tokenPath(ref provider.MandateRef, id string) string {
	return "/customers/" + url.PathEscape(ref.GatewayCustomer) + "/tokens/" + url.PathEscape(id)
}

// token asks for one mandate of a customer.
func (g *Gateway) token(ctx context.Context, ref provider.MandateRef, id string) (provider.Mandate, error) {
	const call = "tokens.fetch"
	var t token
	if err := g.get(ctx, call, tokenPath(ref, id), nil, &t); err != nil {
		return provider.Mandate{}, err
	}
	if t.ID != id {
		return provider.Mandate{}, failed(call, provider.Unknown, "", "token %s is another one than was asked for", t.ID)
	}
	got, err := t.mandate(ref, calendar.Today(g.clock))
	if err != nil {
		return provider.Mandate{}, failed(call, provider.Unknown, t.Recurring.Status, "%w", err)
	}
	return got, nil
}

// withdrawal is the answer to one, of which only that it was taken counts: the token
// says how it stands.
type withdrawal struct {
	Deleted bool   `json:"deleted"`
	Status  string `json:"status"`
}

// Check reports an answer that says nothing.
func (w *withdrawal) Check() error {
	if !w.Deleted && w.Status == "" {
		return fmt.Errorf("withdrawal: %w", errIncomplete)
	}
	return nil
}

// withdraw has the bank told. By UPI a token is cancelled: to delete it would lose it
// and leave the mandate at the bank. On the other rails to delete it is what cancels.
func (g *Gateway) withdraw(ctx context.Context, ref provider.MandateRef) error {
	path, method, call := tokenPath(ref, ref.ID), http.MethodDelete, "tokens.delete"
	if ref.Method == provider.MandateUPI {
		path, method, call = path+"/cancel", http.MethodPut, "tokens.cancel"
	}
	var done withdrawal
	return g.client.JSON(ctx, g.request(call, method, path, nil), nil, &done)
}
