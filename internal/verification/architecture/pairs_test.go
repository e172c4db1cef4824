package architecture

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../../../"

// Every row of docs/pairs.md that says what holds names a test that is in its
// file, or says that the two cannot meet.
func TestPairsHaveTheirTests(t *testing.T) {
	rows, faults := pairsOf(read(t, root+"docs/pairs.md"))
	for _, fault := range faults {
		t.Error(fault)
	}
	if len(rows) < 150 {
		t.Fatalf("%d pairs were found on the page", len(rows))
	}
	for _, row := range rows {
		if row.file == "" {
			continue
		}
		source, err := os.ReadFile(root + row.file)
		if err != nil {
			t.Errorf("%s: %v", row.test, err)
			continue
		}
		want := row.test
		if strings.HasSuffix(row.file, ".go") {
			want = "func " + want + "("
		}
		if !strings.Contains(string(source), want) {
			t.Errorf("%s has no test %q", row.file, row.test)
		}
	}
}

// Two of everything that pays, takes, gives back or waits for money have a row, and so
// have everything on the screen and everything that can come meanwhile. The kinds are
// those of the code: who adds one finds out here that its rows are missing.
func TestEveryPairHasItsRow(t *testing.T) {
	page := read(t, root+"docs/pairs.md")
	rows, _ := pairsOf(page)
	money, things, comes := kindsOf(page, "kind of money"), kindsOf(page, "on the screen"), kindsOf(page, "what comes")
	for _, c := range []struct {
		table         string
		kinds, others kinds
		are           []string
	}{
		{"one", money, money, kindsOfMoney(t)},
		{"on the screen", things, comes, kindsOfScreens(t)},
	} {
		for _, fault := range unpaired(rows, c.table, c.kinds.names, c.others.names) {
			t.Error(fault)
		}
		for _, it := range c.are {
			if !slices.Contains(c.kinds.code, it) {
				t.Errorf("%s belongs to no kind of docs/pairs.md", it)
			}
		}
		for i, it := range c.kinds.code {
			if !slices.Contains(c.are, it) && !exists(t, it) {
				t.Errorf("docs/pairs.md: there is no %s", it)
			}
			if c.table != "one" && slices.Contains(c.kinds.code[:i], it) && !strings.Contains(it, "Host") {
				t.Errorf("docs/pairs.md: %s belongs to two kinds, want one", it)
			}
		}
	}
	for _, it := range comes.code {
		if !exists(t, it) {
			t.Errorf("docs/pairs.md: there is no %s", it)
		}
	}
}

// pair is a row. Its table is the heading of the first column. Without a file it is
// said that the two cannot meet.
type pair struct{ table, one, other, file, test string }

var namedTest = regexp.MustCompile("^`([^`]+)` (\\S.*)$")

// pairsOf returns the rows of the tables of what meets, one for each pair of a row that is
// about several, and what is wrong with them.
func pairsOf(page string) (rows []pair, faults []string) {
	for _, row := range tablesOf(page) {
		columns := map[string]int{"what meets": 3, "one": 4, "on the screen": 4}[row.heading]
		if columns == 0 || len(row.cells) == 3 && columns == 4 && row.of == 3 {
			continue // kinds
		}
		cells := row.cells
		if len(cells) != columns {
			faults = append(faults, fmt.Sprintf("has %d columns, not %d: %v", len(cells), columns, cells))
			continue
		}
		holds, named := cells[columns-2], cells[columns-1]
		p := pair{table: row.heading}
		if m := namedTest.FindStringSubmatch(named); m != nil {
			p.file, p.test = m[1], m[2]
		} else if named != "" || !strings.HasPrefix(holds, "cannot meet") {
			faults = append(faults, fmt.Sprintf("names no test by file and title, and does not say that the two cannot meet: %v", cells))
			continue
		}
		if columns == 3 {
			rows = append(rows, p)
			continue
		}
		for one := range strings.SplitSeq(cells[0], ", ") {
			for other := range strings.SplitSeq(cells[1], ", ") {
				p.one, p.other = one, other
				rows = append(rows, p)
			}
		}
	}
	return rows, faults
}

// unpaired are the pairs without a row, and the rows about what is no kind.
func unpaired(rows []pair, table string, kinds, others []string) (faults []string) {
	isSame := slices.Equal(kinds, others)
	have := map[[2]string]bool{}
	for _, p := range rows {
		if p.table != table {
			continue
		}
		if !slices.Contains(kinds, p.one) || !slices.Contains(others, p.other) {
			faults = append(faults, fmt.Sprintf("docs/pairs.md: a row is about %q and %q, which are not both kinds", p.one, p.other))
		}
		have[[2]string{p.one, p.other}] = true
		if isSame {
			have[[2]string{p.other, p.one}] = true
		}
	}
	for i, kind := range kinds {
		for j, other := range others {
			if (!isSame || j >= i) && !have[[2]string{kind, other}] {
				faults = append(faults, fmt.Sprintf("docs/pairs.md has no row for %s and %s", kind, other))
			}
		}
	}
	return faults
}

type kinds struct{ names, code []string }

var inCode = regexp.MustCompile("`([^`]+)`")

// kindsOf reads a table of kinds, of three columns, by the heading of its first.
func kindsOf(page, heading string) (k kinds) {
	for _, row := range tablesOf(page) {
		if row.heading != heading || row.of != 3 {
			continue
		}
		k.names = append(k.names, row.cells[0])
		for _, m := range inCode.FindAllStringSubmatch(row.cells[2], -1) {
			k.code = append(k.code, m[1])
		}
	}
	return k
}

type tableRow struct {
	heading string
	of      int // columns of the heading
	cells   []string
}

// tablesOf returns the rows of all tables of a page.
func tablesOf(page string) (rows []tableRow) {
	var heading []string
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			heading = nil
			continue
		}
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case heading == nil:
			heading = cells
		case !strings.HasPrefix(cells[0], "---"):
			rows = append(rows, tableRow{heading[0], len(heading), cells})
		}
	}
	return rows
}

var (
	purposeOf = regexp.MustCompile(`(?m)^\s+(\w+)\s+Purpose = "`)
	entryOf   = regexp.MustCompile(`(?m)^\s+([sS]ource[A-Z]\w*)\s*= "`)
	literal   = regexp.MustCompile(`SourceType:\s*"`)
)

// kindsOfMoney are what a transaction pays for, and the sources of the journal: nothing
// else moves money. A source is a constant, by which it is found here.
func kindsOfMoney(t *testing.T) []string {
	found := map[string]bool{}
	for _, path := range matching(t, root+"internal/*/*.go") {
		name := filepath.Base(filepath.Dir(path))
		if strings.HasSuffix(path, "_test.go") || name == "demo" {
			continue
		}
		text := read(t, path)
		if literal.MatchString(text) {
			t.Errorf("%s: the source of an entry is a constant, by which docs/pairs.md knows its kind", path)
		}
		constants := entryOf.FindAllStringSubmatch(text, -1)
		if name == "payment" {
			constants = append(constants, purposeOf.FindAllStringSubmatch(text, -1)...)
		}
		for _, m := range constants {
			found[name+"."+m[1]] = true
		}
	}
	if len(found) < 15 {
		t.Fatalf("%d kinds of money were found", len(found))
	}
	return slices.Sorted(maps.Keys(found))
}

// kindsOfScreens are the pages, the flows, and whatever opens above a page without being
// asked for by an address.
func kindsOfScreens(t *testing.T) (found []string) {
	add := func(path string) { found = append(found, strings.TrimPrefix(filepath.ToSlash(path), root+"web/src/")) }
	isFrame := regexp.MustCompile(`/(__root|_[a-z]+)\.tsx$`)
	for _, path := range matching(t, root+"web/src/routes/*.tsx") {
		if !isFrame.MatchString(path) {
			add(path)
		}
	}
	for _, path := range matching(t, root+"web/src/flows/*") {
		if name := filepath.Base(path); name != "kit" && name != "location" {
			add(path)
		}
	}
	err := filepath.WalkDir(root+"web/src", func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !regexp.MustCompile(`\.tsx?$`).MatchString(path) || strings.Contains(path, ".test.") {
			return err
		}
		if under := filepath.Base(filepath.Dir(path)); under == "platform" || under == "kit" {
			return nil // what the others are made of
		}
		if strings.Contains(read(t, path), "useBackCloses(") {
			add(path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// exists reports whether there is a file of the web app, or a declaration pkg.Name.
func exists(t *testing.T, it string) bool {
	if strings.Contains(it, "/") {
		_, err := os.Stat(root + "web/src/" + it)
		return err == nil
	}
	name, symbol, _ := strings.Cut(it, ".")
	declared := regexp.MustCompile(`(?m)^(type |\s+)` + symbol + `\b`)
	return slices.ContainsFunc(matching(t, root+"internal/"+name+"/*.go"), func(path string) bool { return declared.MatchString(read(t, path)) })
}

// A row that names no test is not passed over.
func TestRowsWithoutATestAreFound(t *testing.T) {
	const head, four = "| what meets | what holds | test |\n| --- | --- | --- |\n", "| one | other | what holds | test |\n| --- | --- | --- | --- |\n"
	for table, isRight := range map[string]bool{
		head + "| a | b | `x_test.go` TestX |":             true,
		head + "| a | cannot meet yet: it is not sold | |": true,
		head + "| a | b | `e2e/journeys/turned.spec.ts` |": false,
		head + "| a | b | |":                               false,
		head + "| a | b | TestX |":                         false,
		head + "| a | `x_test.go` TestX |":                 false,
		head + "| a | b | `x_test.go`TestX |":              false,
		four + "| a | b | c | `x_test.go` TestX |":         true,
		four + "| a | b | cannot meet: no | |":             true,
		four + "| a | b | c | |":                           false,
		four + "| a | b | `x_test.go` TestX |":             false,
	} {
		if _, faults := pairsOf(table + "\n"); (len(faults) == 0) != isRight {
			t.Errorf("%s: %v, want %t", table, faults, isRight)
		}
	}
	if rows, faults := pairsOf("| first | second |\n| --- | --- |\n| a | b |\n"); len(rows)+len(faults) > 0 {
		t.Errorf("another table: %v, %v", rows, faults)
	}
}

// A pair without a row is found, in either order, and so is a row about nothing.
func TestPairsWithoutARowAreFound(t *testing.T) {
	row := func(one, other string) pair { return pair{table: "one", one: one, other: other} }
	both := []string{"a", "b"}
	for _, c := range []struct {
		rows   []pair
		others []string
		faults int
	}{
		{[]pair{row("a", "a"), row("b", "a"), row("b", "b")}, both, 0},
		{[]pair{row("a", "a"), row("b", "b")}, both, 1},
		{[]pair{row("a", "a"), row("a", "b"), row("b", "b"), row("a", "z")}, both, 1},
		{[]pair{row("a", "x"), row("b", "x")}, []string{"x"}, 0},
		{[]pair{row("a", "x"), row("b", "x"), row("x", "b")}, []string{"x"}, 1},
	} {
		if got := unpaired(c.rows, "one", both, c.others); len(got) != c.faults {
			t.Errorf("%v: %v, want %d", c.rows, got, c.faults)
		}
	}
	if rows, faults := pairsOf("| one | other | what holds | test |\n| --- | --- | --- | --- |\n| a, b | c, d | e | `x_test.go` TestX |\n"); len(rows) != 4 || len(faults) != 0 {
		t.Errorf("a row about several: %v, %v; want four pairs", rows, faults)
	}
}
