// Package clamd stands for clamd in tests: it listens on a real socket, speaks the
// commands that Rento uses as clamd(8) has them, and finds a signature of its own.
package clamd

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"sync"
	"testing"
)

// Signature is what the server finds wherever it stands in a file, and Malware the
// name that it gives it. docs/operations.md has how the same is taught to a real clamd.
const (
	Signature = "rento-upload-scan-test"
	Malware   = "Rento.Test.Upload.UNOFFICIAL"
)

// Version is what the server says of itself.
const Version = "ClamAV 1.4.3/27800/Thu Nov 26 09:00:00 2026"

// Server is a clamd. The zero value of each field is a server that works.
type Server struct {
	// Address is host:port, or the path of a socket.
	Address string

	listener net.Listener
	mu       sync.Mutex
	scanned  [][]byte
	longest  int           // bytes of a file, 0 for any
	instead  string        // the reply to a file, "" for the right one
	hang     chan struct{} // nil, or what a reply waits for
}

// Listen starts a server on a port of this machine; it is stopped with the test.
func Listen(t testing.TB) *Server {
	t.Helper()
	return listen(t, "tcp", "127.0.0.1:0")
}

// ListenUnix is Listen on a socket in a folder of the test's.
func ListenUnix(t testing.TB) *Server {
	t.Helper()
	return listen(t, "unix", filepath.Join(t.TempDir(), "clamd.ctl"))
}

func listen(t testing.TB, network, address string) *Server {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), network, address)
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{Address: listener.Addr().String(), listener: listener}
	t.Cleanup(s.Stop)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return // stopped
			}
			go s.serve(conn)
		}
	}()
	return s
}

// Stop has nobody answer at the address any more.
func (s *Server) Stop() { _ = s.listener.Close() }

// TakeAtMost has files of more bytes refused, as StreamMaxLength does.
func (s *Server) TakeAtMost(bytes int) { s.set(func() { s.longest = bytes }) }

// Reply has each file answered with a text.
func (s *Server) Reply(text string) { s.set(func() { s.instead = text }) }

// Hang has no file answered until the test is over.
func (s *Server) Hang(t testing.TB) {
	hang := make(chan struct{})
	t.Cleanup(func() { close(hang) })
	s.set(func() { s.hang = hang })
}

// Scanned are the files that came, in order.
func (s *Server) Scanned() (files [][]byte) {
	s.set(func() { files = s.scanned })
	return files
}

func (s *Server) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

func (s *Server) serve(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	from := bufio.NewReader(conn)
	command, err := from.ReadString(0)
	if err != nil {
		return
	}
	reply := "UNKNOWN COMMAND"
	switch command {
	case "zPING\x00":
		reply = "PONG"
	case "zVERSION\x00":
		reply = Version
	case "zINSTREAM\x00":
		reply = s.scan(from)
	}
	_, _ = io.WriteString(conn, reply+"\x00")
}

// scan reads a file and returns the reply.
func (s *Server) scan(from io.Reader) string {
	var longest int
	var instead string
	var hang chan struct{}
	s.set(func() { longest, instead, hang = s.longest, s.instead, s.hang })
	var file bytes.Buffer
	for {
		var length [4]byte
		if _, err := io.ReadFull(from, length[:]); err != nil {
			return fmt.Sprintf("INSTREAM: %v. ERROR", err)
		}
		size := binary.BigEndian.Uint32(length[:])
		if size == 0 {
			break
		}
		if longest > 0 && file.Len()+int(size) > longest {
			return "INSTREAM size limit exceeded. ERROR"
		}
		if _, err := io.CopyN(&file, from, int64(size)); err != nil {
			return fmt.Sprintf("INSTREAM: %v. ERROR", err)
		}
	}
	s.set(func() { s.scanned = append(s.scanned, file.Bytes()) })
	if hang != nil {
		<-hang
	}
	switch {
	case instead != "":
		return instead
	case bytes.Contains(file.Bytes(), []byte(Signature)):
		return "stream: " + Malware + " FOUND"
	}
	return "stream: OK"
}
