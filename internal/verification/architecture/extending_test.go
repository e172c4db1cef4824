package architecture

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	testName   = regexp.MustCompile("`(Test\\w+)`")
	sourcePath = regexp.MustCompile("`((?:internal|web)/[\\w./-]+)")
)

// The tests and files that docs/extending.md names are there.
func TestTheTableOfExtendingNamesWhatExists(t *testing.T) {
	page, err := os.ReadFile("../../../docs/extending.md")
	if err != nil {
		t.Fatal(err)
	}
	tests := allTests(t)
	found := testName.FindAllStringSubmatch(string(page), -1)
	for _, name := range found {
		if !tests[name[1]] {
			t.Errorf("there is no test %s", name[1])
		}
	}
	paths := sourcePath.FindAllStringSubmatch(string(page), -1)
	for _, name := range paths {
		if _, err := os.Stat(filepath.Join("..", "..", "..", name[1])); err != nil {
			t.Errorf("%s: %v", name[1], err)
		}
	}
	if len(found) < 25 || len(paths) < 25 {
		t.Errorf("%d tests and %d paths on the page: it was not read", len(found), len(paths))
	}
}

var testFunction = regexp.MustCompile(`(?m)^func (Test\w+)\(`)

func allTests(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, pattern := range []string{"../../*/*_test.go", "../../*/*/*_test.go"} {
		for _, file := range matching(t, pattern) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range testFunction.FindAllStringSubmatch(string(text), -1) {
				names[strings.TrimSpace(name[1])] = true
			}
		}
	}
	return names
}
