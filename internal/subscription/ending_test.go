package subscription_test

import (
	"testing"

	"rento/internal/calendar"
	"rento/internal/subscription"
)

func TestThePhaseOfATenure(t *testing.T) {
	end := calendar.MustParse("2027-01-10")
	for _, c := range []struct {
		item  subscription.Summary
		today string
		want  subscription.Phase
	}{
		{subscription.Summary{Status: subscription.Active, TenureEnd: end}, "2026-12-09", subscription.PhaseRunning},
		{subscription.Summary{Status: subscription.Active, TenureEnd: end}, "2026-12-10", subscription.PhaseEnding},
		{subscription.Summary{Status: subscription.Active, TenureEnd: end}, "2027-01-09", subscription.PhaseEnding},
		{subscription.Summary{Status: subscription.Active, TenureEnd: end}, "2027-01-10", subscription.PhaseEnded},
		{subscription.Summary{Status: subscription.Closed, TenureEnd: end}, "2027-01-10", subscription.PhaseRunning},
		{subscription.Summary{Status: subscription.Active}, "2027-01-10", subscription.PhaseRunning},
	} {
		if got := c.item.PhaseOn(calendar.MustParse(c.today)); got != c.want {
			t.Errorf("%+v on %s: phase %q, want %q", c.item, c.today, got, c.want)
		}
	}
}
