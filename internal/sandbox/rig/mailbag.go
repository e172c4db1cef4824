package rig

// Mailbag is what the postman knows.
type Mailbag struct {
	Target   string     `json:"target"`
	Disabled bool       `json:"disabled"`
	Waiting  []Delivery `json:"waiting"`
	Past     []Delivery `json:"past"`
	Rules    []Rule     `json:"rules"`
}

// Mailbag returns a copy of what waits and what went.
func (p *Post) Mailbag() Mailbag {
	p.mu.Lock()
	defer p.mu.Unlock()
	return Mailbag{p.target, p.disabled, copies(p.waiting), copies(p.past), append([]Rule{}, p.rules...)}
}

func copies(list []*Delivery) []Delivery {
	out := make([]Delivery, 0, len(list))
	for _, d := range list {
		out = append(out, *d)
	}
	return out
}
