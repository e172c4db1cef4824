package api

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"time"

	"rento/internal/limit"
)

// pool is the pool from which room for the bodies of a row is taken.
func (w row) pool() string {
	switch {
	case hasForm(w.handler.in):
		return limit.FormBodies
	case w.who.has(customer | operations):
		return limit.SessionBodies
	case w.who.has(providers):
		return limit.WebhookBodies
	}
	return limit.OpenBodies
}

// expect reserves room for the body of a request before any of it is read, and sets the body's
// deadline and size limit. leave gives the room back after the request is answered. Faults: 429 if
// the address or site has as many bytes on the way as it may have, 503 if all addresses together
// do.
func (r *routes) expect(ctx context.Context, out http.ResponseWriter, in *http.Request, w row) (leave func(), err error) {
	size := in.ContentLength
	if size < 0 || size > w.body { // the size is unknown, or the body will be refused at the limit
		size = w.body
	}
	if leave, err = r.deps.Limits.Hold(w.pool(), clientIP(ctx), size); err != nil {
		hangUp(out)
		if lost := r.deps.Limits.GiveBack(ctx); lost != nil {
			return nil, lost
		}
		return nil, err
	}
	allow(out, r.deps.Timeouts.of(w))
	in.Body = &arrival{ReadCloser: http.MaxBytesReader(out, in.Body, w.body), out: out}
	return leave, nil
}

// arrival is a body with a deadline to arrive. At the end of the body the deadline is lifted,
// because a deadline that passes while the answer is made would cancel the request.
type arrival struct {
	io.ReadCloser
	out http.ResponseWriter
}

func (a *arrival) Read(p []byte) (int, error) {
	n, err := a.ReadCloser.Read(p)
	if err == io.EOF {
		_ = http.NewResponseController(a.out).SetReadDeadline(time.Time{}) // not every writer has deadlines
	}
	return n, err
}

// readBody reads a body into memory of the right size, because a growing buffer needs several times
// as much. If the body is longer than longest, it returns an *http.MaxBytesError.
func readBody(in *http.Request, longest int64) ([]byte, error) {
	if in.ContentLength > longest {
		return nil, &http.MaxBytesError{Limit: longest}
	}
	var buffer bytes.Buffer
	if in.ContentLength > 0 {
		buffer.Grow(int(in.ContentLength) + bytes.MinRead)
	}
	_, err := buffer.ReadFrom(in.Body)
	return buffer.Bytes(), err
}
