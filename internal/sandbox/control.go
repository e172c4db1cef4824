package sandbox

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"rento/internal/sandbox/emulator"
)

// Command is the body of POST /sandbox/control. Every member is optional; they
// take effect in the order in which they stand here.
type Command struct {
	// Provider limits the command to one provider, empty for all.
	Provider string `json:"provider"`
	// Reset empties books, plans and clock first.
	Reset bool `json:"reset"`
	// WebhookURL changes where events go.
	WebhookURL string `json:"webhookUrl"`
	// EnableWebhooks takes delivery up again after it was given up.
	EnableWebhooks bool `json:"enableWebhooks"`
	// Outcomes decide the next calls.
	Outcomes []emulator.Answer `json:"outcomes"`
	// Faults break the next calls.
	Faults []emulator.Plan `json:"faults"`
	// Webhooks change the next events.
	Webhooks []emulator.Rule `json:"webhooks"`
	// Advance puts the clock forward: "90s", "36h" or "5d".
	Advance string `json:"advance"`
	// Deliver sends what is due before the answer.
	Deliver bool `json:"deliver"`
}

const maxCommand = 1 << 20

func (s *Sandbox) control(w http.ResponseWriter, r *http.Request) {
	var c Command
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxCommand))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		reply(w, http.StatusBadRequest, map[string]any{"error": err.Error()})
		return
	}
	if err := s.Do(c); err != nil {
		reply(w, http.StatusUnprocessableEntity, map[string]any{"error": err.Error()})
		return
	}
	delivered := 0
	if c.Deliver {
		delivered = s.Deliver(r.Context())
	}
	reply(w, http.StatusOK, map[string]any{"now": s.Now().UTC(), "delivered": delivered})
}

// Do carries out a command but for its delivery. It changes nothing when the
// command is not understood.
func (s *Sandbox) Do(c Command) error {
	advance, err := c.check()
	if err != nil {
		return err
	}
	chosen := s.chosen(c.Provider)
	if len(chosen) == 0 {
		return fmt.Errorf("sandbox: no provider %q", c.Provider)
	}
	if c.Reset {
		s.clock.Reset()
	}
	for _, p := range chosen {
		c.apply(p)
	}
	if advance > 0 {
		s.Advance(advance)
	}
	return nil
}

func (s *Sandbox) chosen(name string) []emulator.Provider {
	var chosen []emulator.Provider
	for _, p := range s.providers {
		if name == "" || p.Name() == name {
			chosen = append(chosen, p)
		}
	}
	return chosen
}

func (c Command) apply(p emulator.Provider) {
	if c.Reset {
		p.Reset()
	}
	r := p.Machinery()
	if c.WebhookURL != "" {
		r.Webhooks.SetTarget(c.WebhookURL)
	}
	if c.EnableWebhooks {
		r.Webhooks.Enable()
	}
	for _, a := range c.Outcomes {
		r.Answers.Add(a)
	}
	for _, f := range c.Faults {
		r.Faults.Add(f)
	}
	for _, w := range c.Webhooks {
		r.Webhooks.Rule(w)
	}
}

func (c Command) check() (time.Duration, error) {
	for _, f := range c.Faults {
		if f.Call == "" || !f.Fault.Known() {
			return 0, fmt.Errorf("sandbox: no fault %q of call %q", f.Fault, f.Call)
		}
	}
	for _, w := range c.Webhooks {
		if w.Event == "" || !w.Action.Known() {
			return 0, fmt.Errorf("sandbox: no action %q for event %q", w.Action, w.Event)
		}
	}
	for _, a := range c.Outcomes {
		if a.Call == "" || a.Outcome == "" {
			return 0, fmt.Errorf("sandbox: an outcome needs a call and an outcome")
		}
	}
	return readSpan(c.Advance)
}

// readSpan reads "36h", "90s" or "5d"; time never goes back.
func readSpan(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n >= 0 {
			return time.Duration(n) * 24 * time.Hour, nil
		}
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("sandbox: not a span of time: %q", text)
	}
	return d, nil
}

// books lists what every provider believes.
func (s *Sandbox) books(w http.ResponseWriter, _ *http.Request) {
	all := map[string]any{"now": s.Now().UTC()}
	for _, p := range s.providers {
		all[p.Name()] = p.Books()
	}
	reply(w, http.StatusOK, all)
}

func reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
