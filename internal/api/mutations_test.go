package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
)

// confided is a text in payloads that must never come back in a refusal.
const confided = "confided-4711"

// hostile are values that some programs misinterpret.
var hostile = []any{
	nil, true, false, "", " ", confided, 0, -1, 1, 2, 0.5, -1e18, 1.5e300, json.Number("1e400"), json.Number("1E2"), json.Number("-0"),
	json.Number("9223372036854775807"), json.Number("9223372036854775808"), json.Number("-9223372036854775808"), "1", "-1", "NaN", "null",
	[]any{},
	[]any{nil},
	[]any{[]any{}},
	map[string]any{},
	map[string]any{"": confided},
	map[string]any{"data": nil},
	"\x00", confided + "\x00", strings.Repeat(confided, 200), strings.Repeat("ü", 201), "\u202e\u0301\ufeff\U0001f469\u200d\U0001f467", "\ufffe\U0010ffff",
	"2026-02-30", "2026-13-01", "0000-00-00", "0000-01-01", "1969-12-31", "9999-12-31", "10000-01-01", "2026-11-25T00:00:00Z", "25-11-2026",
	"' OR 1=1 --" + confided, "<script>" + confided, "../../../etc/passwd", "%00", "{{.}}", "1/9999-12-31/10:00", "-1/2026-11-24/10:00\x00",
	deep(5_000), json.Number(strings.Repeat("9", 400)),
}

func deep(levels int) json.RawMessage {
	return json.RawMessage(strings.Repeat("[", levels) + strings.Repeat("]", levels))
}

// spot is a position in a payload, with its value and the functions that change it.
type spot struct {
	value any
	set   func(any)
	drop  func()
}

// spots returns the positions in a payload, the whole payload first. Of a huge payload it returns
// only the first ones.
func spots(value any, set func(any)) []spot {
	all := []spot{{value, set, func() { set(nil) }}}
	for i := 0; i < len(all) && len(all) < mostSpots; i++ {
		at := all[i]
		switch v := at.value.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				all = append(all, spot{v[key], func(x any) { v[key] = x }, func() { delete(v, key) }})
			}
		case []any:
			for i := range v {
				all = append(all, spot{v[i], func(x any) { v[i] = x }, func() { at.set(slices.Delete(v, i, i+1)) }})
			}
		}
	}
	return all
}

const mostSpots = 200

// copied returns a deep copy of a value.
func copied(value any) any {
	switch v := value.(type) {
	case map[string]any:
		own := make(map[string]any, len(v))
		for key, x := range v {
			own[key] = copied(x)
		}
		return own
	case []any:
		own := make([]any, len(v))
		for i, x := range v {
			own[i] = copied(x)
		}
		return own
	}
	return value
}

// mutator makes valid payloads invalid, as determined by its seed.
type mutator struct {
	*rand.Rand
	foreign []any // ids of other customers
	likely  []any // plausible values for a payload
}

func newMutator(seed uint64, own, foreign []any) mutator {
	days := []any{"2026-11-15", "2026-11-16", "2026-11-17", "2026-11-25", "2026-12-16", "2027-11-24"}
	return mutator{rand.New(rand.NewPCG(seed, seed)), foreign, slices.Concat(days, []any{int64(20), int64(60), int64(65), int64(200), int64(690)}, own, foreign)}
}

func pick[T any](m mutator, from ...T) T { return from[m.IntN(len(from))] }

// mutated returns a payload with up to three mutations.
func (m mutator) mutated(payload any) any {
	whole := payload
	for range pick(m, 0, 1, 1, 1, 1, 2, 2, 3) {
		at := pick(m, spots(whole, func(x any) { whole = x })...)
		switch pick(m, "swap", "swap", "swap", "swap", "hostile", "hostile", "hostile", "foreign", "drop", "double", "swell", "retype", "shift", "add") {
		case "swap":
			at.set(m.another(at.value))
		case "hostile":
			at.set(copied(pick(m, hostile...)))
		case "foreign":
			at.set(copied(pick(m, m.foreign...)))
		case "drop":
			at.drop()
		case "double":
			at.set([]any{at.value, at.value})
		case "swell":
			at.set(slices.Repeat([]any{at.value}, pick(m, 11, 31, 101, 1_000)))
		case "retype":
			at.set(retyped(at.value))
		case "shift":
			at.set(m.shifted(at.value))
		case "add":
			at.set(map[string]any{"data": at.value, "id": copied(pick(m, m.foreign...)), confided: confided})
		}
	}
	return whole
}

// another returns a plausible value of the same type, so that the payload gets as far as the rules.
func (m mutator) another(value any) any {
	alike := []any{value}
	for _, x := range m.likely {
		if reflect.TypeOf(x) == reflect.TypeOf(value) {
			alike = append(alike, x)
		}
	}
	return copied(pick(m, alike...))
}

// retyped returns the same value as another type.
func retyped(value any) any {
	switch v := value.(type) {
	case string:
		return map[string]any{"id": v}
	case map[string]any:
		return slices.Collect(maps.Values(v))
	case []any:
		return map[string]any{"0": v}
	}
	return fmt.Sprint(value)
}

// shifted returns a value close to the valid one.
func (m mutator) shifted(value any) any {
	switch v := value.(type) {
	case string:
		at := m.IntN(len(v) + 1)
		return v[:at] + pick(m, "\x00", " ", "\n", "\u202e", "é", "0", "-", "/", "'", confided) + v[at:]
	case int64:
		return pick[any](m, -v, v+1, float64(v)+0.5, json.Number(fmt.Sprintf("%d.0", v)), json.Number(fmt.Sprintf("%de0", v)))
	}
	return []any{value, nil}
}

// written returns the payload as JSON, which is sometimes broken.
func (m mutator) written(payload any) ([]byte, error) {
	text, err := json.Marshal(payload)
	at := m.IntN(len(text) + 1)
	switch m.IntN(40) {
	case 0:
		text = text[:at]
	case 1:
		text = slices.Insert(text, at, pick[byte](m, 0, 0xff, '"', '{', ',', '\\', '0'))
	case 2:
		text = append(text, confided...)
	case 3:
		text = slices.Repeat(text, 2)
	case 4:
		text = append([]byte("\xef\xbb\xbf"), text...)
	case 5:
		text = bytes.Replace(text, []byte(`":"`), []byte(`":"\ud800`), 1)
	case 6:
		text = []byte{}
	case 7:
		text = deep(20_000)
	}
	return text, err
}
