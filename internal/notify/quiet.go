package notify

import (
	"time"

	"rento/internal/calendar"
)

// The quiet hours in India, from the evening to the next morning. Messages that would ring wait
// until they are over.
const (
	quietFrom  = 21
	quietUntil = 8
)

// quietEnds is when the current quiet hours end, or zero outside of quiet hours.
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

// leaves is when a message that is written now may be sent, or zero for at once. Mails do not ring,
// so they never wait. Neither do messages that would expire before the morning.
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
