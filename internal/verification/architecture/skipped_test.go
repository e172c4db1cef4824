package architecture

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// skips is how a test says that it does not run.
var skips = regexp.MustCompile(`\b[tTbf]b?\.(Skip|Skipf|SkipNow)\(|\btesting\.Short\(\)`)

// A test that cannot run fails: go test reports one that is skipped as passed. What
// can run on one system only is in a file of that system.
func TestNoTestIsSkipped(t *testing.T) {
	for _, line := range []string{`	t.Skip("slow")`, `w.T.Skipf("%s", why)`, "if testing.Short() {"} {
		if !skips.MatchString(line) {
			t.Errorf("%q would not be found", line)
		}
	}
	eachTestFile(t, func(name, text string) {
		for n, line := range strings.Split(text, "\n") {
			if skips.MatchString(line) && name != "internal/verification/architecture/skipped_test.go" {
				t.Errorf("%s:%d skips a test, which nobody would notice; have it fail where it cannot run: %s", name, n+1, strings.TrimSpace(line))
			}
		}
	})
}

// eachTestFile calls fn with the path, from the root on, and the text of every Go
// test of ours.
func eachTestFile(t *testing.T, fn func(name, text string)) {
	t.Helper()
	root := filepath.Join("..", "..", "..")
	files := 0
	for _, top := range []string{"internal", "cmd", "bench", "tools"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(file string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && d.Name() == "node_modules" {
				return filepath.SkipDir
			}
			if err != nil || !strings.HasSuffix(file, "_test.go") {
				return err
			}
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			name, err := filepath.Rel(root, file)
			files++
			fn(filepath.ToSlash(name), string(text))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 100 {
		t.Fatalf("%d files of tests, want more than 100", files)
	}
}
