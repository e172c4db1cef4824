package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"rento/internal/errorreport"
	"rento/internal/fault"
)

// A request that ends in a 500 is reported with its pattern and the error, and for a panic with the
// place. A refusal is not reported.
func TestFailuresAreReported(t *testing.T) {
	logger := slog.New(slog.DiscardHandler)
	mux := http.NewServeMux()
	handle := func(at string, fn http.HandlerFunc) { mux.HandleFunc("GET /"+at+"/{id}", fn) }
	handle("panics", func(http.ResponseWriter, *http.Request) {
		var none *errorreport.Failure
		none.Type = "x"
	})
	handle("fails", func(w http.ResponseWriter, r *http.Request) {
		WriteFault(w, r, faultFor(r.Context(), logger, "fails", fmt.Errorf("read a row: %w", errors.New("the disk is gone"))))
	})
	handle("answers", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) })
	handle("refuses", func(w http.ResponseWriter, r *http.Request) {
		WriteFault(w, r, faultFor(r.Context(), logger, "refuses", fault.NotFound("x", "There is none.")))
	})
	handle("works", func(http.ResponseWriter, *http.Request) {})
	var got []errorreport.Failure
	layers := Layers{Mux: mux, Logger: logger, Failed: func(_ context.Context, f errorreport.Failure) { got = append(got, f) }}
	for _, at := range []string{"panics", "fails", "answers", "refuses", "works"} {
		layers.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/"+at+"/9000000001?accessToken=x", nil))
	}
	want := []errorreport.Failure{
		{Type: "panic", Reason: "runtime error: invalid memory address or nil pointer dereference", Route: "GET /panics/{id}"},
		{Type: "*errors.errorString", Reason: "read a row: the disk is gone", Route: "GET /fails/{id}"},
		{Type: "page", Reason: "answered with a 500", Route: "GET /answers/{id}"},
	}
	if len(got) != len(want) {
		t.Fatalf("reported %+v, want %+v", got, want)
	}
	for i, f := range got {
		if f.Type != want[i].Type || f.Reason != want[i].Reason || f.Route != want[i].Route {
			t.Errorf("reported %+v, want %+v", f, want[i])
		}
	}
	calls := slices.DeleteFunc(got[0].Calls, func(c errorreport.Call) bool { return !c.InApp })
	if last := calls[len(calls)-1]; !strings.Contains(last.Function, "TestFailuresAreReported") {
		t.Errorf("the panic was in %+v, want the handler of this test", last)
	}
}
