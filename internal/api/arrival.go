package api

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"time"

	"rento/internal/limit"
)

// pool is what the bodies of a row are taken from.
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

// expect makes room for the body of a request, before any of it is read, and
// gives it its time and its bound. leave gives the room back once the request is
// answered. Faults: 429 when its address or site has as much on the way as one may have,
// 503 when all addresses together have.
func (r *routes) expect(ctx context.Context, out http.ResponseWriter, in *http.Request, w row) (leave func(), err error) {
	size := in.ContentLength
	if size < 0 || size > w.body { // it does not say, or is refused at its bound
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

// arrival is a body with a time to arrive in. Once it is there, the line may be
// silent: a deadline that passes while the answer is made would cancel it.
type arrival struct {
	io.ReadCloser
	out http.ResponseWriter
}

func (a *arrival) Read(p []byte) (int, error) {
	n, err := a.ReadCloser.Read(p)
	if err == io.EOF {
		_ = http.NewResponseController(a.out).SetReadDeadline(time.Time{}) // a writer without deadlines has none to move
	}
	return n, err
}

// readBody reads a body into memory of its size: what grows as it reads takes
// several times as much. It returns an *http.MaxBytesError for what is longer.
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
