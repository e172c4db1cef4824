package demo

import (
	"context"
	"fmt"
	"time"

	"rento/internal/audit"
	"rento/internal/fault"
	"rento/internal/store"
)

// Journey is the result of a time travel.
type Journey struct{ From, To time.Time }

// Travel puts the clock forward and runs, in order, what is due on the way. The clock stands still
// at each due time while its jobs run. Afterwards it is ahead by the duration, even after a
// restart. A second journey at the same time is refused with a 409.
func (w *World) Travel(ctx context.Context, d Duration) (Journey, error) {
	ctx = audit.WithActor(ctx, audit.System("demo"))
	if !w.busy.TryLock() {
		return Journey{}, fault.Conflict("demo.clock_moving", "The clock is being moved already. Please try again in a moment.")
	}
	defer w.busy.Unlock()
	before := w.Clock.Ahead()
	from := w.Clock.Now()
	to, err := d.After(from)
	if err != nil {
		return Journey{}, err
	}
	ctx = context.WithoutCancel(ctx) // half a journey would leave the clock standing still
	err = w.pass(ctx, to)
	ahead := before + to.Sub(from)
	if err != nil {
		ahead = before + w.Clock.Now().Sub(from)
	}
	w.Clock.Run(ahead)
	saved := w.Store.WriteCompany(ctx, func(tx *store.Tx) error { return w.Clock.save(ctx, tx) })
	if err == nil {
		err = saved
	}
	return Journey{From: from, To: w.Clock.Now()}, err
}

// longestStep is the longest time between two stops, because the providers' own plans are not among
// our jobs.
const longestStep = 24 * time.Hour

// pass lets time pass until to, stopping whenever something is due.
func (w *World) pass(ctx context.Context, to time.Time) error {
	for at := w.Clock.Now(); ; {
		w.Clock.Stand(at)
		if err := w.finishDue(ctx); err != nil {
			return fmt.Errorf("demo: at %s: %w", at.Format(time.RFC3339), err)
		}
		if !at.Before(to) {
			return nil
		}
		due, some, err := w.Jobs.NextDue(ctx)
		if err != nil {
			return err
		}
		at = nextStop(at, to, due, some)
	}
}

// nextStop is the next due time, but at most one step after at and not after to. It is at itself if
// something is due by now: the server goes on beside the journey, so a webhook or a screen may have
// caused a job since all others were done.
func nextStop(at, to, due time.Time, some bool) time.Time {
	stop := at.Add(longestStep)
	if some && due.Before(stop) {
		stop = due
	}
	if stop.Before(at) {
		return at
	}
	if stop.After(to) {
		return to
	}
	return stop
}

// finishDue runs what is due now, in our jobs and at the providers, until neither has anything
// left.
func (w *World) finishDue(ctx context.Context) error {
	for {
		if _, err := w.Jobs.RunDue(ctx); err != nil {
			return err
		}
		if w.Sandbox.Deliver(ctx) == 0 {
			return nil
		}
	}
}
