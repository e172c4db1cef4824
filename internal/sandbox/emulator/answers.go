package emulator

import (
	"slices"
	"sync"
)

// Answer decides how a call will turn out: a payment, a capture, a refund.
type Answer struct {
	// Call names what it is for, as in "payment" or "refund".
	Call    string `json:"call"`
	Outcome string `json:"outcome"`
	Reason  string `json:"reason,omitempty"`
	// Seconds is the delay of an outcome that comes late.
	Seconds int `json:"seconds,omitempty"`
	Times   int `json:"times,omitempty"`
}

// Answers are the decisions that were made beforehand.
type Answers struct {
	mu   sync.Mutex
	next []Answer
}

// Add puts a decision at the end; Times 0 is once.
func (a *Answers) Add(answer Answer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	answer.Times = max(answer.Times, 1)
	a.next = append(a.next, answer)
}

// Next returns the decision for a call and uses it up.
func (a *Answers) Next(call string) (Answer, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	i := slices.IndexFunc(a.next, func(x Answer) bool { return x.Call == call })
	if i < 0 {
		return Answer{}, false
	}
	answer := a.next[i]
	if a.next[i].Times--; a.next[i].Times == 0 {
		a.next = slices.Delete(a.next, i, i+1)
	}
	return answer, true
}

// Planned lists the decisions that are still to come.
func (a *Answers) Planned() []Answer {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.next)
}

// Reset forgets them.
func (a *Answers) Reset() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.next = nil
}
