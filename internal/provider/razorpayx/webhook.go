package razorpayx

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"rento/internal/ident"
	"rento/internal/provider"
	"rento/internal/provider/httpcall"
)

// Headers of a webhook.
const (
	headerSignature = "X-Razorpay-Signature"
	headerEvent     = "X-Razorpay-Event-Id"
)

type webhook struct {
	Event   string `json:"event"`
	Payload struct {
		Payout     *wrapped `json:"payout"`
		Validation *wrapped `json:"fund_account.validation"`
	} `json:"payload"`
}

type wrapped struct {
	Entity struct {
		ID string `json:"id"`
	} `json:"entity"`
}

// LooksSigned says whether the header has a signature as the provider writes it.
func (*Payouts) LooksSigned(header http.Header) bool {
	return provider.LooksSHA256(header.Get(headerSignature))
}

// VerifyWebhook checks the raw bytes under the present and the former secret
// and reads what the event is about. Its snapshot is not read: the provider is
// asked. A body that the signature covers but that cannot be read is a
// *provider.Error.
func (p *Payouts) VerifyWebhook(header http.Header, raw []byte) (provider.Event, error) {
	signature := header.Get(headerSignature)
	if !signed(p.config.WebhookSecret, raw, signature) && !signed(p.config.WebhookSecretOld, raw, signature) {
		return provider.Event{}, provider.ErrBadSignature
	}
	var w webhook
	if err := httpcall.Decode(raw, &w); err != nil {
		return provider.Event{}, failed("webhook", provider.Unknown, "", "%w", err)
	}
	if w.Event == "" {
		return provider.Event{}, failed("webhook", provider.Unknown, "", "event has no kind")
	}
	event := provider.Event{ID: header.Get(headerEvent), Kind: w.Event}
	if event.ID == "" { // the header is not signed; its absence must not lose the event
		event.ID = "body-" + ident.Hash(string(raw))
	}
	if x := w.Payload.Payout; x != nil {
		event.SubjectID = x.Entity.ID
	}
	if v := w.Payload.Validation; v != nil {
		event.SubjectID = v.Entity.ID
	}
	return event, nil
}

// signed compares in constant time. An empty secret signs nothing.
func signed(secret string, text []byte, signature string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(text)
	return secret != "" && hmac.Equal([]byte(hex.EncodeToString(mac.Sum(nil))), []byte(signature))
}
