package app

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"rento/internal/store"
)

const (
	// writeFresh is for how long a write that succeeded or failed speaks for
	// those after it.
	writeFresh = 3 * time.Second
	// writeOld is how long the last result stands in for a write that takes its
	// time behind others; then the write itself is what is wrong.
	writeOld = 15 * time.Second
	// writeWait is how long an answer waits for a write while there is a result
	// that stands in for it, firstWait while there is none.
	writeWait = 50 * time.Millisecond
	firstWait = 2 * time.Second
)

// readiness says whether a node should get requests: it is not stopping, the
// database answers, and it takes a write.
type readiness struct {
	store    *store.Store
	logger   *slog.Logger
	stopping atomic.Bool

	mu      sync.Mutex
	ended   time.Time     // of the last write
	err     error         // with which it ended
	writing chan struct{} // closed at the end of the write under way, nil without one
}

func newReadiness(s *store.Store, logger *slog.Logger) *readiness {
	return &readiness{store: s, logger: logger}
}

// serve answers 200, or 503 with the reason.
func (r *readiness) serve(w http.ResponseWriter, request *http.Request) {
	if reason := r.reason(request.Context()); reason != "" {
		http.Error(w, reason, http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ready")
}

// reason is what keeps the node from its work, "" when nothing does.
func (r *readiness) reason(ctx context.Context) string {
	if r.stopping.Load() {
		return "stopping"
	}
	ctx, cancel := context.WithTimeout(ctx, firstWait)
	defer cancel()
	if err := r.store.Ping(ctx); err != nil {
		r.logger.ErrorContext(ctx, "not ready: the database does not answer", "error", err)
		return "the database does not answer"
	}
	if err := r.write(ctx); err != nil {
		r.logger.ErrorContext(ctx, "not ready: the database takes no write", "error", err)
		return "the database takes no write: " + r.store.WriteReason(err)
	}
	return ""
}

// write reports how the latest write ended. A result that is not fresh has a
// new write begun, which is waited for only as long as an answer may take.
func (r *readiness) write(ctx context.Context) error {
	now := time.Now() //nolint:forbidigo // the age of a result is real time
	r.mu.Lock()
	age, wait := now.Sub(r.ended), writeWait
	if age < writeFresh {
		defer r.mu.Unlock()
		return r.err
	}
	if age > writeOld {
		wait = firstWait
	}
	if r.writing == nil {
		r.writing = make(chan struct{})
		go r.try(context.WithoutCancel(ctx))
	}
	writing := r.writing
	r.mu.Unlock()
	select {
	case <-writing:
	case <-time.After(wait):
		if age > writeOld {
			return store.ErrSlowWrite
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// try makes one small write.
func (r *readiness) try(ctx context.Context) {
	err := r.store.Heartbeat(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ended, r.err = time.Now(), err //nolint:forbidigo // as above
	close(r.writing)
	r.writing = nil
}
