package paytm

import (
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"rento/internal/provider"
	"rento/internal/provider/httpcall"
)

// The forms in which Paytm sends events.
const (
	kindJSON = "application/json"
	kindForm = "application/x-www-form-urlencoded"
)

// LooksSigned says whether a webhook comes in one of Paytm's forms: the
// signature is within the body.
func (*Gateway) LooksSigned(header http.Header) bool {
	kind := mediaType(header)
	return kind == kindJSON || kind == kindForm
}

func mediaType(header http.Header) string {
	kind, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return kind
}

// notice is what an event tells, in either form.
type notice struct {
	MID      string `json:"mid"`
	OrderID  string `json:"orderId"`
	ID       string `json:"txnId"`
	Amount   string `json:"txnAmount"`
	Refunded string `json:"refundAmt"`
	Status   string `json:"status"`
	Code     string `json:"respCode"`
	Message  string `json:"respMsg"`
	Type     string `json:"txnType"`
	Mode     string `json:"paymentMode"`
	Bank     string `json:"bankName"`
	Date     string `json:"txnDate"`
	RefID    string `json:"refId"`
	RefundID string `json:"refundId"`
}

// VerifyWebhook checks the raw bytes under the present and the former key and
// reads the event, which has no id of its own: an order in a state, or a refund
// in one, is one event. A body that the signature covers but that cannot be
// read is a *provider.Error.
func (g *Gateway) VerifyWebhook(header http.Header, raw []byte) (provider.Event, error) {
	told, content, err := g.verified(header, raw)
	if err != nil {
		return provider.Event{Content: content}, err
	}
	if told.MID != g.config.MID {
		return provider.Event{}, provider.ErrBadSignature // signed for another merchant
	}
	if told.OrderID == "" || told.Status == "" {
		return provider.Event{Content: content}, failed("webhook", provider.Unknown, "", "event: %w", errIncomplete)
	}
	event := told.event()
	event.Content = content
	return event, nil
}

// verified reads a notice, and what of the body is signed.
func (g *Gateway) verified(header http.Header, raw []byte) (told notice, content []byte, err error) {
	if mediaType(header) == kindForm {
		return g.verifiedForm(raw)
	}
	envelope := struct {
		Head struct {
			Signature string `json:"signature"`
		} `json:"head"`
		Body json.RawMessage `json:"body"`
	}{}
	if err := httpcall.Decode(raw, &envelope); err != nil || envelope.Head.Signature == "" {
		return notice{}, nil, provider.ErrBadSignature
	}
	// Paytm's pages differ in what is signed: the body within, or all of it.
	if !g.isSigned(envelope.Body, envelope.Head.Signature) && !g.isSigned(raw, envelope.Head.Signature) {
		return notice{}, nil, provider.ErrBadSignature
	}
	if err := httpcall.Decode(envelope.Body, &told); err != nil {
		return told, envelope.Body, failed("webhook", provider.Unknown, "", "%w", err)
	}
	return told, envelope.Body, nil
}

// verifiedForm reads an event in the form of the browser's return, which some
// merchants are still sent.
func (g *Gateway) verifiedForm(raw []byte) (told notice, content []byte, err error) {
	values, err := url.ParseQuery(string(raw))
	if err != nil {
		return notice{}, nil, provider.ErrBadSignature
	}
	fields := map[string]string{}
	for name := range values {
		fields[name] = values.Get(name)
	}
	content = formText(fields)
	if !g.isSigned(content, fields[FieldChecksum]) {
		return notice{}, nil, provider.ErrBadSignature
	}
	return notice{
		MID: fields[FieldMID], OrderID: fields[FieldOrder], ID: fields[FieldPayment], Amount: fields["TXNAMOUNT"],
		Status: fields[FieldStatus], Code: fields[FieldCode], Message: fields["RESPMSG"], Type: fields["TXNTYPE"],
		Mode: fields["PAYMENTMODE"], Bank: fields["BANKNAME"], Date: fields["TXNDATE"], RefID: fields["REFID"], RefundID: fields["REFUNDID"],
	}, content, nil
}

func (g *Gateway) isSigned(text []byte, checksum string) bool {
	return signed(g.config.Key, text, checksum) || g.config.KeyOld != "" && signed(g.config.KeyOld, text, checksum)
}

// typeRefund is the kind of an event about a refund.
const typeRefund = "REFUND"

// event is a hint to ask: its ids are enough for that. A snapshot that cannot
// be read is left out rather than refused, because Paytm would send it for days.
func (n notice) event() provider.Event {
	kind := strings.ToLower(n.Type)
	if kind == "" {
		kind = "sale"
	}
	event := provider.Event{
		ID: n.OrderID + ":" + n.Status, Kind: kind + "." + strings.ToLower(n.Status), OrderID: n.OrderID, PaymentID: n.ID,
		Observation: provider.Observation{Gateway: Name, Reference: n.OrderID, OrderID: n.OrderID},
	}
	if n.Type == typeRefund || n.RefID != "" || n.RefundID != "" {
		event.RefundID = n.RefID
		if event.RefundID == "" {
			event.RefundID = n.RefundID
		}
		event.ID = fmt.Sprintf("%s:%s:%s", n.OrderID, event.RefundID, n.Status)
		return event
	}
	told := status{
		Result: result{Status: n.Status, Code: n.Code, Message: n.Message}, ID: n.ID, OrderID: n.OrderID, MID: n.MID,
		Amount: n.Amount, Refunded: n.Refunded, Mode: n.Mode, Bank: n.Bank, Date: n.Date,
	}
	if p, err := told.payment(); err == nil {
		event.Observation.Payments = []provider.Payment{p}
	}
	return event
}
