package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rento/internal/audit"
	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/store"
	"rento/internal/store/db"
)

// A node leases a job for leaseTime and renews the lease every renewTime. When a node has died,
// another node takes its job over after the lease.
const (
	leaseTime = time.Minute
	renewTime = 15 * time.Second
)

// A failed job is tried again after 10 s, 20 s, 40 s and so on up to an hour, about eleven hours
// in all.
const (
	maxTries     = 20
	firstBackoff = 10 * time.Second
	lastBackoff  = time.Hour
)

// longestError is the size of the column for a job's last error, in characters. A longer error
// could not be written, and the job would run again without a pause.
const longestError = 10_000

// backoff is the pause after the given number of failed tries.
func backoff(tries int64) time.Duration {
	wait := firstBackoff
	for range tries - 1 {
		if wait *= 2; wait >= lastBackoff {
			return lastBackoff
		}
	}
	return wait
}

// claim claims up to n due jobs. It reads them outside the transaction. If another node has
// claimed a job in between, the job's fence has moved and the update does not match it.
func (q *Queue) claim(ctx context.Context, n int) ([]db.Job, error) {
	now := calendar.Stamp(q.clock.Now())
	due, err := q.due(ctx, now, n)
	if err != nil || len(due) == 0 {
		return nil, err
	}
	var claimed []db.Job
	err = q.store.WriteCompany(ctx, func(tx *store.Tx) error {
		claimed = claimed[:0]
		for _, j := range due {
			rows, err := tx.JobClaim(context.WithoutCancel(ctx), db.JobClaimParams{
				LeaseUntil: now.Add(leaseTime), ID: j.ID, Fence: j.Fence, State: j.State,
			})
			if err != nil {
				return err
			}
			if rows == 1 {
				j.Fence++
				j.Tries++
				claimed = append(claimed, j)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("jobs: claim: %w", err)
	}
	q.hold(claimed, true)
	return claimed, nil
}

// due lists the jobs that may be claimed: those of nodes that died first, then the ready ones.
func (q *Queue) due(ctx context.Context, now calendar.Instant, n int) ([]db.Job, error) {
	abandoned, err := q.store.Queries().JobsAbandoned(ctx, now)
	if err != nil {
		return nil, fmt.Errorf("jobs: find abandoned ones: %w", err)
	}
	var due []db.Job
	for _, j := range abandoned {
		if !q.holds(j.ID) && len(due) < n { // we hold it ourselves: our job is slow, or the clock has jumped
			due = append(due, j)
		}
	}
	if len(due) == n {
		return due, nil
	}
	ready, err := q.store.Queries().JobsReady(ctx, now, int32(n-len(due)))
	if err != nil {
		return nil, fmt.Errorf("jobs: find ready ones: %w", err)
	}
	return append(due, ready...), nil
}

func (q *Queue) holds(id int64) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.held[id]
}

func (q *Queue) hold(jobs []db.Job, holds bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, j := range jobs {
		if holds {
			q.held[j.ID] = true
		} else {
			delete(q.held, j.ID)
		}
	}
}

// do runs the handler of a claimed job, with the system as actor, and returns the handler's
// error. It renews the lease while the handler runs. When the lease is lost, the handler's
// context ends.
func (q *Queue) do(ctx context.Context, j db.Job) (err error) {
	handler := q.handlers[j.Kind]
	if handler == nil {
		return fmt.Errorf("jobs: this node has no handler for %q", j.Kind)
	}
	ctx = audit.WithActor(context.WithValue(ctx, leaseKey{}, lease{j.ID, j.Fence}), audit.System(j.Kind))
	ctx, lost := context.WithCancelCause(ctx)
	defer lost(nil)
	ticker := time.NewTicker(renewTime)
	defer ticker.Stop()
	go q.renew(ctx, j, ticker.C, lost)
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("jobs: panic in %s: %v", j.Kind, reason)
		}
	}()
	return handler(ctx, []byte(j.Payload))
}

func (q *Queue) renew(ctx context.Context, j db.Job, tick <-chan time.Time, lost context.CancelCauseFunc) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick:
			if err := q.renewOnce(ctx, j); errors.Is(err, ErrLeaseLost) {
				lost(err)
				return
			} else if err != nil {
				q.logger.WarnContext(ctx, "job lease not renewed", "kind", j.Kind, "job", j.ID, "error", err.Error())
			}
		}
	}
}

func (q *Queue) renewOnce(ctx context.Context, j db.Job) error {
	until := calendar.Stamp(q.clock.Now()).Add(leaseTime)
	return q.store.WriteCompany(ctx, func(tx *store.Tx) error {
		rows, err := tx.JobRenew(context.WithoutCancel(ctx), db.JobRenewParams{LeaseUntil: until, ID: j.ID, Fence: j.Fence})
		if err == nil && rows == 0 {
			return ErrLeaseLost
		}
		return err
	})
}

// writeOutcomes writes the outcomes of jobs: all successes in one transaction, failures one by
// one. If a job's fence has moved, another node has the job, and nothing is written to it.
func (q *Queue) writeOutcomes(ctx context.Context, done []db.Job, failed map[int64]error) error {
	defer q.hold(done, false)
	var succeeded []db.Job
	for _, j := range done {
		if err := failed[j.ID]; err == nil {
			succeeded = append(succeeded, j)
		} else if err := q.fail(ctx, j, err); err != nil {
			return err
		}
	}
	if len(succeeded) == 0 {
		return nil
	}
	return q.finish(ctx, succeeded, stateDone, "")
}

func (q *Queue) finish(ctx context.Context, jobs []db.Job, state, reason string) error {
	err := q.store.WriteCompany(ctx, func(tx *store.Tx) error {
		for _, j := range jobs {
			rows, err := q.end(ctx, tx, j, state, reason)
			if err != nil {
				return err
			}
			q.logLost(ctx, j, rows)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("jobs: finish: %w", err)
	}
	return nil
}

// end writes that a job has ended. The job of a schedule becomes ready for its next time, unless
// another job is ready for it. If a schedule's job is dead, it stays for a person to look at, and
// another one becomes ready.
func (q *Queue) end(ctx context.Context, tx *store.Tx, j db.Job, state, reason string) (rows int64, err error) {
	ctx = context.WithoutCancel(ctx)
	now := calendar.Stamp(q.clock.Now())
	next := q.every[j.Kind]
	if next != nil && state == stateDone {
		again := next(max(now, j.RunAt).Time()) // the same time does not come twice, even if the clock was put back
		rows, err = tx.JobScheduleAgain(ctx, db.JobScheduleAgainParams{RunAt: calendar.Stamp(again), ID: j.ID, Fence: j.Fence})
		if err != nil || rows == 1 {
			return rows, err
		}
	}
	rows, err = tx.JobFinish(ctx, db.JobFinishParams{
		State: state, LastError: bound.Text(reason, longestError), DoneAt: now, ID: j.ID, Fence: j.Fence,
	})
	if err != nil || rows == 0 || next == nil {
		return rows, err
	}
	return rows, q.addRun(ctx, tx, j.Kind, time.Time{})
}

func (q *Queue) logLost(ctx context.Context, j db.Job, rows int64) {
	if rows == 0 {
		q.logger.WarnContext(ctx, "job was taken over", "kind", j.Kind, "job", j.ID, "fence", j.Fence)
	}
}

// fail schedules another try of the job, or marks it dead.
func (q *Queue) fail(ctx context.Context, j db.Job, cause error) error {
	wait, tries := backoff(j.Tries), j.Tries
	_, hopeless := errors.AsType[permanent](cause)
	if l, ok := errors.AsType[later](cause); ok {
		wait, tries = l.wait, 0 // the handler works, so earlier tries that failed or were cut off no longer count
	} else if hopeless || j.Tries >= maxTries {
		q.logger.ErrorContext(ctx, "job is dead", "kind", j.Kind, "job", j.ID, "tries", j.Tries, "error", cause.Error())
		return q.finish(ctx, []db.Job{j}, stateDead, cause.Error())
	} else {
		q.logger.WarnContext(ctx, "job failed", "kind", j.Kind, "job", j.ID, "tries", j.Tries, "again_in", wait.String(), "error", cause.Error())
	}
	err := q.store.WriteCompany(ctx, func(tx *store.Tx) error {
		rows, err := tx.JobRetry(context.WithoutCancel(ctx), db.JobRetryParams{
			RunAt: calendar.Stamp(q.clock.Now().Add(wait)), Tries: tries, LastError: bound.Text(cause.Error(), longestError), ID: j.ID, Fence: j.Fence,
		})
		if err == nil {
			q.logLost(ctx, j, rows)
		}
		return err
	})
	if q.store.IsUnique(err) {
		// The same work was enqueued again while this job ran, so that other job does it.
		return q.finish(ctx, []db.Job{j}, stateDone, cause.Error())
	}
	if err != nil {
		return fmt.Errorf("jobs: retry: %w", err)
	}
	return nil
}
