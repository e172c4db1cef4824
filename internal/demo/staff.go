package demo

import (
	"context"
	"fmt"
	"time"

	"rento/internal/audit"
	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/jobs"
	"rento/internal/settlement"
)

// The day's work of the company's people ends at closingHour; then all visits
// of the day are done. What was picked up is inspected two days later.
const (
	closingHour    = 18
	inspectedAfter = 36 * time.Hour
	dayOfWork      = 1000
)

// Employ gives the city people: each evening they have done the visits that
// were planned for the day, and have looked at what was picked up. A real
// company's people say so themselves (rento tickets).
func (w *World) Employ() {
	w.Jobs.Every("demo.staff", jobs.Daily(closingHour, 0), w.work)
}

func (w *World) work(ctx context.Context) error {
	ctx = audit.WithActor(ctx, audit.Staff("demo"))
	due, err := w.Tickets.Due(ctx, dayOfWork)
	if err != nil {
		return err
	}
	var failed bound.Failures
	for _, t := range due {
		if t.DeliveryOn.After(calendar.Today(w.Clock)) {
			continue // picked up, and not yet brought to the new address
		}
		if err := w.Tickets.Finish(ctx, t.CustomerID, t.ID, ""); err != nil {
			failed.Add(fmt.Errorf("demo: finish %s: %w", t.Number, err))
		}
	}
	failed.Add(w.handOver(ctx))
	failed.Add(w.inspectAll(ctx))
	return failed.Err()
}

// handOver: receivers who have done all the rest have signed, and the owners
// before them owe nothing.
func (w *World) handOver(ctx context.Context) error {
	ready, err := w.Tickets.TransfersToFinish(ctx, dayOfWork)
	if err != nil {
		return err
	}
	var failed bound.Failures
	for _, t := range ready {
		if t.GiverDues > 0 {
			continue
		}
		if err := w.Tickets.Finish(ctx, t.CustomerID, t.ID, ""); err != nil {
			failed.Add(fmt.Errorf("demo: hand over %s: %w", t.Number, err))
		}
	}
	return failed.Err()
}

func (w *World) inspectAll(ctx context.Context) error {
	since := calendar.Stamp(w.Clock.Now().Add(-inspectedAfter))
	waiting, err := settlement.WaitingSince(ctx, w.Store.Queries(), since)
	if err != nil {
		return err
	}
	var failed bound.Failures
	for _, s := range waiting {
		if _, err := w.Settlements.Inspect(ctx, s.CustomerID, s.ID, nil); err != nil {
			failed.Add(fmt.Errorf("demo: inspect %d: %w", s.ID, err))
		}
	}
	return failed.Err()
}
