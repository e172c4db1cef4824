package calendar_test

import (
	"testing"

	"rento/internal/calendar"
)

// Banks are closed on Sundays, on second and fourth Saturdays, and on their holidays.
func TestBankDays(t *testing.T) {
	banks := calendar.BankDays{Holidays: []calendar.Date{calendar.MustParse("2026-11-10")}}
	for text, want := range map[string]bool{
		"2026-11-06": true, "2026-11-07": true, "2026-11-08": false, "2026-11-09": true, "2026-11-10": false, "2026-11-14": false,
		"2026-11-21": true, "2026-11-28": false, "2026-08-29": true, // the fifth Saturday
		"2026-01-26": false, "2027-04-01": false, "2027-08-15": false, "2026-10-02": false, "2026-12-25": false, "2026-12-24": true,
	} {
		if got := banks.Has(calendar.MustParse(text)); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	for _, c := range []struct {
		from string
		n    int
		want string
	}{
		{"2026-11-06", 0, "2026-11-06"},
		{"2026-11-08", 0, "2026-11-08"},
		{"2026-11-06", 2, "2026-11-09"},
		{"2026-11-06", 3, "2026-11-11"},
		{"2026-11-11", -1, "2026-11-09"},
		{"2026-11-16", -1, "2026-11-13"},
	} {
		if got := banks.Add(calendar.MustParse(c.from), c.n); got.String() != c.want {
			t.Errorf("%d bank days after %s: %v, want %s", c.n, c.from, got, c.want)
		}
	}
}
