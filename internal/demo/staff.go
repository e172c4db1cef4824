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

// The staff's working day ends at closingHour; by then all visits of the day are done. What was
// picked up is inspected two days later.
const (
	closingHour    = 18
	inspectedAfter = 36 * time.Hour
	dayOfWork      = 1000
)

// Employ gives the city a staff. Each evening they have done the visits planned for the day, have
// inspected what was picked up, and enter the gateways' new settlement files. In a real company, staff
// do this themselves.
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
			continue // picked up, but not yet delivered to the new address
		}
		if err := w.Tickets.Finish(ctx, t.CustomerID, t.ID, ""); err != nil {
			failed.Add(fmt.Errorf("demo: finish %s: %w", t.Number, err))
		}
	}
	failed.Add(w.handOver(ctx))
	failed.Add(w.inspectAll(ctx))
	failed.Add(w.enterFiles(ctx))
	return failed.Err()
}

// handOver finishes the transfers whose receivers have done everything, unless the previous owner
// still has dues.
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
