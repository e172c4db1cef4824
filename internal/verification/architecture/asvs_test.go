package architecture

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	answerRow  = regexp.MustCompile(`(?m)^\| (\d+\.\d+\.\d+|S\d+) \|(?: ([12]) \|)? ([^|]*) \| ?(.*?) ?\|$`)
	namedGo    = regexp.MustCompile("`(internal/[\\w/]+): ((?:Test|Fuzz)\\w+)`")
	namedTitle = regexp.MustCompile("`((?:web|e2e)/[^ `]+) › ([^`]+)`")
	bareTest   = regexp.MustCompile("`(?:Test|Fuzz)\\w+`")
	namedLint  = regexp.MustCompile("`(\\.golangci\\.yml|web/biome\\.json): (\\w+)`")
)

// The page of ASVS has a row with an answer for each requirement of levels 1 and 2,
// and for each threat; a test that an answer names is there.
func TestTheAnswersToASVSNameWhatExists(t *testing.T) {
	page, err := os.ReadFile("../../../docs/security/asvs.md")
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	complaints, rows := checkAnswers(string(page), func(place, name string) bool {
		if _, known := texts[place]; !known {
			texts[place] = textsOf(t, place)
		}
		return holds(texts[place], place, name)
	})
	for _, complaint := range complaints {
		t.Error(complaint)
	}
	// As version 5.0.0 of the standard has them.
	for kind, want := range map[string]int{"1": 70, "2": 183, "": 30} {
		if rows[kind] != want {
			t.Errorf("%d rows of level %q, want %d", rows[kind], kind, want)
		}
	}
}

// checkAnswers looks at each row: its id is there once, and its answer is a reason or
// names tests, all of which exist. It counts the rows by level; threats have none.
func checkAnswers(page string, exists func(place, name string) bool) (complaints []string, rows map[string]int) {
	rows = map[string]int{}
	seen := map[string]bool{}
	for _, row := range answerRow.FindAllStringSubmatch(page, -1) {
		id, level, asks, answer := row[1], row[2], row[3], row[4]
		rows[level]++
		if seen[id] {
			complaints = append(complaints, id+" has two rows")
		}
		seen[id] = true
		if asks == "" {
			complaints = append(complaints, id+" does not say what it asks")
		}
		named := 0
		for _, form := range []*regexp.Regexp{namedGo, namedTitle, namedLint} {
			for _, name := range form.FindAllStringSubmatch(answer, -1) {
				named++
				if !exists(name[1], name[2]) {
					complaints = append(complaints, fmt.Sprintf("%s names what is not there: %s", id, name[0]))
				}
			}
		}
		if bare := bareTest.FindString(answer); bare != "" {
			complaints = append(complaints, id+" names a test without its package: "+bare)
		}
		reason := false
		for _, beginning := range []string{"Documented: ", "Does not apply: ", "**Open**: "} {
			reason = reason || strings.HasPrefix(answer, beginning) && len(answer) > len(beginning)
		}
		if named == 0 && !reason {
			complaints = append(complaints, id+" has no answer")
		}
	}
	return complaints, rows
}

// textsOf is a file of the project, or the tests of a package.
func textsOf(t *testing.T, place string) string {
	t.Helper()
	files := []string{filepath.Join("..", "..", "..", place)}
	if strings.HasPrefix(place, "internal/") {
		var err error
		if files, err = filepath.Glob(filepath.Join(files[0], "*_test.go")); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return ""
		}
		out.Write(text)
	}
	return out.String()
}

// holds says whether a text has a test, the title of one, or a linter.
func holds(text, place, name string) bool {
	switch {
	case strings.HasPrefix(place, "internal/"):
		return strings.Contains(text, "\nfunc "+name+"(")
	case strings.HasPrefix(place, "."):
		return strings.Contains(text, "\n    - "+name+"\n")
	case strings.HasSuffix(place, "biome.json"):
		return strings.Contains(text, fmt.Sprintf("%q: \"error\"", name))
	}
	text = strings.ReplaceAll(text, `\'`, "'")
	for _, quote := range []string{"'", `"`, "`"} {
		for _, before := range []string{"(", "\n  ", "\n    "} {
			if strings.Contains(text, before+quote+name+quote) {
				return true
			}
		}
	}
	return false
}

func TestCheckAnswers(t *testing.T) {
	row := func(cells ...string) string { return "| " + strings.Join(cells, " | ") + " |\n" }
	good := row("1.1.1", "2", "A", "`internal/a: TestThere`; `web/a.test.ts › it's there`. So") + row("1.1.2", "1", "A", "Does not apply: no") +
		row("1.1.3", "1", "A", "**Open**: all") + row("S1", "A", "`.golangci.yml: gosec`") + row("1.1.4", "2", "A", "Documented: there")
	exists := func(_, name string) bool { return name != "TestGone" && name != "gone" }
	if complaints, rows := checkAnswers(good, exists); len(complaints) > 0 || rows["1"] != 2 || rows["2"] != 2 || rows[""] != 1 {
		t.Errorf("good rows: %q, %v; want none, two of each level and a threat", complaints, rows)
	}
	for wrong, want := range map[string]string{
		row("1.1.2", "1", "A", "Does not apply: no"):       "1.1.2 has two rows",
		row("1.1.5", "1", "A", "`internal/a: TestGone`"):   "1.1.5 names what is not there: `internal/a: TestGone`",
		row("1.1.5", "1", "A", "`web/a.test.ts › gone`"):   "1.1.5 names what is not there: `web/a.test.ts › gone`",
		row("1.1.5", "1", "A", "`TestThere`"):              "1.1.5 names a test without its package: `TestThere`",
		row("1.1.5", "1", "A", "Of course"):                "1.1.5 has no answer",
		row("1.1.5", "1", "A", "**Open**: "):               "1.1.5 has no answer",
		row("1.1.5", "1", "", "**Open**: what is missing"): "1.1.5 does not say what it asks",
	} {
		if got, _ := checkAnswers(good+wrong, exists); len(got) == 0 || got[0] != want {
			t.Errorf("%s got %q, want %q", wrong, got, want)
		}
	}
}
