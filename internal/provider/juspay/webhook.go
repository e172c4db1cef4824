package juspay

import (
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"net/http"
	"strings"

	"rento/internal/provider"
	"rento/internal/provider/httpcall"
)

// LooksSigned says whether a webhook says who sends it. Juspay signs nothing: it
// names a user and a password.
func (*Gateway) LooksSigned(header http.Header) bool {
	return strings.HasPrefix(header.Get("Authorization"), "Basic ")
}

// notice is what an event tells.
type notice struct {
	ID      string `json:"id"`
	Name    string `json:"event_name"`
	Content struct {
		Order struct {
			OrderID string `json:"order_id"`
			TxnID   string `json:"txn_id"`
		} `json:"order"`
		Txn struct {
			OrderID string `json:"order_id"`
			TxnID   string `json:"txn_id"`
		} `json:"txn"`
		Refund struct {
			ID      string `json:"unique_request_id"`
			OrderID string `json:"order_id"`
			TxnID   string `json:"txn_id"`
		} `json:"refund"`
	} `json:"content"`
}

// VerifyWebhook checks user and password and reads the event. Its content is not
// signed, so nothing but the ids is taken of it: whoever hears the event asks
// about the order.
func (g *Gateway) VerifyWebhook(header http.Header, raw []byte) (provider.Event, error) {
	asked := http.Request{Header: header}
	user, password, said := asked.BasicAuth()
	c := g.account.config
	isPassword := same(password, c.WebhookPassword) || c.WebhookPasswordOld != "" && same(password, c.WebhookPasswordOld)
	if !said || !same(user, c.WebhookUser) || !isPassword {
		return provider.Event{}, provider.ErrBadSignature
	}
	var told notice
	if err := httpcall.Decode(raw, &told); err != nil {
		return provider.Event{}, failed("webhook", provider.Unknown, "", "%w", err)
	}
	orderID, paymentID := told.Content.Order.OrderID, told.Content.Order.TxnID
	for _, from := range [][2]string{
		{told.Content.Txn.OrderID, told.Content.Txn.TxnID}, {told.Content.Refund.OrderID, told.Content.Refund.TxnID},
	} {
		if orderID == "" {
			orderID, paymentID = from[0], from[1]
		}
	}
	if told.ID == "" || told.Name == "" || orderID == "" {
		return provider.Event{}, failed("webhook", provider.Unknown, "", "event: %w", errIncomplete)
	}
	return provider.Event{
		ID: told.ID, Kind: kindOf(told.Name), OrderID: orderID, PaymentID: paymentID, RefundID: told.Content.Refund.ID,
		Observation: provider.Observation{Gateway: g.name(), Reference: orderID, OrderID: orderID},
	}, nil
}

// kindOf is the name of an event as ours are written: order.succeeded.
func kindOf(name string) string {
	subject, what, _ := strings.Cut(strings.ToLower(name), "_")
	return fmt.Sprintf("%s.%s", subject, what)
}

// same compares secrets in a time that tells nothing of them.
func same(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}
