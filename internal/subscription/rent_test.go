package subscription_test

import (
	"testing"

	"pgregory.net/rapid"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/subscription"
)

// prorate computes Charge at one rent.
func prorate(rent money.Paise, from, to calendar.Date) []subscription.Piece {
	return subscription.Charge([]subscription.Term{{From: from, Rent: rent}}, from, to)
}

func total(pieces []subscription.Piece) (sum money.Paise) {
	for _, p := range pieces {
		sum += p.Amount
	}
	return sum
}

func day(text string) calendar.Date { return calendar.MustParse(text) }

// The worked examples of docs/rules.md R3, R9 and R14.
func TestProrate(t *testing.T) {
	tests := []struct {
		name     string
		rent     int64
		from, to string
		want     []money.Paise
	}{
		{"delivered on 17 September", 1499, "2026-09-17", "2026-10-01", []money.Paise{69953}},
		{"picked up on 12 January", 1499, "2026-01-01", "2026-01-12", []money.Paise{53190}},
		{"a whole month", 1499, "2026-10-01", "2026-11-01", []money.Paise{149900}},
		{"a whole leap February", 1499, "2028-02-01", "2028-03-01", []money.Paise{149900}},
		{"two months", 1200, "2026-11-20", "2026-12-31", []money.Paise{44000, 116129}},
		{"over the year", 1200, "2026-12-31", "2027-01-02", []money.Paise{3871, 3871}},
		{"no days", 1200, "2026-11-20", "2026-11-20", nil},
		{"nothing backwards", 1200, "2026-11-20", "2026-11-19", nil},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			pieces := prorate(money.Rupees(c.rent), day(c.from), day(c.to))
			if len(pieces) != len(c.want) {
				t.Fatalf("pieces %+v, want %v", pieces, c.want)
			}
			for i, p := range pieces {
				if p.Amount != c.want[i] {
					t.Errorf("piece %d is %v, want %v", i, p.Amount, c.want[i])
				}
			}
		})
	}
}

// 1,499 for October is split on the 15th by a move at the same rent: 676.97 and 822.03, which is
// 1,499 again.
func TestChargeSplitsReAdd(t *testing.T) {
	pieces := subscription.Charge([]subscription.Term{
		{From: day("2026-01-01"), Rent: money.Rupees(1499), StateCode: "29"},
		{From: day("2026-10-15"), Rent: money.Rupees(1499), StateCode: "27"},
	}, day("2026-10-01"), day("2026-11-01"))
	if len(pieces) != 2 || pieces[0].Amount != 67697 || pieces[1].Amount != 82203 {
		t.Fatalf("pieces %+v; want len(pieces) = 2, pieces[0].Amount = 67697, pieces[1].Amount = 82203", pieces)
	}
	if pieces[0].Days != 14 || pieces[1].Days != 17 || pieces[1].StateCode != "27" || pieces[1].MonthDays != 31 {
		t.Fatalf(`pieces %+v; want pieces[0].Days = 14, pieces[1].Days = 17, pieces[1].StateCode = "27", pieces[1].MonthDays = 31`, pieces)
	}
}

func TestChargeAtANewRent(t *testing.T) {
	pieces := subscription.Charge([]subscription.Term{
		{From: day("2026-01-01"), Rent: money.Rupees(1000)}, {From: day("2026-11-16"), Rent: money.Rupees(1200)},
	}, day("2026-11-01"), day("2026-12-01"))
	if len(pieces) != 2 || pieces[0].Amount != 50000 || pieces[1].Amount != 60000 {
		t.Fatalf("pieces %+v; want len(pieces) = 2, pieces[0].Amount = 50000, pieces[1].Amount = 60000", pieces)
	}
}

// However terms with one rent split a range of days, each day is covered once and each month adds
// up to its unsplit rent.
func TestChargeCoversEachDayOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rent := money.Paise(rapid.Int64Range(1, 500_000).Draw(t, "rent"))
		from := day("2026-01-01").AddDays(rapid.IntRange(0, 800).Draw(t, "from"))
		to := from.AddDays(rapid.IntRange(1, 200).Draw(t, "days"))
		terms := []subscription.Term{{From: from, Rent: rent}}
		for _, n := range rapid.SliceOfNDistinct(rapid.IntRange(1, 200), 0, 5, rapid.ID).Draw(t, "cuts") {
			terms = append(terms, subscription.Term{From: from.AddDays(n), Rent: rent})
		}
		sortTerms(terms)
		at := from
		for _, p := range subscription.Charge(terms, from, to) {
			if p.From != at || !p.From.Before(p.To) || p.Days != p.To.Sub(p.From) || p.MonthDays != p.From.DaysInMonth() {
				t.Fatalf("piece %+v does not follow %v; want p.From = %v, p.From.Before(p.To), p.Days = %v, p.MonthDays = %v", p, at, at, p.To.Sub(p.From), p.From.DaysInMonth())
			}
			at = p.To
		}
		if at != to {
			t.Fatalf("covered up to %v of %v", at, to)
		}
		if cut, whole := total(subscription.Charge(terms, from, to)), total(prorate(rent, from, to)); cut != whole {
			t.Fatalf("cut %v, uncut %v", cut, whole)
		}
	})
}

func sortTerms(terms []subscription.Term) {
	for i := range terms {
		for j := i; j > 0 && terms[j].From.Before(terms[j-1].From); j-- {
			terms[j], terms[j-1] = terms[j-1], terms[j]
		}
	}
}
