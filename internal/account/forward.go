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

// forwarding is how far an event is on its way to the collector.
type forwarding string

const (
	forwardingWaiting forwarding = "waiting"
	forwardingSent    forwarding = "sent"
	forwardingRefused forwarding = "refused" // it will never be taken
)

const (
	jobForward = "account/forward_events"
	jobForget  = "account/forget_at_collector"
)

const (
	// gatherTime is how long events gather before they are sent together.
	gatherTime = time.Minute
	// forwardTime is how long an event may wait; an older one stays with us alone.
	forwardTime = 7 * 24 * time.Hour
	// mostForwarded is how many events are read at a time.
	mostForwarded = 500
	// accessPause is how long nothing is sent to a collector that refuses our keys.
	accessPause = time.Hour
)

// enqueueForwarding has what waits sent soon, together with what comes until then.
func (s *Service) enqueueForwarding(ctx context.Context, tx *store.Tx) error {
	if s.collector == nil {
		return nil
	}
	return s.jobs.Enqueue(ctx, tx, jobs.Job{Kind: jobForward, Key: "events", RunAt: s.clock.Now().Add(gatherTime)})
}

// forwardEvents sends the collector what waits. Who has sent a batch and dies before it
// is noted sends it again, with the ids by which the collector knows it.
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

// collected are events as the collector hears of them. Whom a consent names is
// introduced before the first of them, if the text that was agreed to allows it.
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

// personOf is the name of a customer at the collector. It is that of a consent, and no
// longer anybody's once the consent is withdrawn: who agrees again is somebody new there.
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

// enqueueForgetting has the collector forget whom it knows by a consent. It may have got
// events that are not noted yet, so it is asked whatever is noted.
func (s *Service) enqueueForgetting(ctx context.Context, tx *store.Tx, consentID int64) error {
	if s.collector == nil {
		return nil
	}
	return s.jobs.Enqueue(ctx, tx, jobs.Job{Kind: jobForget, Key: personOf(consentID), Payload: forgetJob{consentID}})
}

var errNoCollector = errors.New("account: no collector is connected that could forget somebody")

// forgetAtCollector has the collector forget somebody. A refusal is told once; one
// because of our keys is tried again, for they can be mended.
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
