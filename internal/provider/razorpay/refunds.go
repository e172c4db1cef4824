package razorpay

import (
	"context"
	"net/http"
	"net/url"
	"regexp"

	"rento/internal/ident"
	"rento/internal/provider"
)

// keyForm is what Razorpay takes as an idempotency key of a refund.
var keyForm = regexp.MustCompile(`^[A-Za-z0-9_-]{10,64}$`)

// Refund gives captured money back at normal speed. A conflict means that the
// first call with the key is still running: Unknown, to be repeated as it is.
func (g *Gateway) Refund(ctx context.Context, req provider.RefundRequest) (provider.Refund, error) {
	if req.Key == "" || req.Amount <= 0 {
		return provider.Refund{}, failed("payments.refund", provider.NotAttempted, "", "no key or amount")
	}
	path := "/payments/" + url.PathEscape(req.PaymentID) + "/refund"
	call := g.request("payments.refund", http.MethodPost, path, nil)
	call.Header.Set("X-Refund-Idempotency", refundKey(req.Key))
	var made refund
	in := refundRequest{Amount: int64(req.Amount), Speed: "normal", Receipt: req.Reference}
	if err := g.client.JSON(ctx, call, in, &made); err != nil {
		return provider.Refund{}, err
	}
	if made.PaymentID != req.PaymentID || *made.Amount != int64(req.Amount) {
		return provider.Refund{}, failed("payments.refund", provider.Unknown, "refund_differs",
			"refund %s is not the one that was asked for", made.ID)
	}
	return made.refund(), nil
}

// refundKey brings any key into the form that Razorpay takes; the same key
// always gives the same form.
func refundKey(key string) string {
	if keyForm.MatchString(key) {
		return key
	}
	return "rk-" + ident.Hash(key)[:40]
}

// FetchRefund asks for a refund's state.
func (g *Gateway) FetchRefund(ctx context.Context, which provider.RefundQuery) (provider.Refund, error) {
	var r refund
	err := g.get(ctx, "refunds.fetch", "/refunds/"+url.PathEscape(which.ID), nil, &r)
	if err != nil {
		return provider.Refund{}, err
	}
	return r.refund(), nil
}
