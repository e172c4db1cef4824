package architecture

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every row of docs/pairs.md that says what holds names a test that is in its
// file, or says that the two cannot meet.
func TestPairsHaveTheirTests(t *testing.T) {
	page := read(t, "../../../docs/pairs.md")
	rows, faults := pairs(page)
	for _, fault := range faults {
		t.Error(fault)
	}
	if len(rows) < 30 {
		t.Fatalf("%d pairs with a test were found on the page", len(rows))
	}
	for _, row := range rows {
		source, err := os.ReadFile(filepath.Join("..", "..", "..", row.file))
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

type pair struct{ file, test string }

var namedTest = regexp.MustCompile("^`([^`]+)` (\\S.*)$")

// pairs are the tests that the tables of what meets name, and what is wrong with
// their rows.
func pairs(page string) (rows []pair, faults []string) {
	inTable := false
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			inTable = false
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if cells[0] == "what meets" {
			inTable = true
			continue
		}
		if !inTable || strings.HasPrefix(cells[0], "---") {
			continue
		}
		if len(cells) == 3 {
			if m := namedTest.FindStringSubmatch(cells[2]); m != nil {
				rows = append(rows, pair{file: m[1], test: m[2]})
				continue
			}
			if cells[2] == "" && strings.HasPrefix(cells[1], "cannot meet") {
				continue
			}
		}
		faults = append(faults, "names no test by file and title, and does not say that the two cannot meet: "+line)
	}
	return rows, faults
}

// A row that names no test is not passed over.
func TestRowsWithoutATestAreFound(t *testing.T) {
	const head = "| what meets | what holds | test |\n| --- | --- | --- |\n"
	for row, isRight := range map[string]bool{
		"| a | b | `x_test.go` TestX |":             true,
		"| a | cannot meet yet: it is not sold | |": true,
		"| a | b | `e2e/journeys/turned.spec.ts` |": false,
		"| a | b | |":                  false,
		"| a | b | TestX |":            false,
		"| a | `x_test.go` TestX |":    false,
		"| a | b | `x_test.go`TestX |": false,
	} {
		if _, faults := pairs(head + row + "\n"); (len(faults) == 0) != isRight {
			t.Errorf("%s: %v, want %v", row, faults, isRight)
		}
	}
	if rows, faults := pairs("| first | second |\n| --- | --- |\n| a | b |\n"); len(rows)+len(faults) > 0 {
		t.Errorf("another table: %v, %v", rows, faults)
	}
}
