package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every script that a part runs exists. Only visitDemo runs scripts.
func TestScriptsOfThePartsAreThere(t *testing.T) {
	call := regexp.MustCompile(`\bvisitDemo\(ctx, s, "([^"]+)"`)
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	calls, scripts := 0, 0
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		source := string(raw)
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		calls += strings.Count(source, "visitDemo(") - strings.Count(source, "func visitDemo(")
		if strings.Contains(source, `"node"`) && file != "visit.go" {
			t.Errorf("%s runs a script by itself, want visit.go", file)
		}
		for _, m := range call.FindAllStringSubmatch(source, -1) {
			scripts++
			if _, err := os.Stat(filepath.Join("..", filepath.FromSlash(m[1]))); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
	if calls == 0 || calls != scripts {
		t.Errorf("%d calls of visitDemo, %d with the name of a script", calls, scripts)
	}
}

// If a part fails, the measurements are shown, and so is the failure.
func TestAPartThatFailsLeavesTheOthers(t *testing.T) {
	broken := errors.New("no browser")
	named := func(name string, err error) part {
		return part{name, func(context.Context, settings, io.Writer) ([]row, error) { return []row{{what: name}}, err }}
	}
	rows, err := measure(t.Context(), settings{}, []part{named("first", broken), named("second", nil)}, io.Discard)
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "first") {
		t.Errorf("the error is %v, want %v and %q in it", err, broken, "first")
	}
	if len(rows) != 2 || rows[1].what != "second" {
		t.Errorf("the rows are %v, want length 2 and second", rows)
	}
	if rows, err = measure(t.Context(), settings{only: "second"}, []part{named("first", broken), named("second", nil)}, io.Discard); err != nil || len(rows) != 1 {
		t.Errorf("of one part alone: %v, %v, want length 1", rows, err)
	}
}

func TestTheWeightOfHomeHasItsBars(t *testing.T) {
	light := weight{Scripts: 90_000, Files: 3, Styles: 7000, Fonts: 1}
	heavy := weight{Scripts: 160_000, Files: 9, Styles: 9000, Fonts: 2}
	most := weight{Scripts: 100_000, Files: 6, Styles: 8000, Fonts: 1}
	w := weights{Limits: weighed{Shown: most, Idle: most}, Homes: []weighed{{"rent due", light, light}, {"nothing due", heavy, heavy}}}
	rows := w.rows()
	if len(rows) != 10 {
		t.Fatalf("%d rows, want 10", len(rows))
	}
	for i, r := range rows {
		if r.missed != (i >= 5) {
			t.Errorf("row %d: got %+v, want missed %t", i, r, i >= 5)
		}
	}
}

// Each part is in the table of CONTRIBUTING.md, in the order in which the parts run.
func TestThePartsAreDocumented(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z]+)` \\|").FindAllStringSubmatch(string(text), -1) {
		listed = append(listed, row[1])
	}
	if got, want := strings.Join(listed, " "), names(); got != want {
		t.Errorf("CONTRIBUTING.md lists the parts %s, want %s", got, want)
	}
}
