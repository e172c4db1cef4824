package demo

import (
	"testing"
	"time"

	"rento/internal/calendar"
	"rento/internal/fault"
)

func TestDuration(t *testing.T) {
	from := calendar.MustParse("2026-01-31").At(9, 30)
	for text, want := range map[string]time.Time{
		"P1M":      calendar.MustParse("2026-02-28").At(9, 30),
		"P1Y":      calendar.MustParse("2027-01-31").At(9, 30),
		"P2W":      calendar.MustParse("2026-02-14").At(9, 30),
		"P1DT2H":   calendar.MustParse("2026-02-01").At(11, 30),
		"PT90M":    calendar.MustParse("2026-01-31").At(11, 0),
		"P1M1DT1S": calendar.MustParse("2026-03-01").At(9, 30).Add(time.Second),
	} {
		d, err := ParseDuration(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got, err := d.After(from); err != nil || !got.Equal(want) {
			t.Errorf("%s after %s is %s (%v), want %s", text, from, got, err, want)
		}
	}
}

func TestDurationRefuses(t *testing.T) {
	for _, text := range []string{"", "P", "PT", "1M", "-P1M", "P-1M", "P1.5M", "p1m", "P1M ", "P0D", "P99999Y", "PT1D"} {
		if _, err := ParseDuration(text); !fault.Is(err, 422) {
			t.Errorf("%q: %v, want a 422", text, err)
		}
	}
	d, err := ParseDuration("P6Y")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.After(calendar.MustParse("2026-01-31").Start()); !fault.Is(err, 422) {
		t.Errorf("P6Y: %v, want a 422", err)
	}
}
