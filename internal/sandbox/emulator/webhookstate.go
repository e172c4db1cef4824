package emulator

// WebhookState is what waits and what was sent.
type WebhookState struct {
	Target   string     `json:"target"`
	Disabled bool       `json:"disabled"`
	Waiting  []Delivery `json:"waiting"`
	Past     []Delivery `json:"past"`
	Rules    []Rule     `json:"rules"`
}

// State returns a copy of what waits and what went.
func (w *Webhooks) State() WebhookState {
	w.mu.Lock()
	defer w.mu.Unlock()
	return WebhookState{w.target, w.disabled, copies(w.waiting), copies(w.past), append([]Rule{}, w.rules...)}
}

func copies(list []*Delivery) []Delivery {
	out := make([]Delivery, 0, len(list))
	for _, d := range list {
		out = append(out, *d)
	}
	return out
}
