package razorpay

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"rento/internal/calendar"
	"rento/internal/provider"
)

// notification has Razorpay or the bank tell the customer of a debit when its order
// is made. PaymentAfter is the earliest moment of the debit, in Unix seconds.
type notification struct {
	ID           string `json:"id,omitempty"`
	TokenID      string `json:"token_id"`
	PaymentAfter int64  `json:"payment_after"`
}

// How long a notice must be out before the debit, by the rail's rule, and the hour of
// the day, in India, from which on we debit.
const (
	noticeUPI  = 25 * time.Hour
	noticeCard = 36*time.Hour + 5*time.Minute
	debitHour  = 6
)

// clockSkew is how far Razorpay's clock may be from ours. By its own it refuses a notice that comes too
// late and a debit that comes too early.
const clockSkew = time.Minute

// notificationOf is the notice of a debit, nil on the rails for which Razorpay has
// none: there our own message is the notice. It reports false when the day is over
// before the debit may be.
func (g *Gateway) notificationOf(req provider.DebitRequest) (n *notification, fine bool) {
	lead := noticeUPI
	switch req.Mandate.Method {
	case provider.MandateCard:
		lead = noticeCard
	case provider.MandateUPI:
	case provider.MandateEMandate, provider.MandateNACH:
		return nil, true
	}
	after := req.On.At(debitHour, 0).Add(-clockSkew)
	if earliest := g.clock.Now().Add(lead + clockSkew); earliest.After(after) {
		after = earliest
	}
	return &notification{TokenID: req.Mandate.ID, PaymentAfter: after.Unix()}, calendar.In(after) == req.On
}

// isWhole reports whether a request can be made.
func isWhole(req provider.DebitRequest) bool {
	return req.Reference != "" && req.Mandate.ID != "" && req.Mandate.GatewayCustomer != "" && railOf(string(req.Mandate.Method)) != "" &&
		req.Amount > 0 && !req.On.IsZero()
}

// Announce makes the order of a debit, with which Razorpay or the bank tells the
// customer. Its receipt is our reference, by which an order that was made before is
// found. The notice's id is that of the order.
func (g *Gateway) Announce(ctx context.Context, req provider.DebitRequest) (provider.DebitNotice, error) {
	const call = "orders.create"
	if !isWhole(req) {
		return provider.DebitNotice{}, failed(call, provider.NotAttempted, "", "no reference, mandate, customer, rail, amount or day of the debit")
	}
	o, found, err := g.byReceipt(ctx, req.Reference)
	if err != nil {
		return provider.DebitNotice{}, nothingDone(err)
	}
	if !found {
		notice, fine := g.notificationOf(req)
		if !fine {
			return provider.DebitNotice{}, failed(call, provider.Declined, "too_late", "the customer must be told earlier before a debit on %s", req.On)
		}
		o, err = g.createOrder(ctx, orderRequest{
			Amount: int64(req.Amount), Currency: currency, Receipt: req.Reference, Payment: captured, Notification: notice,
			Notes: map[string]string{"invoice": req.Invoice},
		})
		if err != nil {
			return provider.DebitNotice{}, err
		}
	}
	if err := announces(call, o, req); err != nil {
		return provider.DebitNotice{}, err
	}
	return provider.DebitNotice{ID: o.ID, At: time.Unix(o.CreatedAt, 0)}, nil
}

// announces refuses an order that announces another debit.
func announces(call string, o order, req provider.DebitRequest) error {
	n := o.Notification
	if isOurs(o, req.Reference, req.Amount) == nil && (n == nil || n.TokenID == req.Mandate.ID && calendar.In(time.Unix(n.PaymentAfter, 0)) == req.On) {
		return nil
	}
	return failed(call, provider.Unknown, "order_differs", "order %s announces another debit", o.ID)
}

type debitRequest struct {
	Email      string `json:"email"`
	Contact    string `json:"contact"`
	Amount     int64  `json:"amount"`
	Currency   string `json:"currency"`
	OrderID    string `json:"order_id"`
	CustomerID string `json:"customer_id"`
	Token      string `json:"token"`
	Recurring  bool   `json:"recurring"`
	About      string `json:"description"`
}

// submitted is the answer to a debit: no more than the payment's id.
type submitted struct {
	PaymentID string `json:"razorpay_payment_id"`
}

// Check reports an answer without it.
func (s *submitted) Check() error {
	if s.PaymentID == "" {
		return fmt.Errorf("debit: %w", errIncomplete)
	}
	return provider.CheckIDs(s.PaymentID)
}

// notNoticed is Razorpay's reason when the customer could not be told: nothing is
// taken, and the debit is announced anew.
const notNoticed = "pre_debit_notification_not_sent"

// Debit takes the money of an order that was announced. What may have been submitted
// before is asked about first, and so is what is refused.
func (g *Gateway) Debit(ctx context.Context, req provider.DebitRequest, notice provider.DebitNotice) (provider.Payment, error) {
	const call = "payments.recurring"
	if !isWhole(req) || notice.ID == "" {
		return provider.Payment{}, failed(call, provider.NotAttempted, "", "no reference, mandate, customer, rail, amount, day or notice of the debit")
	}
	o, err := g.announced(ctx, req, notice)
	if err != nil {
		return provider.Payment{}, err
	}
	if req.Repeated || o.Attempts > 0 {
		if p, any, err := g.debited(ctx, req, o.ID); err != nil || any {
			return p, err
		}
	}
	if n := o.Notification; n != nil {
		if from := time.Unix(n.PaymentAfter, 0).Add(clockSkew); g.clock.Now().Before(from) {
			return provider.Payment{}, failed(call, provider.NotAttempted, "too_early", "the debit may be from %s on", from.In(calendar.India))
		}
	}
	var made submitted
	refused := g.post(ctx, call, "/payments/create/recurring", debitRequest{
		Email: plainEmail(req.Customer.Email), Contact: contact(req.Customer), Amount: int64(req.Amount), Currency: currency, OrderID: o.ID,
		CustomerID: req.Mandate.GatewayCustomer, Token: req.Mandate.ID, Recurring: true, About: req.About,
	}, &made)
	if refused != nil {
		return g.notDebited(ctx, req, o.ID, refused)
	}
	p, err := g.FetchPayment(ctx, made.PaymentID)
	if err != nil {
		return provider.Payment{}, failed(call, provider.Unknown, "", "%w", err)
	}
	return p, asDebited(req, o.ID, p)
}

// announced is the order of a notice. Without Razorpay's answer nobody knows what was
// submitted before.
func (g *Gateway) announced(ctx context.Context, req provider.DebitRequest, notice provider.DebitNotice) (order, error) {
	const call = "orders.fetch"
	var o order
	if err := g.get(ctx, call, "/orders/"+url.PathEscape(notice.ID), nil, &o); err != nil {
		outcome := provider.NotAttempted
		if req.Repeated {
			outcome = provider.Unknown
		} else if isAbsent(err) {
			outcome = provider.Declined
		}
		return o, failed(call, outcome, "", "%w", err)
	}
	return o, announces(call, o, req)
}

// notDebited is what a refusal means: nothing was taken, unless a payment is there.
func (g *Gateway) notDebited(ctx context.Context, req provider.DebitRequest, orderID string, refused error) (provider.Payment, error) {
	if provider.OutcomeOf(refused) != provider.Declined {
		return provider.Payment{}, refused
	}
	if p, any, err := g.debited(ctx, req, orderID); err != nil || any {
		return p, err
	}
	if e, ok := errors.AsType[*provider.Error](refused); ok && e.Reason == notNoticed {
		return provider.Payment{}, failed(e.Call, provider.NotAttempted, e.Reason, "%w", refused)
	}
	return provider.Payment{}, refused
}

// debited is the payment of a debit that was submitted before, if there is one: that
// which took the money, else the newest.
func (g *Gateway) debited(ctx context.Context, req provider.DebitRequest, orderID string) (p provider.Payment, any bool, err error) {
	seen, err := g.Observe(ctx, req.Reference, orderID)
	if err != nil {
		return p, false, failed("payments.recurring", provider.Unknown, "", "%w", err)
	}
	for i, found := range seen.Payments {
		if i == 0 || found.State != provider.PaymentFailed && p.State == provider.PaymentFailed {
			p = found
		}
	}
	if len(seen.Payments) == 0 {
		return p, false, nil
	}
	return p, true, asDebited(req, orderID, p)
}

// asDebited refuses a payment that is another one than was asked for.
func asDebited(req provider.DebitRequest, orderID string, p provider.Payment) error {
	if p.OrderID == orderID && p.Amount == req.Amount && p.Currency == currency {
		return nil
	}
	return failed("payments.recurring", provider.Unknown, "debit_differs", "payment %s is not the debit that was asked for", p.ID)
}
