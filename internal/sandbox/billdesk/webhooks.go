package billdesk

import (
	"encoding/json"
	"net/http"
	"time"

	"rento/internal/sandbox/emulator"
)

// announce queues an event with how something stands: the same object that a
// question is answered with.
func (p *Provider) announce(event string, object map[string]any, now time.Time) {
	body, _ := json.Marshal(object)
	p.Webhooks.Send(emulator.Webhook{ID: p.IDs.ID("evt_"), Event: event, Body: body, Falsify: falsify, Sign: p.sign}, now)
}

// sign puts a body into the envelope, by a guessed key if it is to be a forgery.
func (p *Provider) sign(body, text []byte) (http.Header, []byte) {
	key := p.keys.SigningKey
	if string(text) != string(body) {
		key = "guessed"
	}
	return http.Header{"Content-Type": {contentType}}, []byte(p.seal(body, key))
}

// falsify raises the amount of an event, for tests of the receiver.
func falsify(body []byte) []byte {
	var object map[string]any
	if json.Unmarshal(body, &object) != nil {
		return body
	}
	if text, ok := object["amount"].(string); ok {
		object["amount"] = oneRupeeMore(text)
	}
	changed, err := json.Marshal(object)
	if err != nil {
		return body
	}
	return changed
}
