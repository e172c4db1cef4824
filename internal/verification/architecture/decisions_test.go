package architecture

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var listedDecision = regexp.MustCompile(`(?m)^- \[(\d{4})\]\((\d{4})-[a-z0-9-]+\.md\): \S`)

// Every decision stands in the list of decisions, once and in the order of the numbers.
func TestEveryDecisionIsListed(t *testing.T) {
	folder := filepath.Join("..", "..", "..", "docs", "decisions")
	list, err := os.ReadFile(filepath.Join(folder, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	last := ""
	for _, row := range listedDecision.FindAllStringSubmatch(string(list), -1) {
		if row[1] != row[2] || row[1] <= last {
			t.Errorf("README.md lists %s as %s after %s", row[2], row[1], last)
		}
		last = row[1]
	}
	files, err := filepath.Glob(filepath.Join(folder, "[0-9]*.md"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no decisions: %v", err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		if !strings.Contains(string(list), "("+name+")") {
			t.Errorf("README.md does not list %s", name)
		}
	}
}
