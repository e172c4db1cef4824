package notify

import (
	"time"

	"rento/internal/calendar"
)

// The quiet hours in India, from one evening to the next morning: what would ring in them
// waits until they are over.
const (
	quietFrom  = 21
	quietUntil = 8
)

// quietEnds is when the quiet hours end that a moment is in, and zero outside of them.
func quietEnds(now time.Time) time.Time {
	day := calendar.In(now)
	switch {
	case now.Before(day.At(quietUntil, 0)):
		return day.At(quietUntil, 0)
	case now.Before(day.At(quietFrom, 0)):
		return time.Time{}
	}
	return day.AddDays(1).At(quietUntil, 0)
}

// leaves is when a message that is written now leaves, zero for at once: a mail does not
// ring, and what would be over by the morning is told before.
func (m message) leaves(now time.Time) time.Time {
	if m.channel == Email || m.kind.isAlwaysTold() {
		return time.Time{}
	}
	morning := quietEnds(now)
	if until := validUntil(m.event); !until.IsZero() && until < calendar.Stamp(morning) {
		return time.Time{}
	}
	return morning
}
