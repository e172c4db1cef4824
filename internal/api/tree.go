package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"
)

// These constants limit a body: no list of the contract is longer, no object has more names, and no
// value is nested deeper.
const (
	maxList  = 100
	maxNames = 100
	maxDepth = 16
)

// object is a JSON object as it was sent. again is a name that occurs a second time, in the same or
// another case. cut means that the object was not read to its end.
type object struct {
	values map[string]any
	again  string
	cut    bool
}

func (o object) has(name string) bool {
	if _, ok := o.values[name]; ok {
		return true
	}
	return o.other(name) != ""
}

// other returns a name that differs from this one only in case, or "".
func (o object) other(name string) string {
	for actual := range o.values {
		if actual != name && strings.EqualFold(actual, name) {
			return actual
		}
	}
	return ""
}

var (
	errNotJSON = errors.New("this is not JSON")
	errNUL     = errors.New("a text holds the character NUL")
	errDeep    = errors.New("this is nested too deeply")
	errLong    = errors.New("a list or an object is too long, or names something twice")
)

// parseJSON reads JSON into objects, lists, texts, json.Number, booleans and nil. If a list or
// object is too long, parsing stops one value after the limit, so that the check of the tree sees
// the excess. If an object repeats a name, parsing stops there. In both cases nothing is built from
// the rest. It returns an error if the text is not JSON, contains a character that not every
// database stores, or is nested too deeply. Its errors contain nothing of what was sent.
func parseJSON(raw []byte) (any, error) {
	if !utf8.Valid(raw) || !json.Valid(raw) {
		return nil, errNotJSON
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	tree, err := parseValue(d, maxDepth)
	if errors.Is(err, errLong) {
		return tree, nil
	}
	return tree, err
}

func parseValue(d *json.Decoder, depth int) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch v := token.(type) {
	case string:
		if strings.ContainsRune(v, 0) {
			return nil, errNUL
		}
	case json.Delim:
		if depth == 0 {
			return nil, errDeep
		}
		if v == '[' {
			return parseList(d, depth-1)
		}
		return parseObject(d, depth-1)
	}
	return token, nil
}

func parseList(d *json.Decoder, depth int) (any, error) {
	list := []any{}
	for d.More() {
		v, err := parseValue(d, depth)
		if list = append(list, v); err == nil && len(list) > maxList {
			err = errLong
		}
		if err != nil {
			return list, err
		}
	}
	_, err := d.Token()
	return list, err
}

func parseObject(d *json.Decoder, depth int) (any, error) {
	o, seen := object{values: map[string]any{}}, map[string]bool{}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return nil, err
		}
		name, _ := token.(string) // names in JSON are always strings
		if strings.ContainsRune(name, 0) {
			return nil, errNUL
		}
		folded := fold(name)
		if seen[folded] {
			o.again, o.cut = name, true
			return o, errLong // it is refused, whatever follows
		}
		v, err := parseValue(d, depth)
		seen[folded], o.values[name] = true, v
		if err == nil && len(o.values) > maxNames {
			err = errLong
		}
		if err != nil {
			o.cut = true
			return o, err
		}
	}
	_, err := d.Token()
	return o, err
}

// fold returns a name without its case, consistent with strings.EqualFold.
func fold(name string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
			least = min(least, next)
		}
		return least
	}, name)
}
