package advance

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"rento/internal/calendar"
	"rento/internal/money"
)

// Tier is the discount for a number of months that are paid in advance. BasisPoints is in
// hundredths of a percent.
type Tier struct {
	Months      int
	BasisPoints int64
}

// These constants bound a tier: the longest tenure of an item, and the largest discount, because
// customers are told everywhere that they save up to 5 %.
const (
	MostMonths      = 24
	mostBasisPoints = 500
)

// Tiers is the company's catalogue of discounts, in order of months.
type Tiers []Tier

// ParseTiers reads a catalogue such as 3=2,6=5: months and percent, with at most two decimals. An
// empty text means that nothing is offered.
func ParseTiers(text string) (Tiers, error) {
	tiers, err := parse(text, 100)
	if err != nil {
		return nil, err
	}
	for i, t := range tiers {
		if t.BasisPoints > mostBasisPoints {
			return nil, fmt.Errorf("advance: %q is more than the %d percent that a discount may be at most, because customers are told that they save up to that", text, mostBasisPoints/100)
		}
		if i > 0 && (t.Months == tiers[i-1].Months || t.BasisPoints < tiers[i-1].BasisPoints) {
			return nil, fmt.Errorf("advance: in %q a number of months is named twice, or more months have a lower discount", text)
		}
	}
	return tiers, nil
}

// parseStored reads the output of String. It takes any discount, because a package keeps the tiers
// of the day on which it was bought.
func parseStored(text string) (Tiers, error) { return parse(text, 1) }

// parse reads a list of tiers and sorts it by months.
func parse(text string, scale float64) (Tiers, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	var tiers Tiers
	for part := range strings.SplitSeq(text, ",") {
		months, percent, ok := strings.Cut(strings.TrimSpace(part), "=")
		n, err := strconv.Atoi(months)
		rate, also := strconv.ParseFloat(percent, 64)
		bp := math.Round(rate * scale)
		if !ok || err != nil || also != nil || n < 1 || n > MostMonths || !(bp >= 1 && bp <= 10_000) || math.Abs(rate*scale-bp) > 1e-6 {
			return nil, fmt.Errorf("advance: %q is no number of months, at most %d, with a discount in percent of at most two decimals, as in 3=2,6=5", part, MostMonths)
		}
		tiers = append(tiers, Tier{n, int64(bp)})
	}
	slices.SortFunc(tiers, func(a, b Tier) int { return cmp.Compare(a.Months, b.Months) })
	return tiers, nil
}

// String formats the catalogue for storage: months and hundredths of a percent.
func (t Tiers) String() string {
	parts := make([]string, len(t))
	for i, tier := range t {
		parts[i] = fmt.Sprintf("%d=%d", tier.Months, tier.BasisPoints)
	}
	return strings.Join(parts, ",")
}

// Of returns the tier for exactly this number of months. The result is false if there is none.
func (t Tiers) Of(months int) (Tier, bool) {
	for _, tier := range t {
		if tier.Months == months {
			return tier, true
		}
	}
	return Tier{}, false
}

// Most returns the largest discount, in hundredths of a percent, or 0 if nothing is offered.
func (t Tiers) Most() int64 { return t.Earned(MostMonths) }

// Steps returns the tiers at which staying longer earns more.
func (t Tiers) Steps() (steps Tiers) {
	for _, tier := range t {
		if tier.BasisPoints > steps.Most() {
			steps = append(steps, tier)
		}
	}
	return steps
}

// Earned returns the discount that a customer has earned after this number of whole months, in
// hundredths of a percent. It is the discount of the highest tier that they reach.
func (t Tiers) Earned(months int) (bp int64) {
	for _, tier := range t {
		if tier.Months <= months {
			bp = max(bp, tier.BasisPoints)
		}
	}
	return bp
}

// Amounts are in paise. List is the rent without discount and tax, Value the rent with the
// discount. The rest is the tax on Value.
type Amounts struct {
	List  money.Paise
	Value money.Paise
	CGST  money.Paise
	SGST  money.Paise
	IGST  money.Paise
}

// Tax is the GST.
func (a Amounts) Tax() money.Paise { return money.Sum(a.CGST, a.SGST, a.IGST) }

// Total is the amount to pay: value and tax.
func (a Amounts) Total() money.Paise { return money.Sum(a.Value, a.Tax()) }

// Plus returns the sum, field by field.
func (a Amounts) Plus(b Amounts) Amounts {
	return Amounts{
		money.Sum(a.List, b.List), money.Sum(a.Value, b.Value), money.Sum(a.CGST, b.CGST), money.Sum(a.SGST, b.SGST), money.Sum(a.IGST, b.IGST),
	}
}

// Minus returns the difference, field by field.
func (a Amounts) Minus(b Amounts) Amounts {
	return a.Plus(Amounts{-b.List, -b.Value, -b.CGST, -b.SGST, -b.IGST})
}

// DrawKind says what an amount drawn from a package is for.
type DrawKind string

// The kinds of draws.
const (
	// Rent pays the rent for a range of days.
	Rent DrawKind = "rent"
	// LostDiscount pays back a discount that was given but not earned.
	LostDiscount DrawKind = "lost_discount"
	// Returned is paid back to the customer.
	Returned DrawKind = "returned"
)

// Draw is one amount that is taken out of a package for an item. From and To are the days of rent,
// [From, To).
type Draw struct {
	PackageID int64
	ItemID    int64
	Kind      DrawKind
	InvoiceID int64 // the invoice that it paid; 0 for a returned amount
	VoucherID int64 // the refund voucher; 0 for a draw that paid an invoice
	From, To  calendar.Date
	Amounts
}

// Discount returns the discount on a rent of the item, in paise. It is the package's percentage of
// the rent. For the last rent that was paid in advance, it is the rest of the discount, so that all
// discounts add up to the quoted one. It counts the rent as planned.
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

// Draw takes as much of a taxed rent as the cover allows: the value as far as there is any left,
// with its tax. If that uses up the value, all remaining tax is taken with it. rest is the
// difference to the tax of the rent in paise and can be negative (docs/rules.md R11).
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

// MonthsUsed is the number of whole months from the start of the package to a day.
func (c Cover) MonthsUsed(day calendar.Date) int {
	n := 0
	for !c.From.AddMonths(n + 1).After(day) {
		n++
	}
	return n
}

// Lost returns the part of the discount that a customer who leaves on a day has to give back: the
// used rent, recomputed with the earned discount, less what was paid for it. It can include tax
// that the discount alone does not have, because tax is rounded on the sum. Nothing is lost at the
// end of the package or if the package keeps the discount. Leaving never costs more than staying
// (docs/rules.md R9), so the used rent is at most what was paid in advance. used is the rent that
// was drawn, without the part that was credited. taxOf computes the tax of a value.
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
