// Package rig has what every pretended provider needs: a clock of its own, an
// agenda of what falls due on it, chance that can be repeated, planned faults,
// and a postman for webhooks.
package rig

import (
	"log/slog"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"rento/internal/calendar"
)

// Rig is the machinery of one provider.
type Rig struct {
	Clock   *Clock
	Dice    *Dice
	Agenda  *Agenda
	Faults  *Faults
	Answers *Answers
	Post    *Post
}

// New makes a rig. The clock and the dice are shared by all providers of a
// sandbox; target is where webhooks go, client sends them.
func New(clock *Clock, dice *Dice, log *slog.Logger, client *http.Client, target string) *Rig {
	return &Rig{
		Clock: clock, Dice: dice, Agenda: &Agenda{}, Faults: &Faults{}, Answers: &Answers{},
		Post: NewPost(clock, log, client, target),
	}
}

// Reset forgets everything that was planned, queued or sent.
func (r *Rig) Reset() {
	r.Agenda.Reset()
	r.Faults.Reset()
	r.Answers.Reset()
	r.Post.Reset()
}

// Clock is the sandbox's own time: another clock plus an offset.
type Clock struct {
	base  calendar.Clock
	moved *calendar.Moved
}

// NewClock starts at the time of base.
func NewClock(base calendar.Clock) *Clock {
	return &Clock{base: base, moved: calendar.NewMoved(base, 0)}
}

// Now returns the sandbox's time.
func (c *Clock) Now() time.Time { return c.moved.Now() }

// Advance puts the sandbox's clock forward.
func (c *Clock) Advance(d time.Duration) { c.moved.Set(c.moved.Now().Add(d)) }

// Reset gives up the offset.
func (c *Clock) Reset() { c.moved.Set(c.base.Now()) }

// Dice makes ids by chance. It is safe for concurrent use.
type Dice struct {
	mu  sync.Mutex
	rng *rand.Rand
}

// NewDice draws from source, nil for one that cannot be repeated.
func NewDice(source rand.Source) *Dice {
	if source == nil {
		source = rand.NewPCG(rand.Uint64(), rand.Uint64()) //nolint:gosec // ids of a sandbox guard nothing
	}
	return &Dice{rng: rand.New(source)} //nolint:gosec // chance must be repeatable here
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// ID returns prefix and 14 letters and digits, the form of Razorpay's ids.
func (d *Dice) ID(prefix string) string {
	return prefix + d.draw(letters, 14)
}

// Digits returns n digits, as banks number their transactions.
func (d *Dice) Digits(n int) string { return d.draw(letters[52:], n) }

func (d *Dice) draw(from string, n int) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := make([]byte, n)
	for i := range out {
		out[i] = from[d.rng.IntN(len(from))]
	}
	return string(out)
}
