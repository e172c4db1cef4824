package architecture

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// typed is a package as go list tells of it.
type typed struct {
	ImportPath, Export, Dir string
	GoFiles                 []string
}

// mayAddAmounts are the packages in which amounts are added bare: money is where they
// are added with care, and testkit makes the amounts of tests.
func mayAddAmounts(path string) bool {
	return path == "rento/internal/money" || strings.HasPrefix(path, "rento/internal/testkit")
}

// Amounts are added by money.Sum and TrySum, which say so when no amount can hold
// the sum; a bare + would go on with a wrong one.
func TestAmountsAreAddedWithCare(t *testing.T) {
	packages := typedPackages(t)
	exports := map[string]string{}
	for _, p := range packages {
		exports[p.ImportPath] = p.Export
	}
	fset := token.NewFileSet()
	from := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	looked := 0
	for _, p := range packages {
		if !strings.HasPrefix(p.ImportPath, "rento/") || mayAddAmounts(p.ImportPath) {
			continue
		}
		looked++
		var files []*ast.File
		for _, name := range p.GoFiles {
			file, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
		added, err := addedBare(fset, from, p.ImportPath, files)
		if err != nil {
			t.Fatalf("%s: %v", p.ImportPath, err)
		}
		for _, at := range added {
			t.Errorf("%s adds amounts bare; use money.Sum, which notices a sum that no amount can hold", at)
		}
	}
	if looked < 40 {
		t.Errorf("looked into %d packages, want more than 40", looked)
	}
	const example = `package example

import "rento/internal/money"

func add(a, b money.Paise, many []money.Paise) (money.Paise, int) {
	total := a + b
	for _, m := range many {
		total += m
	}
	return money.Sum(a, b) - a, len(many) + 1
}
`
	file, err := parser.ParseFile(fset, "example.go", example, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	added, err := addedBare(fset, from, "example", []*ast.File{file})
	if got, want := fmt.Sprint(added), "[example.go:6:11 example.go:8:3]"; err != nil || got != want {
		t.Errorf("in the example found %s, %v, want %s", got, err, want)
	}
}

// addedBare are the places in which a package adds amounts by + or +=, beside those
// of constants.
func addedBare(fset *token.FileSet, from types.Importer, path string, files []*ast.File) ([]string, error) {
	info := types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	if _, err := (&types.Config{Importer: from}).Check(path, fset, files, &info); err != nil {
		return nil, err
	}
	isAmount := func(x ast.Expr) bool {
		of := info.Types[x]
		return of.Type != nil && of.Value == nil && (of.Type.String() == "rento/internal/money.Paise" || of.Type.String() == "rento/internal/money.Amount")
	}
	var added []string
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch x := n.(type) {
			case *ast.BinaryExpr:
				if x.Op == token.ADD && isAmount(x) {
					added = append(added, fset.Position(x.Pos()).String())
					return false // one report for a sum of three
				}
			case *ast.AssignStmt:
				if x.Tok == token.ADD_ASSIGN && isAmount(x.Lhs[0]) {
					added = append(added, fset.Position(x.Pos()).String())
				}
			}
			return true
		})
	}
	return added, nil
}

// typedPackages are all packages of the program with what they import, compiled.
func typedPackages(t *testing.T) []typed {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps", "-json=ImportPath,Export,Dir,GoFiles", "rento/internal/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []typed
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p typed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}
