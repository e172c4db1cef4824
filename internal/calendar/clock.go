package calendar

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"sync"
	"time"
)

// Clock tells the time. Only package app creates the real clock. All other code receives a clock,
// so that tests and the demo city can change the time.
type Clock interface {
	Now() time.Time
}

// Today is the current business date of a clock.
func Today(c Clock) Date { return In(c.Now()) }

// System is the machine's clock.
type System struct{}

// Now returns the present time.
func (System) Now() time.Time { return time.Now() }

// Moved is a clock that runs with another clock but can be moved forward, as the time travel of the
// demo city does. It is safe for concurrent use.
type Moved struct {
	mu   sync.RWMutex
	base Clock
	by   time.Duration
}

// NewMoved returns a clock that is ahead of base by a duration.
func NewMoved(base Clock, by time.Duration) *Moved { return &Moved{base: base, by: by} }

// Now returns the moved time.
func (m *Moved) Now() time.Time {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.base.Now().Add(m.by)
}

// Set makes the clock read t from now on.
func (m *Moved) Set(t time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.by = t.Sub(m.base.Now())
}

// Frozen is a clock that stands still until it is set. It is safe for
// concurrent use.
type Frozen struct {
	mu sync.RWMutex
	at time.Time
}

// NewFrozen returns a clock that stands at t.
func NewFrozen(t time.Time) *Frozen { return &Frozen{at: t} }

// Now returns the time at which the clock stands.
func (f *Frozen) Now() time.Time {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.at
}

// Set makes the clock stand at t.
func (f *Frozen) Set(t time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.at = t
}

// Advance puts the clock forward.
func (f *Frozen) Advance(d time.Duration) { f.Set(f.Now().Add(d)) }

// Instant is a stored moment: UTC microseconds since 1970. Zero is no moment.
type Instant int64

// Stamp converts a time to an Instant. The zero time becomes no moment.
func Stamp(t time.Time) Instant {
	if t.IsZero() {
		return 0
	}
	return Instant(t.UnixMicro())
}

// Time returns the instant in India's zone.
func (i Instant) Time() time.Time { return time.UnixMicro(int64(i)).In(India) }

// IsZero reports whether there is no moment.
func (i Instant) IsZero() bool { return i == 0 }

// Date is the business date of the instant.
func (i Instant) Date() Date { return In(i.Time()) }

// Add returns the instant d later.
func (i Instant) Add(d time.Duration) Instant { return i + Instant(d.Microseconds()) }

// MarshalJSON writes RFC 3339 with India's offset, or null for no moment.
func (i Instant) MarshalJSON() ([]byte, error) {
	if i.IsZero() {
		return []byte("null"), nil
	}
	return json.Marshal(i.Time().Format(time.RFC3339))
}

// UnmarshalJSON reads RFC 3339 or null.
func (i *Instant) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*i = 0
		return nil
	}
	var t time.Time
	if err := json.Unmarshal(data, &t); err != nil {
		return fmt.Errorf("calendar: not an RFC 3339 time")
	}
	*i = Stamp(t)
	return nil
}

// Value stores the instant as an integer.
func (i Instant) Value() (driver.Value, error) { return int64(i), nil }

// Scan reads a stored instant; NULL is no moment.
func (i *Instant) Scan(source any) error {
	switch v := source.(type) {
	case nil:
		*i = 0
	case int64:
		*i = Instant(v)
	default:
		return fmt.Errorf("calendar: cannot read an instant from %T", source)
	}
	return nil
}
