package api

import (
	"log/slog"
	"net/http"
	"time"
)

// Timeouts limit how long a client may take to send the body of a request, so that slow clients do
// not hold connections (docs/security.md). Zero selects the default.
type Timeouts struct {
	// Open is for calls without a session, pages and webhooks. Their bodies are small or come from
	// machines.
	Open time.Duration
	// Body is for all other calls except forms with a file.
	Body time.Duration
	// Form is for forms with a file, which may come over a slow line.
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

// of returns how long the body of a row may take.
func (t Timeouts) of(w row) time.Duration {
	switch {
	case hasForm(w.handler.in):
		return t.Form
	case w.who.has(customer | operations):
		return t.Body
	}
	return t.Open
}

// These limits stop a slow or greedy client from holding other resources.
const (
	maxHeaderBytes    = 32 << 10
	readHeaderTimeout = 5 * time.Second
	idleTimeout       = 2 * time.Minute
	writeTimeout      = time.Minute
)

// NewHTTPServer wraps a handler in a server with all limits set. The read timeout is the default of
// Timeouts.Body. Calls that take longer set their own.
func NewHTTPServer(handler http.Handler, logger *slog.Logger) *http.Server {
	return &http.Server{
		Handler: handler, MaxHeaderBytes: maxHeaderBytes,
		ReadHeaderTimeout: readHeaderTimeout, ReadTimeout: bodyTimeout, WriteTimeout: writeTimeout, IdleTimeout: idleTimeout,
		ErrorLog: slog.NewLogLogger(logger.Handler(), slog.LevelDebug),
	}
}

// allow sets the deadlines of a request for its body and for the answer after it.
func allow(w http.ResponseWriter, body time.Duration) {
	control, now := http.NewResponseController(w), time.Now() //nolint:forbidigo // a slow line is slow in real time
	_ = control.SetReadDeadline(now.Add(body))                // not every writer has deadlines
	_ = control.SetWriteDeadline(now.Add(body + writeTimeout))
}

// refusedTimeout is how long the server waits for the rest of a body that it does not read. What
// arrives in that time is discarded, so that the connection can be reused.
const refusedTimeout = time.Second

// hangUp closes the connection after the answer. The answer is sent immediately, even if the body
// is still arriving.
func hangUp(w http.ResponseWriter) {
	w.Header().Set("Connection", "close")
	unread(w)
}

// unread makes the server stop waiting for the body of a request that is refused without it.
// Otherwise the server would wait for as long as a body may take.
func unread(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(refusedTimeout)) //nolint:forbidigo // a slow line is slow in real time
}
