package demo

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	"rento/internal/calendar"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Clock is the demo city's clock. It stands still while the history is made and while time travel
// runs what is due. Otherwise it runs with the base clock, ahead by the time travelled. It is safe
// for concurrent use.
type Clock struct {
	mu    sync.RWMutex
	base  calendar.Clock
	stood time.Time // zero while the clock runs
	ahead time.Duration
}

// NewClock returns a clock that runs with base.
func NewClock(base calendar.Clock) *Clock { return &Clock{base: base} }

// Now returns the demo city's time.
func (c *Clock) Now() time.Time {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if !c.stood.IsZero() {
		return c.stood
	}
	return c.base.Now().Add(c.ahead)
}

// Stand stops the clock at t.
func (c *Clock) Stand(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stood = t
}

// Run lets the clock run, ahead of the base clock by this duration.
func (c *Clock) Run(ahead time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stood, c.ahead = time.Time{}, ahead
}

// RunFrom lets the clock run on from t, or with the base clock if t is zero.
func (c *Clock) RunFrom(t time.Time) {
	if t.IsZero() {
		c.Run(0)
		return
	}
	c.Run(t.Sub(c.base.Now()))
}

// Ahead returns how far the clock is ahead of the base clock.
func (c *Clock) Ahead() time.Duration {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if !c.stood.IsZero() {
		return c.stood.Sub(c.base.Now())
	}
	return c.ahead
}

const (
	settingAhead = "demo.clock_ahead" // microseconds
	settingToday = "demo.today"       // RFC 3339, for a city made on another day than the base clock's
	settingMade  = "demo.made"        // seed, extras and months, once the history is complete
)

// resume lets the clock run as far ahead as it was when the city was left.
func (c *Clock) resume(ctx context.Context, q *db.Queries) error {
	text, err := store.Setting(ctx, q, settingAhead)
	if store.IsNone(err) {
		text, err = "0", nil
	}
	if err != nil {
		return fmt.Errorf("demo: read the clock: %w", err)
	}
	micros, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return fmt.Errorf("demo: read the clock: %w", err)
	}
	c.Run(time.Duration(micros) * time.Microsecond)
	return nil
}

func (c *Clock) save(ctx context.Context, tx *store.Tx) error {
	return tx.SaveSetting(ctx, settingAhead, strconv.FormatInt(c.Ahead().Microseconds(), 10))
}
