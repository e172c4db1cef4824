package payment

import (
	"context"
	"fmt"
	"slices"

	"rento/internal/alert"
	"rento/internal/bound"
	"rento/internal/jobs"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// checkJob asks the gateway about one payment attempt when a question is due.
func (s *Service) checkJob(ctx context.Context, about jobs.CustomerRow) error {
	row, err := s.store.Queries().PaymentAttempt(ctx, about.CustomerID, about.ID)
	if err != nil {
		return fmt.Errorf("payment: read attempt: %w", err)
	}
	a := attempt(row)
	if a.CheckAt.IsZero() || a.CheckAt > s.now() {
		return nil // somebody asked meanwhile; another job has the next question
	}
	final := lastCheck(a.Checks)
	if mine, err := s.claimCheck(ctx, &a); err != nil || !mine {
		return err
	}
	after, unheard := s.queryGateway(ctx, a)
	if unheard != nil {
		s.logger.WarnContext(ctx, "gateway not asked", "gateway", a.Gateway, "attempt", a.ID, "error", unheard.Error())
	}
	if err := s.scheduleNext(ctx, a, unheard == nil); err != nil {
		return err
	}
	old := s.now() >= a.CreatedAt.Add(scheduleLength)
	if !old || !final && unheard == nil {
		return nil
	}
	return s.conclude(ctx, after, unheard)
}

// claimCheck reserves the current question for this job. It also commits the next question,
// which comes soon, in case this node dies before it hears the answer.
func (s *Service) claimCheck(ctx context.Context, a *Attempt) (mine bool, err error) {
	before := *a
	err = s.write(ctx, a.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		*a = before
		a.AskedAt = s.now()
		mine, err = s.setCheck(ctx, tx, a, s.now().Add(min(soonGap, gapAfter(a.Checks+1))), a.Checks+1)
		return err
	})
	return mine, err
}

// scheduleNext sets the time of the next question after one was asked. It does nothing if an
// answer came and the next question is due soon anyway. A question without an answer does not
// count: we repeat it after repeatGap.
func (s *Service) scheduleNext(ctx context.Context, asked Attempt, answered bool) error {
	gap := gapAfter(asked.Checks)
	if answered && gap <= soonGap {
		return nil
	}
	return s.write(ctx, asked.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		now, err := readAttempt(ctx, tx, asked)
		if err != nil || now.CheckAt != asked.CheckAt || now.Checks != asked.Checks {
			return err // the answer or the customer has changed the schedule
		}
		at, checks := asked.AskedAt.Add(gap), asked.Checks
		if !answered {
			at, checks = asked.AskedAt.Add(repeatGap(gap, asked.AskedAt.Time().Sub(asked.CreatedAt.Time()))), asked.Checks-1
		}
		_, err = s.setCheck(ctx, tx, &now, at, checks)
		return err
	})
}

// queryGateway asks the gateway about an attempt, applies the answer, and captures authorized
// money. It returns the attempt as it is afterwards. If the gateway could not be asked, the
// error is the gateway's.
func (s *Service) queryGateway(ctx context.Context, a Attempt) (Attempt, error) {
	gateway := s.gateways.Get(a.Gateway)
	if gateway == nil {
		return a, jobs.Permanent(fmt.Errorf("payment: gateway %s is not set up", a.Gateway))
	}
	seen, err := gateway.Observe(ctx, a.Reference, a.OrderID)
	if err != nil {
		return a, fmt.Errorf("payment: ask %s: %w", a.Gateway, err)
	}
	done, err := s.Apply(ctx, seen)
	if err != nil || !done.Known {
		return a, err
	}
	if len(done.Capture) == 0 {
		return done.Attempt, nil
	}
	return s.capture(ctx, gateway, seen, done)
}

// capture tells the gateway to capture authorized payments and applies its answers. If a capture
// fails, we ask the gateway again soon and try again then. Until then the payer's bank holds the
// money.
func (s *Service) capture(ctx context.Context, gateway provider.Gateway, seen provider.Observation, done Applied) (Attempt, error) {
	var failed bound.Failures
	taken := seen
	taken.Payments = nil
	for _, p := range done.Capture {
		got, err := gateway.Capture(ctx, p.ID, p.Amount)
		if err != nil {
			failed.Add(fmt.Errorf("payment: capture %s: %w", p.ID, err))
			continue
		}
		taken.Payments = append(taken.Payments, got)
	}
	if failed.Err() != nil {
		failed.Add(s.checkSoon(ctx, done.Attempt))
	}
	again, err := s.Apply(ctx, taken)
	if err != nil {
		failed.Add(err)
		return done.Attempt, failed.Err()
	}
	return again.Attempt, failed.Err()
}

// checkSoon adds an extra question to the schedule.
func (s *Service) checkSoon(ctx context.Context, a Attempt) error {
	return s.write(ctx, a.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		now, err := readAttempt(ctx, tx, a)
		if err != nil {
			return err
		}
		at := s.now().Add(soonGap)
		if !now.CheckAt.IsZero() && now.CheckAt <= at {
			return nil
		}
		_, err = s.setCheck(ctx, tx, &now, at, now.uncounted())
		return err
	})
}

// conclude ends an attempt whose schedule is over, so that the customer can pay again. If the
// gateway has not said that no money is on the way, staff get an alert and the customer gets a
// message, each once. We then keep asking every day, because late money still counts.
func (s *Service) conclude(ctx context.Context, a Attempt, unheard error) error {
	return s.write(ctx, a.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		a, err := readAttempt(ctx, tx, a)
		if err != nil || a.State == AttemptSucceeded {
			return err
		}
		undecided := unheard != nil
		if !undecided {
			if undecided, err = hasOpenPayment(ctx, tx.Queries, a); err != nil {
				return err
			}
		}
		reason := notPaid
		if undecided {
			reason = leftUndecided
			if err := s.alerts.Raise(ctx, tx, alert.Alert{
				Kind: "payment_undecided", Subject: fmt.Sprint(a.ID), CustomerID: a.CustomerID,
				Detail: fmt.Sprintf("order %s at %s is undecided since %s", a.OrderID, a.Gateway, a.CreatedAt.Date()),
			}); err != nil {
				return err
			}
		}
		if a.State.Live() {
			t, err := read(ctx, tx.Queries, a.CustomerID, a.TransactionID)
			if err != nil {
				return err
			}
			if err := s.expire(ctx, tx, &t, &a, reason); err != nil {
				return err
			}
			if undecided && a.OrderID != "" { // without an order nobody could have paid
				if err := s.notifyUnconfirmed(ctx, tx, t, a); err != nil {
					return err
				}
			}
		}
		if undecided {
			return nil
		}
		return s.stopWatching(ctx, tx, &a)
	})
}

// The reasons for giving up an attempt at the end of its schedule. The customer's list of
// transactions depends on leftUndecided (query PaymentTransactionsOf).
const (
	notPaid       = "not_paid"
	leftUndecided = "undecided"
)

// hasOpenPayment reports whether a payment of the attempt may still become money.
func hasOpenPayment(ctx context.Context, q *db.Queries, a Attempt) (bool, error) {
	rows, err := q.PaymentsOfAttempt(ctx, db.PaymentsOfAttemptParams{Gateway: a.Gateway, CustomerID: a.CustomerID, AttemptID: a.ID})
	if err != nil {
		return false, fmt.Errorf("payment: read payments: %w", err)
	}
	return slices.ContainsFunc(rows, func(row db.GatewayPayment) bool {
		state := provider.PaymentState(row.State)
		return Posting(row.PostedAs) == NotPosted && (state == provider.PaymentCreated || state == provider.PaymentAuthorized)
	}), nil
}

// Sweep picks up work that was forgotten: overdue questions whose job died, overdue refunds, and
// transactions that nobody took to a gateway.
func (s *Service) Sweep(ctx context.Context) error {
	before := s.now().Add(-late)
	attempts, err := s.store.Queries().PaymentAttemptsOverdue(ctx, before)
	if err != nil {
		return fmt.Errorf("payment: sweep: %w", err)
	}
	refunds, err := s.store.Queries().PaymentRefundsOverdue(ctx, before)
	if err != nil {
		return fmt.Errorf("payment: sweep: %w", err)
	}
	var failed bound.Failures
	for _, row := range attempts {
		failed.Add(s.checkJob(ctx, jobs.CustomerRow{CustomerID: row.CustomerID, ID: row.ID}))
	}
	for _, row := range refunds {
		failed.Add(s.pursue(ctx, row))
	}
	failed.Add(s.dropUnused(ctx))
	return failed.Err()
}

// dropUnused expires transactions that were started but never taken to a gateway. It does so one
// day after their link has expired.
func (s *Service) dropUnused(ctx context.Context) error {
	rows, err := s.store.Queries().PaymentTransactionsUnused(ctx, s.now().Add(-afterGaps))
	if err != nil {
		return fmt.Errorf("payment: sweep: %w", err)
	}
	var failed bound.Failures
	for _, row := range rows {
		failed.Add(s.expireUnused(ctx, transaction(row)))
	}
	return failed.Err()
}

func (s *Service) expireUnused(ctx context.Context, t Transaction) error {
	return s.write(ctx, t.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		a, err := liveAttempt(ctx, tx.Queries, t)
		if err != nil || a != nil {
			return err
		}
		return s.moveTransaction(ctx, tx, &t, Expired)
	})
}
