package app_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"rento/internal/app"
	"rento/internal/calendar"
	"rento/internal/config"
	"rento/internal/errorreport"
	"rento/internal/store"
	"rento/internal/testkit"
)

// The table lists each kind of error, the details show the newest error of a kind, and a resolved
// kind is marked as resolved.
func TestErrorsCommand(t *testing.T) {
	url := testkit.DatabaseURL(t, "sqlite")
	if err := command(t, url, "errors", "--resolve"); err == nil || !strings.Contains(err.Error(), "--resolve needs the id") {
		t.Errorf("--resolve alone: %v, want it refused", err)
	}
	var id int64
	inDatabase(t, url, func(s *store.Store) error {
		c := config.Config{DataKey: productionSettings["RENTO_DATA_KEY"]}
		app.UseSandbox(&c, "http://city.example")
		x, err := app.NewServices(&c, s, app.Outside{Clock: calendar.System{}, Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			return err
		}
		x.ErrorReports.RecordFailure(t.Context(), errorreport.Failure{
			Type: "panic", Reason: "no rent of 9000000001", Route: "GET /x/{id}", Calls: []errorreport.Call{{Function: "outer", Filename: "a.go", Line: 1}, {Function: "inner", Filename: "b.go", Line: 2, InApp: true}},
		})
		groups, err := x.ErrorReports.Groups(t.Context())
		if err != nil || len(groups) != 1 {
			return fmt.Errorf("groups %v, %w", groups, err)
		}
		id = groups[0].ID
		return nil
	})
	said := func(args ...string) string {
		t.Helper()
		var out bytes.Buffer
		if err := app.Main(t.Context(), append([]string{"errors"}, args...), &out, &out); err != nil {
			t.Fatalf("errors %v: %v", args, err)
		}
		return out.String()
	}
	number := fmt.Sprint(id)
	wants := func(text string, parts ...string) {
		t.Helper()
		for _, part := range parts {
			if !strings.Contains(text, part) {
				t.Errorf("got %q, want %q in it", text, part)
			}
		}
	}
	wants(said(), number, "open     server       1  panic: no rent of [number]\n")
	wants(said(number), "server, open, seen 1 times", "inner in b.go\n", "route: GET /x/{id}\n", "\npanic: no rent of [number]\n  at inner (b.go:2:0)\n  at outer (a.go:1:0)\n")
	said(number, "--resolve")
	wants(said(), "resolved server")
	if err := command(t, url, "errors", "1"); err == nil || !strings.Contains(err.Error(), "no such group") {
		t.Errorf("an id that is none's: %v, want it refused", err)
	}
}
