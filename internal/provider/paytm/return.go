package paytm

import "rento/internal/provider"

// The fields that a browser brings back, by a form or from Paytm's script.
const (
	FieldMID     = "MID"
	FieldOrder   = "ORDERID"
	FieldPayment = "TXNID"
	FieldStatus  = "STATUS"
	FieldCode    = "RESPCODE"
)

// ReadReturn checks the browser's fields against our own order, so that the
// valid proof of another order is worth nothing here. Whoever comes back
// without a word, as by the Back key, has Paytm asked; so has a proved failure,
// which Paytm alone makes final. A failure that is not proved changes nothing.
func (g *Gateway) ReadReturn(order provider.Order, fields map[string]string) (provider.Claim, error) {
	switch {
	case len(fields) == 0:
		return provider.ClaimNone, nil
	case fields[FieldChecksum] == "" && fields[FieldStatus] == statusFailure:
		return provider.ClaimFailed, nil
	}
	if order.ID == "" || fields[FieldOrder] != order.ID || fields[FieldMID] != g.config.MID {
		return "", provider.ErrBadSignature
	}
	if !g.isSigned(formText(fields), fields[FieldChecksum]) {
		return "", provider.ErrBadSignature
	}
	if fields[FieldStatus] == statusSuccess && fields[FieldCode] == codeSuccess {
		return provider.ClaimPaid, nil
	}
	return provider.ClaimNone, nil
}
