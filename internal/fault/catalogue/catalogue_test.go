package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const root = "../../.."

// Translators work from this list, so after a change of a fault make gen must be run.
func TestTheListOfFaultsIsFresh(t *testing.T) {
	want, err := os.ReadFile(filepath.Join(root, "api", "faults.json"))
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := run([]string{root}, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("api/faults.json is stale, make gen writes it (-committed +sources):\n%s", diff)
	}
}

func TestAFaultHasACodeOfItsOwn(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"a code in a variable":     {`fault.Conflict(code, "Taken.")`, "are literals"},
		"a template put together":  {`fault.Conflict("slot.taken", "Taken: "+name)`, "are literals"},
		"a code of another form":   {`fault.Invalid("SlotTaken", "slotId", "Taken.")`, `"SlotTaken" is not of the form`},
		"a code without a domain":  {`fault.Gone("taken", "Taken.")`, `"taken" is not of the form`},
		"one code, two messages":   {`fault.Gone("slot.taken", "Taken."); fault.Conflict("slot.taken", "Gone.")`, `belongs to another message: "Taken."`},
		"one message, two codes":   {`fault.Gone("slot.taken", "Taken."); fault.Gone("slot.gone", "Taken.")`, `has the code "slot.taken" already`},
		"a place without a value":  {`fault.Conflict("slot.taken", "Taken by {name}.")`, `places ["{name}"] and the values []`},
		"a value without a place":  {`fault.Conflict("slot.taken", "Taken.", fault.With("name", 1))`, `places [] and the values ["{name}"]`},
		"a value for another":      {`fault.Conflict("slot.taken", "Taken by {name}.", fault.With("who", 1))`, `values ["{who}"]`},
		"a fault written by hand":  {`_ = &fault.Fault{Status: 500}`, "is made by a constructor"},
		"two of the same are fine": {`fault.Gone("slot.taken", "Taken."); fault.Conflict("slot.taken", "Taken.")`, ""},
	} {
		folder := t.TempDir()
		source := "package a\nfunc f() { " + c.body + " }\n"
		if err := os.WriteFile(filepath.Join(folder, "a.go"), []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := read(folder)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// The catalogue would miss the faults of a constructor that it does not know.
func TestEveryConstructorIsKnown(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", "new.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			if names := parameters(f); len(names) > 0 && names[0] == "code" {
				for i, name := range names {
					if name == "template" {
						got[f.Name.Name] = i
					}
				}
			}
		}
	}
	if diff := cmp.Diff(got, templateAt); diff != "" {
		t.Errorf("place of the template (-fault +catalogue):\n%s", diff)
	}
}

func parameters(f *ast.FuncDecl) []string {
	var names []string
	for _, field := range f.Type.Params.List {
		for _, name := range field.Names {
			names = append(names, name.Name)
		}
	}
	return names
}
