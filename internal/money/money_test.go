package money_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"rento/internal/money"
)

func TestParseAndDecimal(t *testing.T) {
	for text, paise := range map[string]money.Paise{
		"0": 0, "1299": 129900, "1299.5": 129950, "1299.05": 129905, "-0.01": -1, "-1299.50": -129950, "0.10": 10,
	} {
		got, err := money.Parse(text)
		if err != nil || got != paise {
			t.Errorf("Parse(%q) = %d, %v; want %d", text, got, err, paise)
		}
	}
	for _, text := range []string{"", "-", "1.", ".5", "1.234", "1e3", "1,000", "₹5", "99999999999999999999", "1.-5", "--1"} {
		if got, err := money.Parse(text); !errors.Is(err, money.ErrNotAmount) {
			t.Errorf("Parse(%q) = %d, %v, want %v", text, got, err, money.ErrNotAmount)
		}
	}
}

// PROD-14: amounts are shown in rupees with Indian digit grouping.
func TestStringIsIndian(t *testing.T) {
	for paise, text := range map[money.Paise]string{
		0: "₹0", 5: "₹0.05", 99900: "₹999", 129950: "₹1,299.50", 12845600: "₹1,28,456", 1000000000: "₹1,00,00,000", -129900: "-₹1,299",
	} {
		if got := paise.String(); got != text {
			t.Errorf("%d is %q, want %q", int64(paise), got, text)
		}
	}
}

// The worked examples of docs/rules.md: amounts are rounded once, half away from zero.
func TestMulDivRoundsHalfAwayFromZero(t *testing.T) {
	for _, test := range []struct {
		amount   money.Paise
		num, den int64
		want     money.Paise
	}{
		{149900, 14, 30, 69953},
		{149900, 11, 31, 53190},
		{149900, 6, 31, 29013},
		{1, 1, 2, 1},
		{-1, 1, 2, -1},
		{3, 1, 2, 2},
		{1, 1, 3, 0},
		{-5, -1, 2, 3},
		{5700, 9, 118, 435},
	} {
		if got := test.amount.MulDiv(test.num, test.den); got != test.want {
			t.Errorf("%d x %d / %d = %d, want %d", test.amount, test.num, test.den, got, test.want)
		}
	}
	if got := money.Rupees(2398).Percent(900); got != 21582 {
		t.Errorf("9 %% of 2,398 is %v, want 21582", got)
	}
}

func TestPercentInRupees(t *testing.T) {
	for paise, want := range map[money.Paise]money.Paise{167488: 3300, 167499: 3300, 167500: 3400, 283000: 5700, 0: 0, -167500: -3400} {
		if got := paise.PercentInRupees(200); got != want {
			t.Errorf("2 %% of %v in rupees is %v, want %v", paise, got, want)
		}
	}
}

func TestRoundRupee(t *testing.T) {
	for paise, want := range map[money.Paise]money.Paise{282964: 283000, 82545: 82500, 50: 100, 49: 0, -50: -100, 149733: 149700} {
		if got := paise.RoundRupee(); got != want {
			t.Errorf("%d rounds to %d, want %d", paise, got, want)
		}
	}
}

func TestSplitLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := money.Paise(rapid.Int64Range(-1e12, 1e12).Draw(t, "amount"))
		weights := rapid.SliceOfN(rapid.Int64Range(0, 1e9), 1, 12).Draw(t, "weights")
		parts := amount.Split(weights)
		if len(parts) != len(weights) {
			t.Fatalf("got the parts %v, want one for each of %v", parts, weights)
		}
		if sum := money.Sum(parts...); sum != amount {
			t.Fatalf("the parts %v add up to %d, want %d", parts, sum, amount)
		}
		var total int64
		for _, w := range weights {
			total += w
		}
		for i, part := range parts {
			if exact := amount.MulDiv(weights[i], max(total, 1)); total > 0 && (part-exact).Abs() > 1 {
				t.Fatalf("part %d is %d, far from %d", i, part, exact)
			}
		}
	})
}

// PAY-46, ENTITY-54: the API sends rupees as numbers with at most two decimals, and reads back
// the same amount.
func TestAmountsOnTheWire(t *testing.T) {
	for paise, text := range map[money.Paise]string{0: "0", 129900: "1299", 129950: "1299.5", 129905: "1299.05", -5: "-0.05"} {
		got, err := json.Marshal(paise.Wire())
		if err != nil || string(got) != text {
			t.Errorf("%d is %s, %v; want %s", paise, got, err, text)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		paise := money.Paise(rapid.Int64Range(-1e14, 1e14).Draw(t, "paise"))
		text, err := json.Marshal(paise.Wire())
		if err != nil {
			t.Fatal(err)
		}
		var back money.Amount
		if err := json.Unmarshal(text, &back); err != nil || back.Paise() != paise {
			t.Fatalf("%s came back as %d, %v, want %v", text, back, err, paise)
		}
	})
	var a money.Amount
	for _, text := range []string{`"5"`, `1.234`, `true`, `1e40`} {
		if err := json.Unmarshal([]byte(text), &a); err == nil {
			t.Errorf("%s was taken as %d paise", text, a)
		}
	}
}

// FuzzAmount: whatever is read as an amount is sent as the same amount. No amount is so large
// that adding many of them would overflow.
func FuzzAmount(f *testing.F) {
	for _, seed := range []string{
		"1299", "1299.5", "-1299.05", "0.001", "1e3", "1E-2", "1e400", "-0", "-0e1", "null", `"5"`, "NaN", "1e13", "999999999999999", "1_000e1", "0x1p4", "१२",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var a, again money.Amount
		if a.UnmarshalJSON(text) != nil {
			return
		}
		sent, err := a.MarshalJSON()
		if err != nil {
			t.Fatalf("send %q: %v", text, err)
		}
		if err := again.UnmarshalJSON(sent); err != nil {
			t.Fatalf("read back %s: %v", sent, err)
		}
		if again != a {
			t.Errorf("%s is read as %v, want %v", sent, again.Paise(), a.Paise())
		}
		if a.Paise().Abs() > 1e17 {
			t.Errorf("%q is %v, want it refused as too large", text, a.Paise())
		}
	})
}

// FuzzSum: a sum is either exact or refused.
func FuzzSum(f *testing.F) {
	for _, seed := range [][3]int64{
		{0, 0, 0},
		{1, -1, 0},
		{129900, 5, -129905},
		{math.MaxInt64, 1, 0},
		{math.MaxInt64, 1, -1},
		{math.MinInt64, -1, 0},
		{math.MinInt64, math.MaxInt64, 1},
		{1 << 62, 1 << 62, 0},
		{-1 << 62, -1 << 62, -1},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	fits := func(n *big.Int, add int64) bool { return n.Add(n, big.NewInt(add)).IsInt64() }
	f.Fuzz(func(t *testing.T, a, b, c int64) {
		exact := big.NewInt(0)
		whole := fits(exact, a) && fits(exact, b) && fits(exact, c)
		defer func() {
			if refused := recover() != nil; refused == whole {
				t.Errorf("%d + %d + %d: refused %v, an amount can hold every step: %v", a, b, c, refused, whole)
			}
		}()
		if got := money.Sum(money.Paise(a), money.Paise(b), money.Paise(c)); int64(got) != exact.Int64() {
			t.Errorf("%d + %d + %d: got %d, want %s", a, b, c, got, exact)
		}
	})
}

// FuzzSplit: for every amount that can be written, the parts add up to the whole. No part has
// the opposite sign or is larger than the whole.
func FuzzSplit(f *testing.F) {
	for _, seed := range [][4]int64{{100, 1, 1, 1}, {-100, 1, 1, 1}, {0, 5, 0, 1}, {1, 3, 3, 3}, {99_999_999_999_999_999, 1, 2, 3}, {12591, 69950, 69950, 0}, {7, 0, 0, 0}} {
		f.Add(seed[0], seed[1], seed[2], seed[3])
	}
	const most = 100_000_000_000_000_000 // the most that Parse accepts
	f.Fuzz(func(t *testing.T, p, a, b, c int64) {
		weights := []int64{a & (most - 1), b & (most - 1), c & (most - 1)}
		whole := money.Paise(p % most)
		parts := whole.Split(weights)
		if got := money.Sum(parts...); got != whole {
			t.Errorf("%d over %v: the parts %v add up to %d", whole, weights, parts, got)
		}
		for _, part := range parts {
			if part < min(0, whole) || part > max(0, whole) {
				t.Errorf("%d over %v: got a part of %d, want it between zero and the whole", whole, weights, part)
			}
		}
	})
}
