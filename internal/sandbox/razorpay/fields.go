package razorpay

import (
	"encoding/json"
	"net/url"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
)

// fields are the members of a request body, each read when it is needed.
type fields map[string]json.RawMessage

// only refuses members that the call does not know, as Razorpay does.
func (f fields) only(known ...string) error {
	var extra []string
	for name := range f {
		if !slices.Contains(known, name) {
			extra = append(extra, name)
		}
	}
	if len(extra) == 0 {
		return nil
	}
	sort.Strings(extra)
	return wrong(extra[0], strings.Join(extra, ", ")+" is/are not required and should not be sent")
}

// paise reads an integer amount; a fraction or a string is refused.
func (f fields) paise(name string) (int64, error) {
	raw, ok := f[name]
	if !ok {
		return 0, missing(name)
	}
	n, err := strconv.ParseInt(string(raw), 10, 64)
	if err != nil {
		return 0, wrong(name, "The "+name+" must be an integer.")
	}
	return n, nil
}

// text reads a string, "" when it is absent.
func (f fields) text(name string) (string, error) {
	raw, ok := f[name]
	if !ok || string(raw) == "null" {
		return "", nil
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return "", wrong(name, "The "+name+" must be a string.")
	}
	return s, nil
}

// flag reads true, 1 or "1".
func (f fields) flag(name string) bool {
	text := strings.Trim(string(f[name]), `"`)
	return text == "true" || text == "1"
}

// whole reads a small integer, 0 when it is absent.
func (f fields) whole(name string) int {
	n, _ := strconv.Atoi(strings.Trim(string(f[name]), `"`))
	return n
}

// sub reads a nested object, empty when it is absent.
func (f fields) sub(name string) (fields, error) {
	inner := fields{}
	raw, ok := f[name]
	if !ok {
		return inner, nil
	}
	if err := json.Unmarshal(raw, &inner); err != nil {
		return nil, wrong(name, "The "+name+" must be an object.")
	}
	return inner, nil
}

// The limits of notes.
const (
	maxNotes     = 15
	maxNotesText = 256
)

// notes reads at most 15 texts of at most 256 characters; [] is none.
func (f fields) notes() (map[string]string, error) {
	notes := map[string]string{}
	raw, ok := f["notes"]
	if !ok || string(raw) == "[]" {
		return notes, nil
	}
	var pairs map[string]any
	if err := json.Unmarshal(raw, &pairs); err != nil {
		return nil, wrong("notes", "The notes must be an array.")
	}
	if len(pairs) > maxNotes {
		return nil, wrong("notes", "The notes may not have more than 15 items.")
	}
	for name, value := range pairs {
		text, ok := value.(string)
		if !ok {
			b, _ := json.Marshal(value)
			text = string(b)
		}
		if len([]rune(text)) > maxNotesText {
			return nil, wrong("notes", "The notes may not be greater than 256 characters.")
		}
		notes[name] = text
	}
	return notes, nil
}

// window is the page of a list that a query asks for.
type window struct {
	from, to    int64
	count, skip int
}

const (
	defaultCount = 10
	maxCount     = 100
)

func readWindow(q url.Values) (window, error) {
	w := window{count: defaultCount}
	for name, into := range map[string]*int{"count": &w.count, "skip": &w.skip} {
		if text := q.Get(name); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil || n < 0 {
				return w, wrong(name, "The "+name+" must be an integer.")
			}
			*into = n
		}
	}
	if w.count < 1 || w.count > maxCount {
		return w, wrong("count", "The count may not be greater than 100.")
	}
	for name, into := range map[string]*int64{"from": &w.from, "to": &w.to} {
		if text := q.Get(name); text != "" {
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				return w, wrong(name, name+" must be between 946684800 and 4765046400")
			}
			*into = n
		}
	}
	return w, nil
}

func (w window) holds(at time.Time) bool {
	t := at.Unix()
	return (w.from == 0 || t >= w.from) && (w.to == 0 || t <= w.to)
}

// collect pages through what was made, newest first.
func collect[T any](all []T, w window, match func(T) bool, show func(T) map[string]any) map[string]any {
	items, skipped := []map[string]any{}, 0
	for i := len(all) - 1; i >= 0 && len(items) < w.count; i-- {
		if !match(all[i]) {
			continue
		}
		if skipped < w.skip {
			skipped++
			continue
		}
		items = append(items, show(all[i]))
	}
	return map[string]any{"entity": "collection", "count": len(items), "items": items}
}
