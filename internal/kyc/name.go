package kyc

import (
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// How well two names match. From NameFits they are the same person's. From NameNear the customer is
// offered the name on the PAN. Below that a person reviews the case.
const (
	NameFits = 0.90
	NameNear = 0.70
)

// titles say nothing about who somebody is.
var titles = []string{"MR", "MRS", "MS", "MISS", "DR", "PROF", "SHRI", "SRI", "SMT", "KUM", "KUMARI", "MASTER"}

// The number of name parts that are compared, and the scores of parts that are not equal.
const (
	maxParts    = 8
	ofInitial   = 0.9
	leastOfPart = 0.75
)

// parts returns the words of a name in capitals, without titles and punctuation.
func parts(name string) []string {
	words := strings.FieldsFunc(strings.ToUpper(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r)
	})
	all := slices.Clone(words)
	words = slices.DeleteFunc(words, func(w string) bool { return slices.Contains(titles, w) })
	if len(words) == 0 { // the name consists of titles only, such as Kumari
		words = all
	}
	return words[:min(len(words), maxParts)]
}

// MatchNames returns how well two names match, 0 to 1. Order, titles and punctuation do not matter,
// an initial stands for its word, and a single wrong letter lowers the score only a little.
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
	// best[used] is the best score of the first words of x matched with the set of y's words in
	// used.
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

// fit returns how well two words of a name match.
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

// distance is how many letters must be changed, added or removed.
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
