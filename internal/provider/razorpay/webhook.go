package razorpay

import (
	"fmt"
	"net/http"

	"rento/internal/ident"
	"rento/internal/provider"
	"rento/internal/provider/httpcall"
)

// Headers of a webhook.
const (
	HeaderSignature = "X-Razorpay-Signature"
	HeaderEvent     = "X-Razorpay-Event-Id"
)

type webhook struct {
	Event   string `json:"event"`
	Payload struct {
		Payment *wrapped[payment] `json:"payment"`
		Order   *wrapped[order]   `json:"order"`
		Refund  *wrapped[refund]  `json:"refund"`
		Dispute *wrapped[dispute] `json:"dispute"`
		Token   *wrapped[subject] `json:"token"`
	} `json:"payload"`
}

type dispute struct {
	PaymentID string `json:"payment_id"`
}

// subject is what is read of a token: it is asked about.
type subject struct {
	ID string `json:"id"`
}

type wrapped[T any] struct {
	Entity T `json:"entity"`
}

// LooksSigned says whether the header has a signature as the provider writes it.
func (*Gateway) LooksSigned(header http.Header) bool {
	return provider.LooksSHA256(header.Get(HeaderSignature))
}

// VerifyWebhook checks the raw bytes under the present and the former secret
// and reads the event. An event of a kind that is no payment, order, refund,
// dispute or mandate has only an ID and a Kind. A body that the signature covers but that cannot
// be read is a *provider.Error.
func (g *Gateway) VerifyWebhook(header http.Header, raw []byte) (provider.Event, error) {
	signature := header.Get(HeaderSignature)
	if !signed(g.config.WebhookSecret, raw, signature) && !signed(g.config.WebhookSecretOld, raw, signature) {
		return provider.Event{}, provider.ErrBadSignature
	}
	var w webhook
	if err := httpcall.Decode(raw, &w); err != nil {
		return provider.Event{}, failed("webhook", provider.Unknown, "", "%w", err)
	}
	if w.Event == "" {
		return provider.Event{}, failed("webhook", provider.Unknown, "", "event has no kind")
	}
	event := provider.Event{ID: header.Get(HeaderEvent), Kind: w.Event}
	if event.ID == "" { // the header is not signed; its absence must not lose the event
		event.ID = "body-" + ident.Hash(string(raw))
	}
	if err := w.fill(&event); err != nil {
		return provider.Event{}, failed("webhook", provider.Unknown, "", "%s: %w", w.Event, err)
	}
	return event, nil
}

// fill takes over what the event names. The ids are enough for a hint: a
// snapshot that we cannot read is left out rather than refused, because an
// endpoint that keeps refusing is switched off after 24 h.
func (w *webhook) fill(event *provider.Event) error {
	event.Observation.Gateway = Name
	if o := w.Payload.Order; o != nil {
		event.OrderID, event.Observation.Reference = o.Entity.ID, o.Entity.Receipt
	}
	if p := w.Payload.Payment; p != nil {
		if event.OrderID != "" && event.OrderID != p.Entity.OrderID {
			return fmt.Errorf("payment %q is of another order than the event", p.Entity.ID)
		}
		event.OrderID, event.PaymentID = p.Entity.OrderID, p.Entity.ID
		if p.Entity.Check() == nil {
			event.Observation.Payments = []provider.Payment{p.Entity.payment()}
		}
	}
	event.Observation.OrderID = event.OrderID
	if r := w.Payload.Refund; r != nil {
		event.PaymentID, event.RefundID = r.Entity.PaymentID, r.Entity.ID
	}
	if d := w.Payload.Dispute; d != nil && event.PaymentID == "" {
		event.PaymentID = d.Entity.PaymentID
	}
	if t := w.Payload.Token; t != nil {
		event.SubjectID = t.Entity.ID
	}
	return nil
}
