package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// faults are English message templates by code.
type faults map[string]string

// templateAt is the index of the template among the arguments of each constructor. The code is
// always the first argument.
var templateAt = map[string]int{
	"Unreadable": 1, "Forbidden": 1, "NotFound": 1, "MethodNotAllowed": 1, "TooSlow": 1, "Conflict": 1, "Gone": 1,
	"TooLarge": 1, "Unsupported": 1, "Invalid": 2, "Refused": 2, "LimitReached": 2, "SessionEnded": 1, "Unavailable": 2, "NewWord": 1, "made": 3,
}

var (
	codeForm    = regexp.MustCompile(`^[a-z0-9]+(_[a-z0-9]+)*\.[a-z0-9]+(_[a-z0-9]+)*$`)
	placeholder = regexp.MustCompile(`\{\w+\}`)
)

// reader collects the faults and the errors in them.
type reader struct {
	files  *token.FileSet
	found  faults
	codeOf map[string]string // by template
	wrong  []error
}

// read collects the faults that the Go files below a folder create, except for tests.
func read(root string) (faults, error) {
	r := reader{files: token.NewFileSet(), found: faults{}, codeOf: map[string]string{}}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error { //nolint:gosec // a tool for the sources, which reads the folder that it is given
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == "testdata"):
			return fs.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		return r.file(path)
	})
	return r.found, errors.Join(append(r.wrong, err)...)
}

func (r *reader) file(path string) error {
	file, err := parser.ParseFile(r.files, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("catalogue: %w", err)
	}
	own := file.Name.Name == "fault"
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.CallExpr:
			if at, ok := templateAt[constructor(n.Fun, own)]; ok {
				r.call(n, at, own)
			}
		case *ast.CompositeLit:
			if s, ok := n.Type.(*ast.SelectorExpr); ok && isFault(s, "Fault") {
				r.add(n, "a fault is made by a constructor, so that it has a code")
			}
		}
		return true
	})
	return nil
}

// constructor returns the name of the called function if it belongs to package fault.
func constructor(called ast.Expr, own bool) string {
	switch f := called.(type) {
	case *ast.Ident:
		if own {
			return f.Name
		}
	case *ast.SelectorExpr:
		if isFault(f, f.Sel.Name) {
			return f.Sel.Name
		}
	}
	return ""
}

func isFault(s *ast.SelectorExpr, name string) bool {
	of, ok := s.X.(*ast.Ident)
	return ok && of.Name == "fault" && s.Sel.Name == name
}

// call adds the fault of a call if the call follows the rules.
func (r *reader) call(n *ast.CallExpr, at int, own bool) {
	if len(n.Args) <= at {
		r.add(n, "a fault has a code and a template")
		return
	}
	code, isCode := literal(n.Args[0])
	template, isTemplate := literal(n.Args[at])
	if own && !isCode && !isTemplate {
		return // a constructor that only passes its arguments on
	}
	before, known := r.found[code]
	other, used := r.codeOf[template]
	switch {
	case !isCode || !isTemplate:
		r.add(n, "code and template of a fault are literals")
	case !codeForm.MatchString(code):
		r.add(n, "the code %q is not of the form domain.what in snake case", code)
	case known && before != template:
		r.add(n, "the code %q belongs to another message: %q", code, before)
	case used && other != code:
		r.add(n, "the message %q has the code %q already", template, other)
	default:
		r.found[code], r.codeOf[template] = template, code
		r.values(n, template, n.Args[at+1:])
	}
}

// values compares the placeholders with the values in the call. It does not check a value that is
// passed as a variable.
func (r *reader) values(n *ast.CallExpr, template string, args []ast.Expr) {
	places := slices.Compact(slices.Sorted(slices.Values(placeholder.FindAllString(template, -1))))
	var given []string
	for _, arg := range args {
		with, ok := arg.(*ast.CallExpr)
		if !ok || !slices.Contains([]string{"With", "WithWords"}, constructor(with.Fun, false)) {
			if len(places) == len(args) {
				return
			}
			break
		}
		name, _ := literal(with.Args[0])
		given = append(given, "{"+name+"}")
	}
	slices.Sort(given)
	if !slices.Equal(places, given) {
		r.add(n, "the message has the places %q and the values %q", places, given)
	}
}

func (r *reader) add(at ast.Node, format string, args ...any) {
	r.wrong = append(r.wrong, fmt.Errorf("%s: %s", r.files.Position(at.Pos()), fmt.Sprintf(format, args...)))
}

func literal(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}
