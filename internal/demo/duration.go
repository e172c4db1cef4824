package demo

import (
	"regexp"
	"strconv"
	"time"

	"rento/internal/calendar"
	"rento/internal/fault"
)

// Duration is an ISO 8601 duration of the form P1Y2M3W4DT5H6M7S. Years to days follow India's
// calendar, so that P1M from 31 January is the end of February.
type Duration struct {
	months, days int
	clock        time.Duration
}

var durationForm = regexp.MustCompile(`^P(?:(\d{1,4})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,4})D)?` +
	`(?:T(?:(\d{1,4})H)?(?:(\d{1,4})M)?(?:(\d{1,4})S)?)?$`)

// longestTravel keeps one request from running for minutes.
const longestTravel = 366 * 24 * time.Hour

// ParseDuration parses an ISO 8601 duration. It returns a 422 on the field advance for any other
// text and for an empty duration.
func ParseDuration(text string) (Duration, error) {
	parts := durationForm.FindStringSubmatch(text)
	if parts == nil {
		return Duration{}, fault.Invalid("demo.advance_invalid", "advance", `advance must be an ISO 8601 duration such as "P1M", "P10D" or "PT6H"`)
	}
	var n [8]int
	for i, part := range parts[1:] {
		n[i], _ = strconv.Atoi(part) // only digits, by the pattern; a missing part is 0
	}
	d := Duration{
		months: 12*n[0] + n[1], days: 7*n[2] + n[3],
		clock: time.Duration(n[4])*time.Hour + time.Duration(n[5])*time.Minute + time.Duration(n[6])*time.Second,
	}
	if d == (Duration{}) {
		return Duration{}, fault.Invalid("demo.advance_too_short", "advance", "advance must be longer than nothing")
	}
	return d, nil
}

// After returns the time that is the duration after t. It returns a 422 if that is more than a year
// later.
func (d Duration) After(t time.Time) (time.Time, error) {
	local := t.In(calendar.India)
	day := calendar.In(local).AddMonths(d.months).AddDays(d.days)
	later := time.Date(day.Year(), day.Month(), day.DayOfMonth(),
		local.Hour(), local.Minute(), local.Second(), local.Nanosecond(), calendar.India).Add(d.clock)
	if later.Sub(t) > longestTravel {
		return time.Time{}, fault.Invalid("demo.advance_too_long", "advance", "advance must not be longer than a year")
	}
	return later, nil
}
