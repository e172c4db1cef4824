package razorpay

import (
	"slices"
	"time"

	"rento/internal/sandbox/emulator"
)

// The states of a token, which is a mandate.
const (
	tokenInitiated = "initiated"
	tokenConfirmed = "confirmed"
	tokenRejected  = "rejected"
	tokenPaused    = "paused"
	tokenCancelled = "cancelled"
)

// The rails of a mandate.
const (
	railUPI      = "upi"
	railCard     = "card"
	railEMandate = "emandate"
	railNACH     = "nach"
)

// mostPerDebit is the highest limit of a mandate on each rail, in paise.
var mostPerDebit = map[string]int64{railUPI: 99_999_00, railCard: 1_00_000_00, railEMandate: 1_00_00_000_00, railNACH: 1_00_00_000_00}

// terms are what the order of a registration asks for, as they are kept.
type terms struct {
	Max       int64  `json:"max"`
	ExpireAt  int64  `json:"expire_at"`
	Frequency string `json:"frequency"`
	AuthType  string `json:"auth_type"`
}

// token is a mandate, as it is kept. A deleted one is served no more.
type token struct {
	ID       string    `json:"id"`
	Customer string    `json:"customer"`
	Order    string    `json:"order"`
	Method   string    `json:"method"`
	Status   string    `json:"status"`
	Reason   string    `json:"reason"`
	AuthType string    `json:"auth_type"`
	Max      int64     `json:"max"`
	ExpireAt int64     `json:"expire_at"`
	Deleted  bool      `json:"deleted"`
	At       time.Time `json:"at"`
}

func (b *books) token(meant func(*token) bool) *token {
	i := slices.IndexFunc(b.tokens, func(t *token) bool { return !t.Deleted && meant(t) })
	if i < 0 {
		return nil
	}
	return b.tokens[i]
}

// readMandate reads what an order asks for beside money: that a mandate be registered,
// or that a debit be announced.
func (p *Provider) readMandate(o *order, r *request) error {
	var err error
	if o.customer, err = r.fields.text("customer_id"); err != nil {
		return err
	}
	if o.customer != "" && p.books.customer(o.customer) == nil {
		return unknownID()
	}
	if o.method, err = r.fields.text("method"); err != nil {
		return err
	}
	if _, any := r.fields["token"]; any {
		if err := p.readTerms(o, r); err != nil {
			return err
		}
	}
	if _, any := r.fields["notification"]; any {
		return p.readNotice(o, r)
	}
	return nil
}

func (p *Provider) readTerms(o *order, r *request) error {
	f, err := r.fields.sub("token")
	if err != nil {
		return err
	}
	err = f.only("max_amount", "expire_at", "frequency", "recurring_value", "recurring_type", "auth_type", "first_payment_amount", "bank_account", "notes", "nach")
	if err != nil {
		return err
	}
	if o.customer == "" {
		return missing("customer_id")
	}
	most, known := mostPerDebit[o.method]
	if !known {
		return wrong("method", "The selected method is invalid.")
	}
	t := &terms{ExpireAt: int64(f.whole("expire_at"))}
	if t.Max, err = f.paise("max_amount"); err != nil {
		return err
	}
	if t.Frequency, err = f.text("frequency"); err != nil {
		return err
	}
	if t.AuthType, err = f.text("auth_type"); err != nil {
		return err
	}
	switch {
	case t.Max < minAmount || t.Max > most:
		return wrong("max_amount", "The max amount is not between the least and the most of the method.")
	case t.ExpireAt != 0 && t.ExpireAt <= r.now.Unix():
		return wrong("expire_at", "The expire at must be in the future.")
	case o.method == railUPI && t.Frequency == "":
		return missing("frequency")
	case t.Frequency != "" && !slices.Contains([]string{"daily", "weekly", "fortnightly", "bimonthly", "monthly", "quarterly", "half_yearly", "yearly", "as_presented"}, t.Frequency):
		return wrong("frequency", "The selected frequency is invalid.")
	case o.free() && o.amount != 0:
		return wrong("amount", "Order amount must be zero for this method")
	case o.amount > t.Max:
		return wrong("amount", "The order amount cannot be greater than the token max amount for recurring.")
	}
	if t.ExpireAt == 0 {
		t.ExpireAt = r.now.AddDate(10, 0, 0).Unix()
	}
	o.terms = t
	return nil
}

// free says whether an order registers a mandate for which nothing is paid.
func (o *order) free() bool { return o.method == railEMandate || o.method == railNACH }

func (o *order) shownTerms() map[string]any {
	t := o.terms
	return map[string]any{
		"method": o.method, "notes": []string{}, "recurring_status": nil, "failure_reason": nil, "currency": "INR", "max_amount": t.Max,
		"auth_type": orNull(t.AuthType), "expire_at": t.ExpireAt, "frequency": orNull(t.Frequency), "first_payment_amount": 0,
	}
}

// begin is a try to register a mandate: a token that no bank has confirmed yet.
func (p *Provider) begin(x *payment, now time.Time) *token {
	o := x.order
	t := &token{
		ID: p.IDs.ID("token_"), Customer: o.customer, Order: o.id, Method: o.method, Status: tokenInitiated, AuthType: o.terms.AuthType,
		Max: o.terms.Max, ExpireAt: o.terms.ExpireAt, At: now,
	}
	x.customer, x.token = o.customer, t.ID
	p.books.tokens = append(p.books.tokens, t)
	return t
}

func (p *Provider) become(t *token, status, reason string, now time.Time) {
	if t.Status == status {
		return
	}
	t.Status, t.Reason = status, reason
	p.send("token."+status, now, parts{{"token", t.entity()}})
}

// OutcomeDummy registers a mandate by UPI, and has its payment fail for a dummy.
const OutcomeDummy = "dummy"

// registering are what becomes of a try to register a mandate. That its payment fails
// refuses it (Provider.fail).
func (p *Provider) registering(x *payment, t *token, reason string) emulator.Turns {
	turns := p.turns(x, reason)
	pay := turns.Succeed
	turns.Succeed = func(at time.Time) {
		p.become(t, tokenConfirmed, "", at)
		pay(at)
	}
	turns.Own = map[string]func(time.Time){OutcomeDummy: func(at time.Time) {
		p.become(t, tokenConfirmed, "", at)
		p.fail(x, because("upi_dummy_payment"), at)
	}}
	return turns
}

// refuse ends the try to register a mandate whose payment has failed.
func (p *Provider) refuse(x *payment, now time.Time) {
	t := p.books.token(func(t *token) bool { return t.ID == x.token && t.Status == tokenInitiated })
	if t != nil {
		p.become(t, tokenRejected, x.trouble.reason, now)
	}
}
