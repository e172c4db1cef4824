package advance

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rento/internal/calendar"
	"rento/internal/money"
)

// Tier is a discount for a number of months that are paid in advance, in
// hundredths of a percent.
type Tier struct {
	Months      int
	BasisPoints int64
}

// The bounds of a tier: the longest tenure of an item, and a discount that is no
// gift of the rent.
const (
	MostMonths      = 24
	mostBasisPoints = 5000
)

// Tiers is the catalogue of the company, by months.
type Tiers []Tier

// ParseTiers reads a catalogue such as 3=2,6=5, months and percent, with at most two
// decimals. Empty text is no catalogue: nothing is offered.
func ParseTiers(text string) (Tiers, error) { return parse(text, 100) }

// parseStored reads what String writes.
func parseStored(text string) (Tiers, error) { return parse(text, 1) }

func parse(text string, scale float64) (Tiers, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	var tiers Tiers
	for part := range strings.SplitSeq(text, ",") {
		months, percent, ok := strings.Cut(strings.TrimSpace(part), "=")
		n, err := strconv.Atoi(months)
		rate, also := strconv.ParseFloat(percent, 64)
		bp := int64(rate*scale + 0.5)
		if !ok || err != nil || also != nil || n < 1 || n > MostMonths || bp < 1 || bp > mostBasisPoints {
			return nil, fmt.Errorf("advance: %q is no number of months, at most %d, with a discount in percent, as in 3=2,6=5", part, MostMonths)
		}
		tiers = append(tiers, Tier{n, bp})
	}
	slices.SortFunc(tiers, func(a, b Tier) int { return cmp.Compare(a.Months, b.Months) })
	for i := 1; i < len(tiers); i++ {
		if tiers[i].Months == tiers[i-1].Months || tiers[i].BasisPoints < tiers[i-1].BasisPoints {
			return nil, fmt.Errorf("advance: in %q more months do not have a higher discount", text)
		}
	}
	return tiers, nil
}

// String writes the catalogue as it is stored: months and hundredths of a percent.
func (t Tiers) String() string {
	parts := make([]string, len(t))
	for i, tier := range t {
		parts[i] = fmt.Sprintf("%d=%d", tier.Months, tier.BasisPoints)
	}
	return strings.Join(parts, ",")
}

// Of is the tier of exactly so many months, false without one.
func (t Tiers) Of(months int) (Tier, bool) {
	for _, tier := range t {
		if tier.Months == months {
			return tier, true
		}
	}
	return Tier{}, false
}

// Earned is the discount of who stays for so many whole months, in hundredths of a
// percent: that of the highest tier which they reach.
func (t Tiers) Earned(months int) (bp int64) {
	for _, tier := range t {
		if tier.Months <= months {
			bp = max(bp, tier.BasisPoints)
		}
	}
	return bp
}

// Amounts are paise: rent without discount and tax, its value with the discount, and
// the tax on that.
type Amounts struct {
	List  money.Paise
	Value money.Paise
	CGST  money.Paise
	SGST  money.Paise
	IGST  money.Paise
}

// Tax is the GST.
func (a Amounts) Tax() money.Paise { return money.Sum(a.CGST, a.SGST, a.IGST) }

// Total is what is paid: value and tax.
func (a Amounts) Total() money.Paise { return money.Sum(a.Value, a.Tax()) }

// Plus adds.
func (a Amounts) Plus(b Amounts) Amounts {
	return Amounts{
		money.Sum(a.List, b.List), money.Sum(a.Value, b.Value), money.Sum(a.CGST, b.CGST), money.Sum(a.SGST, b.SGST), money.Sum(a.IGST, b.IGST),
	}
}

// Minus subtracts.
func (a Amounts) Minus(b Amounts) Amounts {
	return a.Plus(Amounts{-b.List, -b.Value, -b.CGST, -b.SGST, -b.IGST})
}

// DrawKind is what something is taken out of a package for.
type DrawKind string

// The kinds of draws.
const (
	// Rent pays the rent of days.
	Rent DrawKind = "rent"
	// LostDiscount pays a discount that was given and not earned.
	LostDiscount DrawKind = "lost_discount"
	// Returned goes back to the customer.
	Returned DrawKind = "returned"
)

// Draw is what is taken out of a package for an item, once. From and To are the days
// of rent, [From, To).
type Draw struct {
	PackageID int64
	ItemID    int64
	Kind      DrawKind
	InvoiceID int64 // that it paid, 0 for what was given back
	VoucherID int64 // the refund voucher, 0 for what paid an invoice
	From, To  calendar.Date
	Amounts
}

// Discount is the discount on rent of the item, in paise: the package's percentage of
// it, and of the last rent that was paid in advance what is left of the discount, so
// that all of them are the discount that was quoted. It counts the rent as planned.
func (c *Cover) Discount(list money.Paise) money.Paise {
	planned := money.Sum(c.planned.List, list)
	left := c.Paid.List - c.Paid.Value - (c.planned.List - c.planned.Value)
	off := min(list.MulDiv(c.BasisPoints, 10_000), left)
	if planned == c.Paid.List {
		off = left
	}
	off = max(0, min(off, list))
	c.planned = Amounts{List: planned, Value: money.Sum(c.planned.Value, list-off)}
	return off
}

// Draw takes what it may of taxed rent: the value as far as there is any, with its
// tax. When that is the last of the value, all of the tax goes with it; rest is by how
// much that is more than the tax of the rent, in paise, and may be negative
// (docs/rules.md R11).
func (c *Cover) Draw(rent Amounts) (taken Amounts, rest money.Paise) {
	left := c.Left()
	taken = Amounts{List: rent.List, Value: min(rent.Value, left.Value)}
	if taken.Value < left.Value {
		taken.CGST, taken.SGST, taken.IGST = min(rent.CGST, left.CGST), min(rent.SGST, left.SGST), min(rent.IGST, left.IGST)
	} else {
		taken.CGST, taken.SGST, taken.IGST = left.CGST, left.SGST, left.IGST
		if taken.Value == rent.Value {
			rest = taken.Tax() - rent.Tax()
		}
	}
	c.drawn = c.drawn.Plus(taken)
	return taken, rest
}

// MonthsUsed is how many whole months of the package a day lies after its start.
func (c Cover) MonthsUsed(day calendar.Date) int {
	n := 0
	for !c.From.AddMonths(n + 1).After(day) {
		n++
	}
	return n
}

// Lost is what who leaves on a day has to give back of the discount: the rent that was
// used, worked out anew with the discount that was earned, less what was paid for it.
// It may have tax that the discount alone has not, because tax is rounded on the sum.
// Nothing is lost by who leaves at the end, or when the package says so, and never so
// much that leaving costs more than staying would (docs/rules.md R9): the used rent is
// what was paid in advance at most. used is the
// rent that was drawn, without what of it was credited; taxOf works the tax of a value
// out.
func (c Cover) Lost(leaving calendar.Date, used Amounts, taxOf func(value money.Paise) Amounts) Amounts {
	if len(c.Tiers) == 0 || !leaving.Before(c.To) {
		return Amounts{}
	}
	earned := min(c.Tiers.Earned(c.MonthsUsed(leaving)), c.BasisPoints)
	value := min(used.List-used.List.MulDiv(earned, 10_000), c.Paid.Value)
	lost := taxOf(value).Minus(used)
	if lost.Value <= 0 {
		return Amounts{}
	}
	return Amounts{Value: lost.Value, CGST: max(0, lost.CGST), SGST: max(0, lost.SGST), IGST: max(0, lost.IGST)}
}
