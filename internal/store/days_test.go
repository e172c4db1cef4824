package store_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"rento/internal/calendar"
	"rento/internal/store/db"
)

// computed are the days that a query computes, for which the generated code has strings, and where
// they are parsed.
var computed = map[string]string{
	"BillingAccountSummaryRow.DueDate": "internal/billing/summary.go parses what is not ''",
}

// The check of a day column checks the form, not the calendar: it accepts 2026-13-45 and
// abcd-ef-gh. The generated code uses a type that knows the calendar, so only valid days go into
// the database and come out of it.
func TestDaysAreDatesInTheGeneratedCode(t *testing.T) {
	days, found := map[string]bool{}, map[string]bool{}
	for _, of := range tablesNow(t) {
		for _, c := range of.Columns {
			if strings.Contains(c.Check, "LIKE '____-__-") {
				days[strings.ToLower(strings.ReplaceAll(c.Name, "_", ""))] = true
			}
		}
	}
	files, err := filepath.Glob("db/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("generated code: %v, %v", files, err)
	}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for of, fields := range fieldsIn(parsed) {
			for _, field := range fields {
				for _, name := range field.Names {
					column := strings.ToLower(name.Name)
					if !days[column] {
						continue
					}
					found[column] = true
					if got, want := isDate(field.Type), computed[of+"."+name.Name] == ""; got != want {
						t.Errorf("%s: %s.%s is a calendar.Date: got %t, want %t; its column belongs to the overrides of sqlc.yaml", file, of, name.Name, got, want)
					}
				}
			}
		}
	}
	for column := range days {
		if !found[column] {
			t.Errorf("the generated code has no field for the day column %s", column)
		}
	}
}

// fieldsIn lists the fields of each struct and the parameters of each function.
func fieldsIn(file *ast.File) map[string][]*ast.Field {
	all := map[string][]*ast.Field{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeSpec:
			if of, ok := n.Type.(*ast.StructType); ok {
				all[n.Name.Name] = of.Fields.List
			}
		case *ast.FuncDecl:
			all[n.Name.Name] = n.Type.Params.List
		}
		return true
	})
	return all
}

func isDate(kind ast.Expr) bool {
	selected, ok := kind.(*ast.SelectorExpr)
	if !ok || selected.Sel.Name != "Date" {
		return false
	}
	of, ok := selected.X.(*ast.Ident)
	return ok && of.Name == "calendar"
}

// Reading an invalid day from a day column is an error on both engines.
func TestWhatIsNoDayIsNotRead(t *testing.T) {
	for _, engine := range []string{"sqlite", "postgres"} {
		f := fill(t, engine)
		if _, err := db.New(f.pool).AddressHolidays(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, wrong := range []string{"abcd-ef-gh", "2026-02-30", "2026-13-01", "2026-00-10"} {
			if _, err := f.pool.ExecContext(t.Context(), "UPDATE holidays SET day = $1 WHERE city_id = 1", wrong); err != nil {
				t.Fatal(err)
			}
			if got, err := db.New(f.pool).AddressHolidays(t.Context()); !errors.Is(err, calendar.ErrNotDate) {
				t.Errorf("%s, a holiday on %s: got %v and %v, want %v", engine, wrong, got, err, calendar.ErrNotDate)
			}
		}
	}
}
