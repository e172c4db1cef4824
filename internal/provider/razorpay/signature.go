package razorpay

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"

	"rento/internal/provider"
)

// Sign is the lower-case hex HMAC-SHA256 with which Razorpay proves a text.
func Sign(secret string, text []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(text)
	return hex.EncodeToString(mac.Sum(nil))
}

// signed compares in constant time. An empty secret signs nothing.
func signed(secret string, text []byte, signature string) bool {
	return secret != "" && hmac.Equal([]byte(Sign(secret, text)), []byte(signature))
}

// The fields that checkout hands to the browser.
const (
	FieldPayment   = "razorpay_payment_id"
	FieldOrder     = "razorpay_order_id"
	FieldSignature = "razorpay_signature"
)

// ReadReturn checks the browser's three fields against our own order id, so
// that the valid proof of another order is worth nothing here. A form without a
// signature tells of a failure, which has no proof.
func (g *Gateway) ReadReturn(order provider.Order, fields map[string]string) (provider.Claim, error) {
	if fields[FieldSignature] == "" {
		return provider.ClaimFailed, nil
	}
	paymentID := fields[FieldPayment]
	if order.ID == "" || paymentID == "" || fields[FieldOrder] != order.ID {
		return "", provider.ErrBadSignature
	}
	if !signed(g.config.KeySecret, []byte(order.ID+"|"+paymentID), fields[FieldSignature]) {
		return "", provider.ErrBadSignature
	}
	return provider.ClaimPaid, nil
}
