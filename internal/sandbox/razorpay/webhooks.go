package razorpay

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"rento/internal/sandbox/emulator"
)

// announce queues an event with a snapshot of what it is about.
func (p *Provider) announce(event string, now time.Time, x *payment, row *refundRow) {
	var all parts
	if row != nil {
		all = append(all, part{"refund", row.entity()})
	}
	all = append(all, part{"payment", x.withCard()})
	if strings.HasPrefix(event, "order.") {
		all = append(all, part{"order", x.order.entity()})
	}
	p.send(event, now, all)
}

// part is what an event is about, by Razorpay's word for it.
type part struct {
	name   string
	entity map[string]any
}

type parts []part

// send queues an event.
func (p *Provider) send(event string, now time.Time, about parts) {
	payload, contains := map[string]any{}, []string{}
	for _, a := range about {
		payload[a.name] = map[string]any{"entity": a.entity}
		contains = append(contains, a.name)
	}
	body, _ := json.Marshal(map[string]any{
		"entity": "event", "account_id": "acc_Sandbox0000001", "event": event, "contains": contains,
		"payload": payload, "created_at": now.Unix(),
	})
	id := p.IDs.ID("evt_")
	p.Webhooks.Send(emulator.Webhook{
		ID: id, Event: event, Body: body, Falsify: oneRupeeMore,
		Sign: func(body, text []byte) (http.Header, []byte) { return p.prove(id, text), body },
	}, now)
}

func (p *Provider) prove(id string, body []byte) http.Header {
	return http.Header{
		"X-Razorpay-Signature": {sign(p.keys.WebhookSecret, body)},
		"X-Razorpay-Event-Id":  {id},
		"User-Agent":           {"Razorpay-Webhook/v1"},
	}
}

// oneRupeeMore raises every amount of an event, for tests of the receiver.
func oneRupeeMore(body []byte) []byte {
	var tree map[string]any
	if json.Unmarshal(body, &tree) != nil {
		return body
	}
	raise(tree)
	changed, err := json.Marshal(tree)
	if err != nil {
		return body
	}
	return changed
}

func raise(tree map[string]any) {
	for name, value := range tree {
		switch v := value.(type) {
		case map[string]any:
			raise(v)
		case float64:
			if name == "amount" {
				tree[name] = v + 100
			}
		}
	}
}
