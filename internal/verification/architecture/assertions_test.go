package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var saysWant = regexp.MustCompile(`\bwant|instead of`)

// printsOnly says whether a format shows a whole struct, or a list of them, and not
// what was wanted of it: whoever reads the failure would have to find the difference.
func printsOnly(format string) bool {
	return strings.Contains(format, "%+v") && !saysWant.MatchString(format)
}

func TestAssertionsSayWhatTheyWant(t *testing.T) {
	for format, want := range map[string]bool{
		"%+v, %v": true, "stored %+v": true, "got %+v, want %+v": false, "%d: %v": false, "told %+v instead of %s": false, "(-want +got):\n%s": false,
	} {
		if got := printsOnly(format); got != want {
			t.Errorf("printsOnly(%q) = %t, want %t", format, got, want)
		}
	}
	eachTestFile(t, func(name, text string) {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, is := n.(*ast.CallExpr)
			if !is || len(call.Args) == 0 {
				return true
			}
			method, is := call.Fun.(*ast.SelectorExpr)
			if !is {
				return true
			}
			if of, named := method.X.(*ast.Ident); named && of.Name == "fmt" {
				return true // an error says what is wrong, whoever reads it
			}
			if method.Sel.Name != "Errorf" && method.Sel.Name != "Fatalf" {
				return true
			}
			format, is := call.Args[0].(*ast.BasicLit)
			if !is || format.Kind != token.STRING {
				return true
			}
			if text, err := strconv.Unquote(format.Value); err == nil && printsOnly(text) {
				t.Errorf("%s prints what was got only; say what was wanted, or show cmp.Diff(want, got): %s", fset.Position(format.Pos()), format.Value)
			}
			return true
		})
	})
}
