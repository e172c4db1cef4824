package billing

import (
	"context"
	"errors"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// page is how many customers are in memory at a time.
const page = 500

// runState is the progress of the run of a month.
type runState string

// The states of a run.
const (
	runRunning runState = "running"
	runDone    runState = "done"
)

// Progress is how far a run has come. Amount is in paise.
type Progress struct {
	Month    calendar.Date
	Done     int64 // customers
	Total    int64
	Invoices int64
	Amount   money.Paise
}

// Run is the record of a billing run. Amount is in paise.
type Run struct {
	Month    calendar.Date // first day of the billed month
	Done     bool
	Invoices int64
	Amount   money.Paise
	Started  calendar.Instant
	Finished calendar.Instant
}

// CatchUp bills, in order, each month that is over and not billed yet, and finishes a run that was
// interrupted. If rent is billed in advance, it bills the months that have begun. A customer who
// cannot be billed does not stop the others. The error names such customers once all others are
// billed, and each call tries them again. progress may be nil.
func (s *Service) CatchUp(ctx context.Context, progress func(Progress)) ([]Run, error) {
	failed := s.retryFailures(ctx) // first, because missed months are billed in order
	runs, err := s.billMonths(ctx, progress)
	return runs, errors.Join(failed, err)
}

func (s *Service) billMonths(ctx context.Context, progress func(Progress)) ([]Run, error) {
	month, err := s.firstUnbilled(ctx)
	if err != nil || month.IsZero() {
		return nil, err
	}
	var runs []Run
	var failed error
	for ; month.Before(s.settings.billedTo(s.today())); month = month.NextMonth() {
		run, err := s.BillMonth(ctx, month, progress)
		if err != nil && !errors.Is(err, errCustomers) {
			return runs, errors.Join(failed, err)
		}
		failed = errors.Join(failed, err)
		runs = append(runs, run)
	}
	return runs, failed
}

// firstUnbilled is the month after the last run. Without any run it is the month of the first day
// that any item bills, but not before the month of GoLive. It is the zero date if nothing was ever
// delivered.
func (s *Service) firstUnbilled(ctx context.Context) (calendar.Date, error) {
	last, err := s.store.Queries().BillingLastRun(ctx)
	if err != nil {
		return calendar.Date{}, fmt.Errorf("billing: last run: %w", err)
	}
	done, err := dayOf(last)
	if err != nil {
		return done, err
	}
	if !done.IsZero() {
		return done.NextMonth(), nil
	}
	begins, err := subscription.FirstBilledDay(ctx, s.store.Queries())
	if err != nil || begins.IsZero() {
		return begins, err
	}
	return calendar.Later(begins, s.settings.GoLive).MonthStart(), nil
}

// BillMonth bills one month: one consolidated invoice per customer, supplier and place of supply.
// Each customer is billed in a transaction of their own. It may be called again at any time. An
// interrupted run continues where it stopped, and a finished run does nothing.
//
// If a customer cannot be billed, BillMonth raises an alert, keeps the customer for CatchUp, and
// goes on. It returns an error when all other customers are billed. If it is too early to bill the
// month, the error is a Fault. progress may be nil. It is called after each page of customers.
func (s *Service) BillMonth(ctx context.Context, month calendar.Date, progress func(Progress)) (Run, error) {
	month = month.MonthStart()
	if !month.Before(s.settings.billedTo(s.today())) {
		return Run{}, fault.Conflict("billing.month_too_early", "It is too early to bill this month.")
	}
	run, err := s.begin(ctx, month)
	if err != nil || runState(run.State) == runDone {
		return runOf(run), err
	}
	com, err := s.composer(ctx, s.store.Queries(), Rental)
	if err != nil {
		return Run{}, err
	}
	b := biller{Service: s, month: month, composer: com}
	failed, err := b.all(ctx, run.AfterCustomer, progress)
	if err != nil {
		return Run{}, err
	}
	finished, err := s.finish(ctx, month)
	return finished, errors.Join(err, failed.err("the bill of "+month.String()))
}

func (s *Service) begin(ctx context.Context, month calendar.Date) (db.BillingRun, error) {
	var run db.BillingRun
	err := s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		err := tx.BillingRunBegin(ctx, db.BillingRunBeginParams{Month: month, State: string(runRunning), StartedAt: s.now()})
		if err != nil {
			return err
		}
		run, err = tx.BillingRun(ctx, month)
		return err
	})
	if err != nil {
		return run, fmt.Errorf("billing: begin %s: %w", month, err)
	}
	return run, nil
}

func (s *Service) finish(ctx context.Context, month calendar.Date) (Run, error) {
	var run db.BillingRun
	err := s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		err := tx.BillingRunFinish(ctx, db.BillingRunFinishParams{State: string(runDone), FinishedAt: s.now(), Month: month})
		if err != nil {
			return err
		}
		run, err = tx.BillingRun(ctx, month)
		return err
	})
	if err != nil {
		return Run{}, fmt.Errorf("billing: finish %s: %w", month, err)
	}
	return runOf(run), nil
}

func runOf(r db.BillingRun) Run {
	return Run{
		Month: r.Month, Done: runState(r.State) == runDone, Invoices: r.Invoices, Amount: r.TotalPaise, Started: r.StartedAt, Finished: r.FinishedAt,
	}
}
