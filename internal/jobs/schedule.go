package jobs

import (
	"context"
	"fmt"
	"slices"
	"time"

	"rento/internal/calendar"
	"rento/internal/store"
	"rento/internal/store/db"
)

type schedule struct {
	name string
	next func(last time.Time) time.Time
}

// Every registers recurring work. next returns the first time after last. Runs
// that were missed while no node was up are made good by one run, so fn looks
// for what is undone instead of trusting the date. One node of several runs
// it, and it is tried again like any job.
func (q *Queue) Every(name string, next func(last time.Time) time.Time, fn func(ctx context.Context) error) {
	q.mu.Lock()
	q.every = append(q.every, schedule{name, next})
	q.planned = false
	q.mu.Unlock()
	q.Handle(scheduled(name), func(ctx context.Context, _ []byte) error { return fn(ctx) })
}

func scheduled(name string) string { return "every/" + name }

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

// Monthly returns a next for Every: on a day of each month at a time of day in
// India.
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

// plan makes the rows of schedules that the database does not know yet.
func (q *Queue) plan(ctx context.Context) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.planned {
		return nil
	}
	now := q.clock.Now()
	err := q.store.WriteCompany(ctx, func(tx *store.Tx) error {
		for _, s := range q.every {
			if _, err := tx.JobsScheduleAdd(context.WithoutCancel(ctx), s.name, calendar.Stamp(s.next(now))); err != nil {
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

// Replan has the schedules made anew by the clock at their next use. It is
// called after the database was emptied.
func (q *Queue) Replan() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.planned = false
}

type occasion struct {
	schedule
	at calendar.Instant
}

// occasions lists when each schedule of this node falls due next, the earliest
// first.
func (q *Queue) occasions(ctx context.Context) ([]occasion, error) {
	if err := q.plan(ctx); err != nil {
		return nil, err
	}
	rows, err := q.store.Queries().JobsSchedules(ctx)
	if err != nil {
		return nil, fmt.Errorf("jobs: read schedules: %w", err)
	}
	var list []occasion
	for _, r := range rows {
		for _, s := range q.every {
			if s.name == r.Name {
				list = append(list, occasion{s, r.NextAt})
			}
		}
	}
	return list, nil
}

// tick turns every schedule that is due into a job. The rows move on and the
// jobs appear in one transaction, so two nodes make one job of each.
func (q *Queue) tick(ctx context.Context) error {
	list, err := q.occasions(ctx)
	if err != nil {
		return err
	}
	now := calendar.Stamp(q.clock.Now())
	due := slices.DeleteFunc(list, func(o occasion) bool { return o.at > now })
	if len(due) == 0 {
		return nil
	}
	err = q.store.WriteCompany(ctx, func(tx *store.Tx) error {
		for _, o := range due {
			if err := q.fire(ctx, tx, o, now); err != nil {
				return fmt.Errorf("schedule %s: %w", o.name, err)
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("jobs: %w", err)
	}
	return nil
}

func (q *Queue) fire(ctx context.Context, tx *store.Tx, o occasion, now calendar.Instant) error {
	rows, err := tx.JobsScheduleAdvance(context.WithoutCancel(ctx), db.JobsScheduleAdvanceParams{
		NextAt: calendar.Stamp(o.next(now.Time())), LastAt: now, Name: o.name, WasAt: o.at,
	})
	if err != nil || rows == 0 {
		return err
	}
	return q.Enqueue(ctx, tx, Job{Kind: scheduled(o.name), Key: o.name, RunAt: o.at.Time()})
}

// doneRetention is how long jobs that are done stay to be looked at.
const doneRetention = 7 * 24 * time.Hour

var forgetAt = Daily(3, 10)

func (q *Queue) forget(ctx context.Context) error {
	return q.store.WriteCompany(ctx, func(tx *store.Tx) error {
		_, err := tx.JobsForget(context.WithoutCancel(ctx), calendar.Stamp(q.clock.Now().Add(-doneRetention)))
		return err
	})
}
