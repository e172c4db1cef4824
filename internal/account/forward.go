package account

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"rento/internal/alert"
	"rento/internal/calendar"
	"rento/internal/jobs"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// forwarding is the state of an event on its way to the collector.
type forwarding string

const (
	forwardingWaiting forwarding = "waiting"
	forwardingSent    forwarding = "sent"
	forwardingRefused forwarding = "refused" // the collector will never take it
)

const (
	jobForward = "account/forward_events"
	jobForget  = "account/forget_at_collector"
)

const (
	// gatherTime is how long events are gathered before they are sent as a batch.
	gatherTime = time.Minute
	// forwardTime is how long an event may wait. An older event is no longer sent.
	forwardTime = 7 * 24 * time.Hour
	// mostForwarded is how many events are read at a time.
	mostForwarded = 500
	// accessPause is how long to wait after the collector has refused our keys.
	accessPause = time.Hour
)

// enqueueForwarding schedules the sending of the waiting events, and of those that arrive until
// then.
func (s *Service) enqueueForwarding(ctx context.Context, tx *store.Tx) error {
	if s.collector == nil {
		return nil
	}
	return s.jobs.Enqueue(ctx, tx, jobs.Job{Kind: jobForward, Key: "events", RunAt: s.clock.Now().Add(gatherTime)})
}

// forwardEvents sends the waiting events to the collector. If the process dies after sending a
// batch and before noting it, the batch is sent again with the same ids, so the collector can drop
// the duplicates.
func (s *Service) forwardEvents(ctx context.Context, _ struct{}) error {
	for s.collector != nil {
		waiting, err := s.store.Queries().AccountEventsWaiting(ctx, calendar.Stamp(s.clock.Now().Add(-forwardTime)), mostForwarded)
		if err != nil {
			return fmt.Errorf("account: events to forward: %w", err)
		}
		if len(waiting) == 0 {
			return nil
		}
		state := forwardingSent
		sent, refused := s.collector.Collect(ctx, collected(waiting))
		switch {
		case refused == nil:
		case provider.OutcomeOf(refused) != provider.Declined:
			return fmt.Errorf("account: forward events: %w", refused)
		default:
			day := calendar.Today(s.clock)
			if err := s.alerts.RaiseAlone(ctx, alert.Alert{Kind: "collector_refused", Subject: "events/" + day.String(), Detail: refused.Error()}); err != nil {
				return err
			}
			if provider.IsAccess(refused) {
				return jobs.Later(accessPause)
			}
			state = forwardingRefused
		}
		if err := s.noteForwarding(ctx, waiting[:sent], state); err != nil {
			return err
		}
	}
	return nil
}

// collected converts events to the collector's form. The first event of each consent that was not
// introduced yet carries the customer's mobile number, if the consent text allows it.
func collected(rows []db.AccountEventsWaitingRow) []provider.CollectedEvent {
	introduced := map[int64]bool{}
	events := make([]provider.CollectedEvent, len(rows))
	for i, r := range rows {
		events[i] = provider.CollectedEvent{
			ID: strconv.FormatInt(r.ID, 10), Person: personOf(r.ConsentID), Name: r.Name, Platform: r.Platform, Properties: json.RawMessage(r.Properties), At: r.At.Time(),
		}
		if !r.Introduced && !introduced[r.ConsentID] && r.TextVersion >= textWithMobile {
			introduced[r.ConsentID], events[i].Mobile = true, r.Mobile
		}
	}
	return events
}

// personOf is the customer's id at the collector. It is the id of the consent: after a withdrawal,
// a customer who consents again is a new person to the collector.
func personOf(consentID int64) string { return strconv.FormatInt(consentID, 10) }

func (s *Service) noteForwarding(ctx context.Context, rows []db.AccountEventsWaitingRow, state forwarding) error {
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		for _, r := range rows {
			err := tx.AccountEventForwarded(context.WithoutCancel(ctx), db.AccountEventForwardedParams{Forwarding: string(state), CustomerID: r.CustomerID, ID: r.ID})
			if err != nil {
				return fmt.Errorf("account: note what was forwarded: %w", err)
			}
		}
		return nil
	})
}

type forgetJob struct{ ConsentID int64 }

// enqueueForgetting schedules a request to the collector to delete the person of a consent. It does
// not look at which events are noted as sent, because the collector may have received events that
// are not noted yet.
func (s *Service) enqueueForgetting(ctx context.Context, tx *store.Tx, consentID int64) error {
	if s.collector == nil {
		return nil
	}
	return s.jobs.Enqueue(ctx, tx, jobs.Job{Kind: jobForget, Key: personOf(consentID), Payload: forgetJob{consentID}})
}

var errNoCollector = errors.New("account: no collector is connected that could forget somebody")

// forgetAtCollector asks the collector to delete a person. If the collector refuses, the alert is
// raised once. A refusal because of our keys is retried, because the keys can be fixed.
func (s *Service) forgetAtCollector(ctx context.Context, j forgetJob) error {
	if s.collector == nil {
		return errNoCollector
	}
	refused := s.collector.Forget(ctx, personOf(j.ConsentID))
	if refused == nil || provider.OutcomeOf(refused) != provider.Declined {
		return refused
	}
	err := s.alerts.RaiseAlone(ctx, alert.Alert{Kind: "collector_not_forgotten", Subject: "person/" + personOf(j.ConsentID), Detail: refused.Error()})
	if err != nil || provider.IsAccess(refused) {
		return errors.Join(err, refused)
	}
	return jobs.Permanent(refused)
}
