package subscription_test

import (
	"testing"

	"pgregory.net/rapid"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/subscription"
)

// CLOSE-21, CLOSE-22, CLOSE-23, CLOSE-24: the worked examples of docs/rules.md R9, without GST.
func TestEarlyClosure(t *testing.T) {
	for name, c := range map[string]struct {
		rent         int64 // rupees
		pickup       string
		multiplierBP int64
		ac           bool
		rentMethod   money.Paise
		tenureMethod money.Paise
		daysLeft     int
		charge       money.Paise
	}{
		"the rest of the tenure is cheaper":  {1200, "2026-11-20", 15_000, false, 180_000, 160_129, 41, 160_129},
		"a multiple of the rent is cheaper":  {1200, "2026-09-01", 15_000, false, 180_000, 480_000 - 3871, 121, 180_000},
		"another multiple":                   {1200, "2026-09-01", 10_000, false, 120_000, 480_000 - 3871, 121, 120_000},
		"an air conditioner costs two rents": {1800, "2026-11-20", 15_000, true, 360_000, 240_194, 41, 360_000},
		"on the last day":                    {1200, "2026-12-30", 15_000, false, 180_000, 3871, 1, 3871},
		"at the end of the tenure":           {1200, "2026-12-31", 15_000, false, 180_000, 0, 0, 0},
		"after it":                           {1200, "2027-03-01", 15_000, true, 240_000, 0, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			item := subscription.Item{ID: 1, TenureEnd: calendar.MustParse("2026-12-31"), AC: c.ac, ClosureMultiplierBP: c.multiplierBP}
			terms := []subscription.Term{{From: calendar.MustParse("2026-07-01"), Rent: money.Rupees(c.rent)}}
			got := subscription.EarlyClosure(item, terms, calendar.MustParse(c.pickup), subscription.AsBilled)
			if got.RentMethod != c.rentMethod || got.TenureMethod != c.tenureMethod || got.DaysLeft != c.daysLeft || got.Charge != c.charge {
				t.Errorf("got %+v; want got.RentMethod = %v, got.TenureMethod = %v, got.DaysLeft = %v, got.Charge = %v", got, c.rentMethod, c.tenureMethod, c.daysLeft, c.charge)
			}
			wantTenureLines(t, got)
		})
	}
}

// Docs/rules.md R9 with the daily rent: 41 x 1,200 x 12 / 365 = 1,617.53.
func TestEarlyClosureByDailyRent(t *testing.T) {
	item := subscription.Item{TenureEnd: calendar.MustParse("2026-12-31"), ClosureMultiplierBP: 15_000}
	terms := []subscription.Term{{From: calendar.MustParse("2026-07-01"), Rent: money.Rupees(1200)}}
	for pickup, want := range map[string][2]money.Paise{
		"2026-11-20": {161_753, 161_753},
		"2026-11-15": {181_479, 180_000},
		"2026-12-31": {0, 0},
	} {
		got := subscription.EarlyClosure(item, terms, calendar.MustParse(pickup), subscription.DailyRent)
		if got.TenureMethod != want[0] || got.Charge != want[1] {
			t.Errorf("on %s: got %d and a charge of %d, want %d and %d", pickup, got.TenureMethod, got.Charge, want[0], want[1])
		}
		wantTenureLines(t, got)
	}
}

// Days of an imported item that we do not bill yet cost nothing.
func TestEarlyClosureOfAnImportedItem(t *testing.T) {
	item := subscription.Item{
		TenureEnd: calendar.MustParse("2026-12-31"), BillingFrom: calendar.MustParse("2026-12-01"), ClosureMultiplierBP: 15_000,
	}
	terms := []subscription.Term{{From: calendar.MustParse("2026-07-01"), Rent: money.Rupees(1200)}}
	for formula, want := range map[subscription.TenureFormula]money.Paise{subscription.AsBilled: 116_129, subscription.DailyRent: 118_356} {
		if got := subscription.EarlyClosure(item, terms, calendar.MustParse("2026-11-20"), formula); got.Charge != want {
			t.Errorf("%s: got %d, want %d", formula, got.Charge, want)
		}
	}
}

// Leaving never costs more than staying, except for an air conditioner. Under one rent, waiting
// never makes leaving more expensive.
func TestEarlyClosureIsFair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := calendar.MustParse("2026-01-01").AddDays(rapid.IntRange(0, 700).Draw(t, "start"))
		item := subscription.Item{
			TenureEnd: start.AddMonths(rapid.IntRange(1, 24).Draw(t, "months")), ClosureMultiplierBP: rapid.Int64Range(0, 40_000).Draw(t, "multiplier"),
			AC: rapid.Bool().Draw(t, "ac"),
		}
		terms := []subscription.Term{{From: start, Rent: money.Paise(rapid.Int64Range(1, 1_000_000).Draw(t, "rent"))}}
		day := start.AddDays(rapid.IntRange(0, item.TenureEnd.Sub(start)+40).Draw(t, "day"))
		today := subscription.EarlyClosure(item, terms, day, subscription.AsBilled)
		later := subscription.EarlyClosure(item, terms, day.AddDays(1), subscription.AsBilled)
		if today.Charge < 0 || !item.AC && today.Charge > today.TenureMethod {
			t.Fatalf("got %+v; want today.Charge >= 0, not (!item.AC && today.Charge > today.TenureMethod)", today)
		}
		// Each part of a month is rounded on its own, so a paisa of difference is allowed.
		if later.Charge > today.Charge+1 {
			t.Fatalf("got %+v, a day later %+v; want later.Charge <= %v", today, later, today.Charge+1)
		}
	})
}

// wantTenureLines expects lines that a person can recompute. Each line is its rate times its days
// divided by all days, the days add up to the days left, and the amounts add up to the tenure
// method.
func wantTenureLines(t *testing.T, e subscription.Early) {
	t.Helper()
	var sum money.Paise
	days := 0
	for _, l := range e.TenureLines {
		if l.Amount != l.Rate.MulDiv(int64(l.Days), int64(l.Of)) {
			t.Errorf("%d of %d days at %v are not %v", l.Days, l.Of, l.Rate, l.Amount)
		}
		sum, days = sum+l.Amount, days+l.Days
	}
	if sum != e.TenureMethod || days != e.DaysLeft {
		t.Errorf("%d days come to %v, want %d and %v", days, sum, e.DaysLeft, e.TenureMethod)
	}
}
