package settlement

import (
	"time"

	"rento/internal/calendar"
)

// The promise in working days, from the day on which the refund is ready and
// we know where it goes to: it is paid within promiseDays, a payout starts
// within startDays, and a person is told when nothing has arrived after
// alarmDays.
const (
	promiseDays = 7
	startDays   = 2
	alarmDays   = 5
)

// WorkingDay returns the n-th working day after d. Sundays are none, nor are
// the days that closed says; closed may be nil.
func WorkingDay(d calendar.Date, n int, closed func(calendar.Date) bool) calendar.Date {
	for n > 0 {
		d = d.AddDays(1)
		if d.Weekday() != time.Sunday && (closed == nil || !closed(d)) {
			n--
		}
	}
	return d
}

// promisedFrom is the day from which the promise counts: refund ready, way
// chosen, details known.
func promisedFrom(ready, chosen, payee calendar.Instant) calendar.Date {
	return max(ready, chosen, payee).Date()
}
