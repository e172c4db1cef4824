package crash

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"rento/internal/billing"
	"rento/internal/ledger"
	"rento/internal/testkit"
)

// diskCall is a write, cut or sync of a file that a program has made.
type diskCall struct {
	at     time.Time // when it ended
	name   string
	file   string
	data   []byte
	offset int64 // of a write; the new length for ftruncate
}

// apply does a write or a cut on the content of a file.
func (c diskCall) apply(content []byte) []byte {
	if c.name == "ftruncate" {
		if c.offset <= int64(len(content)) {
			return content[:c.offset]
		}
		return append(content, make([]byte, c.offset-int64(len(content)))...)
	}
	if end := c.offset + int64(len(c.data)); end > int64(len(content)) {
		content = append(content, make([]byte, end-int64(len(content)))...)
	}
	copy(content[c.offset:], c.data)
	return content
}

// recordDisk records what a server does to its files from now on, until stop is called. before has the
// files of the database as they are now.
func recordDisk(t testing.TB, s *server, database string) (before map[string][]byte, stop func() []diskCall) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	tracer := exec.Command("strace", "-f", "-qq", "-ttt", "-y", "-xx", "-s", "1000000", "-e", "trace=pwrite64,ftruncate,fdatasync,fsync", "-e", "signal=none",
		"-o", "/dev/fd/3", "-p", strconv.Itoa(s.pid()))
	tracer.ExtraFiles = []*os.File{w}
	signal(t, s, syscall.SIGSTOP)
	until(t, "the program stands still", func() bool { return everyThread(s.pid(), "State:\tT") })
	before = filesOf(t, database)
	if err := tracer.Start(); err != nil {
		t.Fatalf("strace: %v (make setup installs it)", err)
	}
	_ = w.Close()
	var calls []diskCall
	ended := make(chan error, 1)
	go func() {
		var err error
		calls, err = readDiskCalls(r)
		ended <- err
		_ = r.Close()
	}()
	until(t, "the program is watched", func() bool { return everyThread(s.pid(), fmt.Sprintf("TracerPid:\t%d\n", tracer.Process.Pid)) })
	signal(t, s, syscall.SIGCONT)
	return before, func() []diskCall {
		_ = tracer.Process.Signal(syscall.SIGINT)
		_ = tracer.Wait()
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		return calls
	}
}

func filesOf(t testing.TB, database string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, name := range []string{database, database + "-wal"} {
		content, err := os.ReadFile(name)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		files[name] = content
	}
	return files
}

// readDiskCalls reads the lines of strace. A call that others interrupt stands on two lines.
func readDiskCalls(r io.Reader) (calls []diskCall, err error) {
	begun := map[string]string{}
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return calls, nil
		}
		if err != nil {
			return nil, err
		}
		thread, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		at, text, _ := strings.Cut(strings.TrimSpace(rest), " ")
		if start, cut := strings.CutSuffix(text, " <unfinished ...>"); cut {
			begun[thread] = start
			continue
		}
		if _, end, resumed := strings.Cut(text, " resumed>"); resumed && strings.HasPrefix(text, "<... ") {
			text = begun[thread] + end
		}
		call, done, err := parseDiskCall(at, text)
		if err != nil {
			return nil, fmt.Errorf("strace says %.200s: %w", line, err)
		}
		if done {
			calls = append(calls, call)
		}
	}
}

func parseDiskCall(at, text string) (c diskCall, done bool, err error) {
	name, rest, _ := strings.Cut(text, "(")
	arguments, result, ended := strings.Cut(rest, ") = ")
	if !ended || strings.HasPrefix(strings.TrimSpace(result), "-1") {
		return c, false, nil
	}
	seconds, err := strconv.ParseFloat(at, 64)
	if err != nil {
		return c, false, err
	}
	file, rest, _ := strings.Cut(arguments, ">")
	_, file, _ = strings.Cut(file, "<")
	c = diskCall{name: name, file: unhex(file), at: time.UnixMicro(int64(seconds * 1e6))}
	parts := strings.Split(strings.TrimPrefix(rest, ", "), ", ")
	switch name {
	case "pwrite64":
		c.data = []byte(unhex(strings.Trim(parts[0], `"`)))
		c.offset, err = strconv.ParseInt(parts[2], 10, 64)
		if written, _, _ := strings.Cut(strings.TrimSpace(result), " "); err == nil && written != strconv.Itoa(len(c.data)) {
			err = fmt.Errorf("%s of %d bytes were written", written, len(c.data))
		}
	case "ftruncate":
		c.offset, err = strconv.ParseInt(parts[0], 10, 64)
	}
	return c, true, err
}

// unhex reads a text in which strace has written bytes as \x2f.
func unhex(text string) string {
	if !strings.HasPrefix(text, `\x`) {
		return text
	}
	content := make([]byte, 0, len(text)/4)
	for digits := range strings.SplitSeq(text[2:], `\x`) {
		b, err := strconv.ParseUint(digits, 16, 8)
		if err != nil {
			return text
		}
		content = append(content, byte(b))
	}
	return string(content)
}

// shareOfSyncs is at how many syncs a change tries what a loss of power leaves.
const shareOfSyncs = 12

// TestAPowerLossLosesNothing has customers pay while each write and sync of the database's files is
// recorded. A disk keeps what was synced, and of the rest whatever it likes. So for each sync it makes
// the files as the disk may have them if the power goes then, opens them, and finds a database that is
// whole, books that agree, and each payment of which the customer had been told (P1, P8).
func TestAPowerLossLosesNothing(t *testing.T) {
	t.Parallel()
	customers := 2
	if whole() {
		customers = 10
	}
	r, payers := newTestProgram(t, filepath.Join(t.TempDir(), "rento.db"), 1, customers)
	durable, stop := recordDisk(t, r.nodes[0], r.database)
	var told []time.Time
	for _, p := range payers {
		b, err := p.pay(true)
		if err == nil {
			err = p.waitPaid(b)
		}
		if err != nil {
			t.Fatal(err)
		}
		told = append(told, testkit.MachineTime())
	}
	calls := stop()
	isSync := func(c diskCall) bool { return c.name == "fsync" || c.name == "fdatasync" }
	syncs := 0
	for _, c := range calls {
		if isSync(c) && strings.HasPrefix(c.file, r.database) {
			syncs++
		}
	}
	if least := 5 * customers; syncs < least {
		t.Fatalf("%d syncs of the database were seen, want %d at least", syncs, least)
	}
	chance, tried := rand.New(rand.NewPCG(1, 1)), 0
	waiting := map[string][]diskCall{}
	for _, c := range calls {
		if !strings.HasPrefix(c.file, r.database) || strings.HasSuffix(c.file, "-shm") {
			continue
		}
		if !isSync(c) {
			waiting[c.file] = append(waiting[c.file], c)
			continue
		}
		for _, w := range waiting[c.file] {
			durable[c.file] = w.apply(durable[c.file])
		}
		delete(waiting, c.file)
		if !whole() && chance.IntN(syncs) >= shareOfSyncs {
			continue
		}
		tried++
		paid := 0
		for paid < len(told) && told[paid].Before(c.at) {
			paid++
		}
		for what, image := range map[string]map[string][]byte{"what was synced": durable, "some of the rest too": someMore(chance, durable, waiting)} {
			if err := r.opens(image, paid); err != nil {
				t.Errorf("the power goes after sync %d of %s, the disk has %s: %v", tried, filepath.Base(c.file), what, err)
			}
		}
	}
	if err := r.opens(durable, len(payers)); err != nil {
		t.Errorf("the power goes in the end: %v", err)
	}
	t.Logf("%d syncs, tried %d", syncs, tried)
}

// someMore is what a disk has that has kept some of the writes that were not synced.
func someMore(chance *rand.Rand, durable map[string][]byte, waiting map[string][]diskCall) map[string][]byte {
	image := map[string][]byte{}
	for file, content := range durable {
		image[file] = slices.Clone(content)
	}
	for _, file := range slices.Sorted(maps.Keys(waiting)) {
		for _, w := range waiting[file] {
			if chance.IntN(2) == 0 {
				image[file] = w.apply(image[file])
			}
		}
	}
	return image
}

// opens checks a database that a disk has kept, in which at least so many customers have paid.
func (r *testProgram) opens(image map[string][]byte, paid int) error {
	at := filepath.Join(r.t.TempDir(), "rento.db")
	for file, content := range image {
		if err := os.WriteFile(at+strings.TrimPrefix(file, r.database), content, 0o600); err != nil {
			return err
		}
	}
	s := openStore(r.t, at)
	defer s.Close()
	beside, integrity := lookInto(r.t, at), ""
	if err := beside.QueryRow("PRAGMA integrity_check").Scan(&integrity); err != nil {
		return err
	}
	if integrity != "ok" {
		return fmt.Errorf("the database is not whole: %s", integrity)
	}
	if findings, err := ledger.Check(r.t.Context(), s.Queries()); err != nil || len(findings) > 0 {
		return fmt.Errorf("%s %w", ledger.Text(findings), err)
	}
	if err := billing.Check(r.t.Context(), s.Queries()); err != nil {
		return err
	}
	if got := count(r.t, beside, "SELECT COUNT(*) FROM payment_transactions WHERE state = 'succeeded'"); got < int64(paid) {
		return fmt.Errorf("%d customers have paid, and %d had been told so", got, paid)
	}
	return nil
}
