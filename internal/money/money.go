// Package money has the type in which the whole system counts money.
package money

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Paise is an amount of Indian money in paise (1 rupee = 100 paise). A negative amount is owed
// or given back; the field that holds it says which.
type Paise int64

// Rupee is one rupee.
const Rupee Paise = 100

// ErrNotAmount says that a text is not an amount in rupees with at most two decimals.
var ErrNotAmount = errors.New("money: not an amount in rupees with at most two decimals")

// Rupees returns n whole rupees as paise.
func Rupees(n int64) Paise { return Paise(n) * Rupee }

// Parse reads an amount in rupees, such as "1299", "1299.5" or "-1299.50". It returns
// ErrNotAmount for any other text.
func Parse(text string) (Paise, error) {
	body, negative := strings.CutPrefix(text, "-")
	whole, frac, hasFrac := strings.Cut(body, ".")
	if whole == "" || len(whole) > 15 || (hasFrac && (frac == "" || len(frac) > 2)) {
		return 0, ErrNotAmount
	}
	for _, c := range whole + frac {
		if c < '0' || c > '9' {
			return 0, ErrNotAmount
		}
	}
	n, err := strconv.ParseInt(whole+(frac + "00")[:2], 10, 64)
	if err != nil {
		return 0, ErrNotAmount
	}
	if negative {
		n = -n
	}
	return Paise(n), nil
}

// MulDiv returns p x num / den, rounded half away from zero to a whole paisa. The product is
// computed exactly, so no intermediate value overflows. MulDiv panics if den is zero or if the
// result does not fit.
func (p Paise) MulDiv(num, den int64) Paise {
	n := new(big.Int).Mul(big.NewInt(int64(p)), big.NewInt(num))
	return divRound(n, big.NewInt(den))
}

func divRound(n, d *big.Int) Paise {
	if d.Sign() == 0 {
		panic("money: division by zero")
	}
	if d.Sign() < 0 {
		n, d = new(big.Int).Neg(n), new(big.Int).Neg(d)
	}
	twice := new(big.Int).Lsh(new(big.Int).Abs(n), 1)
	q := twice.Add(twice, d)
	q.Quo(q, new(big.Int).Lsh(d, 1))
	if n.Sign() < 0 {
		q.Neg(q)
	}
	if !q.IsInt64() {
		panic("money: amount out of range")
	}
	return Paise(q.Int64())
}

// Percent returns a percentage of p. The rate is in basis points (hundredths of a percent), so
// 18 % is 1800.
func (p Paise) Percent(basisPoints int64) Paise { return p.MulDiv(basisPoints, 10_000) }

// PercentInRupees returns a percentage of p in whole rupees. The rate is in basis points. The
// exact share is rounded only once.
func (p Paise) PercentInRupees(basisPoints int64) Paise {
	return p.MulDiv(basisPoints, 10_000*int64(Rupee)) * Rupee
}

// Split divides p among the weights by the largest remainder method, so that the parts always
// add up to p. Weights must not be negative, and at least one must be positive. If all weights
// are zero, the first part gets everything.
func (p Paise) Split(weights []int64) []Paise {
	var total int64
	for _, w := range weights {
		total += w
	}
	parts := make([]Paise, len(weights))
	if total == 0 {
		if len(parts) > 0 {
			parts[0] = p
		}
		return parts
	}
	rest := p
	remainders := make([]*big.Int, len(weights))
	for i, w := range weights {
		product := new(big.Int).Mul(big.NewInt(int64(p.Abs())), big.NewInt(w))
		quotient, remainder := new(big.Int).QuoRem(product, big.NewInt(total), new(big.Int))
		parts[i] = Paise(quotient.Int64())
		if p < 0 {
			parts[i] = -parts[i]
		}
		rest -= parts[i]
		remainders[i] = remainder
	}
	step := Paise(1)
	if rest < 0 {
		step = -1
	}
	for ; rest != 0; rest -= step {
		best := 0
		for i := range remainders {
			if remainders[i].Cmp(remainders[best]) > 0 {
				best = i
			}
		}
		parts[best] += step
		remainders[best] = big.NewInt(-1)
	}
	return parts
}

// Abs returns the absolute value of p.
func (p Paise) Abs() Paise {
	if p < 0 {
		return -p
	}
	return p
}

// RoundRupee returns p rounded to whole rupees, half away from zero.
func (p Paise) RoundRupee() Paise { return p.MulDiv(1, 100) * Rupee }

// Decimal writes p in rupees with exactly two decimals, which is the format that providers
// expect.
func (p Paise) Decimal() string {
	return string(p.appendDecimal(nil))
}

func (p Paise) appendDecimal(text []byte) []byte {
	if p < 0 {
		text = append(text, '-')
	}
	a := uint64(p.Abs())
	text = strconv.AppendUint(text, a/100, 10)
	return append(text, '.', byte('0'+a%100/10), byte('0'+a%10))
}

// String writes p with Indian digit grouping, such as ₹1,28,456 or ₹1,28,456.50. Paise are shown
// only if they are not zero.
func (p Paise) String() string {
	sign := ""
	if p < 0 {
		sign = "-"
	}
	a := uint64(p.Abs())
	text := sign + "₹" + group(strconv.FormatUint(a/100, 10))
	if a%100 != 0 {
		text += fmt.Sprintf(".%02d", a%100)
	}
	return text
}

func group(digits string) string {
	if len(digits) <= 3 {
		return digits
	}
	head, tail := digits[:len(digits)-3], digits[len(digits)-3:]
	for len(head) > 2 {
		tail = head[len(head)-2:] + "," + tail
		head = head[:len(head)-2]
	}
	return head + "," + tail
}

// Sum adds amounts up. An overflow is a bug in the program, and Sum panics like MulDiv does. If
// the sum wrapped around instead, the wrong amount would be booked.
func Sum(amounts ...Paise) Paise {
	total, fits := TrySum(amounts...)
	if !fits {
		panic("money: amount out of range")
	}
	return total
}

// TrySum is like Sum, for callers that can reject the amounts. fits is false if the sum
// overflows at any step.
func TrySum(amounts ...Paise) (total Paise, fits bool) {
	for _, a := range amounts {
		sum := total + a
		if (sum > total) != (a > 0) && a != 0 {
			return 0, false
		}
		total = sum
	}
	return total, true
}

// Amounts in rupees in the API: a JSON number with at most two decimals.

// Amount is an amount that the API sends and receives in rupees. API fields in minor units use
// Paise directly.
type Amount Paise

// Wire returns p as an amount in rupees for an API response.
func (p Paise) Wire() Amount { return Amount(p) }

// Paise returns the amount in paise.
func (a Amount) Paise() Paise { return Paise(a) }

// MarshalJSON writes the amount in rupees: 1299, 1299.5 or 1299.05.
func (a Amount) MarshalJSON() ([]byte, error) {
	text := Paise(a).appendDecimal(make([]byte, 0, len("-92233720368547758.08")))
	if cut, whole := bytes.CutSuffix(text, []byte(".00")); whole {
		return cut, nil
	}
	return bytes.TrimSuffix(text, []byte("0")), nil
}

// UnmarshalJSON reads an amount in rupees. It returns an error for a third decimal or a JSON
// string.
func (a *Amount) UnmarshalJSON(data []byte) error {
	text := string(data)
	if strings.ContainsAny(text, "eE") {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil || math.Abs(f) > 1e13 {
			return ErrNotAmount
		}
		text = strconv.FormatFloat(f, 'f', -1, 64)
	}
	p, err := Parse(text)
	if err != nil {
		return err
	}
	*a = Amount(p)
	return nil
}
