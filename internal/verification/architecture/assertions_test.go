package architecture

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	saysWant  = regexp.MustCompile(`\bwant|instead of`)
	saysWrong = regexp.MustCompile(`\b(?:want|instead of|not|no|none|nothing|never|must|differ|differs|different|differently|cannot)\b`)
	printsOf  = regexp.MustCompile(`%[+#-]?[0-9.]*[vdsqtxfT]`)
)

// printsOnly says whether a format shows a whole struct, or a list of them, and not
// what was wanted of it: whoever reads the failure would have to find the difference.
func printsOnly(format string) bool {
	return strings.Contains(format, "%+v") && !saysWant.MatchString(format)
}

// An assertion that has compared a value with another says which was wanted: by that
// word, in a sentence that says what is wrong, or by printing the other value too.
func TestAssertionsSayWhatTheyWant(t *testing.T) {
	for format, want := range map[string]bool{
		"%+v, %v": true, "stored %+v": true, "got %+v, want %+v": false, "%d: %v": false, "told %+v instead of %s": false, "(-want +got):\n%s": false,
	} {
		if got := printsOnly(format); got != want {
			t.Errorf("printsOnly(%q) = %t, want %t", format, got, want)
		}
	}
	eachTestFile(t, func(name, text string) {
		for _, complaint := range vagueIn(t, name, text) {
			t.Error(complaint)
		}
	})
}

func TestVagueIn(t *testing.T) {
	for body, want := range map[string]int{
		`if n := len(sent); n != 1 { t.Errorf("%d messages", n) }`:                              1,
		`if len(sent) != 1 { t.Errorf("%d messages, want 1", len(sent)) }`:                      0,
		`if len(sent) != 20 { t.Errorf("%d of 20 messages", len(sent)) }`:                       0,
		`if len(sent) != 0 { t.Errorf("messages %v", sent) }`:                                   0,
		`if err != nil || got != sum { t.Fatalf("%v, %v", got, err) }`:                          1,
		`if err != nil || got != sum { t.Fatalf("%v booked, %v added up, %v", got, sum, err) }`: 0,
		`if err != nil { t.Fatalf("read: %v", err) }`:                                           0,
		`if !errors.Is(err, errLost) { t.Errorf("at the end: %v", err) }`:                       1,
		`if !strings.Contains(page, "Pune") { t.Errorf("the page is %s", page) }`:               1,
		`if !strings.Contains(page, "Pune") { t.Errorf("Pune is not on the page: %s", page) }`:  0,
		`if !slices.Equal(got, list) { t.Errorf("events %v", got) }`:                            1,
		`if checked && got != c.line { t.Errorf("line %q", got) }`:                              1,
		`if diff != "" { t.Errorf("rows:\n%s", diff) }`:                                         0,
		`switch { case code != 200: t.Errorf("status %d", code) }`:                              1,
		`if code != 200 { t.Error("another status") }`:                                          0,
		`if code != 200 { return fmt.Errorf("status %d", code) }`:                               0,
		`t.Errorf("stored %+v", rows)`:                                                          1,
	} {
		if got := vagueIn(t, "x_test.go", "package x\n\nfunc TestX(t *testing.T) {\n"+body+"\n}\n"); len(got) != want {
			t.Errorf("%s: got %q, want %d complaints", body, got, want)
		}
	}
}

// vagueIn lists the assertions of a test file that leave open what they want.
func vagueIn(t *testing.T, name, text string) (complaints []string) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	vague := func(condition ast.Expr, body []ast.Stmt) {
		wanted := wantedBy(condition)
		for _, statement := range body {
			if x, is := statement.(*ast.ExprStmt); is {
				if a, is := assertionOf(x.X); is && slices.ContainsFunc(wanted, func(w ast.Expr) bool { return !a.says(fset, w) }) {
					complaints = append(complaints, fmt.Sprintf("%s prints what was got only; say what was wanted: %q", fset.Position(x.Pos()), a.format))
				}
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			vague(n.Cond, n.Body.List)
		case *ast.CaseClause:
			for _, condition := range n.List {
				vague(condition, n.Body)
			}
		case *ast.CallExpr:
			if a, is := assertionOf(n); is && printsOnly(a.format) {
				complaints = append(complaints, fmt.Sprintf("%s prints what was got only; say what was wanted, or show cmp.Diff(want, got): %q", fset.Position(n.Pos()), a.format))
			}
		}
		return true
	})
	return complaints
}

// assertion is a call that fails a test with what it prints.
type assertion struct {
	format string
	values []ast.Expr
}

// assertionOf reads the call of Errorf or Fatalf with a literal format. One of
// package fmt makes an error, which says what is wrong to whoever reads it.
func assertionOf(x ast.Expr) (a assertion, is bool) {
	call, is := x.(*ast.CallExpr)
	if !is || len(call.Args) == 0 {
		return a, false
	}
	method, is := call.Fun.(*ast.SelectorExpr)
	if !is || method.Sel.Name != "Errorf" && method.Sel.Name != "Fatalf" {
		return a, false
	}
	if of, named := method.X.(*ast.Ident); named && of.Name == "fmt" {
		return a, false
	}
	format, is := call.Args[0].(*ast.BasicLit)
	if !is {
		return a, false
	}
	text, err := strconv.Unquote(format.Value)
	return assertion{text, call.Args[1:]}, err == nil
}

// says reports whether the assertion names a value that was wanted, or prints none
// that was got.
func (a assertion) says(fset *token.FileSet, wanted ast.Expr) bool {
	if saysWrong.MatchString(a.format) || !printsOf.MatchString(a.format) {
		return true
	}
	if literal, is := wanted.(*ast.BasicLit); is {
		text, err := strconv.Unquote(literal.Value)
		if err != nil {
			text = literal.Value // a number
		}
		return regexp.MustCompile(`(^|\W)` + regexp.QuoteMeta(text) + `($|\W)`).MatchString(a.format)
	}
	return slices.ContainsFunc(a.values, func(value ast.Expr) bool { return strings.Contains(sourceOf(fset, value), sourceOf(fset, wanted)) })
}

func sourceOf(fset *token.FileSet, x ast.Expr) string {
	var text strings.Builder
	_ = printer.Fprint(&text, fset, x) // a builder takes everything
	return text.String()
}

// comparing are the functions by which a value is compared with their second argument.
var comparing = []string{
	"slices.Equal", "slices.Contains", "maps.Equal", "bytes.Equal", "reflect.DeepEqual", "cmp.Equal", "errors.Is", "fault.Is",
	"strings.Contains", "strings.HasPrefix", "strings.HasSuffix",
}

// wantedBy lists the values that a condition, which holds when a test fails, finds
// something different from. What was to be nothing, no error or false is plain when
// it is printed. Of two that must both hold, the second is what the test is about.
func wantedBy(condition ast.Expr) []ast.Expr {
	switch x := condition.(type) {
	case *ast.ParenExpr:
		return wantedBy(x.X)
	case *ast.BinaryExpr:
		switch {
		case x.Op == token.LOR:
			return append(wantedBy(x.X), wantedBy(x.Y)...)
		case x.Op == token.LAND:
			if second := wantedBy(x.Y); len(second) > 0 {
				return second
			}
			return wantedBy(x.X)
		case x.Op == token.NEQ && !isPlain(x.Y) && !isPlain(x.X):
			return []ast.Expr{x.Y}
		}
	case *ast.UnaryExpr:
		if call, is := x.X.(*ast.CallExpr); is && x.Op == token.NOT && len(call.Args) == 2 && slices.Contains(comparing, nameOf(call.Fun)) {
			return call.Args[1:]
		}
	}
	return nil
}

func nameOf(function ast.Expr) string {
	if selected, is := function.(*ast.SelectorExpr); is {
		if of, is := selected.X.(*ast.Ident); is {
			return of.Name + "." + selected.Sel.Name
		}
	}
	return ""
}

// isPlain reports whether a value is nothing, a truth value or worked out in place.
func isPlain(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name == "nil" || x.Name == "true" || x.Name == "false"
	case *ast.BasicLit:
		return x.Value == "0" || x.Value == `""`
	case *ast.ParenExpr:
		return true
	}
	return false
}
