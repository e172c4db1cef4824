package emulator

// Ledger is what a gateway believes, for comparison with our own books, and what
// is planned for it. Each list is in order of creation, never nil.
type Ledger struct {
	Orders   []map[string]any `json:"orders"`
	Payments []map[string]any `json:"payments"`
	Refunds  []map[string]any `json:"refunds"`
	Plans
}

// Plans are the webhooks that wait or went, and what is decided for the next calls.
type Plans struct {
	Webhooks WebhookState `json:"webhooks"`
	Faults   []Plan       `json:"faults"`
	Answers  []Answer     `json:"answers"`
}

// Ledger is one without entries, with what is planned.
func (b *Base) Ledger() Ledger {
	return Ledger{Orders: []map[string]any{}, Payments: []map[string]any{}, Refunds: []map[string]any{}, Plans: b.Plans()}
}

// Plans lists what is planned.
func (b *Base) Plans() Plans {
	return Plans{b.Webhooks.State(), b.Faults.Planned(), b.Answers.Planned()}
}

// Each shows the entries of a list, never nil.
func Each[T any](list []T, show func(T) map[string]any) []map[string]any {
	out := make([]map[string]any, 0, len(list))
	for _, x := range list {
		out = append(out, show(x))
	}
	return out
}
