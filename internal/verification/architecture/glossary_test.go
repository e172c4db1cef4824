package architecture

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rento/internal/store/schema"
)

// names are what the columns of the glossary may name.
type names struct{ code, tables, contract, screen, web map[string]bool }

// Every name in docs/glossary.md exists where the glossary says so, and no term
// stands there twice.
func TestTheGlossaryNamesWhatExists(t *testing.T) {
	text, err := os.ReadFile("../../../docs/glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, complaint := range checkGlossary(string(text), projectNames(t)) {
		t.Error(complaint)
	}
}

// Each table and each package that has tables stands in docs/glossary.md.
func TestTheGlossaryHasEveryTable(t *testing.T) {
	text := read(t, "../../../docs/glossary.md")
	tables := 0
	for name := range tableNames(t) {
		if strings.Contains(name, ".") {
			continue
		}
		tables++
		if !regexp.MustCompile("`" + name + "[`.]").MatchString(text) {
			t.Errorf("docs/glossary.md has no row with the table %s", name)
		}
	}
	packages := matching(t, "../../store/query/*.sql")
	for _, path := range packages {
		if name := strings.TrimSuffix(filepath.Base(path), ".sql"); !strings.Contains(text, "`"+name+".") {
			t.Errorf("docs/glossary.md has no row with a name of the package %s", name)
		}
	}
	if tables < 50 || len(packages) < 15 {
		t.Errorf("%d tables and %d packages were found", tables, len(packages))
	}
}

func TestCheckGlossary(t *testing.T) {
	known := names{
		code: map[string]bool{"ledger.Leg": true}, tables: map[string]bool{"orders": true},
		contract: map[string]bool{"Item": true}, screen: map[string]bool{"Due": true}, web: map[string]bool{"pages": true},
	}
	const all = "| Term | Meaning | Go | SQL | JSON | Screen |\n|---|---|---|---|---|---|\n"
	const screens = "| Term | Meaning | In the web app |\n|---|---|---|\n"
	tests := []struct{ rows, want string }{
		{all + "| a | b | `ledger.Leg` | `orders` | `Item` | `Due` |", ""},
		{all + "| a | b | – | – | – | – |", ""},
		{all + "| a | b | – | `orders`, `items` | – | – |", "a: no items in SQL"},
		{all + "| a | b | `ledger.Arm` | `orders` | `Item` | `Due` |", "a: no ledger.Arm in Go"},
		{all + "| a | b | `ledger.Leg` | `order` | `Item` | `Due` |", "a: no order in SQL"},
		{all + "| a | b | `ledger.Leg` | `orders` | `Items` | `Due` |", "a: no Items in JSON"},
		{all + "| a | b | `ledger.Leg` | `orders` | `Item` | `Owed` |", "a: no Owed in Screen"},
		{all + "| a | b | – | – | – | – |\n| a | c | – | – | – | – |", "a: stands twice"},
		{all + "| a | b | – | – | – | – |\n\n" + screens + "| a | c | `pages` |", "a: stands twice"},
		{screens + "| a | b | `pages` |", ""},
		{screens + "| a | b | pages |", "a: no `name` in the web app"},
		{screens + "| a | b | `panes` |", "a: no panes in the web app"},
		{screens + "| a | b |", "a: 2 cells of 3"},
		{screens + "| a | | `pages` |", "a: an empty cell"},
		{all + "| a | b | – | – | – | |", "a: an empty cell"},
		{all + "| a | b | – | – | – |", "a: 5 cells of 6"},
		{"| a | b | – |", "a: in a table of other columns"},
	}
	for _, tt := range tests {
		if got := strings.Join(checkGlossary(tt.rows, known), "; "); got != tt.want {
			t.Errorf("%s\ngot  %q\nwant %q", tt.rows, got, tt.want)
		}
	}
}

// The columns of the tables; each row has all of them.
var (
	columns       = []string{"Term", "Meaning", "Go", "SQL", "JSON", "Screen"}
	screenColumns = []string{"Term", "Meaning", "In the web app"}
)

func checkGlossary(text string, known names) (complaints []string) {
	terms := map[string]bool{}
	var header []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		cells := cellsOf(line)
		switch {
		case !strings.HasPrefix(line, "|"):
			header = nil
		case cells[0] == "Term":
			header = cells
		case !strings.HasPrefix(cells[0], "---"):
			term := cells[0]
			if terms[term] {
				complaints = append(complaints, term+": stands twice")
			}
			terms[term] = true
			if found := checkRow(cells, header, known); found != "" {
				complaints = append(complaints, term+": "+found)
			}
		}
	}
	return complaints
}

func cellsOf(line string) []string {
	cells := strings.Split(strings.Trim(line, "|"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

var quoted = regexp.MustCompile("`([^`]+)`")

// checkRow returns the first that is wrong with a row of the glossary.
func checkRow(cells, header []string, known names) string {
	switch {
	case !slices.Equal(header, columns) && !slices.Equal(header, screenColumns):
		return "in a table of other columns"
	case len(cells) != len(header):
		return fmt.Sprintf("%d cells of %d", len(cells), len(header))
	case slices.Contains(cells, ""):
		return "an empty cell"
	case len(header) == len(screenColumns):
		found := quoted.FindAllStringSubmatch(cells[2], -1)
		if len(found) == 0 {
			return "no `name` in the web app"
		}
		for _, name := range found {
			if !known.web[name[1]] {
				return "no " + name[1] + " in the web app"
			}
		}
		return ""
	}
	for i, in := range []map[string]bool{known.code, known.tables, known.contract, known.screen} {
		for name := range strings.SplitSeq(cells[i+2], ",") {
			name = strings.Trim(strings.TrimSpace(name), "`")
			if name != "–" && !in[name] {
				return "no " + name + " in " + columns[i+2]
			}
		}
	}
	return ""
}

func projectNames(t *testing.T) names {
	t.Helper()
	return names{code: goNames(t), tables: tableNames(t), contract: wordsOfTheContract(t), screen: screenTexts(t), web: webNames(t)}
}

// goNames are package.Name, package.Type.Method and package.Type.Field of all packages.
func goNames(t *testing.T) map[string]bool {
	found := map[string]bool{}
	for _, path := range matching(t, "../../*/*.go") {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			for _, name := range declared(d) {
				found[file.Name.Name+"."+name] = true
			}
		}
	}
	return found
}

func declared(d ast.Decl) (found []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		name := d.Name.Name
		if d.Recv != nil {
			of := d.Recv.List[0].Type
			if pointer, ok := of.(*ast.StarExpr); ok {
				of = pointer.X
			}
			if receiver, ok := of.(*ast.Ident); ok {
				name = receiver.Name + "." + name
			}
		}
		found = append(found, name)
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					found = append(found, name.Name)
				}
			case *ast.TypeSpec:
				found = append(found, spec.Name.Name)
				if of, ok := spec.Type.(*ast.StructType); ok {
					for _, field := range of.Fields.List {
						for _, name := range field.Names {
							found = append(found, spec.Name.Name+"."+name.Name)
						}
					}
				}
			}
		}
	}
	return found
}

var (
	contractName = regexp.MustCompile(`(?m)^ +(?:operationId: |- name: |name: )?([A-Za-z][\w-]*):?\s*$`)
	copyText     = regexp.MustCompile(`: "((?:[^"\\]|\\.)*)"`)
)

// tableNames are the tables, and their columns as table.column.
func tableNames(t *testing.T) map[string]bool {
	tables, err := schema.Read(os.DirFS("../../store/migrations"))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, table := range tables {
		found[table.Name] = true
		for _, column := range table.Columns {
			found[table.Name+"."+column.Name] = true
		}
	}
	return found
}

func wordsOfTheContract(t *testing.T) map[string]bool {
	found := map[string]bool{}
	for _, m := range contractName.FindAllStringSubmatch(read(t, "../../../api/openapi.yaml"), -1) {
		found[m[1]] = true
	}
	return found
}

func screenTexts(t *testing.T) map[string]bool {
	found := map[string]bool{}
	for _, path := range matching(t, "../../../web/src/copy/messages/*/en.json") {
		for _, m := range copyText.FindAllStringSubmatch(read(t, path), -1) {
			found[m[1]] = true
		}
	}
	return found
}

// webNames are the folders, files and words of the web app's sources.
func webNames(t *testing.T) map[string]bool {
	t.Helper()
	found, root := map[string]bool{}, "../../../web/src"
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, path)
		found[name], found[d.Name()] = true, true
		if !d.IsDir() && strings.HasPrefix(filepath.Ext(name), ".ts") && !strings.HasPrefix(name, "copy/paraglide/") {
			for _, word := range anyName.FindAllString(read(t, path), -1) {
				found[word] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func matching(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: %d files, %v", pattern, len(paths), err)
	}
	return paths
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
