package architecture

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
		if !strings.Contains(string(text), "\nfunc Deletion() account.Concern {") {
			continue
		}
		found++
		if call := filepath.Base(filepath.Dir(path)) + ".Deletion()"; !strings.Contains(string(wiring), call) {
			t.Errorf("internal/app/services.go does not hand %s to account", call)
		}
	}
	if found == 0 {
		t.Error("no package has to do with a deletion")
	}
}
