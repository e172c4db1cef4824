package billing

import (
	"context"
	"errors"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// biller bills one month.
type biller struct {
	*Service
	month    calendar.Date
	composer composer
}

// all bills the customers with an id above after, and returns the ones that it could not bill.
func (b biller) all(ctx context.Context, after int64, progress func(Progress)) (failed failures, err error) {
	state := Progress{Month: b.month}
	if progress != nil {
		if state, err = b.standing(ctx, after); err != nil {
			return failed, err
		}
	}
	for {
		ids, err := subscription.Tenants(ctx, b.store.Queries(), b.period(), after, page)
		if err != nil {
			return failed, err
		}
		for _, id := range ids {
			if err := ctx.Err(); err != nil {
				return failed, fmt.Errorf("billing: stopped after customer %d: %w", after, err)
			}
			n, amount, err := b.one(ctx, id)
			if err != nil {
				if err := b.skip(ctx, id, err); err != nil {
					return failed, err
				}
				failed.add(id, err)
			}
			after = id
			state.Done++
			state.Invoices += n
			state.Amount = money.Sum(state.Amount, amount)
		}
		if progress != nil {
			progress(state)
		}
		if len(ids) < page {
			return failed, nil
		}
	}
}

func (b biller) period() subscription.Period {
	return subscription.Period{From: b.month, To: b.month.NextMonth()}
}

// standing reads how far the run is, for the progress report.
func (b biller) standing(ctx context.Context, after int64) (Progress, error) {
	q, state := b.store.Queries(), Progress{Month: b.month}
	var err error
	if state.Total, err = subscription.TenantsCount(ctx, q, b.period(), subscription.Everybody); err != nil {
		return state, err
	}
	if after == 0 {
		return state, nil
	}
	if state.Done, err = subscription.TenantsCount(ctx, q, b.period(), after); err != nil {
		return state, err
	}
	run, err := q.BillingRun(ctx, b.month)
	if err != nil {
		return state, fmt.Errorf("billing: read the run of %s: %w", b.month, err)
	}
	state.Invoices, state.Amount = run.Invoices, run.TotalPaise
	return state, nil
}

var errAlreadyBilled = errors.New("billing: another run has billed this customer")

// one bills one customer. It first moves the run's position to this customer, in the same
// transaction. So two runs at the same time never bill the same customer.
func (b biller) one(ctx context.Context, id int64) (n int64, amount money.Paise, err error) {
	err = b.store.Write(ctx, id, func(tx *store.Tx) error {
		n, amount = 0, 0
		moved, err := tx.BillingRunClaim(ctx, id, b.month)
		if err != nil {
			return fmt.Errorf("billing: claim run: %w", err)
		}
		if moved == 0 {
			return errAlreadyBilled
		}
		n, amount, err = b.counted(ctx, tx, id)
		return err
	})
	if errors.Is(err, errAlreadyBilled) {
		return 0, 0, nil
	}
	if err != nil {
		return 0, 0, err // nothing was committed
	}
	return n, amount, nil
}

// counted invoices one customer and adds the invoices to the figures of the run.
func (b biller) counted(ctx context.Context, tx *store.Tx, id int64) (n int64, amount money.Paise, err error) {
	n, amount, err = b.invoice(ctx, tx, id)
	if err != nil || n == 0 {
		return 0, 0, err
	}
	err = tx.BillingRunCount(ctx, db.BillingRunCountParams{Invoices: n, TotalPaise: amount, Month: b.month})
	if err != nil {
		return 0, 0, fmt.Errorf("billing: count runs: %w", err)
	}
	return n, amount, nil
}

func (b biller) invoice(ctx context.Context, tx *store.Tx, id int64) (n int64, amount money.Paise, err error) {
	items, err := b.unbilled(ctx, tx.Queries, id, b.month.NextMonth())
	if err != nil || len(items) == 0 {
		return 0, 0, err
	}
	who, err := b.customer(ctx, tx.Queries, id)
	if err != nil {
		return 0, 0, err
	}
	drafts, err := b.composer.compose(who, items)
	if err != nil {
		return 0, 0, err
	}
	invoices := make(Invoices, len(drafts))
	for i, d := range drafts {
		if invoices[i], err = b.enter(ctx, tx, who, d); err != nil {
			return 0, 0, err
		}
		amount = money.Sum(amount, invoices[i].Total)
	}
	if err := b.debit(ctx, tx, invoices); err != nil {
		return 0, 0, err
	}
	return int64(len(invoices)), amount, b.finishCovers(ctx, tx, who, drafts)
}

// unbilled returns the customer's items with the days up to end that no rent line covers yet.
func (s *Service) unbilled(ctx context.Context, q *db.Queries, customerID int64, end calendar.Date) ([]billable, error) {
	all, err := subscription.Billables(ctx, q, customerID, end)
	if err != nil {
		return nil, err
	}
	billed, err := billedTo(ctx, q, customerID)
	if err != nil {
		return nil, err
	}
	var items []billable
	for _, item := range all {
		to := end
		if !item.ClosedDate.IsZero() {
			to = calendar.Earlier(to, item.ClosedDate)
		}
		from := billed[item.ID]
		if from.IsZero() {
			from = item.BillingFrom
		}
		from = calendar.Later(from, s.settings.GoLive)
		if from.Before(to) {
			items = append(items, billable{Billable: item, from: from, to: to})
		}
	}
	if len(items) == 0 {
		return nil, nil
	}
	return items, addTerms(ctx, q, customerID, items)
}

// billedTo is the end of the last rent line of each item that has one.
func billedTo(ctx context.Context, q *db.Queries, customerID int64) (map[int64]calendar.Date, error) {
	rows, err := q.BillingBilledTo(ctx, customerID)
	if err != nil {
		return nil, fmt.Errorf("billing: read what customer %d was billed: %w", customerID, err)
	}
	billed := make(map[int64]calendar.Date, len(rows))
	for _, r := range rows {
		if billed[r.ItemID], err = dayOf(r.BilledTo); err != nil {
			return nil, err
		}
	}
	return billed, nil
}

func addTerms(ctx context.Context, q *db.Queries, customerID int64, items []billable) error {
	ids := make([]int64, len(items))
	for i, item := range items {
		ids[i] = item.ID
	}
	terms, err := subscription.TermsOf(ctx, q, customerID, ids)
	if err != nil {
		return err
	}
	for i := range items {
		items[i].terms = terms[items[i].ID]
	}
	return nil
}
