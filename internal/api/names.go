package api

import (
	"context"
	"reflect"
	"strings"
	"sync/atomic"
	"time"

	"rento/internal/calendar"
	"rento/internal/store"
	"rento/internal/subscription"
)

// namesKept is how long product names are cached. They are the same for all customers and hardly
// ever change.
const namesKept = time.Minute

// productNames translates the product names in an answer into the requested language. It translates
// the fields with the tag catalogue:"name". A name without a translation in the catalogue stays in
// English.
type productNames struct {
	store *store.Store
	clock calendar.Clock
	known atomic.Pointer[knownNames]
}

type knownNames struct {
	at    time.Time
	names subscription.Names
}

// in returns the names in a language by their English names, or nil for English.
func (n *productNames) in(ctx context.Context, language string) (map[string]string, error) {
	if language == "" || language == english {
		return nil, nil //nolint:nilnil // English has no other names
	}
	known, now := n.known.Load(), n.clock.Now()
	if known == nil || now.Sub(known.at).Abs() >= namesKept {
		names, err := subscription.ProductNames(ctx, n.store.Queries())
		if err != nil {
			return nil, err
		}
		known = &knownNames{now, names}
		n.known.Store(known)
	}
	return known.names[language], nil
}

// put translates the product names in an answer. out points to the answer.
func (n *productNames) put(ctx context.Context, out any) error {
	names, err := n.in(ctx, languageOf(ctx))
	if err != nil || len(names) == 0 {
		return err
	}
	rename(reflect.ValueOf(out), names, "")
	return nil
}

// rename translates v if its tag marks a product name, and everything below v.
func rename(v reflect.Value, names map[string]string, tag string) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			rename(v.Elem(), names, tag)
		}
	case reflect.Slice:
		for i := range v.Len() {
			rename(v.Index(i), names, tag)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() {
				rename(v.Field(i), names, field.Tag.Get("catalogue"))
			}
		}
	case reflect.String:
		if name := names[v.String()]; name != "" && tag == "name" && v.CanSet() {
			v.SetString(name)
		}
	}
}

// english is the language of the texts in answers.
const english = "en"

// languageOf returns the code of the client's preferred language, or "" if the client states none.
func languageOf(ctx context.Context) string { return visitOf(ctx).language }

func firstLanguage(header string) string {
	code, _, _ := strings.Cut(header, ",")
	code, _, _ = strings.Cut(code, ";")
	code, _, _ = strings.Cut(strings.ToLower(strings.TrimSpace(code)), "-")
	return code
}
