package jobs

import (
	"context"
	"fmt"
	"sync"
	"time"

	"rento/internal/calendar"
	"rento/internal/store/db"
)

const (
	// workers is how many jobs a node runs at the same time.
	workers = 4
	// pollTime is how long a job may wait whose enqueuing node has died.
	pollTime = time.Second
	// drainTime is how long running jobs may take to finish when the node stops. After that they
	// are cancelled, and they run again elsewhere.
	drainTime = 15 * time.Second
	// dueBatch is how many jobs RunDue claims and finishes at a time.
	dueBatch = 32
)

// RunDue runs all jobs that are due by the clock, and those that they enqueue for now. It runs
// them in the calling goroutine, in the order in which they fall due, and returns how many ran. A
// handler's error is recorded with its job and not returned. A handler must not call RunDue.
func (q *Queue) RunDue(ctx context.Context) (ran int, err error) {
	q.turn.Lock()
	defer q.turn.Unlock()
	for {
		if err := q.plan(ctx); err != nil {
			return ran, err
		}
		batch, err := q.claim(ctx, dueBatch)
		if err != nil || len(batch) == 0 {
			return ran, err
		}
		failed := map[int64]error{}
		for _, j := range batch {
			if err := q.do(ctx, j); err != nil {
				failed[j.ID] = err
			}
		}
		if err := q.writeOutcomes(ctx, batch, failed); err != nil {
			return ran, err
		}
		ran += len(batch)
	}
}

// NextDue returns when the next job falls due, which may be in the past. It returns false if
// there is no job.
func (q *Queue) NextDue(ctx context.Context) (time.Time, bool, error) {
	if err := q.plan(ctx); err != nil {
		return time.Time{}, false, err
	}
	next, err := q.store.Queries().JobsNextAt(ctx)
	if err != nil {
		return time.Time{}, false, fmt.Errorf("jobs: next: %w", err)
	}
	return calendar.Instant(next).Time(), next != 0, nil
}

// Run runs jobs in the background until ctx ends, then waits for the running ones. A database
// error is logged, and Run tries again.
func (q *Queue) Run(ctx context.Context) {
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	free := make(chan struct{}, workers)
	var running sync.WaitGroup
	for ctx.Err() == nil {
		if !q.turnOver(ctx, work, free, &running) {
			q.rest(ctx)
		}
	}
	drained := time.AfterFunc(drainTime, cancel)
	defer drained.Stop()
	running.Wait()
}

// turnOver starts one job if there is one and a worker is free.
func (q *Queue) turnOver(ctx, work context.Context, free chan struct{}, running *sync.WaitGroup) bool {
	select {
	case free <- struct{}{}:
	case <-ctx.Done():
		return false
	}
	q.turn.RLock()
	batch, err := q.next(ctx)
	if err != nil && ctx.Err() == nil {
		q.logger.ErrorContext(ctx, "jobs cannot be read", "error", err.Error())
	}
	if len(batch) == 0 {
		q.turn.RUnlock()
		<-free
		return false
	}
	running.Go(func() {
		defer func() { <-free; q.turn.RUnlock(); q.wakeUp() }()
		q.work(work, batch[0])
	})
	return true
}

func (q *Queue) next(ctx context.Context) ([]db.Job, error) {
	if err := q.plan(ctx); err != nil {
		return nil, err
	}
	return q.claim(ctx, 1)
}

func (q *Queue) work(ctx context.Context, j db.Job) {
	err := q.do(ctx, j)
	if err := q.writeOutcomes(ctx, []db.Job{j}, map[int64]error{j.ID: err}); err != nil {
		q.logger.ErrorContext(ctx, "outcome of a job not written", "kind", j.Kind, "job", j.ID, "error", err.Error())
	}
}

// rest waits for a commit that enqueues a job, for the end of another job, or for pollTime.
func (q *Queue) rest(ctx context.Context) {
	timer := time.NewTimer(pollTime)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-q.wake:
	case <-timer.C:
	}
}
