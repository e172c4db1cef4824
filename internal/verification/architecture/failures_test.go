package architecture

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every failure of payments, by its number in docs/payments.md, has a test that names it.
func TestEveryFailureOfPaymentsHasATest(t *testing.T) {
	_, section, _ := strings.Cut(read(t, "../../../docs/payments.md"), "\n## Failures and what comes of them\n")
	section, _, _ = strings.Cut(section, "\n## ")
	rows := regexp.MustCompile(`(?m)^\| F(\d+) \|`).FindAllStringSubmatch(section, -1)
	if len(rows) != 28 {
		t.Errorf("docs/payments.md has %d failures, want F1 to F28", len(rows))
	}
	named := map[string]bool{}
	inComment := regexp.MustCompile(`\bF(\d+)\b`)
	inName := regexp.MustCompile(`^func TestF0?(\d+)`)
	err := filepath.WalkDir("../..", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, "_test.go") || strings.Contains(file, "architecture") {
			return err
		}
		text, err := os.ReadFile(file)
		for _, line := range strings.Split(string(text), "\n") {
			if found := inName.FindStringSubmatch(line); found != nil {
				named[found[1]] = true
			}
			if strings.HasPrefix(strings.TrimSpace(line), "// ") {
				for _, found := range inComment.FindAllStringSubmatch(line, -1) {
					named[found[1]] = true
				}
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if !named[row[1]] {
			t.Errorf("no test names F%s of docs/payments.md, in its name or in the comment above it", row[1])
		}
	}
}
