// Package jobs runs work later: jobs that are enqueued in the transaction that caused them, and
// schedules. A job runs at least once and on one node at a time, by the injected clock. So its
// handler must be safe to run twice (docs/jobs.md).
package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/store"
	"rento/internal/store/db"
)

// The states of a job. Ready and running jobs are still to be done. Dead jobs have failed too
// often and wait for a person.
const (
	stateReady   = "ready"
	stateRunning = "running"
	stateDone    = "done"
	stateDead    = "dead"
)

// Job is work to be done later.
type Job struct {
	// Kind names the handler.
	Kind string
	// Key is unique among the ready jobs of the kind: a second job with the same key is not
	// added. Two jobs with the same key never run at the same time. An empty Key makes the job
	// unique.
	Key string
	// Payload is passed to the handler as JSON.
	Payload any
	// RunAt is the earliest time to run; zero means now.
	RunAt time.Time
}

// Handler does a job. After an error the job is tried again later, unless Permanent made the
// error.
type Handler func(ctx context.Context, payload []byte) error

// Queue holds the jobs of one database. It is safe for concurrent use once all handlers and
// schedules are registered.
type Queue struct {
	store    *store.Store
	ids      *ident.Source
	clock    calendar.Clock
	logger   *slog.Logger
	handlers map[string]Handler
	every    map[string]func(last time.Time) time.Time // by the kind of a schedule's job: when it runs next
	wake     chan struct{}
	// Each background job holds turn for reading, and RunDue holds it for writing. So after the
	// clock was put forward, RunDue never runs beside a background job.
	turn    sync.RWMutex
	mu      sync.Mutex
	held    map[int64]bool // the jobs that this node is running
	planned bool
	// notBefore holds the schedules that begin later, by name.
	notBefore map[string]time.Time
}

// New returns the queue of a database.
func New(s *store.Store, ids *ident.Source, clock calendar.Clock, logger *slog.Logger) *Queue {
	q := &Queue{
		store: s, ids: ids, clock: clock, logger: logger,
		handlers: map[string]Handler{}, every: map[string]func(time.Time) time.Time{}, held: map[int64]bool{}, wake: make(chan struct{}, 1),
	}
	q.Every("jobs/forget", forgetAt, q.forget)
	return q
}

// Handle registers the handler of a kind that reads its payload itself. Most callers should use
// the function Handle.
func (q *Queue) Handle(kind string, fn func(ctx context.Context, payload []byte) error) {
	if q.handlers[kind] != nil {
		panic("jobs: two handlers for " + kind)
	}
	q.handlers[kind] = fn
}

// CustomerRow is the payload of a job about a row of a customer.
type CustomerRow struct{ CustomerID, ID int64 }

// Handle registers the handler of a kind whose payload is a T. A payload that is not a T makes
// the job dead at once, because no further try could read it.
func Handle[T any](q *Queue, kind string, fn func(ctx context.Context, payload T) error) {
	q.Handle(kind, func(ctx context.Context, raw []byte) error {
		var payload T
		if err := json.Unmarshal(raw, &payload); err != nil {
			return Permanent(fmt.Errorf("jobs: payload of %s: %w", kind, err))
		}
		return fn(ctx, payload)
	})
}

// Enqueue adds a job in the caller's transaction. So the job exists if and only if its cause
// does.
func (q *Queue) Enqueue(ctx context.Context, tx *store.Tx, job Job) error {
	payload, err := json.Marshal(job.Payload)
	if err != nil {
		return fmt.Errorf("jobs: payload of %s: %w", job.Kind, err)
	}
	now, id := q.clock.Now(), q.ids.Next()
	if job.RunAt.IsZero() {
		job.RunAt = now
	}
	if job.Key == "" {
		job.Key = strconv.FormatInt(id, 10)
	}
	_, err = tx.JobAdd(context.WithoutCancel(ctx), db.JobAddParams{
		ID: id, Kind: job.Kind, DedupeKey: job.Key, Payload: string(payload),
		RunAt: calendar.Stamp(job.RunAt), CreatedAt: calendar.Stamp(now),
	})
	if err != nil {
		return fmt.Errorf("jobs: enqueue %s: %w", job.Kind, err)
	}
	tx.AfterCommit(q.wakeUp)
	return nil
}

func (q *Queue) wakeUp() {
	select {
	case q.wake <- struct{}{}:
	default: // the loop has been woken already
	}
}

// Dead is the number of jobs that have failed too often and wait for a person.
func (q *Queue) Dead(ctx context.Context) (int64, error) {
	dead, err := q.store.Queries().JobsDead(ctx)
	if err != nil {
		return 0, fmt.Errorf("jobs: count the dead ones: %w", err)
	}
	return dead, nil
}

// Payloads returns the payloads of all jobs of a kind as JSON, including those of done jobs.
func (q *Queue) Payloads(ctx context.Context, kind string) ([]string, error) {
	payloads, err := q.store.Queries().JobPayloads(ctx, kind)
	if err != nil {
		return nil, fmt.Errorf("jobs: read the payloads of %s: %w", kind, err)
	}
	return payloads, nil
}

// later is the error by which a handler asks for another run.
type later struct{ wait time.Duration }

func (l later) Error() string { return "jobs: not yet, again in " + l.wait.String() }

// Later is the error that a handler returns when it has to wait. The job runs again after d, and
// its tries count from the beginning.
func Later(d time.Duration) error { return later{d} }

type permanent struct{ error }

func (p permanent) Unwrap() error { return p.error }

// Permanent wraps an error that no further try would fix. The job is dead at once.
func Permanent(err error) error { return permanent{err} }

// ErrLeaseLost means that another node has taken the job over.
var ErrLeaseLost = errors.New("jobs: the lease of this job is lost")

type leaseKey struct{}

type lease struct{ id, fence int64 }

// Held checks the job's lease. A handler calls it in each transaction whose effect must not
// happen twice. It returns ErrLeaseLost if another node runs the job by now, so that a node that
// slept writes nothing. Outside a job it returns nil.
func Held(ctx context.Context, tx *store.Tx) error {
	l, ok := ctx.Value(leaseKey{}).(lease)
	if !ok {
		return nil
	}
	n, err := tx.JobHeld(context.WithoutCancel(ctx), l.id, l.fence)
	if err != nil {
		return fmt.Errorf("jobs: check the lease: %w", err)
	}
	if n == 0 {
		return ErrLeaseLost
	}
	return nil
}
