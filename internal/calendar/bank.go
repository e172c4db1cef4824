package calendar

import (
	"slices"
	"time"
)

// BankDays are the days on which banks work and gateways settle. They exclude Sundays, the second
// and fourth Saturdays of a month, the fixed bank holidays of each year, and Holidays, which the
// Reserve Bank publishes for each year and office
// (https://rbi.org.in/Scripts/HolidayMatrixDisplay.aspx).
type BankDays struct{ Holidays []Date }

// yearly are the bank holidays that fall on the same day every year in all of India: Republic Day,
// the closing of accounts, Independence Day, Gandhi Jayanti and Christmas.
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

// Add returns the n-th bank day after d, or before d if n is negative. For n = 0 it returns d.
func (b BankDays) Add(d Date, n int) Date { return d.AddDaysOf(n, b.Has) }

// AddDaysOf returns the n-th day after d that counts, or before d if n is negative. For n = 0 it
// returns d.
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
