package architecture

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every test that docs/pairs.md names is in the file that it names.
func TestPairsHaveTheirTests(t *testing.T) {
	named := regexp.MustCompile("(?m)^\\| .* \\| .* \\| `([^`]+)` (.+?) \\|$").FindAllStringSubmatch(read(t, "../../../docs/pairs.md"), -1)
	if len(named) < 30 {
		t.Fatalf("%d pairs with a test were found on the page", len(named))
	}
	for _, m := range named {
		file, name := m[1], m[2]
		source, err := os.ReadFile(filepath.Join("..", "..", "..", file))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if strings.HasSuffix(file, ".go") {
			name = "func " + name + "("
		}
		if !strings.Contains(string(source), name) {
			t.Errorf("%s has no test %q", file, m[2])
		}
	}
}
