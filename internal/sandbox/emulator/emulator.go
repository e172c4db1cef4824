// Package emulator has what every emulated provider needs: a clock of its own, an
// agenda of what falls due on it, chance that can be repeated, planned faults,
// a queue of webhooks, and the answers to a payer's browser.
package emulator

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"rento/internal/calendar"
)

// Base is the machinery of one provider, which embeds it and has its books beside
// it.
type Base struct {
	books    sync.Mutex
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

// Machinery gives the base to those who control the sandbox.
func (b *Base) Machinery() *Base { return b }

// Lock takes hold of the provider's books.
func (b *Base) Lock() { b.books.Lock() }

// Unlock lets go of the provider's books.
func (b *Base) Unlock() { b.books.Unlock() }

// CatchUp does everything that has fallen due on the provider's clock, and returns
// its time. Whoever calls it holds the books.
func (b *Base) CatchUp() time.Time {
	now := b.Clock.Now()
	b.Agenda.Run(now)
	return now
}

// Elapse is CatchUp for those who do not hold the books.
func (b *Base) Elapse() {
	b.Lock()
	defer b.Unlock()
	b.CatchUp()
}

// Deliver catches up with the clock and sends the webhooks that are due. It
// returns how many were tried.
func (b *Base) Deliver(ctx context.Context) int {
	b.Elapse()
	return b.Webhooks.Deliver(ctx)
}

// Restart forgets everything that was planned, queued or sent, and has open open
// other books, which it holds meanwhile.
func (b *Base) Restart(open func()) {
	b.Lock()
	defer b.Unlock()
	b.Agenda.Reset()
	b.Faults.Reset()
	b.Answers.Reset()
	b.Webhooks.Reset()
	open()
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
