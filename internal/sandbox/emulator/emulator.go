// Package emulator has what every emulated provider needs: a clock of its own, an
// agenda of what falls due on it, chance that can be repeated, planned faults,
// and a queue of webhooks.
package emulator

import (
	"log/slog"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"rento/internal/calendar"
)

// Base is the machinery of one provider.
type Base struct {
	Clock    *Clock
	IDs      *IDs
	Agenda   *Agenda
	Faults   *Faults
	Answers  *Answers
	Webhooks *Webhooks
	// Origin is that at which browsers reach the sandbox.
	Origin string
}

// New makes the base of one provider. The clock and the ids are shared by all providers of a
// sandbox; target is where webhooks go, client sends them.
func New(clock *Clock, ids *IDs, log *slog.Logger, client *http.Client, target string) *Base {
	return &Base{
		Clock: clock, IDs: ids, Agenda: &Agenda{}, Faults: &Faults{}, Answers: &Answers{},
		Webhooks: NewWebhooks(clock, log, client, target),
	}
}

// Reset forgets everything that was planned, queued or sent.
func (b *Base) Reset() {
	b.Agenda.Reset()
	b.Faults.Reset()
	b.Answers.Reset()
	b.Webhooks.Reset()
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

// IDs makes ids by chance. It is safe for concurrent use.
type IDs struct {
	mu  sync.Mutex
	rng *rand.Rand
}

// NewIDs draws from source, nil for one that cannot be repeated.
func NewIDs(source rand.Source) *IDs {
	if source == nil {
		source = rand.NewPCG(rand.Uint64(), rand.Uint64()) //nolint:gosec // ids of a sandbox guard nothing
	}
	return &IDs{rng: rand.New(source)} //nolint:gosec // chance must be repeatable here
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// ID returns prefix and 14 letters and digits.
func (g *IDs) ID(prefix string) string {
	return prefix + g.draw(letters, 14)
}

// Digits returns n digits, as banks number their transactions.
func (g *IDs) Digits(n int) string { return g.draw(letters[52:], n) }

func (g *IDs) draw(from string, n int) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	out := make([]byte, n)
	for i := range out {
		out[i] = from[g.rng.IntN(len(from))]
	}
	return string(out)
}
