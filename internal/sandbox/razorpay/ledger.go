package razorpay

import "rento/internal/sandbox/emulator"

// Ledger is what the provider believes, for comparison with our own books.
type Ledger struct {
	Orders   []map[string]any      `json:"orders"`
	Payments []map[string]any      `json:"payments"`
	Refunds  []map[string]any      `json:"refunds"`
	Webhooks emulator.WebhookState `json:"webhooks"`
	Faults   []emulator.Plan       `json:"faults"`
	Answers  []emulator.Answer     `json:"answers"`
}

// Books lists everything in order of creation.
func (p *Provider) Books() any {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.elapse()
	return Ledger{
		Orders:   shownAll(p.books.orderList, (*order).entity),
		Payments: shownAll(p.books.paymentList, (*payment).withCard),
		Refunds:  shownAll(p.books.refundList, (*refundRow).entity),
		Webhooks: p.base.Webhooks.State(), Faults: p.base.Faults.Planned(), Answers: p.base.Answers.Planned(),
	}
}

func shownAll[T any](list []T, show func(T) map[string]any) []map[string]any {
	out := make([]map[string]any, 0, len(list))
	for _, x := range list {
		out = append(out, show(x))
	}
	return out
}
