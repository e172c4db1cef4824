package calendar

import (
	"slices"
	"time"
)

// BankDays are the days on which banks work and gateways settle: not Sundays, the second
// and fourth Saturdays of a month, days that are a holiday of the banks each year, and
// those of Holidays, which the Reserve Bank lists for each year and office
// (https://rbi.org.in/Scripts/HolidayMatrixDisplay.aspx).
type BankDays struct{ Holidays []Date }

// yearly are holidays of banks on the same day in every year and all of India: Republic
// Day, the closing of accounts, Independence Day, Gandhi Jayanti and Christmas.
var yearly = []struct {
	month time.Month
	day   int
}{{time.January, 26}, {time.April, 1}, {time.August, 15}, {time.October, 2}, {time.December, 25}}

// Has reports whether banks work on a day.
func (b BankDays) Has(d Date) bool {
	switch d.Weekday() {
	case time.Sunday:
		return false
	case time.Saturday:
		if which := (d.DayOfMonth() + 6) / 7; which == 2 || which == 4 {
			return false
		}
	}
	for _, h := range yearly {
		if d.Month() == h.month && d.DayOfMonth() == h.day {
			return false
		}
	}
	return !slices.Contains(b.Holidays, d)
}

// Add is the n-th of these days after d, before it where n is negative, and d for 0.
func (b BankDays) Add(d Date, n int) Date { return d.AddDaysOf(n, b.Has) }

// AddDaysOf is the n-th day after d that counts, before it where n is negative, and d
// for 0.
func (d Date) AddDaysOf(n int, counts func(Date) bool) Date {
	step := 1
	if n < 0 {
		step, n = -1, -n
	}
	for n > 0 {
		d = d.AddDays(step)
		if counts(d) {
			n--
		}
	}
	return d
}
