package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What is sent may hold so much: no list of the contract is longer, no object
// has more names, and nothing lies deeper.
const (
	maxList  = 100
	maxNames = 100
	maxDepth = 16
)

// object is a JSON object as it was sent. again is a name that stands in it
// once more, in the same case or in another; cut says that it was not read to
// its end.
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

// other is a name that is this one in another case, "" for none.
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

// parseJSON reads a JSON text into objects, lists, texts, json.Number, booleans
// and nil. A list or object that is too long ends one value after what is
// allowed, and the tree with it, so that whoever checks it sees that; an object
// that names something twice ends there. So nothing is built of what follows. Its
// errors hold nothing of what was sent: text that is not JSON, or that not
// every database keeps, and nesting beyond reason.
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
		name, _ := token.(string) // JSON has no other names
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

// fold is a name without its case, as strings.EqualFold compares it.
func fold(name string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
			least = min(least, next)
		}
		return least
	}, name)
}
