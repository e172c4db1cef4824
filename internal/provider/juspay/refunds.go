package juspay

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"time"

	"rento/internal/ident"
	"rento/internal/provider"
)

// refund is one refund of an order, by our id of it.
type refund struct {
	ID      string      `json:"unique_request_id"`
	Status  string      `json:"status"`
	Amount  json.Number `json:"amount"`
	Created string      `json:"created"`
}

// refundStates are Juspay's words for how a refund stands. One that a person of
// theirs has to look at is not decided yet.
var refundStates = map[string]provider.RefundState{
	"PENDING": provider.RefundPending, "MANUAL_REVIEW": provider.RefundPending,
	"SUCCESS": provider.RefundProcessed, "FAILURE": provider.RefundFailed,
}

// refundID brings a key into the form that Juspay takes: letters and digits, 20
// at most. The same key always gives the same id, and another id would be a
// second refund.
func refundID(key string) string { return "r" + ident.Hash(key)[:19] }

// Refund gives money back; the same key never does so twice.
func (g *Gateway) Refund(ctx context.Context, req provider.RefundRequest) (provider.Refund, error) {
	if req.Key == "" || req.Amount <= 0 || req.Order.ID == "" {
		return provider.Refund{}, failed("refunds.create", provider.NotAttempted, "", "no key, amount or order")
	}
	id := refundID(req.Key)
	form := url.Values{"unique_request_id": {id}, "amount": {req.Amount.Decimal()}}
	var after order
	if err := g.account.post(ctx, "refunds.create", "/orders/"+url.PathEscape(req.Order.ID)+"/refunds", 0, form, &after); err != nil {
		return provider.Refund{}, err
	}
	made, err := g.account.refundOf("refunds.create", after, req.Order.ID, id)
	if err != nil {
		return provider.Refund{}, err
	}
	if made.PaymentID != req.PaymentID || made.Amount != req.Amount {
		return provider.Refund{}, failed("refunds.create", provider.Unknown, "refund_differs", "refund %s is not the one that was asked for", id)
	}
	return made, nil
}

// FetchRefund asks for a refund's state, which stands with its order.
func (g *Gateway) FetchRefund(ctx context.Context, which provider.RefundQuery) (provider.Refund, error) {
	id := which.ID
	if which.Key != "" {
		id = refundID(which.Key)
	}
	if which.Order.ID == "" || id == "" {
		return provider.Refund{}, failed("refunds.status", provider.NotAttempted, "", "no order or refund")
	}
	found, err := g.account.order(ctx, which.Order.ID)
	if err != nil {
		return provider.Refund{}, err
	}
	return g.account.refundOf("refunds.status", found, which.Order.ID, id)
}

// refundOf finds a refund with its order.
func (a *account) refundOf(call string, o order, orderID, id string) (provider.Refund, error) {
	if err := a.isAbout(call, o, orderID); err != nil {
		return provider.Refund{}, err
	}
	for _, r := range o.Refunds {
		if r.ID == id {
			return r.refund(call, o.TxnID)
		}
	}
	return provider.Refund{}, failed(call, provider.Unknown, "refund_missing", "order %s has no refund %s", orderID, id)
}

func (r refund) refund(call, paymentID string) (provider.Refund, error) {
	state, known := refundStates[r.Status]
	if !known {
		return provider.Refund{}, failed(call, provider.Unknown, bound(r.Status), "unknown state of refund %s", r.ID)
	}
	amount, err := rupees(r.Amount)
	if err == nil {
		err = provider.CheckIDs(r.ID, paymentID)
	}
	if err == nil && (paymentID == "" || amount == 0) {
		err = fmt.Errorf("refund: %w", errIncomplete)
	}
	if err != nil {
		return provider.Refund{}, failed(call, provider.Unknown, "", "%w", err)
	}
	at, _ := time.Parse(time.RFC3339, r.Created) // what cannot be read is not told; it says nothing of the money
	return provider.Refund{ID: r.ID, PaymentID: paymentID, Amount: amount, State: state, At: at}, nil
}
