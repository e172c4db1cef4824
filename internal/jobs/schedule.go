package jobs

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/store"
	"rento/internal/store/db"
)

// scheduled is the prefix of the kind of a schedule's job. The job's key is the schedule's name.
const scheduled = "every/"

// Every registers recurring work: a job that waits for its next time once it is done. next
// returns the first time after last.
//
// Runs that were missed while no node was up become one run. So fn must look for what is undone
// instead of trusting the date. One of several nodes runs the job, and it is retried like any
// job. If it is dead, a new job waits for the next time.
func (q *Queue) Every(name string, next func(last time.Time) time.Time, fn func(ctx context.Context) error) {
	kind := scheduled + name
	q.mu.Lock()
	q.every[kind] = next
	q.planned = false
	q.mu.Unlock()
	q.Handle(kind, func(ctx context.Context, _ []byte) error { return fn(ctx) })
}

// Daily returns a next for Every: each day at a time of day in India.
func Daily(hour, minute int) func(time.Time) time.Time {
	return func(last time.Time) time.Time {
		day := calendar.In(last)
		if at := day.At(hour, minute); at.After(last) {
			return at
		}
		return day.AddDays(1).At(hour, minute)
	}
}

// Monthly returns a next for Every: on a day of each month, at a time of day in India.
func Monthly(day, hour, minute int) func(time.Time) time.Time {
	return func(last time.Time) time.Time {
		month := calendar.In(last).MonthStart()
		if at := month.AddDays(day-1).At(hour, minute); at.After(last) {
			return at
		}
		return month.NextMonth().AddDays(day-1).At(hour, minute)
	}
}

// Interval returns a next for Every: d after the last run.
func Interval(d time.Duration) func(time.Time) time.Time {
	return func(last time.Time) time.Time { return last.Add(d) }
}

// plan adds the jobs of schedules that have none in the database yet.
func (q *Queue) plan(ctx context.Context) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.planned {
		return nil
	}
	err := q.store.WriteCompany(ctx, func(tx *store.Tx) error {
		for _, kind := range slices.Sorted(maps.Keys(q.every)) {
			if err := q.addRun(ctx, tx, kind, q.notBefore[strings.TrimPrefix(kind, scheduled)]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("jobs: plan: %w", err)
	}
	q.planned = true
	return nil
}

// addRun adds a schedule's next run, unless it has one that is ready or running. The run is not
// before the given time.
func (q *Queue) addRun(ctx context.Context, tx *store.Tx, kind string, notBefore time.Time) error {
	now := q.clock.Now()
	after := now
	if notBefore.After(now) {
		after = notBefore
	}
	_, err := tx.JobScheduleAdd(context.WithoutCancel(ctx), db.JobScheduleAddParams{
		ID: q.ids.Next(), Kind: kind, DedupeKey: strings.TrimPrefix(kind, scheduled), RunAt: int64(calendar.Stamp(q.every[kind](after))), CreatedAt: int64(calendar.Stamp(now)),
	})
	return err
}

// Replan makes the queue add its schedules' jobs again at their next use. It is called after the
// database was emptied. notBefore holds the names of schedules that begin later, and when.
func (q *Queue) Replan(notBefore map[string]time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.planned, q.notBefore = false, notBefore
}

// doneRetention is how long done jobs are kept for people to look at.
const doneRetention = 7 * 24 * time.Hour

var forgetAt = Daily(3, 10)

func (q *Queue) forget(ctx context.Context) error {
	return q.store.WriteCompany(ctx, func(tx *store.Tx) error {
		_, err := tx.JobsForget(context.WithoutCancel(ctx), calendar.Stamp(q.clock.Now().Add(-doneRetention)))
		return err
	})
}
