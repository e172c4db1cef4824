package httpcall

import (
	"sync"
	"time"

	"rento/internal/calendar"
)

// The breaker's figures: it opens after Threshold failures without a success
// between them, and lets one probe through after Rest.
const (
	Threshold = 5
	Rest      = 30 * time.Second
)

// Breaker stops calls to a provider that keeps failing. It is safe for
// concurrent use.
type Breaker struct {
	clock    calendar.Clock
	mu       sync.Mutex
	failures int
	until    time.Time
	probing  bool
}

// NewBreaker returns a closed breaker.
func NewBreaker(clock calendar.Clock) *Breaker { return &Breaker{clock: clock} }

// Ready reports whether a call would be let through, without taking the probe.
func (b *Breaker) Ready() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.ready()
}

func (b *Breaker) ready() bool {
	if b.failures < Threshold {
		return true
	}
	return !b.probing && !b.clock.Now().Before(b.until)
}

// Allow asks to make a call. Each true must be followed by one of Succeeded,
// Failed or Forget.
func (b *Breaker) Allow() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.ready() {
		return false
	}
	b.probing = b.failures >= Threshold
	return true
}

// Succeeded closes the breaker.
func (b *Breaker) Succeeded() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failures, b.probing = 0, false
}

// Failed counts a failure and opens the breaker at the threshold.
func (b *Breaker) Failed() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failures++
	b.probing = false
	if b.failures >= Threshold {
		b.until = b.clock.Now().Add(Rest)
	}
}

// Forget gives a call back that says nothing about the provider.
func (b *Breaker) Forget() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.probing = false
}
