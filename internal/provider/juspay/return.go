package juspay

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"slices"
	"strings"

	"rento/internal/provider"
)

// The fields that a browser brings back.
const (
	FieldOrder     = "order_id"
	FieldStatus    = "status"
	fieldStatusID  = "status_id"
	fieldSignature = "signature"
	fieldAlgorithm = "signature_algorithm"
)

// algorithm is the only one that is taken.
const algorithm = "HMAC-SHA256"

// ReadReturn checks the browser's fields against our own order, so that the valid
// proof of another order is worth nothing here. Whoever comes back without a
// word, as by the Back key or from an app, has Juspay asked; so has a proved
// failure, since the payer may try again. A failure that is not proved changes
// nothing.
func (g *Gateway) ReadReturn(order provider.Order, fields map[string]string) (provider.Claim, error) {
	if len(fields) == 0 {
		return provider.ClaimNone, nil
	}
	state, err := stateOf(fields[FieldStatus], number(fields[fieldStatusID]))
	if fields[fieldSignature] == "" && err == nil && state == provider.PaymentFailed {
		return provider.ClaimFailed, nil
	}
	if order.ID == "" || fields[FieldOrder] != order.ID || fields[fieldAlgorithm] != algorithm {
		return "", provider.ErrBadSignature
	}
	if !g.account.signed(fields) {
		return "", provider.ErrBadSignature
	}
	if err == nil && state == provider.PaymentCaptured {
		return provider.ClaimPaid, nil
	}
	return provider.ClaimNone, nil
}

func number(text string) int {
	n := 0
	for _, r := range text {
		if r < '0' || r > '9' || n > 1000 {
			return -1
		}
		n = n*10 + int(r-'0')
	}
	return n
}

// signed reports whether what a browser brings back has Juspay's signature, by the
// present or the former key.
func (a *account) signed(fields map[string]string) bool {
	by := func(key string) bool {
		return key != "" && hmac.Equal([]byte(sign(fields, key)), []byte(fields[fieldSignature]))
	}
	return by(a.config.ResponseKey) || by(a.config.ResponseKeyOld)
}

// sign is the signature of what a browser brings back, as it stands in the
// address once that was decoded: base64 within percent-encoding. All fields but
// the signature's own take part, also those that we have put into the address.
func sign(fields map[string]string, key string) string {
	var pairs []string
	for name, value := range fields {
		if name != fieldSignature && name != fieldAlgorithm {
			pairs = append(pairs, encode(name)+"="+encode(value))
		}
	}
	slices.Sort(pairs)
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(encode(strings.Join(pairs, "&"))))
	return encode(base64.StdEncoding.EncodeToString(mac.Sum(nil)))
}

// encode is encodeURIComponent: a blank is %20.
func encode(text string) string {
	encoded := strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
	for _, plain := range []string{"!", "'", "(", ")", "*"} {
		encoded = strings.ReplaceAll(encoded, url.QueryEscape(plain), plain)
	}
	return encoded
}
