package architecture

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A part of scripts/test.sh that could not run here, which it says by ending with
// 77, is skipped with its reason and never passed, alone and beside others. What
// the parts call is put in place of the real programs.
func TestAPartThatCouldNotRunIsSkippedAndNotPassed(t *testing.T) {
	for _, x := range []struct {
		name     string
		programs map[string]string
		parts    []string
		fails    bool
		want     []string
		never    []string
	}{
		{
			name: "could not run", programs: map[string]string{"node": "echo trying; echo no network here; exit 77"}, parts: []string{"documents"},
			want:  []string{"\ndocuments: skipped\n", "\nskipped: documents: no network here\n", "\nparts: 0 passed, 1 skipped, 0 failed in "},
			never: []string{"documents: passed", "documents: FAILED"},
		},
		{
			name: "beside another", programs: map[string]string{"node": "echo no network here; exit 77", "go": "echo ok"}, parts: []string{"go", "documents"},
			want:  []string{"\ndocuments: skipped\n", "\ngo: passed in ", "\nskipped: documents: no network here\n", "\nparts: 1 passed, 1 skipped, 0 failed in "},
			never: []string{"documents: passed", "documents: FAILED"},
		},
		{
			name: "failed", programs: map[string]string{"node": "echo a dead link; exit 1"}, parts: []string{"documents"}, fails: true,
			want:  []string{"\ndocuments: FAILED after ", "\nfailed: documents (", "\nparts: 0 passed, 0 skipped, 1 failed in "},
			never: []string{"documents: passed", "documents: skipped", "skipped: "},
		},
		{
			name: "passed", programs: map[string]string{"node": "echo 79 documents read"}, parts: []string{"documents"},
			want:  []string{"\ndocuments: passed in ", "\nparts: 1 passed, 0 skipped, 0 failed in "},
			never: []string{"documents: skipped", "documents: FAILED", "skipped: "},
		},
		{
			name: "known vulnerabilities without their database", programs: map[string]string{"node": "exit 1", "make": "exit 0"}, parts: []string{"vulnerabilities"},
			want:  []string{"\nvulnerabilities: skipped\n", "\nskipped: vulnerabilities: the vulnerability database cannot be reached", "\nparts: 0 passed, 1 skipped, 0 failed in "},
			never: []string{"vulnerabilities: passed", "vulnerabilities: FAILED"},
		},
	} {
		t.Run(x.name, func(t *testing.T) {
			programs := t.TempDir()
			for name, text := range x.programs {
				if err := os.WriteFile(filepath.Join(programs, name), []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			command := exec.CommandContext(t.Context(), "../../../scripts/test.sh", x.parts...)
			command.Env = append(os.Environ(), "PATH="+programs+string(os.PathListSeparator)+os.Getenv("PATH"), "GOVULNDB=")
			said, err := command.CombinedOutput()
			if (err != nil) != x.fails {
				t.Errorf("it ends with %v, want a failure: %t\n%s", err, x.fails, said)
			}
			for _, want := range x.want {
				if !strings.Contains(string(said), want) {
					t.Errorf("got\n%s\nwant %q in it", said, want)
				}
			}
			for _, never := range x.never {
				if strings.Contains(string(said), never) {
					t.Errorf("got\n%s\nwant no %q in it", said, never)
				}
			}
		})
	}
}
