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
	// writeFresh is how long the result of a write is used without trying another write.
	writeFresh = 3 * time.Second
	// writeOld is how long the last result is used while a new write is still waiting behind
	// others. After that, the slow write itself is the problem.
	writeOld = 15 * time.Second
	// writeWait is how long an answer waits for a write if the last result can still be used.
	// firstWait is how long it waits if not.
	writeWait = 50 * time.Millisecond
	firstWait = 2 * time.Second
)

// readiness says whether a node should get requests: it is not stopping, and the database answers
// and accepts a write.
type readiness struct {
	store    *store.Store
	disks    []disk
	spaceAt  func(path string) space
	logger   *slog.Logger
	stopping atomic.Bool

	mu      sync.Mutex
	ended   time.Time     // when the last write ended
	err     error         // result of the last write
	writing chan struct{} // closed when the running write ends; nil if none is running
}

func newReadiness(s *store.Store, disks []disk, logger *slog.Logger) *readiness {
	return &readiness{store: s, disks: disks, spaceAt: spaceAt, logger: logger}
}

// serve answers 200, or 503 with the reason. A disk that is nearly full is said beside the 200: it
// still takes writes, and a node that gets no requests would help nobody.
func (r *readiness) serve(w http.ResponseWriter, request *http.Request) {
	if reason := r.reason(request.Context()); reason != "" {
		http.Error(w, reason, http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ready")
	for _, d := range lowDisks(r.disks, r.spaceAt) {
		fmt.Fprintln(w, d)
	}
}

// reason says why the node is not ready, or is "" if it is ready.
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

// write reports how the latest write ended. If that result is not fresh, it starts a new write and
// waits for it only as long as an answer may take.
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
