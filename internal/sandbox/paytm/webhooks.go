package paytm

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"rento/internal/sandbox/emulator"
)

// announceSale queues an event with how a payment stands.
func (p *Provider) announceSale(x *payment, now time.Time) {
	body := p.shown(x)
	body["status"], body["respCode"], body["respMsg"], body["currency"] = x.status, x.code, x.message, "INR"
	p.announce("sale."+strings.ToLower(x.status), body, now)
}

func (p *Provider) announceRefund(r *refund, now time.Time) {
	body := r.shown()
	body["mid"], body["txnType"] = p.keys.MID, "REFUND"
	body["status"], body["respCode"], body["respMsg"] = r.status, r.code, r.message
	p.announce("refund."+strings.ToLower(r.status), body, now)
}

func (p *Provider) announce(event string, body map[string]any, now time.Time) {
	text, _ := json.Marshal(body)
	p.Webhooks.Send(emulator.Webhook{ID: p.IDs.ID("evt_"), Event: event, Body: text, Falsify: falsify, Sign: p.envelope}, now)
}

// envelope puts a body beside the signature of a text: its own, unless it is to
// be a forgery.
func (p *Provider) envelope(body, text []byte) (http.Header, []byte) {
	head, _ := json.Marshal(map[string]string{"signature": seal(p.keys.Key, text, p.salt())})
	return http.Header{"User-Agent": {"Paytm-Webhook/1"}}, []byte(`{"head":` + string(head) + `,"body":` + string(body) + `}`)
}

// falsify raises the amount of an event, for tests of the receiver.
func falsify(body []byte) []byte {
	var fields map[string]any
	if json.Unmarshal(body, &fields) != nil {
		return body
	}
	if text, ok := fields["txnAmount"].(string); ok {
		fields["txnAmount"] = oneRupeeMore(text)
	}
	changed, err := json.Marshal(fields)
	if err != nil {
		return body
	}
	return changed
}
