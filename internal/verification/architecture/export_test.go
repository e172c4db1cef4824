package architecture

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

var exported = regexp.MustCompile(`(?m)^func (?:\(s \*Service\) )?Export\([^)]*\) export\.Part \{`)

// What each package gives of a customer is in the download of production. That each table
// is given or named is held by internal/app: TestEveryTableOfCustomersIsGivenOrNamed.
func TestEveryExportIsWired(t *testing.T) {
	wiring, err := os.ReadFile("../../app/export.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, path := range matching(t, "../../*/*.go") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !exported.Match(text) {
			continue
		}
		found++
		name := filepath.Base(filepath.Dir(path))
		if call := regexp.MustCompile(`\b` + name + `\.Export\(|(?i)\bx\.` + name + `s?\.Export\(`); !call.Match(wiring) {
			t.Errorf("internal/app/export.go does not have the Export of %s", name)
		}
	}
	if found == 0 {
		t.Error("no package gives anything of a customer")
	}
}
