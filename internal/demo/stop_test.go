package demo

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
)

// A journey stops at what is due next, at least once a day, and where it ends. It stops again where
// it is when a job has become due there meanwhile, and does not pass over what comes after it.
func TestNextStopOfAJourney(t *testing.T) {
	at := calendar.MustParse("2027-03-10").At(6, 0)
	for name, c := range map[string]struct{ to, due, want time.Time }{
		"due later":         {at.Add(12 * time.Hour), at.Add(3 * time.Hour), at.Add(3 * time.Hour)},
		"due after the end": {at.Add(time.Hour), at.Add(3 * time.Hour), at.Add(time.Hour)},
		"due in two days":   {at.Add(96 * time.Hour), at.Add(48 * time.Hour), at.Add(24 * time.Hour)},
		"nothing due":       {at.Add(96 * time.Hour), time.Time{}, at.Add(24 * time.Hour)},
		"due now":           {at.Add(12 * time.Hour), at, at},
		"due before":        {at.Add(12 * time.Hour), at.Add(-time.Second), at},
	} {
		if diff := cmp.Diff(c.want, nextStop(at, c.to, c.due, !c.due.IsZero())); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
