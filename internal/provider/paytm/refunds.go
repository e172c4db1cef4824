package paytm

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"rento/internal/ident"
	"rento/internal/money"
	"rento/internal/provider"
)

// keyForm is what Paytm takes as our id of a refund.
var keyForm = regexp.MustCompile(`^[A-Za-z0-9_@-]{1,50}$`)

// refundID brings any key into the form that Paytm takes; the same key always
// gives the same form. Paytm knows a refund by its order and this id, so it is
// the refund's id for us too: another one would be a second refund.
func refundID(key string) string {
	if keyForm.MatchString(key) {
		return key
	}
	return "rk-" + ident.Hash(key)[:40]
}

type refundRequest struct {
	MID     string `json:"mid"`
	Type    string `json:"txnType"`
	OrderID string `json:"orderId"`
	Payment string `json:"txnId"`
	ID      string `json:"refId"`
	Amount  string `json:"refundAmount"`
}

type refundQuery struct {
	MID     string `json:"mid"`
	OrderID string `json:"orderId"`
	ID      string `json:"refId"`
}

// refundStatus answers both calls about refunds.
type refundStatus struct {
	Result  result `json:"resultInfo"`
	OrderID string `json:"orderId"`
	Payment string `json:"txnId"`
	ID      string `json:"refId"`
	Amount  string `json:"refundAmount"`
	// Asked is when we asked for it, which is on the day of the first call.
	Asked string `json:"merchantRefundRequestTimestamp"`
}

// Check reports an answer without a result.
func (r *refundStatus) Check() error { return r.Result.Check() }

// The codes with which a refund is certainly not made, at the call that asks
// for it: the checksum, and what can be wrong with a refund.
var refundRefusals = map[string]provider.Outcome{
	"227":                             provider.NotAttempted,
	"600":                             provider.Declined,
	"607":                             provider.Declined,
	"619":                             provider.Declined,
	"627":                             provider.Declined,
	"635":                             provider.Declined,
	"INVALID_REFUND_AMOUNT":           provider.Declined,
	"INVALID_TXN_STATE":               provider.Declined,
	"REFUND_LIMIT_EXCEEDED":           provider.Declined,
	"MERCHANT_NOT_ENABLED_FOR_REFUND": provider.Declined,
}

// finishedRefunds are the codes of a refund that has reached the payer's bank.
// Any other success (617) is only accepted.
var finishedRefunds = []string{"601", "10"}

// openRefunds are the codes of failures that are none of the refund: Paytm's own
// troubles (501, 502), a refund that was asked for before and is under way (617),
// waits for the bank (628) or is done (629), and another of the same order that
// must end first (626).
var openRefunds = []string{"501", "502", "617", "626", "628", "629"}

// codeUnknownRefund is that of a refund that Paytm does not have.
const codeUnknownRefund = "631"

// Refund gives money back. Paytm answers a repetition with a failure, so what may
// have been asked for before is asked about first, and a failure that is no known
// refusal is followed by the same question: the refund's own state decides. An
// answer that neither takes nor refuses it says nothing of its effect: Unknown, to
// be repeated as it is.
func (g *Gateway) Refund(ctx context.Context, req provider.RefundRequest) (provider.Refund, error) {
	if req.Key == "" || req.Amount <= 0 || req.Order.ID == "" {
		return provider.Refund{}, failed("refunds.apply", provider.NotAttempted, "", "no key, amount or order")
	}
	if req.Repeated {
		got, err := g.made(ctx, req)
		if err == nil || !isUnknownRefund(err) {
			return got, err
		}
	}
	in := refundRequest{
		MID: g.config.MID, Type: "REFUND", OrderID: req.Order.ID, Payment: req.PaymentID,
		ID: refundID(req.Key), Amount: req.Amount.Decimal(),
	}
	var answer refundStatus
	if err := g.post(ctx, "refunds.apply", "/refund/apply", nil, in, &answer); err != nil {
		return provider.Refund{}, err
	}
	if answer.Result.Status == statusFailure {
		return g.refused(ctx, req, answer.Result)
	}
	got, err := answer.refund("refunds.apply", in.OrderID, in.ID)
	if err != nil {
		return provider.Refund{}, err
	}
	return asAskedFor(req, got)
}

// refused is what a failed call to give money back means.
func (g *Gateway) refused(ctx context.Context, req provider.RefundRequest, said result) (provider.Refund, error) {
	if outcome, known := refundRefusals[said.Code]; known {
		return provider.Refund{}, failed("refunds.apply", outcome, said.Code, "%s", said.Message)
	}
	got, err := g.made(ctx, req)
	if isUnknownRefund(err) {
		return provider.Refund{}, failed("refunds.apply", provider.Unknown, said.Code, "%s", said.Message)
	}
	return got, err
}

// made is the refund that was made by the key of a request, if there is one.
func (g *Gateway) made(ctx context.Context, req provider.RefundRequest) (provider.Refund, error) {
	got, err := g.FetchRefund(ctx, provider.RefundQuery{Order: req.Order, PaymentID: req.PaymentID, Key: req.Key})
	if err != nil {
		return provider.Refund{}, err
	}
	return asAskedFor(req, got)
}

// asAskedFor is a refund, unless it is another one than was asked for.
func asAskedFor(req provider.RefundRequest, got provider.Refund) (provider.Refund, error) {
	if got.PaymentID != req.PaymentID || got.Amount != req.Amount {
		return provider.Refund{}, failed("refunds.apply", provider.Unknown, "refund_differs", "refund %s is not the one that was asked for", got.ID)
	}
	return got, nil
}

func isUnknownRefund(err error) bool {
	e, ok := errors.AsType[*provider.Error](err)
	return ok && e.Reason == codeUnknownRefund
}

// FetchRefund asks for a refund's state. One that Paytm does not have is Declined.
func (g *Gateway) FetchRefund(ctx context.Context, which provider.RefundQuery) (provider.Refund, error) {
	id := which.ID
	if which.Key != "" {
		id = refundID(which.Key)
	}
	in := refundQuery{MID: g.config.MID, OrderID: which.Order.ID, ID: id}
	if in.OrderID == "" || in.ID == "" {
		return provider.Refund{}, failed("refunds.status", provider.NotAttempted, "", "no order or refund")
	}
	var found refundStatus
	if err := g.post(ctx, "refunds.status", "/v2/refund/status", nil, in, &found); err != nil {
		return provider.Refund{}, err
	}
	if found.Result.Status == statusFailure && found.Result.Code == codeUnknownRefund {
		return provider.Refund{}, failed("refunds.status", provider.Declined, codeUnknownRefund, "%s", found.Result.Message)
	}
	return found.refund("refunds.status", in.OrderID, in.ID)
}

// refund reads a refund of the order and id that were asked about. A failure is
// one only if it is told of that very refund, with its payment and amount: an
// answer about the call, or about a refund that Paytm does not find, has none.
func (r *refundStatus) refund(call, orderID, id string) (provider.Refund, error) {
	if r.OrderID != orderID || r.ID != "" && r.ID != id {
		return provider.Refund{}, failed(call, provider.Unknown, r.Result.Code, "the answer is about refund %q of order %q: %s", r.ID, r.OrderID, r.Result.Message)
	}
	sum, err := money.Parse(r.Amount)
	if err != nil || r.Payment == "" || sum <= 0 {
		return provider.Refund{}, failed(call, provider.Unknown, r.Result.Code, "refund: %w: %s", errIncomplete, r.Result.Message)
	}
	if err := provider.CheckIDs(id, r.Payment); err != nil {
		return provider.Refund{}, failed(call, provider.Unknown, "", "%w", err)
	}
	state, err := r.Result.refundState()
	if err != nil {
		return provider.Refund{}, failed(call, provider.Unknown, r.Result.Code, "%w", err)
	}
	at, _ := moment(r.Asked) // what cannot be read is not told; it says nothing of the money
	return provider.Refund{ID: id, PaymentID: r.Payment, Amount: sum, State: state, At: at}, nil
}

func (r result) refundState() (provider.RefundState, error) {
	switch {
	case r.Status == statusSuccess && slices.Contains(finishedRefunds, r.Code):
		return provider.RefundProcessed, nil
	case r.Status == statusFailure && !slices.Contains(openRefunds, r.Code):
		return provider.RefundFailed, nil
	case r.Status == statusSuccess, r.Status == statusPending, r.Status == statusFailure:
		return provider.RefundPending, nil
	}
	return "", fmt.Errorf("unknown status %q", r.Status)
}
