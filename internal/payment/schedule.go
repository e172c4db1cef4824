package payment

import (
	"context"
	"fmt"
	"time"

	"rento/internal/calendar"
	"rento/internal/jobs"
	"rento/internal/store"
	"rento/internal/store/db"
)

// The kinds of this package's jobs.
const (
	jobCheck   = "payment.check"
	jobRefund  = "payment.refund"
	jobSweep   = "payment.sweep"
	jobCompare = "payment.compare"
)

// checkGaps are the times between the questions about an attempt. The questions come 30 s, 2
// min, 5 min, 15 min, 1 h and 6 h after its start, then daily to the fourth day, because banks
// confirm payments up to three days late.
var checkGaps = []time.Duration{
	30 * time.Second, 90 * time.Second, 3 * time.Minute, 10 * time.Minute, 45 * time.Minute, 5 * time.Hour,
	18 * time.Hour, 24 * time.Hour, 24 * time.Hour, 24 * time.Hour,
}

// scheduleLength is how long the schedule of questions lasts.
const scheduleLength = 4 * 24 * time.Hour

// afterGaps is the time between questions about money that is still undecided after the schedule
// has ended.
const afterGaps = 24 * time.Hour

// hintGap is the minimum time between two questions about one attempt when a waiting browser
// causes the second one.
const hintGap = 90 * time.Second

// refreshGap is the minimum time between two questions about one attempt when the customer
// explicitly asks for the second one.
const refreshGap = 2 * time.Second

// soonGap is the longest time until we ask again after a question without an answer or after a
// failed capture.
const soonGap = 30 * time.Minute

// repeatGap returns how long we wait after a question without an answer. gap is the pause in the
// schedule and age is the age of the attempt. The older the attempt, the longer the pause, up to
// soonGap. So we ask less often while a gateway is down for long.
func repeatGap(gap, age time.Duration) time.Duration { return min(soonGap, max(gap, age)) }

// lastCheck reports whether the question with this count is the last one of the schedule.
func lastCheck(checks int64) bool { return checks >= int64(len(checkGaps)) }

// gapAfter returns the time from one question to the next.
func gapAfter(checks int64) time.Duration {
	if lastCheck(checks) {
		return afterGaps
	}
	return checkGaps[checks]
}

// refundGaps are the times between the tries of a refund and the questions about it. After that
// we ask daily. As long as the gateway has not confirmed that it has the refund, the money may
// not be on its way. Then we try every six hours instead, until longRefund has passed.
var refundGaps = []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 6 * time.Hour}

func refundGap(row db.Refund, now calendar.Instant) time.Duration {
	switch {
	case row.Checks < int64(len(refundGaps)):
		return refundGaps[row.Checks]
	case row.GatewayRefundID == "" && !isLong(row, now):
		return refundGaps[len(refundGaps)-1]
	}
	return afterGaps
}

// longRefund is the time after which staff are told about a refund that is not done.
const longRefund = 10 * 24 * time.Hour

func isLong(row db.Refund, at calendar.Instant) bool { return at >= row.CreatedAt.Add(longRefund) }

// sweepGap is the time between two sweeps for forgotten work. late is how overdue work must be
// for the sweep.
const (
	sweepGap = time.Hour
	late     = 10 * time.Minute
)

// schedule registers the jobs of this package.
func (s *Service) schedule() {
	jobs.Handle(s.jobs, jobCheck, s.checkJob)
	jobs.Handle(s.jobs, jobRefund, s.refundJob)
	s.jobs.Every(jobSweep, jobs.Interval(sweepGap), s.Sweep)
	s.jobs.Every(jobCompare, jobs.Daily(4, 30), func(ctx context.Context) error {
		_, err := s.CompareLately(ctx)
		return err
	})
}

func (s *Service) enqueueCheck(ctx context.Context, tx *store.Tx, a Attempt) error {
	err := s.jobs.Enqueue(ctx, tx, jobs.Job{
		Kind: jobCheck, Key: fmt.Sprintf("%d@%d", a.ID, a.CheckAt), Payload: jobs.CustomerRow{CustomerID: a.CustomerID, ID: a.ID}, RunAt: a.CheckAt.Time(),
	})
	if err != nil {
		return fmt.Errorf("payment: %w", err)
	}
	return nil
}

// setCheck stores when we next ask the gateway, and enqueues that question. It returns false if
// somebody else has changed the schedule meanwhile.
func (s *Service) setCheck(ctx context.Context, tx *store.Tx, a *Attempt, at calendar.Instant, checks int64) (bool, error) {
	moved, err := tx.PaymentAttemptCheck(ctx, db.PaymentAttemptCheckParams{
		CustomerID: a.CustomerID, ID: a.ID, CheckAt: at, Checks: checks, AskedAt: a.AskedAt, Was: a.Checks,
	})
	if err != nil {
		return false, fmt.Errorf("payment: schedule a question: %w", err)
	}
	if moved == 0 {
		return false, nil
	}
	a.CheckAt, a.Checks = at, checks
	if at.IsZero() {
		return true, nil
	}
	return true, s.enqueueCheck(ctx, tx, *a)
}

// watch restarts the schedule of an attempt when the customer goes to its order again.
func (s *Service) watch(ctx context.Context, tx *store.Tx, a Attempt) error {
	at := s.now().Add(checkGaps[0])
	if !a.AskedAt.IsZero() {
		at = max(at, a.AskedAt.Add(hintGap))
	}
	if !a.CheckAt.IsZero() && a.CheckAt <= at {
		return nil // the next question is soon enough
	}
	_, err := s.setCheck(ctx, tx, &a, at, 0)
	return err
}

func (s *Service) stopWatching(ctx context.Context, tx *store.Tx, a *Attempt) error {
	_, err := s.setCheck(ctx, tx, a, 0, a.Checks)
	return err
}
