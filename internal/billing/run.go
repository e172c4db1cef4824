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

// Progress tells how far a run has come. Amount is in paise.
type Progress struct {
	Month    calendar.Date
	Done     int64 // customers
	Total    int64
	Invoices int64
	Amount   money.Paise
}

// Run is the record of a billing run. Amount is in paise.
type Run struct {
	Month    calendar.Date // first day of the month that was billed
	Done     bool
	Invoices int64
	Amount   money.Paise
	Started  calendar.Instant
	Finished calendar.Instant
}

// CatchUp bills, in order, each month that is over and was not billed, and
// finishes a run that was cut off. progress may be nil.
func (s *Service) CatchUp(ctx context.Context, progress func(Progress)) ([]Run, error) {
	month, err := s.firstUnbilled(ctx)
	if err != nil || month.IsZero() {
		return nil, err
	}
	var runs []Run
	for ; month.Before(s.today().MonthStart()); month = month.NextMonth() {
		run, err := s.BillMonth(ctx, month, progress)
		if err != nil {
			return runs, err
		}
		runs = append(runs, run)
	}
	return runs, nil
}

// firstUnbilled is the month after the last run, or that of the first
// delivery; no date when nothing was ever delivered.
func (s *Service) firstUnbilled(ctx context.Context) (calendar.Date, error) {
	last, err := s.store.Queries().BillingLastRun(ctx)
	if err != nil {
		return calendar.Date{}, fmt.Errorf("billing: %w", err)
	}
	if done := dateOr(last, calendar.Date{}); !done.IsZero() {
		return done.NextMonth(), nil
	}
	first, err := s.store.Queries().BillingFirstDelivery(ctx)
	if err != nil {
		return calendar.Date{}, fmt.Errorf("billing: %w", err)
	}
	delivered := dateOr(first, calendar.Date{})
	if delivered.IsZero() {
		return delivered, nil
	}
	return delivered.MonthStart(), nil
}

// BillMonth bills one month in arrears: one consolidated invoice per customer,
// supplier and place of supply, each customer in a transaction of his own. It
// may be called again at any time: a run that was cut off goes on where it
// stopped, and one that is done does nothing. A month that is not over is a
// Fault. progress, which may be nil, is told after each page of customers.
func (s *Service) BillMonth(ctx context.Context, month calendar.Date, progress func(Progress)) (Run, error) {
	month = month.MonthStart()
	if !month.Before(s.today().MonthStart()) {
		return Run{}, fault.Conflict("A month can be billed only when it is over.")
	}
	run, err := s.begin(ctx, month)
	if err != nil || run.State == "done" {
		return runOf(run), err
	}
	suppliers, err := s.suppliers(ctx, s.store.Queries())
	if err != nil {
		return Run{}, err
	}
	b := biller{Service: s, month: month, composer: composer{suppliers, s.settings, s.today(), Rental}}
	if err := b.all(ctx, run.AfterCustomer, progress); err != nil {
		return Run{}, err
	}
	return s.finish(ctx, month)
}

func (s *Service) begin(ctx context.Context, month calendar.Date) (db.BillingRun, error) {
	var run db.BillingRun
	err := s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		err := tx.BillingRunBegin(ctx, month, s.now())
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
		err := tx.BillingRunFinish(ctx, s.now(), month)
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
		Month: r.Month, Done: r.State == "done", Invoices: r.Invoices, Amount: r.TotalPaise, Started: r.StartedAt, Finished: r.FinishedAt,
	}
}

// Runs returns the billing runs, newest first.
func Runs(ctx context.Context, q *db.Queries) ([]Run, error) {
	rows, err := q.BillingRuns(ctx)
	if err != nil {
		return nil, fmt.Errorf("billing: %w", err)
	}
	runs := make([]Run, len(rows))
	for i, r := range rows {
		runs[i] = runOf(r)
	}
	return runs, nil
}

// biller bills one month.
type biller struct {
	*Service
	month    calendar.Date
	composer composer
}

func (b biller) all(ctx context.Context, after int64, progress func(Progress)) error {
	end := b.month.NextMonth()
	state := Progress{Month: b.month}
	if progress != nil {
		var err error
		if state, err = b.standing(ctx, after); err != nil {
			return err
		}
	}
	for {
		ids, err := b.store.Queries().BillingCustomersAfter(ctx, db.BillingCustomersAfterParams{
			AfterCustomer: after, PeriodFrom: b.month, PeriodTo: end, PageSize: page,
		})
		if err != nil {
			return fmt.Errorf("billing: %w", err)
		}
		for _, id := range ids {
			if err := ctx.Err(); err != nil {
				return fmt.Errorf("billing: stopped after customer %d: %w", after, err)
			}
			n, amount, err := b.one(ctx, id)
			if err != nil {
				return err
			}
			after = id
			state.Done++
			state.Invoices += n
			state.Amount += amount
		}
		if progress != nil {
			progress(state)
		}
		if len(ids) < page {
			return nil
		}
	}
}

// standing counts the work, for progress.
func (b biller) standing(ctx context.Context, after int64) (Progress, error) {
	q, state, end := b.store.Queries(), Progress{Month: b.month}, b.month.NextMonth()
	var err error
	if state.Total, err = q.BillingCustomersCount(ctx, end, b.month); err != nil {
		return state, fmt.Errorf("billing: %w", err)
	}
	if after == 0 {
		return state, nil
	}
	state.Done, err = q.BillingCustomersCountTo(ctx, db.BillingCustomersCountToParams{
		AfterCustomer: after, PeriodFrom: b.month, PeriodTo: end,
	})
	if err != nil {
		return state, fmt.Errorf("billing: %w", err)
	}
	run, err := q.BillingRun(ctx, b.month)
	if err != nil {
		return state, fmt.Errorf("billing: %w", err)
	}
	state.Invoices, state.Amount = run.Invoices, run.TotalPaise
	return state, nil
}

var errTaken = errors.New("billing: another run has billed this customer")

// one bills one customer. The run's place moves in the same transaction, and
// first, so that two runs at once never bill the same customer.
func (b biller) one(ctx context.Context, id int64) (n int64, amount money.Paise, err error) {
	err = b.store.Write(ctx, id, func(tx *store.Tx) error {
		n, amount = 0, 0
		moved, err := tx.BillingRunClaim(ctx, id, b.month)
		if err != nil {
			return fmt.Errorf("billing: %w", err)
		}
		if moved == 0 {
			return errTaken
		}
		n, amount, err = b.invoice(ctx, tx, id)
		if err != nil || n == 0 {
			return err
		}
		err = tx.BillingRunCount(ctx, db.BillingRunCountParams{Invoices: n, TotalPaise: amount, Month: b.month})
		if err != nil {
			return fmt.Errorf("billing: %w", err)
		}
		return nil
	})
	if errors.Is(err, errTaken) {
		return 0, 0, nil
	}
	return n, amount, err
}

func (b biller) invoice(ctx context.Context, tx *store.Tx, id int64) (n int64, amount money.Paise, err error) {
	items, err := unbilled(ctx, tx.Queries, id, b.month.NextMonth())
	if err != nil || len(items) == 0 {
		return 0, 0, err
	}
	who, err := b.customer(ctx, tx.Queries, id)
	if err != nil {
		return 0, 0, err
	}
	for _, d := range b.composer.compose(who, items) {
		invoice, err := b.issue(ctx, tx, who, d)
		if err != nil {
			return 0, 0, err
		}
		n++
		amount += invoice.Total
	}
	return n, amount, nil
}

// unbilled returns the customer's items with the days up to end that no rent
// line covers yet.
func unbilled(ctx context.Context, q *db.Queries, customerID int64, end calendar.Date) ([]billable, error) {
	rows, err := q.BillingItems(ctx, customerID, end)
	if err != nil {
		return nil, fmt.Errorf("billing: %w", err)
	}
	var items []billable
	for _, r := range rows {
		to := end
		if !r.ClosedDate.IsZero() {
			to = calendar.Earlier(to, r.ClosedDate)
		}
		from := dateOr(r.BilledTo, r.DeliveryDate)
		if from.Before(to) {
			items = append(items, billable{
				id: r.ID, orderID: r.OrderID, orderUnique: r.UniqueID, name: r.Name, sac: r.Sac, gstBP: r.GstBp, from: from, to: to,
			})
		}
	}
	if len(items) == 0 {
		return nil, nil
	}
	return items, addTerms(ctx, q, customerID, items)
}

func addTerms(ctx context.Context, q *db.Queries, customerID int64, items []billable) error {
	rows, err := q.BillingTerms(ctx, customerID)
	if err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	terms := map[int64][]subscription.Term{}
	for _, r := range rows {
		terms[r.ItemID] = append(terms[r.ItemID], subscription.Term{
			From: r.FromDate, Rent: r.RentPaise, AddressID: r.AddressID, StateCode: r.StateCode,
		})
	}
	for i := range items {
		items[i].terms = terms[items[i].id]
	}
	return nil
}
