package payment

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"rento/internal/alert"
	"rento/internal/calendar"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// silentAfter is how long a provider's events may keep us waiting, silentBefore how far
// back an order is looked for: what is older was told on its day.
const (
	silentAfter  = 6 * time.Hour
	silentBefore = 24 * time.Hour
)

// TellSilence has a person told of each provider whose webhooks do not come: it told a
// payment when it was asked, the order of which is older than six hours, and no event
// of it has come since that order was made. An order that nobody has paid makes no
// events, so that a quiet day is none of silence. A person is told once a day.
func (s *Service) TellSilence(ctx context.Context) error {
	sources := s.gateways.BySource()
	var failed error
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		failed = errors.Join(failed, s.tellSilence(ctx, name, sources[name]))
	}
	return failed
}

func (s *Service) tellSilence(ctx context.Context, name string, gateways []provider.Gateway) error {
	var last calendar.Instant
	for _, g := range gateways {
		at, err := s.store.Queries().PaymentAttemptPaidAtLast(ctx, db.PaymentAttemptPaidAtLastParams{
			Gateway: g.Profile().Name, FromAt: s.now().Add(-silentBefore), UntilAt: s.now().Add(-silentAfter),
		})
		if err != nil && !store.IsNone(err) {
			return fmt.Errorf("payment: the last payment at %s: %w", name, err)
		}
		last = max(last, at)
	}
	if last.IsZero() {
		return nil
	}
	heard, err := s.inbox.HasHeard(ctx, name, last)
	if err != nil || heard {
		return err
	}
	return s.alerts.RaiseAlone(ctx, alert.Alert{
		Kind: "webhooks_silent", Subject: name + ":" + last.Date().String(),
		Detail: fmt.Sprintf("it has a payment of an order of %s, and no event has come since", last.Time().In(calendar.India).Format(time.DateTime)),
	})
}
