package inbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rento/internal/alert"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/jobs"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// lifetime is how long an event may wait before a person is told.
const lifetime = 24 * time.Hour

// gap is the pause before an event of the given age is tried again.
func gap(age time.Duration) time.Duration {
	switch {
	case age < time.Minute:
		return 10 * time.Second
	case age < 10*time.Minute:
		return time.Minute
	case age < lifetime:
		return 10 * time.Minute
	}
	return time.Hour
}

type notYet struct{ alert alert.Alert }

func (notYet) Error() string { return "what the event is about is not known yet" }

// NotYet is the error that a handler returns when the event's subject, such as an order or a
// payout, is not known yet: a webhook may be faster than the answer that names its subject. The
// event is tried again for a day. Then it counts as processed, and the alert is raised if it has
// a kind.
func NotYet(a alert.Alert) error { return notYet{a} }

func (i *Inbox) process(ctx context.Context, k key) error {
	row, err := i.store.Queries().InboxEvent(ctx, k.Provider, k.ID)
	if err != nil {
		return fmt.Errorf("inbox: read event %s: %w", k.ID, err)
	}
	if !row.ProcessedAt.IsZero() {
		return nil
	}
	from, known := i.sources[k.Provider]
	if !known {
		return i.retry(ctx, row, fmt.Errorf("inbox: provider %s is not set up", k.Provider))
	}
	err = from.handle(audit.WithActor(ctx, audit.Provider(k.Provider)), eventOf(row))
	if unknown, ok := errors.AsType[notYet](err); ok {
		return i.wait(ctx, row, unknown)
	}
	if err != nil {
		return i.retry(ctx, row, err)
	}
	return i.write(ctx, func(ctx context.Context, tx *store.Tx) error { return i.processed(ctx, tx, row) })
}

func eventOf(row db.ProviderEvent) Event {
	return Event{
		Event: provider.Event{
			ID: row.EventID, Kind: row.Kind, OrderID: row.OrderID, PaymentID: row.PaymentID, RefundID: row.RefundID, SubjectID: row.SubjectID,
		},
		Provider: row.Provider, ReceivedAt: row.ReceivedAt,
	}
}

func (i *Inbox) age(row db.ProviderEvent) time.Duration {
	return i.clock.Now().Sub(row.ReceivedAt.Time())
}

// wait schedules another try of an event whose subject is unknown, and gives the event up after a
// day.
func (i *Inbox) wait(ctx context.Context, row db.ProviderEvent, unknown notYet) error {
	age := i.age(row)
	if age < lifetime {
		return jobs.Later(gap(age))
	}
	return i.write(ctx, func(ctx context.Context, tx *store.Tx) error {
		if unknown.alert.Kind != "" {
			if err := i.alerts.Raise(ctx, tx, unknown.alert); err != nil {
				return err
			}
		}
		return i.processed(ctx, tx, row)
	})
}

// retry schedules another try of an event that failed. It never gives the event up, but after a
// day it raises an alert.
func (i *Inbox) retry(ctx context.Context, row db.ProviderEvent, cause error) error {
	age := i.age(row)
	i.logger.WarnContext(ctx, "event not processed", "provider", row.Provider, "event", row.EventID, "kind", row.Kind, "error", cause.Error())
	if age < lifetime {
		return jobs.Later(gap(age))
	}
	err := i.alerts.RaiseAlone(ctx, alert.Alert{
		Kind: "event_not_processed", Subject: row.Provider + ":" + row.EventID, Detail: row.Kind + ": " + cause.Error(),
	})
	if err != nil {
		return err
	}
	return jobs.Later(gap(age))
}

func (i *Inbox) processed(ctx context.Context, tx *store.Tx, row db.ProviderEvent) error {
	err := tx.InboxEventProcessed(ctx, db.InboxEventProcessedParams{
		Provider: row.Provider, EventID: row.EventID, ProcessedAt: calendar.Stamp(i.clock.Now()),
	})
	if err != nil {
		return fmt.Errorf("inbox: mark event %s processed: %w", row.EventID, err)
	}
	return nil
}

func (i *Inbox) write(ctx context.Context, fn func(ctx context.Context, tx *store.Tx) error) error {
	ctx = context.WithoutCancel(ctx)
	return i.store.WriteCompany(ctx, func(tx *store.Tx) error { return fn(ctx, tx) })
}
