package architecture

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	testName   = regexp.MustCompile("`(Test\\w+)`")
	sourcePath = regexp.MustCompile("`((?:internal|cmd|web|e2e|api|docs|deploy|scripts|bench|tools)/[\\w./-]+)")
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
	missing, paths := missingPaths(string(page), func(name string) bool {
		_, err := os.Stat(filepath.Join("..", "..", "..", name))
		return err == nil
	})
	for _, name := range missing {
		t.Errorf("there is no %s", name)
	}
	if len(found) < 25 || paths < 25 {
		t.Errorf("%d tests and %d paths on the page: it was not read", len(found), paths)
	}
}

// missingPaths lists the paths of the project that a page names and that are not
// there, and counts all that it names. A path ends where a placeholder begins.
func missingPaths(page string, exists func(string) bool) (missing []string, named int) {
	for _, name := range sourcePath.FindAllStringSubmatch(page, -1) {
		named++
		if !exists(name[1]) {
			missing = append(missing, name[1])
		}
	}
	return missing, named
}

func TestMissingPaths(t *testing.T) {
	const page = "`internal/there.go` · `internal/gone/<name>/` · `web/gone.ts` · `e2e/gone.ts` · `deploy/gone` · `docs/gone.md`, `scripts/gone.sh lint`, " +
		"`api/gone.json`, `elsewhere/gone`, `gone.go`"
	got, named := missingPaths(page, func(name string) bool { return name == "internal/there.go" })
	want := []string{"internal/gone/", "web/gone.ts", "e2e/gone.ts", "deploy/gone", "docs/gone.md", "scripts/gone.sh", "api/gone.json"}
	if !slices.Equal(got, want) || named != len(want)+1 {
		t.Errorf("got %q of %d, want %q of %d", got, named, want, len(want)+1)
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
