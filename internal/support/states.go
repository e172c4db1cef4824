package support

import (
	"fmt"
	"slices"

	"rento/internal/calendar"
)

// State is the state of a thread.
type State string

// The states of a thread.
const (
	WithAssistant State = "assistant" // quick replies have been enough so far
	Waiting       State = "waiting"   // a person should answer
	Answered      State = "answered"  // a person wrote last
	Closed        State = "closed"    // the next message begins another thread, unless staff reopen this one
)

var next = map[State][]State{
	WithAssistant: {Waiting, Closed},
	Waiting:       {Answered, Closed},
	Answered:      {Waiting, Closed},
	Closed:        {Waiting, Answered},
}

// May says whether a thread may go from one state to another.
func (s State) May(to State) bool { return slices.Contains(next[s], to) }

// move changes the state of a thread. Moving it to its own state changes nothing. A reopened thread
// keeps the time at which the customer asked for a person.
func (t *thread) move(to State, now calendar.Instant) error {
	if t.State != to && !t.May(to) {
		return fmt.Errorf("support: a thread cannot go from %s to %s", t.State, to)
	}
	if to == Waiting && t.State != Waiting && t.State != Closed {
		t.askedAt = now
	}
	t.State = to
	return nil
}
