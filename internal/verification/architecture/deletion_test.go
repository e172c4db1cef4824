package architecture

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

var deletion = regexp.MustCompile(`(?m)^func (\(s \*Service\) )?Deletion\(\) account\.Concern \{`)

// Every package that has to do with the deletion of an account is asked and
// told of it in production.
func TestEveryDeletionIsWired(t *testing.T) {
	wiring, err := os.ReadFile("../../app/services.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, path := range matching(t, "../../*/*.go") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !deletion.Match(text) {
			continue
		}
		found++
		name := filepath.Base(filepath.Dir(path))
		if call := regexp.MustCompile(`\b` + name + `\.Deletion\(\)|(?i)\bx\.` + name + `s?\.Deletion\(\)`); !call.Match(wiring) {
			t.Errorf("internal/app/services.go does not hand the Deletion of %s to account", name)
		}
	}
	if found == 0 {
		t.Error("no package has to do with a deletion")
	}
}
