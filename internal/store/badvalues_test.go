package store_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rento/internal/store/schema"
)

// atom is one condition of a column's check. holds reports whether a value meets it, and tries are
// values on both sides of its bounds.
type atom struct {
	text  string
	holds func(value any) bool
	tries []any
}

// The forms of an atom, in which c stands for the column.
var (
	atomCompared = regexp.MustCompile(`^c (>=|>|<>) 0$`)
	atomBetween  = regexp.MustCompile(`^c BETWEEN (-?\d+) AND (\d+)$`)
	atomListed   = regexp.MustCompile(`^c IN \((.+)\)$`)
	atomLike     = regexp.MustCompile(`^c (NOT )?LIKE '([^']+)'$`)
	atomEmpty    = regexp.MustCompile(`^c = ''$`)
	atomLower    = regexp.MustCompile(`^c = lower\(c\)$`)
	atomLength   = regexp.MustCompile(`^length\(c\) (<=|=|BETWEEN (\d+) AND|IN) \(?(\d+)(?:, (\d+)\))?$`)
	rangeOf      = regexp.MustCompile(`BETWEEN (\S+) AND `)
)

// alternatives splits a column's check into its alternatives (OR), and each of them into atoms
// (AND).
func alternatives(c schema.Column) (parsed [][]atom, err error) {
	text := regexp.MustCompile(`\b`+c.Name+`\b`).ReplaceAllString(c.Check, "c")
	for alternative := range strings.SplitSeq(text, " OR ") {
		var atoms []atom
		for part := range strings.SplitSeq(rangeOf.ReplaceAllString(alternative, "BETWEEN $1 & "), " AND ") {
			a, ok := parseAtom(strings.ReplaceAll(part, " & ", " AND "))
			if !ok {
				return nil, fmt.Errorf("%s CHECK (%s): %q has no form that this test knows; teach it to parseAtom", c.Name, c.Check, part)
			}
			atoms = append(atoms, a)
		}
		parsed = append(parsed, atoms)
	}
	return parsed, nil
}

func parseAtom(text string) (a atom, ok bool) {
	a.text = text
	if w := atomCompared.FindStringSubmatch(text); w != nil {
		a.tries = []any{-1, 0}
		a.holds = func(v any) bool {
			return map[string]bool{">=": v.(int) >= 0, ">": v.(int) > 0, "<>": v.(int) != 0}[w[1]]
		}
		return a, true
	}
	if w := atomBetween.FindStringSubmatch(text); w != nil {
		least, most := number(w[1]), number(w[2])
		a.tries = []any{least - 1, most + 1}
		a.holds = func(v any) bool { return v.(int) >= least && v.(int) <= most }
		return a, true
	}
	if w := atomListed.FindStringSubmatch(text); w != nil {
		return listedAtom(a, strings.Split(w[1], ", ")), true
	}
	return parseTextAtom(a, text)
}

// listedAtom tries values close to each value of a list.
func listedAtom(a atom, list []string) atom {
	for _, word := range list {
		if bare := strings.Trim(word, "'"); bare != word {
			a.tries = append(a.tries, bare+"x", strings.ToUpper(bare), "")
		} else {
			a.tries = append(a.tries, number(word)-1, number(word)+1)
		}
	}
	a.holds = func(v any) bool {
		return slices.Contains(list, fmt.Sprint(v)) || slices.Contains(list, fmt.Sprintf("'%v'", v))
	}
	return a
}

func parseTextAtom(a atom, text string) (atom, bool) {
	switch {
	case atomEmpty.MatchString(text):
		a.holds = func(v any) bool { return v == "" }
	case atomLower.MatchString(text):
		a.tries = []any{"RAZORPAY"}
		a.holds = func(v any) bool { return v == strings.ToLower(v.(string)) }
	case atomLike.MatchString(text):
		w := atomLike.FindStringSubmatch(text)
		return likeAtom(a, w[2], w[1] != ""), true
	case atomLength.MatchString(text):
		return lengthAtom(a, atomLength.FindStringSubmatch(text)), true
	default:
		return a, false
	}
	return a, true
}

// likeAtom tries a text that matches the pattern, a longer one, a shorter one, and one that differs
// in each of the pattern's literal characters.
func likeAtom(a atom, pattern string, not bool) atom {
	form := regexp.MustCompile("^" + strings.NewReplacer("_", ".", "%", ".*").Replace(regexp.QuoteMeta(pattern)) + "$")
	like := strings.NewReplacer("_", "1", "%", "x").Replace(pattern)
	a.tries = []any{like, like + "1", like[1:], ""}
	for i, r := range pattern {
		if r != '_' && r != '%' {
			a.tries = append(a.tries, like[:i]+"x"+like[i+1:])
		}
	}
	a.holds = func(v any) bool { return form.MatchString(v.(string)) != not }
	return a
}

// lengthAtom tries texts that are one character too long or too short.
func lengthAtom(a atom, w []string) atom {
	least, most := 0, number(w[3])
	sizes := []int{most}
	switch {
	case w[2] != "":
		least = number(w[2])
	case w[1] == "=":
		least = most
	case w[1] == "IN":
		sizes = append(sizes, number(w[4]))
	}
	a.holds = func(v any) bool {
		size := len(v.(string))
		if w[1] == "IN" {
			return slices.Contains(sizes, size)
		}
		return size >= least && size <= most
	}
	for _, size := range append(sizes, least) {
		a.tries = append(a.tries, strings.Repeat("x", max(0, size-1)), strings.Repeat("x", size+1))
	}
	return a
}

func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(err) // the pattern matches only digits
	}
	return n
}

// bad returns values that a column's check refuses: for each of several joined conditions a value
// that breaks only that one, and for a range a value beyond each end. It returns an error for a
// check that it cannot parse and for a condition that no value breaks.
func bad(c schema.Column) (values []any, err error) {
	if c.Check == "" || c.Kind == "BOOLEAN" { // TestTruthValues tests those
		return nil, nil
	}
	parsed, err := alternatives(c)
	if err != nil {
		return nil, err
	}
	for at, atoms := range parsed {
		for n, a := range atoms {
			broke := false
			for _, value := range a.tries {
				if a.holds(value) || othersHold(atoms, n, value) != len(atoms)-1 || taken(parsed, at, value) {
					continue
				}
				broke = true
				if !slices.Contains(values, value) {
					values = append(values, value)
				}
			}
			if !broke && len(a.tries) > 0 {
				return nil, fmt.Errorf("%s CHECK (%s): no value breaks %q alone", c.Name, c.Check, a.text)
			}
		}
	}
	if len(values) == 0 {
		return nil, fmt.Errorf("%s CHECK (%s): no value is refused", c.Name, c.Check)
	}
	return values, nil
}

// othersHold counts the other atoms that a value meets.
func othersHold(atoms []atom, except int, value any) (kept int) {
	for n, a := range atoms {
		if n != except && a.holds(value) {
			kept++
		}
	}
	return kept
}

// taken reports whether another alternative accepts a value.
func taken(parsed [][]atom, except int, value any) bool {
	for n, atoms := range parsed {
		if n != except && othersHold(atoms, -1, value) == len(atoms) {
			return true
		}
	}
	return false
}

// A check in an unknown form is an error, so that it is not skipped. Each condition of a known form
// is broken alone, on both sides.
func TestBadValuesBreakEachCondition(t *testing.T) {
	for _, x := range []struct {
		kind, check string
		want        []any
	}{
		{"BIGINT", "c >= 0", []any{-1}},
		{"BIGINT", "c > 0", []any{-1, 0}},
		{"BIGINT", "c <> 0", []any{0}},
		{"BIGINT", "c BETWEEN 2 AND 4", []any{1, 5}},
		{"BIGINT", "c IN (1, 2, 4)", []any{0, 3, 5}},
		{"TEXT", "c IN ('', 'a')", []any{"x", "ax", "A"}},
		{"TEXT", "length(c) BETWEEN 2 AND 3", []any{"xxxx", "x"}},
		{"TEXT", "length(c) IN (0, 2)", []any{"x", "xxx"}},
		{"TEXT", "length(c) <= 8 AND c = lower(c)", []any{"xxxxxxxxx", "RAZORPAY"}},
		{"TEXT", "length(c) BETWEEN 1 AND 9 AND c NOT LIKE 'company:%'", []any{"xxxxxxxxxx", "", "company:x"}},
		{"TEXT", "c = '' OR c LIKE '_-1'", []any{"1-11", "-1", "1x1", "1-x"}},
	} {
		got, err := bad(schema.Column{Name: "c", Kind: x.kind, Check: x.check})
		if err != nil || fmt.Sprint(got) != fmt.Sprint(x.want) {
			t.Errorf("%s: got %q and %v, want %q", x.check, got, err, x.want)
		}
	}
	for _, check := range []string{"c % 2 = 0", "c BETWEEN 1 AND 2 AND c IS NOT NULL", "c <= other", "length(c) > 0", "c > 0 AND c <> 0"} {
		if got, err := bad(schema.Column{Name: "c", Kind: "BIGINT", Check: check}); err == nil {
			t.Errorf("%s: got %v, want an error: it is not known, or a condition of it cannot be broken alone", check, got)
		}
	}
}
