// Package jobs runs what happens later: work that is enqueued in the
// transaction that caused it, and schedules. A job runs at least once, on one
// node at a time, by the injected clock, so its handler must be safe to run
// twice (docs/jobs.md).
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

// The states of a job. Ready and running ones are still to be done; dead ones
// have failed too often and wait for a person.
const (
	stateReady   = "ready"
	stateRunning = "running"
	stateDone    = "done"
	stateDead    = "dead"
)

// Job is work to be done.
type Job struct {
	// Kind names the handler.
	Kind string
	// Key is unique among the ready jobs of the kind: a second one is left out,
	// and it never runs beside one with the same key. Empty is a key of its own.
	Key string
	// Payload is handed to the handler as JSON.
	Payload any
	// RunAt is the earliest time; zero is now.
	RunAt time.Time
}

// Handler does a job. An error has it tried again later, unless it was made by
// Permanent.
type Handler func(ctx context.Context, payload []byte) error

// Queue holds the jobs of one database. It is safe for concurrent use once all
// handlers and schedules are registered.
type Queue struct {
	store    *store.Store
	ids      *ident.Source
	clock    calendar.Clock
	logger   *slog.Logger
	handlers map[string]Handler
	every    map[string]func(last time.Time) time.Time // by the kind of a schedule's job, when it runs next
	wake     chan struct{}
	// turn is held by each background job, and wholly by RunDue, so that time
	// that is put forward never leaves a job behind.
	turn    sync.RWMutex
	mu      sync.Mutex
	held    map[int64]bool // jobs that this node runs right now
	planned bool
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

// Handle registers the handler of a kind that reads its payload itself. Most
// are better served by the function Handle.
func (q *Queue) Handle(kind string, fn func(ctx context.Context, payload []byte) error) {
	if q.handlers[kind] != nil {
		panic("jobs: two handlers for " + kind)
	}
	q.handlers[kind] = fn
}

// CustomerRow is the payload of a job about a row of a customer.
type CustomerRow struct{ CustomerID, ID int64 }

// Handle registers the handler of a kind whose payload is a T, as it was
// enqueued. A payload that is none fails for good: no repetition would read it.
func Handle[T any](q *Queue, kind string, fn func(ctx context.Context, payload T) error) {
	q.Handle(kind, func(ctx context.Context, raw []byte) error {
		var payload T
		if err := json.Unmarshal(raw, &payload); err != nil {
			return Permanent(fmt.Errorf("jobs: payload of %s: %w", kind, err))
		}
		return fn(ctx, payload)
	})
}

// Enqueue adds a job in the caller's transaction: it exists when, and only
// when, what caused it does.
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
	default: // it is awake already
	}
}

// Dead is how many jobs have failed too often and wait for a person.
func (q *Queue) Dead(ctx context.Context) (int64, error) {
	dead, err := q.store.Queries().JobsDead(ctx)
	if err != nil {
		return 0, fmt.Errorf("jobs: count the dead ones: %w", err)
	}
	return dead, nil
}

// Payloads are those of all jobs of a kind, done ones too, as JSON.
func (q *Queue) Payloads(ctx context.Context, kind string) ([]string, error) {
	payloads, err := q.store.Queries().JobPayloads(ctx, kind)
	if err != nil {
		return nil, fmt.Errorf("jobs: read the payloads of %s: %w", kind, err)
	}
	return payloads, nil
}

// later is how a handler asks for another run.
type later struct{ wait time.Duration }

func (l later) Error() string { return "jobs: not yet, again in " + l.wait.String() }

// Later is returned by a handler that has to wait: it runs again after d, and
// tries are counted from the beginning.
func Later(d time.Duration) error { return later{d} }

type permanent struct{ error }

func (p permanent) Unwrap() error { return p.error }

// Permanent marks an error that no further try would mend: the job is dead at
// once.
func Permanent(err error) error { return permanent{err} }

// ErrLeaseLost says that another node has taken the job over.
var ErrLeaseLost = errors.New("jobs: the lease of this job is lost")

type leaseKey struct{}

type lease struct{ id, fence int64 }

// Held is called by a handler in each transaction whose effect a second run
// would repeat: it returns ErrLeaseLost when another node runs the job by now,
// so that a node that slept writes nothing. Outside a job it does nothing.
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
