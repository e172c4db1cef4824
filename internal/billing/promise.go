package billing

import (
	"context"
	"fmt"
	"strconv"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// PromiseState is the state of a promise to pay.
type PromiseState string

// The states of a promise to pay. A withdrawn promise was recorded by mistake.
const (
	PromiseOpen      PromiseState = "open"
	PromiseKept      PromiseState = "kept"
	PromiseBroken    PromiseState = "broken"
	PromiseWithdrawn PromiseState = "withdrawn"
)

// Promise is what a customer has promised to pay, in paise. By is the last day to keep it.
type Promise struct {
	CustomerID int64
	ID         int64
	Amount     money.Paise
	By         calendar.Date
	State      PromiseState
	Made       calendar.Instant
	Decided    calendar.Instant // 0 while it is open
}

func promiseOf(r db.PaymentPromise) Promise {
	return Promise{r.CustomerID, r.ID, r.AmountPaise, r.DueDate, PromiseState(r.State), r.CreatedAt, r.DecidedAt}
}

// promisedAhead is how many days ahead a customer may promise to pay.
const promisedAhead = 15

// OpenPromise is the promise of a customer that is not decided yet. some is false without one.
func OpenPromise(ctx context.Context, q *db.Queries, customerID int64) (p Promise, some bool, err error) {
	row, err := q.BillingPromiseOpen(ctx, customerID)
	if store.IsNone(err) {
		return p, false, nil
	}
	if err != nil {
		return p, false, fmt.Errorf("billing: read the open promise: %w", err)
	}
	return promiseOf(row), true, nil
}

// RecordPromise records that a customer has promised to pay an amount by a day, and confirms it to
// them. Until it is decided on the morning after that day, nobody reminds the customer. Late fees go
// on. The same promise again changes nothing. It is a Fault (409) if another promise is open or
// nothing is due, and 422 for a day that is over or too far ahead, and for more than is due.
func (s *Service) RecordPromise(ctx context.Context, customerID int64, amount money.Paise, by calendar.Date) (p Promise, err error) {
	if _, err := account.CustomerOf(ctx, s.store.Queries(), customerID); err != nil {
		return p, err
	}
	if today := s.today(); by.Before(today) || by.After(today.AddDays(promisedAhead)) {
		return p, fault.Invalid("promise.day", "by", "The day of a promise is from today to {day}.", fault.With("day", today.AddDays(promisedAhead).String()))
	}
	err = s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		p, err = s.recordPromise(ctx, tx, customerID, amount, by)
		return err
	})
	return p, err
}

func (s *Service) recordPromise(ctx context.Context, tx *store.Tx, customerID int64, amount money.Paise, by calendar.Date) (p Promise, err error) {
	open, some, err := OpenPromise(ctx, tx.Queries, customerID)
	if err != nil {
		return p, err
	}
	if some {
		if open.Amount == amount && open.By == by {
			return open, nil
		}
		return p, fault.Conflict("promise.open", "A promise of {amount} by {day} is open. Withdraw it first if it was recorded by mistake.", fault.With("amount", open.Amount.String()), fault.With("day", open.By.String()))
	}
	balances, err := ledger.BalancesOf(ctx, tx.Queries, customerID)
	if err != nil {
		return p, fmt.Errorf("billing: read balances: %w", err)
	}
	switch due := balances.ToPay(); {
	case due == 0:
		return p, fault.Conflict("promise.nothing_due", "The customer has nothing to pay.")
	case amount <= 0 || amount > due:
		return p, fault.Invalid("promise.amount", "amount", "A promise is of {amount} at most, which is what the customer is to pay.", fault.With("amount", due.String()))
	}
	p = Promise{CustomerID: customerID, ID: s.ids.Next(), Amount: amount, By: by, State: PromiseOpen, Made: s.now()}
	err = tx.BillingPromiseAdd(ctx, db.BillingPromiseAddParams{CustomerID: customerID, ID: p.ID, AmountPaise: amount, DueDate: by, CreatedAt: p.Made})
	if err != nil {
		return p, fmt.Errorf("billing: add a promise: %w", err)
	}
	if err := s.recordOf(ctx, tx, p, "promise_recorded", "by "+by.String()); err != nil {
		return p, err
	}
	if err := s.notices.Send(ctx, tx, customerID, notify.PaymentPromised{Amount: amount, Day: by}, promiseFact(p.ID)); err != nil {
		return p, fmt.Errorf("billing: %w", err)
	}
	return p, nil
}

// WithdrawPromise takes back the open promise of a customer, which was recorded by mistake. Reminders
// go on. Without one it is a Fault (409).
func (s *Service) WithdrawPromise(ctx context.Context, customerID int64, reason string) error {
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		p, some, err := OpenPromise(ctx, tx.Queries, customerID)
		if err != nil {
			return err
		}
		if !some {
			return fault.Conflict("promise.none", "No promise of this customer is open.")
		}
		_, err = s.decide(ctx, tx, p, PromiseWithdrawn, reason)
		return err
	})
}

// decide ends an open promise. It returns false if the promise was ended meanwhile.
func (s *Service) decide(ctx context.Context, tx *store.Tx, p Promise, state PromiseState, reason string) (bool, error) {
	moved, err := tx.BillingPromiseDecide(ctx, db.BillingPromiseDecideParams{State: string(state), DecidedAt: s.now(), CustomerID: p.CustomerID, ID: p.ID})
	if err != nil {
		return false, fmt.Errorf("billing: decide promise %d: %w", p.ID, err)
	}
	if moved == 0 {
		return false, nil
	}
	return true, s.recordOf(ctx, tx, p, "promise_"+string(state), reason)
}

// recordOf writes into the audit log what became of a promise.
func (s *Service) recordOf(ctx context.Context, tx *store.Tx, p Promise, action, reason string) error {
	return s.audit.Record(ctx, tx, audit.Entry{CustomerID: p.CustomerID, Action: action, Object: promiseFact(p.ID), Amount: p.Amount, Reason: reason})
}

// Promises lists the promises of a state that were made since a day, newest first, at most most.
func Promises(ctx context.Context, q *db.Queries, state PromiseState, since calendar.Date, most int32) ([]Promise, error) {
	rows, err := q.BillingPromisesOf(ctx, db.BillingPromisesOfParams{State: string(state), Since: calendar.Stamp(since.Start()), PageSize: most})
	if err != nil {
		return nil, fmt.Errorf("billing: list promises: %w", err)
	}
	list := make([]Promise, len(rows))
	for i, r := range rows {
		list[i] = promiseOf(r)
	}
	return list, nil
}

// promisers lists the customers whose promise is to be decided.
func (s *Service) promisers(ctx context.Context, q *db.Queries, after int64, limit int) ([]int64, error) {
	list, err := q.BillingPromisers(ctx, db.BillingPromisersParams{Day: s.today(), AfterCustomer: after, PageSize: int32(limit)})
	if err != nil {
		return nil, fmt.Errorf("billing: list whose promise is over: %w", err)
	}
	return list, nil
}

// decidePromise decides a promise after its last day. It is kept if so much was paid since it was
// made, or nothing is due any more: the receipt has said so. While money is on its way, it stays open.
// Otherwise it is broken, and the customer is told.
func (s *Service) decidePromise(ctx context.Context, customerID int64, today calendar.Date) error {
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		p, some, err := OpenPromise(ctx, tx.Queries, customerID)
		if err != nil || !some || !p.By.Before(today) {
			return err
		}
		missing, err := s.missingOf(ctx, tx.Queries, p)
		if err != nil {
			return err
		}
		if missing.ToPay == 0 {
			_, err := s.decide(ctx, tx, p, PromiseKept, "")
			return err
		}
		if s.coming != nil {
			if coming, err := s.coming(ctx, tx.Queries, customerID, missing.Missing); err != nil || coming {
				return err
			}
		}
		if decided, err := s.decide(ctx, tx, p, PromiseBroken, ""); err != nil || !decided {
			return err
		}
		if err := s.notices.Send(ctx, tx, customerID, missing, promiseFact(p.ID)+"/broken"); err != nil {
			return fmt.Errorf("billing: %w", err)
		}
		return nil
	})
}

// missingOf says what is missing of a promise. ToPay is 0 if it is kept.
func (s *Service) missingOf(ctx context.Context, q *db.Queries, p Promise) (missing notify.PromiseBroken, err error) {
	balances, err := ledger.BalancesOf(ctx, q, p.CustomerID)
	if err != nil {
		return missing, fmt.Errorf("billing: read balances: %w", err)
	}
	paid, err := q.BillingPaidAfter(ctx, p.CustomerID, p.ID)
	if err != nil {
		return missing, fmt.Errorf("billing: read what was paid since promise %d: %w", p.ID, err)
	}
	due := balances.ToPay()
	left := min(due, p.Amount-money.Paise(paid))
	if left <= 0 {
		return missing, nil
	}
	return notify.PromiseBroken{Amount: p.Amount, Missing: left, Day: p.By, ToPay: due}, nil
}

// promiseFact is the fact of the message about a promise.
func promiseFact(id int64) string { return "promise/" + strconv.FormatInt(id, 10) }

// reviewPromised drops a waiting confirmation of a promise that is not open any more.
func (s *Service) reviewPromised(ctx context.Context, q *db.Queries, customerID int64, fact string) (notify.Event, bool, error) {
	p, some, err := OpenPromise(ctx, q, customerID)
	return nil, some && promiseFact(p.ID) == fact, err
}

// reviewBroken drops a waiting message about a broken promise once nothing is due any more.
func (s *Service) reviewBroken(ctx context.Context, q *db.Queries, customerID int64, _ string) (notify.Event, bool, error) {
	balances, err := ledger.BalancesOf(ctx, q, customerID)
	return nil, balances.ToPay() > 0, err
}

// isPromised reports whether no reminder is due because of a promise: it is open, or the message that
// it was broken stands in place of today's reminder.
func (s *Service) isPromised(ctx context.Context, q *db.Queries, customerID int64) (bool, error) {
	n, err := q.BillingPromisesInTheWay(ctx, customerID, calendar.Stamp(s.today().Start()))
	if err != nil {
		return false, fmt.Errorf("billing: read promises: %w", err)
	}
	return n > 0, nil
}

// Deletion deletes what a former customer has promised. No law wants it kept.
func Deletion() account.Concern {
	return account.Concern{Erase: func(ctx context.Context, tx *store.Tx, customerID int64) error {
		if err := tx.BillingErasePromises(ctx, customerID); err != nil {
			return fmt.Errorf("billing: erase the promises of customer %d: %w", customerID, err)
		}
		return nil
	}}
}
