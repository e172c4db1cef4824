package reconcile

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"rento/internal/alert"
	"rento/internal/calendar"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/store"
)

// mostMissing is how many missing payments, and how many refunds, of a gateway are reported at once.
const mostMissing = 10_000

// settledSince is the name of the setting that holds the time from which a provider's payments must
// be in its files: the time that was saved when the first line of ours was in a file.
func settledSince(providerName string) string { return "reconcile.settled_since." + providerName }

// dueBy is the time before which payments should be in today's files: the file's number of bank
// days ago.
func (s *Service) dueBy(f provider.SettlementFile, now calendar.Date) time.Time {
	return s.bankDays.Add(now, -f.Days).Start()
}

// noteFirst saves, with the first file of a provider that has a line of ours, from which time payments
// are expected in the files. An operator who begins to enter files does not have the earlier ones.
func (s *Service) noteFirst(ctx context.Context, providerName string, f provider.SettlementFile) error {
	_, err := store.Setting(ctx, s.store.Queries(), settledSince(providerName))
	if !store.IsNone(err) {
		return err
	}
	since := s.dueBy(f, calendar.Today(s.clock).AddDays(-1))
	err = s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		return tx.SaveSetting(ctx, settledSince(providerName), since.UTC().Format(time.RFC3339))
	})
	if err != nil {
		return fmt.Errorf("reconcile: note the first file of %s: %w", providerName, err)
	}
	return nil
}

// Missing lists the payments and refunds of a provider that should be in a settlement file by now but
// are not, without those that a person has closed, and raises an alert for each. Before the first file
// it returns none.
func (s *Service) Missing(ctx context.Context, providerName string) (rows []payment.Difference, err error) {
	f, known := s.fileOf(providerName)
	text, err := store.Setting(ctx, s.store.Queries(), settledSince(providerName))
	if !known || store.IsNone(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reconcile: read since when %s settles: %w", providerName, err)
	}
	since, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return nil, fmt.Errorf("reconcile: since when %s settles: %w", providerName, err)
	}
	until := s.dueBy(f, calendar.Today(s.clock))
	for _, gateway := range s.gateways.BySource()[providerName] {
		missing, err := s.missingAt(ctx, gateway.Profile().Name, since, until)
		rows = append(rows, missing...)
		if err != nil {
			return rows, err
		}
	}
	return rows, nil
}

// AllMissing is Missing of all providers.
func (s *Service) AllMissing(ctx context.Context) (rows []payment.Difference, failed error) {
	for _, name := range slices.Sorted(maps.Keys(s.gateways.BySource())) {
		missing, err := s.Missing(ctx, name)
		rows, failed = append(rows, missing...), errors.Join(failed, err)
	}
	return rows, failed
}

func (s *Service) missingAt(ctx context.Context, gateway string, since, until time.Time) (rows []payment.Difference, err error) {
	found, err := s.payments.UnsettledAt(ctx, gateway, since, until, mostMissing)
	if err != nil {
		return nil, fmt.Errorf("reconcile: %w", err)
	}
	for _, p := range found {
		subject := gateway + ":" + p.ID
		isClosed, err := alert.IsClosed(ctx, s.store.Queries(), alertMissing, subject)
		if err != nil {
			return rows, err
		}
		if isClosed {
			continue
		}
		kind, done := payment.NotSettled, "paid"
		if p.IsRefund {
			kind, done = payment.RefundNotSettled, "given back"
		}
		rows = append(rows, payment.Difference{Kind: kind, Gateway: gateway, ID: p.ID, CustomerID: p.CustomerID, Here: p.Amount})
		err = s.alerts.RaiseAlone(ctx, alert.Alert{
			Kind: alertMissing, Subject: subject, CustomerID: p.CustomerID,
			Detail: fmt.Sprintf("%s, %s on %s, is in no settlement file", p.Amount.Decimal(), done, p.At.Date()),
		})
		if err != nil {
			return rows, err
		}
	}
	return rows, nil
}
