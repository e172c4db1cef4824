package emulator

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
)

// Transport sends requests straight to a handler, in the caller's goroutine
// and without a socket. A planned timeout fails at once with
// os.ErrDeadlineExceeded, so that a simulation never waits in real time.
type Transport struct{ Handler http.Handler }

// RoundTrip serves one request.
func (t Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	kept, cut := newRecorder(), false
	func() {
		defer func() { cut = aborted(recover()) }()
		t.Handler.ServeHTTP(kept, incoming(r))
	}()
	if cut && kept.body.Len() == 0 {
		return nil, os.ErrDeadlineExceeded
	}
	return kept.response(r, cut), nil
}

// aborted tells a planned abort from a real panic, which goes on.
func aborted(cause any) bool {
	if cause == nil {
		return false
	}
	if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		return true
	}
	panic(cause)
}

// incoming is the request as a server would see it.
func incoming(r *http.Request) *http.Request {
	in := r.Clone(context.WithValue(r.Context(), inProcess{}, true))
	in.RequestURI = r.URL.RequestURI()
	in.RemoteAddr = "127.0.0.1:1"
	in.Host = r.URL.Host
	if in.Body == nil {
		in.Body = http.NoBody
	}
	return in
}

func (k *recorder) response(r *http.Request, cut bool) *http.Response {
	var body io.Reader = bytes.NewReader(k.body.Bytes())
	if cut {
		body = io.MultiReader(body, deadline{})
	}
	return &http.Response{
		Status: fmt.Sprintf("%d %s", k.status, http.StatusText(k.status)), StatusCode: k.status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: k.header, Body: io.NopCloser(body), ContentLength: -1, Request: r,
	}
}

type deadline struct{}

func (deadline) Read([]byte) (int, error) { return 0, os.ErrDeadlineExceeded }
