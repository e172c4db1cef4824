package architecture

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rento/internal/store/schema"
)

// read returns a file's text.
func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// matching returns the files that a pattern matches. At least one must match.
func matching(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no file matches %s: %v", pattern, err)
	}
	return files
}

// cellsOf returns the cells of one line of a Markdown table.
func cellsOf(line string) []string {
	cells := strings.Split(strings.Trim(line, "|"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

// tableNames returns the tables of the database, and their columns as table.column.
func tableNames(t *testing.T) map[string]bool {
	t.Helper()
	tables, err := schema.Read(os.DirFS("../../store/migrations"))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, table := range tables {
		found[table.Name] = true
		for _, column := range table.Columns {
			found[table.Name+"."+column.Name] = true
		}
	}
	return found
}
