package billdesk

import (
	"encoding/base64"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"rento/internal/calendar"
	"rento/internal/provider"
)

const contentForm = "application/x-www-form-urlencoded"

// LooksSigned says whether a webhook comes in one of BillDesk's forms: its signature
// is within the body.
func (*Gateway) LooksSigned(header http.Header) bool {
	kind := mediaType(header)
	return kind == contentType || kind == contentForm
}

func mediaType(header http.Header) string {
	kind, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return kind
}

// about says what an object is.
type about struct {
	Object string `json:"objectid"`
}

// Check takes everything: what is not known is no event of ours.
func (*about) Check() error { return nil }

// VerifyWebhook opens an event, which has no id of its own: a transaction, a refund
// or a mandate in a state is one event. What is signed and cannot be read is a
// *provider.Error.
func (g *Gateway) VerifyWebhook(header http.Header, raw []byte) (provider.Event, error) {
	word := bodyOf(header, raw)
	payload, err := g.envelope.open(word)
	if err != nil {
		return provider.Event{}, err
	}
	content := inOneSpelling(word)
	var is about
	if err := readPayload(payload, &is); err != nil {
		return provider.Event{Content: content}, failed("webhook", provider.Unknown, "", "%w", err)
	}
	var merchantID string
	var event provider.Event
	switch is.Object {
	case "refund":
		var told refund
		err = readPayload(payload, &told)
		merchantID, event = told.MerchantID, told.event()
	case "mandate":
		var told mandate
		err = readPayload(payload, &told)
		merchantID, event = told.MerchantID, told.event(calendar.Today(g.clock))
	default:
		var told transaction
		err = readPayload(payload, &told)
		merchantID, event = told.MerchantID, told.event()
	}
	if err != nil {
		return provider.Event{Content: content}, failed("webhook", provider.Unknown, "", "%w", err)
	}
	if merchantID != g.config.MerchantID {
		return provider.Event{}, provider.ErrBadSignature // signed for another merchant
	}
	event.Content = content
	return event, nil
}

// inOneSpelling is a signed word, letter by letter the same for whatever decodes to
// the same: base64 leaves line ends and the last bits open. Two words of the same
// payload stay two, as of a mandate that is active again.
func inOneSpelling(word string) []byte {
	parts := strings.Split(word, ".")
	for i, part := range parts {
		if decoded, err := base64.RawURLEncoding.DecodeString(strings.TrimSpace(part)); err == nil {
			parts[i] = base64.RawURLEncoding.EncodeToString(decoded)
		}
	}
	return []byte(strings.Join(parts, "."))
}

// bodyOf is what is signed of a webhook: its body, or the field of a form.
func bodyOf(header http.Header, raw []byte) string {
	if mediaType(header) != contentForm {
		return string(raw)
	}
	values, err := url.ParseQuery(string(raw))
	if err != nil {
		return ""
	}
	for _, name := range []string{FieldTransaction, FieldMandate, FieldEncrypted} {
		if text := values.Get(name); text != "" {
			return text
		}
	}
	return ""
}

// event is a hint to ask about an order. A snapshot that cannot be read is left out
// rather than refused.
func (t *transaction) event() provider.Event {
	event := provider.Event{
		ID: t.ID + ":" + t.Auth, Kind: "transaction." + strings.ToLower(t.Auth), OrderID: t.OrderID, PaymentID: t.ID,
		Observation: provider.Observation{Gateway: Name, Reference: t.OrderID, OrderID: t.OrderID},
	}
	if p, err := t.payment(); err == nil {
		event.Observation.Payments = []provider.Payment{p}
	}
	return event
}

func (r *refund) event() provider.Event {
	return provider.Event{
		ID: r.Reference + ":" + r.Status, Kind: "refund." + strings.ToLower(r.Status), OrderID: r.OrderID, PaymentID: r.TransactionID,
		RefundID: r.Reference, Observation: provider.Observation{Gateway: Name, Reference: r.OrderID, OrderID: r.OrderID},
	}
}

// event is a hint to ask about a mandate. It names the registration too: until we have
// asked, we know a mandate by that alone. A mandate may come to a state again, as one that was paused does, so
// each day on which it is heard of is an event of its own.
func (m *mandate) event(on calendar.Date) provider.Event {
	id := m.ID
	if id == "" {
		id = m.TokenID
	}
	return provider.Event{
		ID: fmt.Sprintf("%s:%s:%s:%s", m.Reference, id, m.Status, on), Kind: "mandate." + strings.ToLower(m.Status), SubjectID: id, OrderID: m.TokenID,
		Observation: provider.Observation{Gateway: Name, Reference: m.Reference},
	}
}
