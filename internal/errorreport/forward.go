package errorreport

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"rento/internal/alert"
	"rento/internal/calendar"
	"rento/internal/jobs"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// forwarding is how far the sample of a group is on its way to the error tracker.
type forwarding string

const (
	forwardingWaiting forwarding = "waiting"
	forwardingSent    forwarding = "sent"
	forwardingRefused forwarding = "refused" // it will never be taken
)

const jobForward = "errorreport/forward"

const (
	// gatherTime is how long samples gather: of a group that is seen again and again the
	// tracker gets one a minute.
	gatherTime = time.Minute
	// forwardTime is how long a sample may wait; an older one stays with us alone.
	forwardTime = 7 * 24 * time.Hour
	// mostForwarded is how many samples are read at a time.
	mostForwarded = 50
	// accessPause is how long nothing is sent to a tracker that refuses our key.
	accessPause = time.Hour
)

func (s *Service) enqueueForwarding(ctx context.Context, tx *store.Tx) error {
	if s.tracker == nil {
		return nil
	}
	return s.jobs.Enqueue(ctx, tx, jobs.Job{Kind: jobForward, Key: "errors", RunAt: s.clock.Now().Add(gatherTime)})
}

// forward sends the tracker what waits, one sample after the other, and rests for as long
// as it asks. Who has sent one and dies before it is noted sends it again, with the id by
// which the tracker knows it.
func (s *Service) forward(ctx context.Context, _ struct{}) error {
	for s.tracker != nil {
		waiting, err := s.store.Queries().ErrorGroupsWaiting(ctx, calendar.Stamp(s.clock.Now().Add(-forwardTime)), mostForwarded)
		if err != nil {
			return fmt.Errorf("errorreport: samples to forward: %w", err)
		}
		if len(waiting) == 0 {
			return nil
		}
		for _, w := range waiting {
			if err := s.forwardOne(ctx, w); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Service) forwardOne(ctx context.Context, w db.ErrorGroupsWaitingRow) error {
	pause, refused := s.tracker.Report(ctx, provider.ReportedError{ID: w.EventID, Event: json.RawMessage(w.Sample)})
	state := forwardingSent
	switch {
	case refused == nil:
	case provider.OutcomeOf(refused) != provider.Declined:
		if pause > 0 {
			return jobs.Later(pause)
		}
		return fmt.Errorf("errorreport: forward: %w", refused)
	default:
		subject := "errors/" + calendar.Today(s.clock).String()
		if err := s.alerts.RaiseAlone(ctx, alert.Alert{Kind: "error_tracker_refused", Subject: subject, Detail: refused.Error()}); err != nil {
			return err
		}
		if provider.IsAccess(refused) {
			return jobs.Later(accessPause)
		}
		state = forwardingRefused
	}
	err := s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		err := tx.ErrorGroupForwarded(context.WithoutCancel(ctx), db.ErrorGroupForwardedParams{Forwarding: string(state), ID: w.ID, EventID: w.EventID})
		if err != nil {
			return fmt.Errorf("errorreport: note what was forwarded: %w", err)
		}
		return nil
	})
	if err == nil && pause > 0 {
		return jobs.Later(pause)
	}
	return err
}
