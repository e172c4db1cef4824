package api

import (
	"log/slog"
	"net/http"
	"reflect"
	"slices"
	"testing"

	"rento/internal/payment/paypage"
	"rento/internal/site"
)

// wholeValues are packages whose types count as single values in an answer.
var wholeValues = []string{"rento/internal/calendar", "rento/internal/money", "time", "encoding/json"}

// An answer has only the fields that a screen needs. Each of its types is written in this package
// for that purpose. None is a database row or a domain type, because a field added there would be
// sent without anybody checking who sees it.
func TestAnswersHaveTypesOfTheirOwn(t *testing.T) {
	logger, none := slog.New(slog.DiscardHandler), http.NotFoundHandler()
	pages := Pages{Pay: paypage.New(nil, paypage.Config{}, logger), Site: &site.Site{}, App: none, Map: none, Alive: none, Ready: none, Measures: none}
	own := reflect.TypeFor[row]().PkgPath()
	seen := map[reflect.Type]bool{}
	var look func(call string, of reflect.Type)
	look = func(call string, of reflect.Type) {
		if seen[of] {
			return
		}
		seen[of] = true
		switch of.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			look(call, of.Elem())
		case reflect.Struct:
			if slices.Contains(wholeValues, of.PkgPath()) {
				return
			}
			if of.Name() != "" && of.PkgPath() != own {
				t.Errorf("%s answers with %s, which is not a type of its own", call, of)
			}
			for field := range of.Fields() {
				look(call, field.Type)
			}
		}
	}
	for _, s := range table(Deps{Pages: pages, Logger: logger}, nil, documents{}) {
		for _, w := range s.rows {
			if w.handler.out != nil {
				look(w.at, w.handler.out)
			}
		}
	}
	if len(seen) < 150 {
		t.Errorf("only %d types were looked at", len(seen))
	}
}
