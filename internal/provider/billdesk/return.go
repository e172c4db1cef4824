package billdesk

import (
	"rento/internal/provider"
)

// The fields that a browser brings back, by a form or from the SDK.
const (
	FieldTransaction = "transaction_response"
	FieldMandate     = "mandate_response"
	// FieldEncrypted is either of them, in some set-ups.
	FieldEncrypted = "encrypted_response"
)

// ReadReturn checks what a browser brought against our own order: the signed word
// about another order is worth nothing here. Whoever comes back without a word has
// BillDesk asked; so has a proved failure, which BillDesk alone makes final.
func (g *Gateway) ReadReturn(order provider.Order, fields map[string]string) (provider.Claim, error) {
	sealed := fields[FieldTransaction]
	if sealed == "" {
		sealed = fields[FieldEncrypted]
	}
	if sealed == "" {
		return provider.ClaimNone, nil
	}
	payload, err := g.envelope.open(sealed)
	if err != nil {
		return "", err
	}
	var told transaction
	if err := readPayload(payload, &told); err != nil {
		return "", failed("return", provider.Unknown, "", "%w", err)
	}
	if order.ID == "" || told.OrderID != order.ID || told.MerchantID != g.config.MerchantID {
		return "", provider.ErrBadSignature
	}
	if state, err := told.state(); err == nil && state == provider.PaymentCaptured {
		return provider.ClaimPaid, nil
	}
	return provider.ClaimNone, nil
}
