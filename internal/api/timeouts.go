package api

import (
	"log/slog"
	"net/http"
	"time"
)

// Timeouts are how long a client may take to send the body of a request, so
// that slow ones do not hold connections (docs/security.md). Zero chooses.
type Timeouts struct {
	// Open is for calls without a session, pages and webhooks, whose bodies are
	// small or come from machines.
	Open time.Duration
	// Body is for all other calls but forms with a file.
	Body time.Duration
	// Form is for forms with a file, from somebody with a slow line.
	Form time.Duration
}

const (
	openTimeout = 10 * time.Second
	bodyTimeout = 30 * time.Second
	formTimeout = 2 * time.Minute
)

func (t Timeouts) filled() Timeouts {
	if t.Open == 0 {
		t.Open = openTimeout
	}
	if t.Body == 0 {
		t.Body = bodyTimeout
	}
	if t.Form == 0 {
		t.Form = formTimeout
	}
	return t
}

// of is how long the body of a row may take.
func (t Timeouts) of(w row) time.Duration {
	switch {
	case hasForm(w.handler.in):
		return t.Form
	case w.who.has(customer | operations):
		return t.Body
	}
	return t.Open
}

// What else a slow or greedy client cannot hold.
const (
	maxHeaderBytes    = 32 << 10
	readHeaderTimeout = 5 * time.Second
	idleTimeout       = 2 * time.Minute
	writeTimeout      = time.Minute
)

// NewHTTPServer wraps a handler in a server with every limit set. The time for
// a body is that of Timeouts.Body; calls that take longer set their own.
func NewHTTPServer(handler http.Handler, logger *slog.Logger) *http.Server {
	return &http.Server{
		Handler: handler, MaxHeaderBytes: maxHeaderBytes,
		ReadHeaderTimeout: readHeaderTimeout, ReadTimeout: bodyTimeout, WriteTimeout: writeTimeout, IdleTimeout: idleTimeout,
		ErrorLog: slog.NewLogLogger(logger.Handler(), slog.LevelDebug),
	}
}

// allow lets a request take its time for its body, and for the answer after it.
func allow(w http.ResponseWriter, body time.Duration) {
	control, now := http.NewResponseController(w), time.Now() //nolint:forbidigo // a slow line is slow in real time
	_ = control.SetReadDeadline(now.Add(body))                // a writer without deadlines has none to move
	_ = control.SetWriteDeadline(now.Add(body + writeTimeout))
}

// refusedTimeout is how long the rest of a body is waited for that is not read:
// what has arrived is taken off the connection, so that it can serve on.
const refusedTimeout = time.Second

// hangUp ends the connection of a request with the answer, which goes out at
// once, whatever of its body is still on the way.
func hangUp(w http.ResponseWriter) {
	w.Header().Set("Connection", "close")
	unread(w)
}

// unread has the server not wait for the body of a request that is refused
// without it; it would for as long as a body may take.
func unread(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(refusedTimeout)) //nolint:forbidigo // a slow line is slow in real time
}
