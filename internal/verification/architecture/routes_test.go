package architecture

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// routing are the folders that may put a path on a handler: the table of routes,
// and what only a demo has.
var routing = []string{"../../api/", "../../sandbox/", "../../demo/", "../../app/demo.go"}

var patternOnHandler = regexp.MustCompile(`\.Handle(Func)?\("?(GET|POST|PUT|DELETE|/)|\bRegister\(mux`)

// Nothing is served outside the table of internal/api/routes.go.
func TestEveryPathIsInTheTableOfRoutes(t *testing.T) {
	err := filepath.WalkDir("../..", func(file string, d fs.DirEntry, err error) error {
		name := filepath.ToSlash(file)
		if err != nil || d.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || routes(name) {
			return err
		}
		text, err := os.ReadFile(file)
		for n, line := range strings.Split(string(text), "\n") {
			if patternOnHandler.MatchString(line) {
				t.Errorf("%s:%d serves a path that is not in the table: %s", name, n+1, strings.TrimSpace(line))
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func routes(name string) bool {
	for _, folder := range routing {
		if strings.HasPrefix(name, folder) {
			return true
		}
	}
	return false
}
