package billing

import (
	"math"
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/money"
)

// FuzzTotals checks that the totals of a document are exact and add up, over its lines and with its
// tax, or that the computation panics. It must not panic for the amounts of any household.
func FuzzTotals(f *testing.F) {
	for _, seed := range [][3]int64{
		{129900, 5, 0},
		{149900, 89900, -50000},
		{0, 0, 0},
		{-149900, 0, 0},
		{1 << 62, 1 << 62, 0},
		{math.MaxInt64, 1, -1},
		{math.MinInt64, 0, 0},
		{math.MinInt64, math.MaxInt64, 0},
		{math.MaxInt64, math.MaxInt64, 129902}, // the sum overflows to an ordinary amount
		{1 << 40, 1 << 40, 1 << 40},
	} {
		for _, rate := range []uint8{0, 3} { // without tax, only the sums can panic
			f.Add(seed[0], seed[1], seed[2], rate, true)
			f.Add(seed[0], seed[1], seed[2], rate, false)
		}
	}
	rates := []int64{0, 500, 1200, 1800, 2800}
	const ofAHousehold = 1_000_000_000 // a crore of rupees, in paise
	f.Fuzz(func(t *testing.T, a, b, c int64, rate uint8, intra bool) {
		lines := make([]Line, 3)
		whole := true
		for i, amount := range []int64{a, b, c} {
			lines[i] = Line{Amount: money.Paise(amount), GSTBP: rates[int(rate)%len(rates)], SAC: []string{"997323", "997321"}[i%2]}
			whole = whole && amount > -ofAHousehold && amount < ofAHousehold
		}
		defer func() {
			if reason := recover(); reason != nil && whole {
				t.Errorf("%d, %d, %d at %d: %v", a, b, c, lines[0].GSTBP, reason)
			}
		}()
		taxable, payable := new(big.Int), new(big.Int)
		for _, l := range lines {
			taxable.Add(taxable, big.NewInt(int64(l.Amount)))
		}
		if untaxed := sumUp(lines, false); taxable.Cmp(big.NewInt(int64(untaxed.Total))) != 0 {
			t.Errorf("%d, %d, %d without tax: a total of %d, want %s", a, b, c, untaxed.Total, taxable)
		}
		taxLines(lines, intra)
		totals := sumUp(lines, true)
		tax := taxOn(totals.Taxable, lines[0].GSTBP, intra)
		for _, part := range []money.Paise{totals.Taxable, totals.CGST, totals.SGST, totals.IGST, totals.RoundOff} {
			payable.Add(payable, big.NewInt(int64(part)))
		}
		if taxable.Cmp(big.NewInt(int64(totals.Taxable))) != 0 || payable.Cmp(big.NewInt(int64(totals.Total))) != 0 {
			t.Errorf("%d, %d, %d: totals %+v, want a taxable value of %s and a total of %s", a, b, c, totals, taxable, payable)
		}
		type taxFacts struct{ CGST, SGST, IGST money.Paise }
		want := taxFacts{tax.CGST, tax.SGST, tax.IGST}
		if diff := cmp.Diff(want, taxFacts{totals.CGST, totals.SGST, totals.IGST}); diff != "" {
			t.Errorf("%d, %d, %d at %d: the tax of their value (-want +got):\n%s", a, b, c, lines[0].GSTBP, diff)
		}
	})
}
