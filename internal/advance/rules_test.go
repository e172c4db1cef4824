package advance

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rento/internal/calendar"
	"rento/internal/money"
)

// A catalogue consists of months and percentages up to 5. More months never have a lower discount
// (EASYPAY-40).
func TestParseTiers(t *testing.T) {
	for _, c := range []struct {
		text   string
		want   Tiers
		stored string
	}{
		{"", nil, ""},
		{"6=5,3=2", Tiers{{3, 200}, {6, 500}}, "3=200,6=500"},
		{" 12 = 5", nil, "refused"},
		{"12=2.5", Tiers{{12, 250}}, "12=250"},
		{"3=5,6=2", nil, "refused"},
		{"3=2,3=3", nil, "refused"},
		{"25=5", nil, "refused"},
		{"0=5", nil, "refused"},
		{"3=0", nil, "refused"},
		{"3=5.01", nil, "refused"},
		{"6=8", nil, "refused"},
		{"3=2.555", nil, "refused"},
		{"3=NaN", nil, "refused"},
		{"3=2,", nil, "refused"},
		{"3", nil, "refused"},
	} {
		got, err := ParseTiers(c.text)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("tiers of %q (-want +got):\n%s", c.text, diff)
		}
		if refused := err != nil; refused != (c.stored == "refused") {
			t.Errorf("%q: got %v, want it stored as %q", c.text, err, c.stored)
		}
		if c.stored == "refused" {
			continue
		}
		if got := c.want.String(); got != c.stored {
			t.Errorf("%q is stored as %q, want %q", c.text, got, c.stored)
		}
		again, err := parseStored(c.stored)
		if err != nil {
			t.Errorf("read back %q: %v", c.stored, err)
		}
		if diff := cmp.Diff(c.want, again); diff != "" {
			t.Errorf("tiers read back from %q (-want +got):\n%s", c.stored, diff)
		}
	}
}

// A package that was sold at a discount above today's limit is still read with it.
func TestTiersOfAnOlderPackageAreRead(t *testing.T) {
	got, err := parseStored("3=200,12=800")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Tiers{{3, 200}, {12, 800}}, got); diff != "" {
		t.Errorf("the stored tiers (-want +got):\n%s", diff)
	}
}

// Staying earns the discount of the highest tier that is reached.
func TestEarned(t *testing.T) {
	tiers := Tiers{{3, 200}, {6, 500}}
	for months, want := range map[int]int64{0: 0, 2: 0, 3: 200, 5: 200, 6: 500, 24: 500} {
		if got := tiers.Earned(months); got != want {
			t.Errorf("after %d months: got %d, want %d", months, got, want)
		}
	}
}

// Who leaves is told the months at which more is earned, not those that are sold at the same
// discount.
func TestStepsAreTheMonthsAtWhichMoreIsEarned(t *testing.T) {
	got := Tiers{{3, 200}, {6, 500}, {12, 500}}.Steps()
	if diff := cmp.Diff(Tiers{{3, 200}, {6, 500}}, got); diff != "" {
		t.Errorf("steps (-want +got):\n%s", diff)
	}
}

// A customer who leaves a day before the end has earned 2 % on six months that were sold at 5 %.
// The used rent would be 8,765.18, which is more than staying costs. So it is limited to the cost
// of staying, and leaving never costs more (docs/rules.md R9).
func TestLeavingCostsNoMoreThanStaying(t *testing.T) {
	c := Cover{
		Package: Package{BasisPoints: 500, Tiers: Tiers{{3, 200}, {6, 500}}, From: calendar.MustParse("2026-10-01"), To: calendar.MustParse("2027-04-01")},
		Paid:    Amounts{List: 8_994_00, Value: 8_544_30, CGST: 768_99, SGST: 768_99},
	}
	tax := func(value money.Paise) Amounts {
		half := value.MulDiv(900, 10_000)
		return Amounts{Value: value, CGST: half, SGST: half}
	}
	for leaving, want := range map[string]struct{ used, lost money.Paise }{
		"2026-12-01": {2_848_10, 2_998_00 - 2_848_10}, // two months, no discount earned
		"2027-03-31": {8_498_36, 8_544_30 - 8_498_36}, // a day before the end; the list price is 8,945.65
		"2027-04-01": {8_544_30, 0},
	} {
		used := tax(want.used)
		used.List = want.used.MulDiv(10_000, 9_500)
		lost := c.Lost(calendar.MustParse(leaving), used, tax)
		if lost.Value != want.lost {
			t.Errorf("left on %s: %v of the discount are lost, want %v", leaving, lost.Value, want.lost)
		}
		if total := used.Plus(lost).Total(); total > c.Paid.Total() {
			t.Errorf("left on %s: %v are used, more than the %v that were paid for all months", leaving, total, c.Paid.Total())
		}
	}
}

// Whatever the monthly rents are, the discounts add up to the quoted discount, and the draws add up
// to what was paid, however the tax was rounded.
func TestDiscountsAndDrawsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		months := rapid.IntRange(1, MostMonths).Draw(t, "months")
		bp := rapid.Int64Range(1, 500).Draw(t, "bp")
		rent := money.Paise(rapid.Int64Range(1, 5_000_00).Draw(t, "rent"))
		first := money.Paise(rapid.Int64Range(1, int64(rent)).Draw(t, "first"))
		gst := rapid.SampledFrom([]int64{0, 500, 1200, 1800, 2800}).Draw(t, "gst")
		list := first + rent*money.Paise(months-1)
		value := list - list.Percent(bp)
		half := value.MulDiv(gst, 20_000)
		c := Cover{
			Package: Package{BasisPoints: bp, From: calendar.MustParse("2026-10-01"), To: calendar.MustParse("2026-10-01").AddMonths(months)},
			Paid:    Amounts{List: list, Value: value, CGST: half, SGST: half},
		}
		var drawn Amounts
		for n := range months {
			of := rent
			if n == 0 {
				of = first
			}
			net := of - c.Discount(of)
			tax := net.MulDiv(gst, 20_000)
			taken, rest := c.Draw(Amounts{List: of, Value: net, CGST: tax, SGST: tax})
			drawn = drawn.Plus(taken)
			if more := n < months-1 && c.Left().Value > 0; more && rest != 0 {
				t.Fatalf("month %d: %d of the tax is left, want it in the last month only", n+1, rest)
			}
			if rest.Abs() > money.Paise(2*months) {
				t.Fatalf("month %d: %d of the tax is left, want at most two paise a month", n+1, rest)
			}
		}
		if diff := cmp.Diff(c.Paid, drawn); diff != "" {
			t.Fatal(diff)
		}
	})
}
