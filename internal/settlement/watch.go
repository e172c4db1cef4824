package settlement

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"rento/internal/alert"
	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/inbox"
	"rento/internal/jobs"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// sweepGap is how often we look for forgotten work. late is how overdue a question must be to
// count as forgotten. sweepPage is how many settlements are in memory at a time.
const (
	sweepGap  = time.Hour
	late      = 10 * time.Minute
	sweepPage = 500
)

// Sweep asks again about payouts whose job died, continues with settlements that wait for a
// bank's answer, and raises alerts for refunds that take too long. An error with one of them does
// not stop the others.
func (s *Service) Sweep(ctx context.Context) error {
	return errors.Join(s.sweepPayouts(ctx), s.sweepSettlements(ctx))
}

func (s *Service) sweepPayouts(ctx context.Context) error {
	if s.payouts == nil {
		return nil
	}
	rows, err := s.store.Queries().SettlementPayoutsOverdue(ctx, s.now().Add(-late))
	if err != nil {
		return fmt.Errorf("settlement: read overdue payouts: %w", err)
	}
	var failed bound.Failures
	for _, row := range rows {
		failed.Add(s.pursue(ctx, row))
	}
	return failed.Err()
}

func (s *Service) sweepSettlements(ctx context.Context) error {
	var failed bound.Failures
	page := db.SettlementsOpenParams{LeastPayoutPaise: LeastPayout, PageSize: sweepPage}
	for {
		open, err := s.store.Queries().SettlementsOpen(ctx, page)
		if err != nil {
			return fmt.Errorf("settlement: read open settlements: %w", err)
		}
		for _, row := range open {
			failed.Add(s.advance(ctx, jobs.CustomerRow{CustomerID: row.CustomerID, ID: row.ID}))
			failed.Add(s.watchPromise(ctx, row))
			page.AfterReady, page.AfterID = row.ReadyAt, row.ID
		}
		if len(open) < int(page.PageSize) {
			return failed.Err()
		}
	}
}

// watchPromise raises an alert for a refund that has not started or not arrived in time. A
// preference cannot be chosen without its details, so PayeeAt is zero only if the refund goes to
// the wallet.
func (s *Service) watchPromise(ctx context.Context, row db.SettlementsOpenRow) error {
	c, err := countdownOf(ctx, s.store.Queries(), row.CustomerID, row.ID, row.ReadyAt, calendar.Instant(row.ChosenAt), calendar.Instant(row.PayeeAt))
	if err != nil {
		return err
	}
	today, kind := calendar.Today(s.clock), ""
	switch {
	case today.After(c.end(alarmDays)):
		kind = "payout_slow"
	case State(row.State) == Ready && today.After(c.end(startDays)):
		kind = "payout_not_started"
	default:
		return nil
	}
	return s.write(ctx, row.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		return s.alerts.Raise(ctx, tx, alert.Alert{
			Kind: kind, Subject: fmt.Sprint(row.ID), CustomerID: row.CustomerID,
			Detail: fmt.Sprintf("settlement %s since %s, promised by %s", row.State, c.from, c.end(promiseDays)),
		})
	})
}

// handleEvent handles an event of the payout provider. The event is only a hint: the provider is
// asked, and its answer is applied.
func (s *Service) handleEvent(ctx context.Context, event inbox.Event) error {
	if strings.HasPrefix(event.Kind, "fund_account.validation.") {
		return s.validationEvent(ctx, event.SubjectID)
	}
	if event.SubjectID == "" || !strings.HasPrefix(event.Kind, "payout.") {
		return nil
	}
	row, err := s.store.Queries().SettlementPayoutByProvider(ctx, s.payouts.Name(), event.SubjectID)
	if store.IsNone(err) {
		return inbox.NotYet(alert.Alert{
			Kind: "event_of_unknown_payout", Subject: event.Provider + ":" + event.SubjectID, Detail: fmt.Sprintf("event %s, %s", event.ID, event.Kind),
		})
	}
	if err != nil {
		return fmt.Errorf("settlement: find payout %s: %w", event.SubjectID, err)
	}
	got, err := s.payouts.FetchPayout(ctx, event.SubjectID)
	if err != nil {
		return fmt.Errorf("settlement: ask about payout %s: %w", event.SubjectID, err)
	}
	return s.applyPayout(ctx, row, got)
}

// validationEvent asks for the result of a validation. We may not know the validation, because
// its first answer was lost and the bank was asked twice; then the second validation counts.
func (s *Service) validationEvent(ctx context.Context, validationID string) error {
	row, err := s.store.Queries().SettlementPayeeByValidation(ctx, validationID)
	if store.IsNone(err) {
		return inbox.NotYet(alert.Alert{})
	}
	if err != nil {
		return fmt.Errorf("settlement: validation %s: %w", validationID, err)
	}
	p, err := s.payee(row)
	if err != nil {
		return err
	}
	if _, err := s.queryValidation(ctx, row.CustomerID, p); err != nil {
		return err
	}
	return s.write(ctx, row.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		return s.advanceAll(ctx, tx, row.CustomerID)
	})
}

// Comparison is the result of comparing the provider's list with our books.
type Comparison struct {
	Provider string
	// Listed is how many payouts the provider's list has.
	Listed int
	// Caught lists payouts of which we learned something only by the comparison.
	Caught []string
	// Strange lists payouts that are not ours, and Missing lists ours that the provider does not
	// have. Odd lists entries that could not be read, "?" for one without an id.
	Strange, Missing, Odd []string
}

// Differences is how many payouts differed or could not be read.
func (c Comparison) Differences() int {
	return len(c.Caught) + len(c.Strange) + len(c.Missing) + len(c.Odd)
}

// Clean reports whether both sides agreed.
func (c Comparison) Clean() bool { return c.Differences() == 0 }

// lookBack is how far the daily comparison goes back. minimumAge is how old a payout must be: a
// younger one may be on one side only because it is under way.
const (
	lookBack   = 8 * 24 * time.Hour
	minimumAge = 10 * time.Minute
)

// differencesSetting holds how many payouts differed in the last daily comparison.
const differencesSetting = "settlement.differences"

// compareDaily compares the payouts of the last days. It stores how many differed, for the metric
// that every node shows.
func (s *Service) compareDaily(ctx context.Context) error {
	c, failed := s.CompareLately(ctx)
	err := s.store.WriteCompany(ctx, func(tx *store.Tx) error { return tx.SaveCount(ctx, differencesSetting, c.Differences()) })
	return errors.Join(failed, err)
}

// Differences is how many payouts differed in the last daily comparison, 0 before the first.
func (s *Service) Differences(ctx context.Context) (int64, error) {
	return store.Count(ctx, s.store.Queries(), differencesSetting)
}

// CompareLately compares the payouts of the last days.
func (s *Service) CompareLately(ctx context.Context) (Comparison, error) {
	until := s.clock.Now().Add(-minimumAge).Truncate(time.Second)
	return s.Compare(ctx, until.Add(-lookBack), until)
}

// Compare asks the provider for the payouts made in [from, until) and applies what we did not
// know. What only one side has, and what cannot be read, becomes an alert. If a payout cannot be
// applied, the others are still compared, and its error is returned at the end.
func (s *Service) Compare(ctx context.Context, from, until time.Time) (Comparison, error) {
	if s.payouts == nil {
		return Comparison{}, nil
	}
	c := Comparison{Provider: s.payouts.Name()}
	listed, err := s.payouts.ListPayouts(ctx, from, until)
	if err != nil {
		return c, fmt.Errorf("settlement: list of %s: %w", c.Provider, err)
	}
	seen := map[string]bool{}
	var failed bound.Failures
	for _, odd := range listed.Odd {
		id := cmp.Or(odd.ID, "?")
		c.Odd, seen[id] = append(c.Odd, id), true
		failed.Add(s.alerts.RaiseAlone(ctx, alert.Alert{Kind: "payout_unreadable", Subject: c.Provider + ":" + id, Detail: odd.Cause.Error()}))
	}
	for _, got := range listed.Entries {
		if err := ctx.Err(); err != nil {
			failed.Add(fmt.Errorf("settlement: list of %s: %w", c.Provider, err))
			return c, failed.Err()
		}
		c.Listed++
		seen[got.ID] = true
		if err := s.compareOne(ctx, &c, got); err != nil {
			failed.Add(fmt.Errorf("payout %.60s at %s: %w", got.ID, c.Provider, err))
		}
	}
	failed.Add(s.compareBack(ctx, &c, seen, from, until))
	return c, failed.Err()
}

// compareBack looks for payouts in our books that the provider does not have.
func (s *Service) compareBack(ctx context.Context, c *Comparison, seen map[string]bool, from, until time.Time) error {
	ours, err := s.store.Queries().SettlementPayoutsSent(ctx, db.SettlementPayoutsSentParams{
		Provider: c.Provider, FromAt: calendar.Stamp(from.Add(minimumAge)), UntilAt: calendar.Stamp(until.Add(-minimumAge)),
	})
	if err != nil {
		return fmt.Errorf("settlement: read payouts: %w", err)
	}
	var failed bound.Failures
	for _, row := range ours {
		if seen[row.ProviderPayoutID] {
			continue
		}
		c.Missing = append(c.Missing, row.ProviderPayoutID)
		failed.Add(s.alerts.RaiseAlone(ctx, alert.Alert{
			Kind: "payout_not_at_provider", Subject: row.ProviderPayoutID, CustomerID: row.CustomerID,
			Detail: row.AmountPaise.Decimal() + " are in our books only",
		}))
	}
	return failed.Err()
}

func (s *Service) compareOne(ctx context.Context, c *Comparison, got provider.Payout) error {
	row, err := s.ours(ctx, c.Provider, got)
	if store.IsNone(err) {
		c.Strange = append(c.Strange, got.ID)
		return s.alerts.RaiseAlone(ctx, alert.Alert{
			Kind: "payout_unknown", Subject: got.ID, Detail: fmt.Sprintf("%s left for %s, which is not ours", got.Amount.Decimal(), got.Reference),
		})
	}
	if err != nil {
		return fmt.Errorf("settlement: find payout: %w", err)
	}
	if row.ProviderPayoutID == got.ID && row.AmountPaise == got.Amount && PayoutState(row.State) == payoutStateOf(got.State) && (got.UTR == "" || row.Utr == got.UTR) {
		return nil
	}
	c.Caught = append(c.Caught, got.ID)
	return s.applyPayout(ctx, row, got)
}

// ours finds a payout by the provider's id, or by our reference if the provider's answer was
// lost.
func (s *Service) ours(ctx context.Context, name string, got provider.Payout) (db.Payout, error) {
	row, err := s.store.Queries().SettlementPayoutByProvider(ctx, name, got.ID)
	if store.IsNone(err) {
		row, err = s.store.Queries().SettlementPayoutByKey(ctx, "payout-"+got.Reference)
	}
	return row, err
}
