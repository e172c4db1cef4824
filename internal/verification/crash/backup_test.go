package crash

import (
	"path/filepath"
	"syscall"
	"testing"
)

// A backup is taken by a process of its own while another writes: what was
// committed before it began is in it, and the writer is not disturbed.
func TestBackupOfARunningProgram(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rento.db")
	populate(t, path, bulk/2)
	env := []string{"RENTO_DATABASE=" + path}
	beside := lookInto(t, path)
	invoices := func() int64 { return count(t, beside, "SELECT COUNT(*) FROM invoices") }
	writer := run(t, env, "bill", "--quiet")
	t.Cleanup(func() { writer.signal(syscall.SIGKILL) })
	until(t, "the run has begun", func() bool { return writer.over() || invoices() >= 20 })
	committed := invoices()
	file := filepath.Join(t.TempDir(), "copy.db")
	run(t, env, "backup", file).finish(t)
	if writer.over() {
		t.Fatalf("the run was over before the copy was: %v", writer.out)
	}
	run(t, env, "restore", "--check", file).finish(t)
	if got := count(t, lookInto(t, file), "SELECT COUNT(*) FROM invoices"); got < committed {
		t.Errorf("the copy has %d invoices, and %d were committed before it began", got, committed)
	}
	writer.finish(t)
}
