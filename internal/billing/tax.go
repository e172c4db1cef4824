package billing

import (
	"cmp"
	"math"
	"slices"

	"rento/internal/money"
)

// taxOn is the tax on a taxable value, rounded once. The rate is in hundredths of a percent. CGST
// and SGST are rounded separately, so that they are equal.
func taxOn(value money.Paise, basisPoints int64, intra bool) Totals {
	t := Totals{Taxable: value}
	if intra {
		t.CGST = value.MulDiv(basisPoints, 20_000)
		t.SGST = t.CGST
	} else {
		t.IGST = value.Percent(basisPoints)
	}
	t.Total = money.Sum(value, t.Tax())
	return t
}

// TaxInside takes the tax out of an amount in paise that includes it. The base is rounded, the tax
// is the tax on the base, and the rest is the round-off, at most one paisa (docs/rules.md R5).
func TaxInside(amount money.Paise, basisPoints int64, intra bool) Totals {
	t := taxOn(amount.MulDiv(10_000, 10_000+basisPoints), basisPoints, intra)
	t.RoundOff, t.Total = money.Sum(amount, -t.Total), amount
	return t
}

// taxLines fills in the tax of the lines of one document. The tax is rounded once per rate, on the
// sum. It is shared among the service accounting codes, and then among the lines of each code, by
// largest remainder (docs/rules.md R5).
func taxLines(lines []Line, intra bool) {
	for _, members := range grouped(pointers(lines), func(l *Line) int64 { return l.GSTBP }) {
		spreadTax(members, taxOn(valueOf(members), members[0].GSTBP, intra))
	}
}

// taxDiscounted is taxLines for documents in which a discount line may follow a rent line. The tax
// is computed on both together, and the rent line carries it.
func taxDiscounted(lines []Line, intra bool) {
	off := make([]money.Paise, len(lines))
	for i := range lines {
		if lines[i].Kind == DiscountLine {
			off[i] = lines[i].Amount
			lines[i-1].Amount, lines[i].Amount = money.Sum(lines[i-1].Amount, off[i]), 0
		}
	}
	taxLines(lines, intra)
	for i, amount := range off {
		if lines[i].Kind == DiscountLine {
			lines[i-1].Amount, lines[i].Amount = lines[i-1].Amount-amount, amount
		}
	}
}

// spreadTax shares the tax of one rate among its lines.
func spreadTax(lines []*Line, tax Totals) {
	codes := grouped(lines, func(l *Line) string { return l.SAC })
	values := make([]money.Paise, len(codes))
	for i, members := range codes {
		values[i] = valueOf(members)
	}
	half, full := share(tax.CGST, values), share(tax.IGST, values)
	for i, members := range codes {
		spreadOver(members, half[i], full[i])
	}
}

// spreadOver shares the tax of one service accounting code among its lines.
func spreadOver(lines []*Line, half, full money.Paise) {
	values := make([]money.Paise, len(lines))
	for i, l := range lines {
		values[i] = l.Amount
	}
	halves, fulls := share(half, values), share(full, values)
	for i, l := range lines {
		l.CGST, l.SGST, l.IGST = halves[i], halves[i], fulls[i]
	}
}

func pointers(lines []Line) []*Line {
	list := make([]*Line, len(lines))
	for i := range lines {
		list[i] = &lines[i]
	}
	return list
}

// grouped splits a list by a key. The groups are in the order in which their keys first occur.
func grouped[K comparable, E any](list []E, key func(E) K) [][]E {
	var groups [][]E
	at := map[K]int{}
	for _, e := range list {
		i, ok := at[key(e)]
		if !ok {
			i = len(groups)
			at[key(e)] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], e)
	}
	return groups
}

func valueOf(lines []*Line) (sum money.Paise) {
	for _, l := range lines {
		sum = money.Sum(sum, l.Amount)
	}
	return sum
}

// share splits an amount by weights, by largest remainder, so that the parts add up to the amount.
// Weights may be negative, as discounts are.
func share(amount money.Paise, weights []money.Paise) []money.Paise {
	total := money.Sum(weights...)
	parts := make([]money.Paise, len(weights))
	if total == 0 {
		return parts
	}
	left := amount
	if total < 0 {
		amount, total = -amount, -total
	}
	type rest struct {
		at   int
		miss money.Paise // how much rounding down took, in parts of 1/total paisa
	}
	rests := make([]rest, len(weights))
	for i, weight := range weights {
		parts[i] = floorShare(amount, weight, total)
		left -= parts[i]
		rests[i] = rest{i, amount*weight - parts[i]*total}
	}
	slices.SortStableFunc(rests, func(a, b rest) int { return cmp.Compare(b.miss, a.miss) })
	for i := range int(left) {
		parts[rests[i].at]++
	}
	return parts
}

// floorShare is amount × weight ÷ total, rounded down. total must be above zero. The product fits
// into 64 bits for invoices below five crore rupees, far more than any household pays. As in
// money.Sum, a product that does not fit is a programming error.
func floorShare(amount, weight, total money.Paise) money.Paise {
	product := amount * weight
	if total <= 0 || weight != 0 && (product/weight != amount || amount == math.MinInt64 || weight == math.MinInt64) {
		panic("billing: a share is out of range")
	}
	quotient := product / total
	if product%total != 0 && product < 0 {
		quotient--
	}
	return quotient
}

// sumUp adds up taxed lines. wholeRupees rounds the payable amount to rupees, as a separate
// round-off.
func sumUp(lines []Line, wholeRupees bool) Totals {
	var t Totals
	for _, l := range lines {
		t.Taxable = money.Sum(t.Taxable, l.Amount)
		t.CGST = money.Sum(t.CGST, l.CGST)
		t.SGST = money.Sum(t.SGST, l.SGST)
		t.IGST = money.Sum(t.IGST, l.IGST)
	}
	exact := money.Sum(t.Taxable, t.Tax())
	t.Total = exact
	if wholeRupees {
		t.Total = exact.RoundRupee()
	}
	t.RoundOff = t.Total - exact
	return t
}
