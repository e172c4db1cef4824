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

// silentAfter is how long we wait for a provider's events before staff are told. silentBefore is
// how far back we look for an order. Staff were told about older orders on their day.
const (
	silentAfter  = 6 * time.Hour
	silentBefore = 24 * time.Hour
)

// TellSilence raises an alert for each provider whose webhooks do not arrive. It looks for the
// newest order that is older than six hours and for which the provider reported a payment when
// we asked. If no event of that provider has arrived since that order was created, its webhooks
// are silent. An unpaid order causes no events, so a quiet day is no reason for an alert. There
// is at most one alert per provider and day.
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
