package architecture

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What browsers may do on pages stands in one package.
func TestPoliciesOfPagesStandInOnePlace(t *testing.T) {
	err := filepath.WalkDir("../..", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") || filepath.Dir(file) == filepath.Join("..", "..", "webpage") {
			return err
		}
		text, err := os.ReadFile(file)
		for n, line := range strings.Split(string(text), "\n") {
			if strings.Contains(line, "frame-ancestors ") || strings.Contains(line, "base-uri ") {
				t.Errorf("%s:%d words a policy of a page; use package webpage: %s", file, n+1, strings.TrimSpace(line))
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
