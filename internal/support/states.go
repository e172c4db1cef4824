package support

import (
	"fmt"
	"slices"

	"rento/internal/calendar"
)

// State is how far a thread is.
type State string

// The states of a thread.
const (
	WithAssistant State = "assistant" // quick replies are enough so far
	Waiting       State = "waiting"   // a person is to answer
	Answered      State = "answered"  // a person has said the last word
	Closed        State = "closed"    // what comes next begins another thread, unless staff open it again
)

var next = map[State][]State{
	WithAssistant: {Waiting, Closed},
	Waiting:       {Answered, Closed},
	Answered:      {Waiting, Closed},
	Closed:        {Waiting, Answered},
}

// May says whether a thread may go from one state to another.
func (s State) May(to State) bool { return slices.Contains(next[s], to) }

// move takes a thread to a state. To move it to its own changes nothing, but it was
// touched. One that is opened again has waited since a person was asked.
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
