package config

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// checkRanges refuses numbers outside the range in their field's tag, range:"1..28", both ends
// included. The range of a duration has durations, range:"0s..1h". Every number has a range.
func checkRanges(v reflect.Value) error {
	var problems []error
	for i := range v.NumField() {
		field, value := v.Type().Field(i), v.Field(i)
		if field.Type.Kind() == reflect.Struct {
			problems = append(problems, checkRanges(value))
			continue
		}
		if value.Kind() == reflect.Pointer {
			if value.IsNil() {
				continue // it is not set
			}
			value = value.Elem()
		}
		if value.CanInt() {
			problems = append(problems, checkRange(field, value))
		}
	}
	return errors.Join(problems...)
}

func checkRange(field reflect.StructField, value reflect.Value) error {
	least, most, err := rangeOf(field)
	if err != nil {
		return err
	}
	if n := value.Int(); n < least || n > most {
		from, to, _ := strings.Cut(field.Tag.Get("range"), "..")
		return fmt.Errorf("%s: %v is not between %s and %s", field.Tag.Get("env"), value.Interface(), from, to)
	}
	return nil
}

// rangeOf parses the range of a field. It returns an error if the tag is invalid.
func rangeOf(field reflect.StructField) (least, most int64, err error) {
	read := func(text string) (int64, error) { return strconv.ParseInt(text, 10, 64) }
	if strings.HasSuffix(field.Type.String(), "time.Duration") {
		read = func(text string) (int64, error) {
			d, err := time.ParseDuration(text)
			return int64(d), err
		}
	}
	from, to, _ := strings.Cut(field.Tag.Get("range"), "..")
	least, err = read(from)
	most, err2 := read(to)
	if err := errors.Join(err, err2); err != nil || least > most {
		return 0, 0, fmt.Errorf(`%s: its field %s needs the tag range:"least..most", not %q`, field.Tag.Get("env"), field.Name, field.Tag.Get("range"))
	}
	return least, most, nil
}
