// Package calendar provides the business day and the clock. Business dates are civil dates in
// Asia/Kolkata; instants are UTC microseconds. A day is never derived from UTC (docs/rules.md R1).
package calendar

import (
	"cmp"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"time"
	_ "time/tzdata" // the binary must know Asia/Kolkata on any machine
)

// India is the time zone of every business date.
var India = mustIndia()

func mustIndia() *time.Location {
	location, err := time.LoadLocation("Asia/Kolkata")
	if err != nil {
		panic(err)
	}
	return location
}

// Date is a civil date in India. The zero value is no date.
type Date struct{ days int32 } // days since 0000-01-01, plus one, so that zero is before every date that can be written

// unixDay is 1970-01-01 in this count of days.
const unixDay = 719_529

// ErrNotDate means that a text is not a date of the form YYYY-MM-DD.
var ErrNotDate = errors.New("calendar: not a date of the form YYYY-MM-DD")

// Day returns a date. Values out of range roll over as in time.Date.
func Day(year int, month time.Month, day int) Date {
	return fromUTC(time.Date(year, month, day, 0, 0, 0, 0, time.UTC))
}

func fromUTC(t time.Time) Date {
	s := t.Unix()
	d := s / 86400
	if s%86400 < 0 {
		d--
	}
	return Date{int32(d) + unixDay}
}

// In returns the business date of an instant.
func In(t time.Time) Date {
	local := t.In(India)
	return Day(local.Year(), local.Month(), local.Day())
}

// Parse reads YYYY-MM-DD.
func Parse(text string) (Date, error) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return Date{}, ErrNotDate
	}
	return fromUTC(t), nil
}

// MustParse is Parse for constants in code.
func MustParse(text string) Date {
	d, err := Parse(text)
	if err != nil {
		panic(fmt.Sprintf("%v: %q", err, text))
	}
	return d
}

func (d Date) utc() time.Time { return time.Unix(int64(d.days-unixDay)*86400, 0).UTC() }

// IsZero reports whether d is no date.
func (d Date) IsZero() bool { return d.days == 0 }

// Year returns the year.
func (d Date) Year() int { return d.utc().Year() }

// Month of the year.
func (d Date) Month() time.Month { return d.utc().Month() }

// DayOfMonth counts from 1.
func (d Date) DayOfMonth() int { return d.utc().Day() }

// Weekday of the date.
func (d Date) Weekday() time.Weekday { return d.utc().Weekday() }

// String is YYYY-MM-DD, or "" for no date.
func (d Date) String() string {
	if d.IsZero() {
		return ""
	}
	return d.utc().Format(time.DateOnly)
}

// Format writes the date with a layout of package time.
func (d Date) Format(layout string) string { return d.utc().Format(layout) }

// Start is the first instant of the date in India.
func (d Date) Start() time.Time {
	return time.Date(d.Year(), d.Month(), d.DayOfMonth(), 0, 0, 0, 0, India)
}

// At is the instant at this time of day in India.
func (d Date) At(hour, minute int) time.Time {
	return time.Date(d.Year(), d.Month(), d.DayOfMonth(), hour, minute, 0, 0, India)
}

// AddDays returns the date n days later.
func (d Date) AddDays(n int) Date { return Date{d.days + int32(n)} }

// AddMonths returns the same day n months later. If that day does not exist, it returns the last
// day of the month: 31 January plus one month is 28 or 29 February.
func (d Date) AddMonths(n int) Date {
	first := Day(d.Year(), d.Month()+time.Month(n), 1)
	day := min(d.DayOfMonth(), first.DaysInMonth())
	return first.AddDays(day - 1)
}

// Sub returns the number of days from other to d.
func (d Date) Sub(other Date) int { return int(d.days - other.days) }

// Before reports whether d is earlier than other.
func (d Date) Before(other Date) bool { return d.days < other.days }

// Compare is below zero when d is before other, above zero when it is after.
func (d Date) Compare(other Date) int { return cmp.Compare(d.days, other.days) }

// After reports whether d is later than other.
func (d Date) After(other Date) bool { return d.days > other.days }

// MonthStart is the first day of the month.
func (d Date) MonthStart() Date { return Day(d.Year(), d.Month(), 1) }

// NextMonth is the first day of the following month.
func (d Date) NextMonth() Date { return Day(d.Year(), d.Month()+1, 1) }

// DaysInMonth counts the days of the date's month.
func (d Date) DaysInMonth() int { return d.NextMonth().Sub(d.MonthStart()) }

// FinancialYear is the year in which the Indian financial year (April to
// March) of d began.
func (d Date) FinancialYear() int {
	if d.Month() < time.April {
		return d.Year() - 1
	}
	return d.Year()
}

// Earlier returns the earlier of two dates.
func Earlier(a, b Date) Date {
	if b.Before(a) {
		return b
	}
	return a
}

// Later returns the later of two dates.
func Later(a, b Date) Date {
	if b.After(a) {
		return b
	}
	return a
}

// MarshalJSON writes "YYYY-MM-DD", or null for no date.
func (d Date) MarshalJSON() ([]byte, error) {
	if d.IsZero() {
		return []byte("null"), nil
	}
	return d.utc().AppendFormat(make([]byte, 0, len(quoted)), quoted), nil
}

// quoted is the layout of a date in JSON.
const quoted = `"` + time.DateOnly + `"`

// UnmarshalJSON reads "YYYY-MM-DD" or null.
func (d *Date) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*d = Date{}
		return nil
	}
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return ErrNotDate
	}
	return d.UnmarshalText([]byte(text))
}

// UnmarshalText reads YYYY-MM-DD.
func (d *Date) UnmarshalText(text []byte) error {
	parsed, err := Parse(string(text))
	if err != nil {
		return err
	}
	*d = parsed
	return nil
}

// MarshalText writes YYYY-MM-DD.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// Value stores the date as text; no date is the empty text.
func (d Date) Value() (driver.Value, error) { return d.String(), nil }

// Scan reads a stored date.
func (d *Date) Scan(source any) error {
	text, err := scanText(source)
	if err != nil {
		return err
	}
	if text == "" {
		*d = Date{}
		return nil
	}
	*d, err = Parse(text)
	return err
}

func scanText(source any) (string, error) {
	switch v := source.(type) {
	case nil:
		return "", nil
	case string:
		return v, nil
	case []byte:
		return string(v), nil
	}
	return "", fmt.Errorf("calendar: cannot read a date from %T", source)
}
