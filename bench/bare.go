package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"
)

// serveBare is the other side of the comparison: a net/http handler that writes the bytes of a
// file. It runs in a process of its own, like the program, and prints its address.
func serveBare(ctx context.Context, path string, out io.Writer) error {
	body, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("read the body: %w", err)
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	server := &http.Server{
		ReadHeaderTimeout: 5 * time.Second,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Length", strconv.Itoa(len(body)))
			_, _ = w.Write(body) // if this fails, the client has gone
		}),
	}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	fmt.Fprintln(out, listener.Addr())
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}
