package emulator

import (
	"bytes"
	"slices"
	"time"
)

// Rule changes what happens to the next Times webhooks of an event. Event "*"
// is any; Times 0 is one.
type Rule struct {
	Event  string `json:"event"`
	Action Action `json:"action"`
	Times  int    `json:"times,omitempty"`
	// Copies is how many are sent when duplicated, 0 for two.
	Copies int `json:"copies,omitempty"`
	// Seconds is the delay.
	Seconds int `json:"seconds,omitempty"`
	// Old and New are the texts of an alteration, which is made wherever Old stands in the body.
	Old string `json:"old,omitempty"`
	New string `json:"new,omitempty"`
}

// Action is what a rule does.
type Action string

// The actions of a rule.
const (
	Drop           Action = "drop"
	Duplicate      Action = "duplicate"
	Delay          Action = "delay"
	Reorder        Action = "reorder"
	BadSignature   Action = "bad_signature"
	WrongAmount    Action = "wrong_amount"
	Alter          Action = "alter"
	BeforeCallback Action = "before_callback"
)

var allActions = []Action{Drop, Duplicate, Delay, Reorder, BadSignature, WrongAmount, Alter, BeforeCallback}

// Known reports whether a is one of the actions.
func (a Action) Known() bool { return slices.Contains(allActions, a) }

// Rule adds a rule.
func (w *Webhooks) Rule(r Rule) {
	w.mu.Lock()
	defer w.mu.Unlock()
	r.Times = max(r.Times, 1)
	w.rules = append(w.rules, r)
}

func (w *Webhooks) rule(event string) Rule {
	for i, r := range w.rules {
		if r.Event != event && r.Event != "*" {
			continue
		}
		if w.rules[i].Times--; w.rules[i].Times == 0 {
			w.rules = slices.Delete(w.rules, i, i+1)
		}
		return r
	}
	return Rule{}
}

// apply changes a delivery by a rule and returns how many copies to send.
func (w *Webhooks) apply(r Rule, d *Delivery) int {
	switch r.Action {
	case Drop:
		d.State = Dropped
	case Duplicate:
		return max(r.Copies, 2)
	case Delay:
		d.Next = d.Next.Add(time.Duration(r.Seconds) * time.Second)
	case Reorder:
		d.order = -d.order // the newest goes first among those due together
	case BadSignature:
		d.forged = true
	case WrongAmount:
		d.webhook.Body = d.webhook.Falsify(d.webhook.Body)
	case Alter:
		d.webhook.Body = bytes.ReplaceAll(d.webhook.Body, []byte(r.Old), []byte(r.New))
	case BeforeCallback:
		d.urgent = true
	}
	return 1
}
