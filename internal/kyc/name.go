package kyc

import (
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// How well two names fit: from NameFits on they are one person's, from NameNear on
// the customer is offered the name of the PAN, and below a person looks.
const (
	NameFits = 0.90
	NameNear = 0.70
)

// titles say nothing about who somebody is.
var titles = []string{"MR", "MRS", "MS", "MISS", "DR", "PROF", "SHRI", "SRI", "SMT", "KUM", "KUMARI", "MASTER"}

// The parts of a name that are compared, and how well parts fit that are not the same.
const (
	maxParts    = 8
	ofInitial   = 0.9
	leastOfPart = 0.75
)

// parts are the words of a name in capitals, without titles and punctuation.
func parts(name string) []string {
	words := strings.FieldsFunc(strings.ToUpper(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r)
	})
	all := slices.Clone(words)
	words = slices.DeleteFunc(words, func(w string) bool { return slices.Contains(titles, w) })
	if len(words) == 0 { // somebody is called Kumari
		words = all
	}
	return words[:min(len(words), maxParts)]
}

// MatchNames tells how well two names fit, 0 to 1. Order, titles and punctuation do
// not matter, an initial stands for its word, and a letter more or less is forgiven.
func MatchNames(a, b string) float64 {
	x, y := parts(a), parts(b)
	if len(x) == 0 || len(y) == 0 {
		return 0
	}
	if strings.Join(x, "") == strings.Join(y, "") { // RAVIKUMAR and RAVI KUMAR
		return 1
	}
	if len(x) > len(y) {
		x, y = y, x
	}
	// best[used] is the most that the first words of x fit with those words of y.
	best := map[uint]float64{0: 0}
	for i := range x {
		next := map[uint]float64{}
		for used, sum := range best {
			for j := range y {
				if bit := uint(1) << j; used&bit == 0 {
					next[used|bit] = max(next[used|bit], sum+fit(x[i], y[j]))
				}
			}
		}
		best = next
	}
	most := 0.0
	for used, sum := range best {
		if bits.OnesCount(used) == len(x) {
			most = max(most, sum)
		}
	}
	return 2 * most / float64(len(x)+len(y))
}

// fit tells how well two words of a name fit.
func fit(a, b string) float64 {
	if a == b {
		return 1
	}
	short, long := a, b
	if len(short) > len(long) {
		short, long = long, short
	}
	if utf8.RuneCountInString(short) == 1 {
		if strings.HasPrefix(long, short) {
			return ofInitial
		}
		return 0
	}
	x, y := []rune(a), []rune(b)
	near := 1 - float64(distance(x, y))/float64(max(len(x), len(y)))
	if near < leastOfPart {
		return 0
	}
	return near
}

// distance is how many letters are to be changed, added or taken out.
func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range a {
		before := row[0]
		row[0] = i + 1
		for j, q := range b {
			cost := before
			if r != q {
				cost++
			}
			before, row[j+1] = row[j+1], min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
