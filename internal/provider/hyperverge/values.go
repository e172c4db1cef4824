package hyperverge

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"rento/internal/calendar"
)

// yes is a truth value, which the older calls write as a word.
type yes bool

// UnmarshalJSON reads true and false, and the words for them.
func (y *yes) UnmarshalJSON(raw []byte) error {
	switch strings.ToLower(text(raw)) {
	case "yes", "true", "y", "1":
		*y = true
	case "no", "false", "n", "0", "":
		*y = false
	default:
		return fmt.Errorf("neither yes nor no: %.20s", raw)
	}
	return nil
}

// points is a whole number of 0 to 100, which the older calls write as a text.
type points int

// UnmarshalJSON reads a number, or a text of one.
func (p *points) UnmarshalJSON(raw []byte) error {
	value, err := strconv.ParseFloat(text(raw), 64)
	if err != nil || value < 0 || value > 100 {
		return fmt.Errorf("no score: %.20s", raw)
	}
	*p = points(math.Round(value))
	return nil
}

// text is a JSON text or number without its quotes, "" for what is neither.
func text(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return strings.TrimSpace(s)
	}
	var n json.Number
	if json.Unmarshal(raw, &n) == nil {
		return n.String()
	}
	var b bool
	if json.Unmarshal(raw, &b) == nil && string(raw) != "null" {
		return strconv.FormatBool(b)
	}
	return ""
}

// one is an object that some versions wrap in a list of one.
type one[T any] struct{ value T }

// UnmarshalJSON reads the object, or the first of the list.
func (o *one[T]) UnmarshalJSON(raw []byte) error {
	if strings.HasPrefix(strings.TrimSpace(string(raw)), "[") {
		var list []T
		if err := json.Unmarshal(raw, &list); err != nil || len(list) == 0 {
			return err
		}
		o.value = list[0]
		return nil
	}
	return json.Unmarshal(raw, &o.value)
}

// fields are the values of an answer by their names. A value is an object with a
// member value, or the value itself.
type fields map[string]json.RawMessage

// get is the first of the names that has a text.
func (f fields) get(names ...string) string {
	for _, name := range names {
		raw := f[name]
		if value := text(raw); value != "" {
			return value
		}
		var wrapped struct {
			Value json.RawMessage `json:"value"`
		}
		if json.Unmarshal(raw, &wrapped) == nil {
			if value := text(wrapped.Value); value != "" {
				return value
			}
		}
	}
	return ""
}

// in are the members of a value that is an object.
func (f fields) in(name string) fields {
	var inner fields
	_ = json.Unmarshal(f[name], &inner) // what is no object has no members
	return inner
}

var dateForms = []string{"02/01/2006", "02-01-2006", "2006-01-02", "02.01.2006", "2006/01/02", "02012006"}

// date reads a date as the provider's calls write it, zero for none.
func date(value string) calendar.Date {
	for _, form := range dateForms {
		if t, err := time.ParseInLocation(form, value, calendar.India); err == nil {
			return calendar.In(t)
		}
	}
	return calendar.Date{}
}

// gender is M, F or T.
func gender(value string) string {
	switch strings.ToUpper(value) {
	case "M", "MALE":
		return "M"
	case "F", "FEMALE":
		return "F"
	case "T", "TRANSGENDER", "X":
		return "T"
	}
	return ""
}
