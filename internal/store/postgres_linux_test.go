package store

import (
	"net"
	"syscall"
	"testing"
)

// A connection that the other side no longer acknowledges fails soon, not only when the operating
// system gives up. The socket option exists only on Linux, so this file does too.
func TestASilentServerIsLostSoon(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	conn, err := dialPostgres(t.Context(), "tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	raw, err := conn.(*net.TCPConn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var got int
	var failed error
	err = raw.Control(func(fd uintptr) {
		got, failed = syscall.GetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpUserTimeout)
	})
	if err != nil || failed != nil || got != int(silence.Milliseconds()) {
		t.Errorf("given up after %d ms (%v, %v), want %d", got, err, failed, silence.Milliseconds())
	}
}
