package billing

import (
	"context"
	"errors"

	"rento/internal/jobs"
	"rento/internal/subscription"
)

// Register schedules the jobs of billing: the monthly run at 00:10 on the 1st, late fees at 00:30
// every day, reminders at 09:00 every day, the closure invoice when an item is picked up, the
// invoices in advance (BillAhead), and the message about a deposit. progress reports on the monthly run and may be nil.
func (s *Service) Register(queue *jobs.Queue, progress func(Progress)) {
	s.jobs = queue
	queue.Every("billing.month", jobs.Monthly(1, 0, 10), func(ctx context.Context) error {
		_, err := s.CatchUp(ctx, progress)
		return err
	})
	queue.Every("billing.late_fees", jobs.Daily(0, 30), func(ctx context.Context) error { return s.daily(ctx, progress) })
	queue.Every("billing.challans", jobs.Daily(6, 0), s.IssueChallansOfOrders) // before the goods leave
	queue.Every("billing.reminders", jobs.Daily(9, 0), s.Remind)
	jobs.Handle(queue, subscription.JobClosureInvoice, s.issueClosureInvoice)
	jobs.Handle(queue, subscription.JobBillAhead, s.ahead)
	jobs.Handle(queue, subscription.JobDepositDue, s.tellDeposit)
}

// daily charges late fees. From the 2nd on it first finishes a monthly run that failed for good and
// bills the customers whom a run could not bill. On the 1st the monthly run may still be working.
// Late fees are charged even if billing fails.
func (s *Service) daily(ctx context.Context, progress func(Progress)) error {
	var billed error
	if s.today().DayOfMonth() > 1 {
		_, billed = s.CatchUp(ctx, progress)
	}
	return errors.Join(billed, s.AssessLateFees(ctx))
}

func (s *Service) issueClosureInvoice(ctx context.Context, closure subscription.Closure) error {
	_, err := s.BillClosed(ctx, closure.CustomerID)
	return err
}

func (s *Service) ahead(ctx context.Context, delivered subscription.Delivery) error {
	_, err := s.BillAhead(ctx, delivered.CustomerID)
	return err
}
