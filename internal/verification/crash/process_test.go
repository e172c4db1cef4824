package crash

import (
	"bytes"
	"context"
	cryptorand "crypto/rand"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"rento/internal/testkit"
)

// program is the binary that all tests of this package run.
var program string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "rento-crash-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	program = filepath.Join(dir, "rento")
	code := 1
	if out, err := exec.Command("go", "build", "-o", program, "rento/cmd/rento").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build: %v\n%s", err, out)
	} else {
		code = m.Run()
	}
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

var dataKey = cryptorand.Text() + cryptorand.Text()

// tooLong ends a wait that would never end.
const tooLong = 2 * time.Minute

// glance is how often a condition is looked at.
const glance = 5 * time.Millisecond

// until waits for a condition.
func until(t testing.TB, what string, fn func() bool) {
	t.Helper()
	if !wait(t.Context(), fn) {
		t.Fatalf("waited too long: %s", what)
	}
}

func wait(ctx context.Context, fn func() bool) bool {
	ctx, cancel := context.WithTimeout(ctx, tooLong)
	defer cancel()
	ticker := time.NewTicker(glance)
	defer ticker.Stop()
	for !fn() {
		select {
		case <-ctx.Done():
			return false
		case <-ticker.C:
		}
	}
	return true
}

// process is a start of the program.
type process struct {
	command *exec.Cmd
	out     *bytes.Buffer
	ended   chan struct{}
	err     error // valid once ended is closed
}

// run starts the program.
func run(t testing.TB, env []string, args ...string) *process {
	t.Helper()
	p, err := launch(program, env, args...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func launch(binary string, env []string, args ...string) (*process, error) {
	p := &process{command: exec.Command(binary, args...), out: &bytes.Buffer{}, ended: make(chan struct{})}
	p.command.Env = append(append(os.Environ(), "RENTO_DATA_KEY="+dataKey), env...)
	p.command.Stdout, p.command.Stderr = p.out, p.out
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	go func() {
		p.err = p.command.Wait()
		close(p.ended)
	}()
	return p, nil
}

// signal sends a signal and waits for the end.
func (p *process) signal(s syscall.Signal) {
	_ = p.command.Process.Signal(s) // it may have ended by itself
	<-p.ended
}

func (p *process) over() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// finish waits for the end, which must be a good one, and returns what was
// printed.
func (p *process) finish(t testing.TB) string {
	t.Helper()
	<-p.ended
	if p.err != nil {
		t.Fatalf("%v: %v\n%s", p.command.Args, p.err, p.out)
	}
	return p.out.String()
}

// server is a program that serves, and is started again whenever it is killed.
type server struct {
	t       testing.TB
	binary  string
	address string
	env     []string
	args    []string

	mu      sync.Mutex
	process *process
	starts  []*process
	kills   int
	slowest time.Duration // from a start to being ready
}

// freeAddress is one on which nobody listens.
func freeAddress(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func serve(t testing.TB, env []string, args ...string) *server {
	t.Helper()
	s := &server{t: t, binary: program, address: freeAddress(t), args: args}
	s.env = append(env, "RENTO_ADDR="+s.address)
	if err := s.start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.stop(syscall.SIGKILL)
		if t.Failed() {
			s.logErrors()
		}
	})
	return s
}

// logErrors prints what each start has logged as an error, which a status of 500 does
// not tell.
func (s *server) logErrors() {
	for _, p := range s.starts {
		for line := range strings.Lines(p.out.String()) {
			if strings.Contains(line, `"level":"ERROR"`) {
				s.t.Log(strings.TrimSuffix(line, "\n"))
			}
		}
	}
}

func (s *server) start() (err error) {
	began := testkit.MachineTime()
	if s.process, err = launch(s.binary, s.env, s.args...); err != nil {
		return err
	}
	s.starts = append(s.starts, s.process)
	up := wait(s.t.Context(), func() bool { return s.process.over() || s.ready() })
	if !up || s.process.over() {
		return fmt.Errorf("%v does not serve: %w\n%s", s.args, s.process.err, s.process.out)
	}
	s.slowest = max(s.slowest, testkit.MachineTime().Sub(began))
	return nil
}

func (s *server) ready() bool {
	path := "/readyz"
	if s.args[0] == "sandbox" {
		path = "/sandbox/books"
	}
	answer, err := http.Get("http://" + s.address + path)
	if err != nil {
		return false
	}
	return answer.Body.Close() == nil && answer.StatusCode == http.StatusOK
}

// kill is kill -9, followed by a new start.
func (s *server) kill() {
	s.stop(syscall.SIGKILL)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kills++
	if err := s.start(); err != nil {
		s.t.Error(err)
	}
}

func (s *server) stop(how syscall.Signal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.process.signal(how)
}

// replace ends the program in peace and starts another binary in its place, as an upgrade does.
func (s *server) replace(binary string) {
	s.stop(syscall.SIGTERM)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.binary = binary
	if err := s.start(); err != nil {
		s.t.Error(err)
	}
}

// pause stops the program for a while without ending it: it keeps what it has
// leased and goes on as if no time had passed.
func (s *server) pause(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.process.command.Process.Signal(syscall.SIGSTOP)
	time.Sleep(d)
	_ = s.process.command.Process.Signal(syscall.SIGCONT)
}

// pid is that of the present start.
func (s *server) pid() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.process.command.Process.Pid
}
