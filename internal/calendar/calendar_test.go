package calendar_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"rento/internal/calendar"
)

func at(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return t
}

// The example of rule R1: late in the evening in UTC, it is already the next day in India.
func TestTheBusinessDayIsIndias(t *testing.T) {
	for instant, day := range map[string]string{
		"2026-11-10T18:40:00Z": "2026-11-11", "2026-11-10T18:29:59Z": "2026-11-10", "2026-10-31T18:40:00Z": "2026-11-01",
		"2028-02-28T18:30:00Z": "2028-02-29", "2026-12-31T18:30:00Z": "2027-01-01",
	} {
		if got := calendar.In(at(instant)).String(); got != day {
			t.Errorf("%s is %s in India, want %s", instant, got, day)
		}
	}
	if got := calendar.MustParse("2026-11-01").At(0, 10).UTC().Format(time.RFC3339); got != "2026-10-31T18:40:00Z" {
		t.Errorf("ten past midnight of 1 November is %s, want 2026-10-31T18:40:00Z", got)
	}
}

func TestMonthsAreClamped(t *testing.T) {
	for _, test := range []struct {
		from   string
		months int
		want   string
	}{
		{"2026-01-31", 1, "2026-02-28"},
		{"2028-01-31", 1, "2028-02-29"},
		{"2026-03-31", -1, "2026-02-28"},
		{"2026-11-15", 3, "2027-02-15"},
		{"2026-12-31", 6, "2027-06-30"},
		{"2026-05-10", 0, "2026-05-10"},
	} {
		if got := calendar.MustParse(test.from).AddMonths(test.months).String(); got != test.want {
			t.Errorf("%s plus %d months is %s, want %s", test.from, test.months, got, test.want)
		}
	}
}

func TestPartsOfADate(t *testing.T) {
	d := calendar.MustParse("2027-02-03")
	if d.DaysInMonth() != 28 || d.MonthStart().String() != "2027-02-01" || d.NextMonth().String() != "2027-03-01" ||
		d.FinancialYear() != 2026 || calendar.MustParse("2027-04-01").FinancialYear() != 2027 || d.Weekday() != time.Wednesday {
		t.Errorf("%v: %d days, starts %v, next %v, year %d, %v, want 28, 2027-02-01, 2027-03-01, 2026, 2027 and %v", d, d.DaysInMonth(), d.MonthStart(), d.NextMonth(), d.FinancialYear(), d.Weekday(), time.Wednesday)
	}
	if got := calendar.MustParse("2026-12-31").Sub(calendar.MustParse("2026-11-20")); got != 41 {
		t.Errorf("41 days lie between, not %d", got)
	}
}

func TestDatesKeepTheirOrderAndText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := calendar.MustParse("2026-01-01")
		a := base.AddDays(rapid.IntRange(-40000, 40000).Draw(t, "a"))
		n := rapid.IntRange(-40000, 40000).Draw(t, "n")
		b := a.AddDays(n)
		if b.Sub(a) != n || b.Before(a) != (n < 0) || (b.String() < a.String()) != (n < 0) {
			t.Fatalf("%v and %v are %d days apart", a, b, n)
		}
		back, err := calendar.Parse(a.String())
		if err != nil || back != a {
			t.Fatalf("%v came back as %v, %v", a, back, err)
		}
		var scanned calendar.Date
		value, _ := a.Value()
		if err := scanned.Scan(value); err != nil || scanned != a {
			t.Fatalf("%v was stored as %v, %v", a, scanned, err)
		}
	})
}

func TestNoDateAndNoInstant(t *testing.T) {
	text, err := json.Marshal(struct {
		D calendar.Date
		I calendar.Instant
	}{})
	if err != nil || string(text) != `{"D":null,"I":null}` {
		t.Errorf("%s, %v, want %q", text, err, `{"D":null,"I":null}`)
	}
	for _, wrong := range []string{`"2026-13-01"`, `"2026-02-30"`, `"1 Jan"`, `5`, `""`} {
		var d calendar.Date
		if err := json.Unmarshal([]byte(wrong), &d); err == nil {
			t.Errorf("%s was taken as %v", wrong, d)
		}
	}
}

// Every date that can be written is distinct from "no date", even days before 1970.
func TestNoDayIsNoDate(t *testing.T) {
	for _, text := range []string{"0000-01-01", "1969-12-31", "1970-01-01", "9999-12-31"} {
		if d := calendar.MustParse(text); d.IsZero() || d.String() != text {
			t.Errorf("%s is taken as %q", text, d)
		}
	}
}

// FuzzDate: a text that is accepted as a date is written, sent and stored unchanged.
func FuzzDate(f *testing.F) {
	for _, seed := range []string{
		"2026-11-20", "", "2026-02-30", "2028-02-29", "0000-01-01", "0000-00-00", "1969-12-31", "9999-12-31", "10000-01-01", "-001-01-01",
		"2026-1-2", "20261120", "2026-11-20T00:00:00Z", " 2026-11-20", "2026-11-20\x00", "२०२६-११-२०",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := calendar.Parse(text)
		if err != nil {
			return
		}
		sent, err := json.Marshal(d)
		if err != nil || d.IsZero() || d.String() != text || string(sent) != `"`+text+`"` {
			t.Fatalf("%q is taken as %v, sent as %s, %v, want %v and %v", text, d, sent, err, text, `"`+text+`"`)
		}
		var read, scanned calendar.Date
		stored, err := d.Value()
		if err := errors.Join(err, json.Unmarshal(sent, &read), scanned.Scan(stored)); err != nil || read != d || scanned != d {
			t.Errorf("%q is read as %v and scanned as %v, %v", text, read, scanned, err)
		}
	})
}

func TestInstantsKeepTheirMicrosecond(t *testing.T) {
	moment := at("2026-11-20T10:00:00.123456Z")
	i := calendar.Stamp(moment)
	if !i.Time().Equal(moment) || i.Date().String() != "2026-11-20" || i.Add(time.Hour)-i != 3_600_000_000 {
		t.Errorf("%v, %v, want 2026-11-20 and 3_600_000_000", i.Time(), i.Date())
	}
	text, err := json.Marshal(i)
	if err != nil || string(text) != `"2026-11-20T15:30:00+05:30"` {
		t.Errorf("%s, %v, want %q", text, err, `"2026-11-20T15:30:00+05:30"`)
	}
	if got := calendar.Stamp(time.Time{}); !got.IsZero() {
		t.Errorf("a time that was never set: %d, want 0, no moment", got)
	}
}

func TestClocks(t *testing.T) {
	start := at("2026-11-20T10:00:00Z")
	frozen := calendar.NewFrozen(start)
	moved := calendar.NewMoved(frozen, time.Hour)
	if !moved.Now().Equal(start.Add(time.Hour)) {
		t.Errorf("the moved clock shows %v", moved.Now())
	}
	frozen.Advance(time.Minute)
	moved.Set(at("2030-01-01T00:00:00Z"))
	frozen.Advance(time.Minute)
	if got := moved.Now(); !got.Equal(at("2030-01-01T00:01:00Z")) {
		t.Errorf("the moved clock does not run on: %v", got)
	}
	if calendar.Today(frozen).String() != "2026-11-20" {
		t.Errorf("today is %v, want 2026-11-20", calendar.Today(frozen))
	}
}
