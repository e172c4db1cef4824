package clamd_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"rento/internal/provider"
	"rento/internal/provider/clamd"
	server "rento/internal/testkit/clamd"
)

func client(t *testing.T, s *server.Server) *clamd.Client {
	t.Helper()
	c, err := clamd.New(s.Address)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Files of every size around a chunk arrive whole, by TCP and by a unix socket, and
// are answered with what is in them.
func TestFilesAreScanned(t *testing.T) {
	for name, listen := range map[string]func(testing.TB) *server.Server{"tcp": server.Listen, "unix": server.ListenUnix} {
		t.Run(name, func(t *testing.T) {
			s := listen(t)
			c := client(t, s)
			for _, size := range []int{0, 1, 64<<10 - 1, 64 << 10, 64<<10 + 1, 10 << 20} {
				clean := bytes.Repeat([]byte{0xff}, size)
				if found, err := c.Scan(t.Context(), iotest.HalfReader(bytes.NewReader(clean))); found != "" || err != nil {
					t.Errorf("%d clean bytes: found %q, %v, want nothing", size, found, err)
				}
				bad := append(clean, server.Signature...)
				if found, err := c.Scan(t.Context(), bytes.NewReader(bad)); found != server.Malware || err != nil {
					t.Errorf("%d bytes and a signature: found %q, %v, want %q", size, found, err, server.Malware)
				}
				came := s.Scanned()
				if n := len(came); n < 2 || !bytes.Equal(came[n-2], clean) || !bytes.Equal(came[n-1], bad) {
					t.Errorf("of %d bytes others arrived than were sent, want the same", size)
				}
			}
			if version, err := c.Version(t.Context()); version != server.Version || err != nil {
				t.Errorf("version %q, %v, want %q", version, err, server.Version)
			}
		})
	}
}

// Nothing but clamd's own word makes a file clean, and nothing else makes it bad.
func TestWhatIsNotAnsweredIsNotClean(t *testing.T) {
	s := server.Listen(t)
	c := client(t, s)
	for _, reply := range []string{
		"stream: ERROR", "INSTREAM size limit exceeded. ERROR", "UNKNOWN COMMAND", "OK", "stream: ok", "stream: OK ", " stream: OK", "stream: OK\nstream: OK",
		"stream:  FOUND", "FOUND", "stream: Can't allocate memory ERROR", strings.Repeat("x", 5000),
	} {
		s.Reply(reply)
		found, err := c.Scan(t.Context(), strings.NewReader("a picture"))
		var failed *provider.Error
		if found != "" || !errors.As(err, &failed) || failed.Provider != "clamd" {
			t.Errorf("the reply %.40q: found %q, %v, want an error of clamd", reply, found, err)
		}
	}
	s.Reply("")
	s.TakeAtMost(100 << 10)
	if found, err := c.Scan(t.Context(), bytes.NewReader(make([]byte, 5<<20))); found != "" || provider.OutcomeOf(err) == provider.NotAttempted || err == nil {
		t.Errorf("a file that is too large for clamd: found %q, %v, want an error", found, err)
	}
	broken := errors.New("the disk is gone")
	if found, err := c.Scan(t.Context(), io.MultiReader(strings.NewReader("half of"), iotest.ErrReader(broken))); found != "" || !errors.Is(err, broken) {
		t.Errorf("a file that cannot be read: found %q, %v, want %v", found, err, broken)
	}
	s.Stop()
	if found, err := c.Scan(t.Context(), strings.NewReader("a picture")); found != "" || err == nil || provider.OutcomeOf(err) != provider.NotAttempted {
		t.Errorf("nobody at the address: found %q, %v, want %v", found, err, provider.NotAttempted)
	}
	if version, err := c.Version(t.Context()); err == nil {
		t.Errorf("nobody at the address: version %q, want an error", version)
	}
}

// Whoever waits for a scan stops when the caller does.
func TestAScanEndsWithItsCaller(t *testing.T) {
	s := server.Listen(t)
	s.Hang(t)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if found, err := client(t, s).Scan(ctx, strings.NewReader("a picture")); found != "" || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("found %q, %v, want %v", found, err, context.DeadlineExceeded)
	}
}

// A setting that leads nowhere, or over the internet, is refused by its form.
func TestAddressesOfClamd(t *testing.T) {
	for address, want := range map[string]bool{
		"/run/clamav/clamd.ctl": true, "127.0.0.1:3310": true, "[::1]:3310": true, "clamav:3310": true, "10.0.0.7:3310": true, "[fd00::7]:3310": true,
		"clamd.ctl": false, "./clamd.ctl": false, "clamav": false, "clamav:": false, ":3310": false, "clamav:0": false, "clamav:70000": false,
		"tcp://clamav:3310": false, "203.0.113.7:3310": false, "[2001:db8::7]:3310": false, "0.0.0.0:3310": false,
	} {
		if _, err := clamd.New(address); (err == nil) != want {
			t.Errorf("%q: %v, want it taken: %t", address, err, want)
		}
	}
}
