package crash

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// readyWithin is how long a node may take from its start to serving.
const readyWithin = 5 * time.Second

// previousRelease builds the release before this one: the newest tag, or, before the first release,
// the state before the newest migration.
func previousRelease(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	release, err := exec.Command("git", "describe", "--tags", "--abbrev=0", "HEAD^").Output()
	if err != nil {
		release = git(t, "log", "--format=%H^", "--diff-filter=A", "-1", "--", ":/internal/store/migrations")
	}
	tree := exec.Command("tar", "-x", "-C", folder)
	tree.Stdin = bytes.NewReader(git(t, "-C", strings.TrimSpace(string(git(t, "rev-parse", "--show-toplevel"))), "archive", strings.TrimSpace(string(release))))
	if out, err := tree.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	binary := filepath.Join(folder, "previous")
	build := exec.Command("go", "build", "-o", binary, "rento/cmd/rento")
	build.Dir = folder
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build %s: %v: %s", release, err, out)
	}
	return binary
}

func git(t *testing.T, args ...string) []byte {
	t.Helper()
	out, err := exec.Command("git", args...).Output()
	if err != nil {
		t.Fatalf("git %v: %v", args, err)
	}
	return out
}

// TestARollingUpgradeUnderLoad replaces three nodes one after the other while customers pay, takes one
// back to the former binary, and replaces it again. With make chaos the former binary is the previous
// release's (P9, P10). Every customer ends with one payment, and each node serves within five seconds.
func TestARollingUpgradeUnderLoad(t *testing.T) {
	t.Parallel()
	former, customers := program, 12
	if whole() {
		former, customers = previousRelease(t), 200
	}
	_, database := durablePostgres(t)
	r, payers := newTestProgram(t, database, 3, customers)
	for _, n := range r.nodes {
		n.replace(former)
		n.slowest = 0
	}
	upgraded := make(chan struct{})
	queue, wait := payAtOnce(t)
	go func() {
		defer close(upgraded)
		for _, n := range r.nodes {
			n.replace(program)
		}
		r.nodes[0].replace(former)
		r.nodes[0].replace(program)
	}()
	for i, p := range payers {
		if i == len(payers)-lastPayers {
			<-upgraded
		}
		queue <- p
	}
	wait()
	for _, n := range r.nodes {
		if whole() && n.slowest > readyWithin {
			t.Errorf("a node served %s after its start, want %s at the most", n.slowest, readyWithin)
		}
		n.stop(syscall.SIGTERM)
	}
	r.checkPaid(payers)
}
