package notify

import (
	"time"

	"rento/internal/calendar"
)

// Messages leave from DayFrom to DayUntil o'clock in India. The quiet hours are the rest of the day
// (docs/rules.md R15).
const (
	DayFrom  = 9
	DayUntil = 20
)

// IsDay reports whether a time is outside of the quiet hours.
func IsDay(now time.Time) bool { return quietEnds(now).IsZero() }

// quietEnds is when the current quiet hours end, or zero outside of quiet hours.
func quietEnds(now time.Time) time.Time {
	day := calendar.In(now)
	switch {
	case now.Before(day.At(DayFrom, 0)):
		return day.At(DayFrom, 0)
	case now.Before(day.At(DayUntil, 0)):
		return time.Time{}
	}
	return day.AddDays(1).At(DayFrom, 0)
}

// LeavesOn is the day on which a message leaves that is written at a time and waits for the day.
func LeavesOn(written calendar.Instant) calendar.Date {
	if morning := quietEnds(written.Time()); !morning.IsZero() {
		return calendar.In(morning)
	}
	return written.Date()
}

// nextMorning is the next DayFrom o'clock after a time, when that which is told once a day leaves.
func nextMorning(now time.Time) time.Time {
	morning := calendar.In(now).At(DayFrom, 0)
	if now.Before(morning) {
		return morning
	}
	return calendar.In(now).AddDays(1).At(DayFrom, 0)
}

// MorningAfter is the day on which that leaves which happened at a time and is told once a day.
func MorningAfter(at calendar.Instant) calendar.Date { return calendar.In(nextMorning(at.Time())) }

// isByDay reports whether the message waits while the hours are quiet, on every channel.
func (m message) isByDay() bool {
	if !m.kind.atOnce {
		return true
	}
	e, ok := m.event.(patient)
	return ok && e.waitsForDay()
}
