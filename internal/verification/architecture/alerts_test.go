package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Every kind of alert stands in the table of docs/operations.md with what to do
// about it, and no other does.
func TestEveryKindOfAlertSaysWhatToDo(t *testing.T) {
	_, section, _ := strings.Cut(read(t, "../../../docs/operations.md"), "\n## Alerts\n")
	section, _, _ = strings.Cut(section, "\n## ")
	documented := map[string]bool{}
	for _, line := range strings.Split(section, "\n") {
		cells := cellsOf(line)
		if len(cells) != 3 {
			continue
		}
		for _, kind := range regexp.MustCompile("`([a-z_]+)`").FindAllStringSubmatch(cells[0], -1) {
			documented[kind[1]] = cells[2] != ""
		}
	}
	if len(documented) < 20 {
		t.Fatalf("%d kinds of alerts in docs/operations.md, want 20 or more", len(documented))
	}
	var kinds, prefixes []string
	texts := map[string]bool{}
	for _, p := range projectPackages(t) {
		name, ok := strings.CutPrefix(p.ImportPath, "rento/internal/")
		if !ok || top(name) == "verification" || top(name) == "testkit" {
			continue
		}
		for _, file := range matching(t, "../../"+name+"/*.go") {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			a := alertsIn(t, file, read(t, file))
			kinds, prefixes = append(kinds, a.kinds...), append(prefixes, a.prefixes...)
			maps.Copy(texts, a.texts)
		}
	}
	for _, kind := range kinds {
		if !documented[kind] {
			t.Errorf("the alert %s is raised, want it in docs/operations.md with what to do", kind)
		}
	}
	for kind := range documented {
		raised := texts[kind] || slices.ContainsFunc(prefixes, func(prefix string) bool {
			rest, ok := strings.CutPrefix(kind, prefix)
			return ok && texts[rest]
		})
		if !raised {
			t.Errorf("docs/operations.md has the alert %s, which nothing raises", kind)
		}
	}
}

// raisedAlerts are the kinds that a file gives its alerts: whole ones, and those
// of which it adds the end. Texts are all the texts of the file.
type raisedAlerts struct {
	kinds, prefixes []string
	texts           map[string]bool
}

func alertsIn(t *testing.T, file, source string) raisedAlerts {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	found := raisedAlerts{texts: map[string]bool{}}
	text := func(e ast.Expr) (string, bool) {
		literal, ok := e.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			return "", false
		}
		value, err := strconv.Unquote(literal.Value)
		return value, err == nil
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			if value, ok := text(n); ok {
				found.texts[value] = true
			}
		case *ast.CompositeLit:
			of, ok := n.Type.(*ast.SelectorExpr)
			if !ok || of.Sel.Name != "Alert" {
				return true
			}
			for _, field := range n.Elts {
				pair, ok := field.(*ast.KeyValueExpr)
				if name, isName := pair.Key.(*ast.Ident); !ok || !isName || name.Name != "Kind" {
					continue
				}
				if kind, ok := text(pair.Value); ok {
					found.kinds = append(found.kinds, kind)
				} else if sum, ok := pair.Value.(*ast.BinaryExpr); ok {
					if prefix, ok := text(sum.X); ok {
						found.prefixes = append(found.prefixes, prefix)
					}
				}
			}
		}
		return true
	})
	return found
}
