package billing

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/mandate"
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
	Missing    money.Paise      // in a list: what of it is still to be paid
}

func promiseOf(r db.PaymentPromise) Promise {
	return Promise{CustomerID: r.CustomerID, ID: r.ID, Amount: r.AmountPaise, By: r.DueDate, State: PromiseState(r.State), Made: r.CreatedAt, Decided: r.DecidedAt}
}

// promisedAhead is how many days ahead a customer may promise to pay.
const promisedAhead = 15

// OpenPromise is the promise of a customer that is not met and not decided yet. some is false without
// one.
func OpenPromise(ctx context.Context, q *db.Queries, customerID int64) (p Promise, some bool, err error) {
	p, some, err = undecidedPromise(ctx, q, customerID)
	if err != nil || !some {
		return Promise{}, false, err
	}
	if missing, err := missingOf(ctx, q, p); err != nil || missing == 0 {
		return Promise{}, false, err
	}
	return p, true, nil
}

// undecidedPromise is the promise of a customer that is not decided yet, met or not.
func undecidedPromise(ctx context.Context, q *db.Queries, customerID int64) (p Promise, some bool, err error) {
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
// them. Until it is met or that day is over, nobody reminds the customer of the invoices that there
// are now. Late fees go on. The same promise again changes nothing. One whose last day is over is
// broken by it without a message. It is a Fault (409) if another promise is open or no invoice and no late fee is due, and 422 for a day that is over or too far
// ahead, and for more than is due.
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
	open, some, err := undecidedPromise(ctx, tx.Queries, customerID)
	if err != nil {
		return p, err
	}
	if some {
		if open.Missing, err = s.keepIfMet(ctx, tx, open); err != nil {
			return p, err
		}
	}
	if open.Missing > 0 && open.By.Before(s.today()) {
		if _, err := s.decide(ctx, tx, open, PromiseBroken, "followed by another"); err != nil {
			return p, err
		}
		open.Missing = 0
	}
	if open.Missing > 0 {
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
		return p, fault.Conflict("promise.nothing_due", "No invoice and no late fee of this customer is to be paid, so there is nothing to promise.")
	case amount <= 0 || amount > due:
		return p, fault.Invalid("promise.amount", "amount", "A promise is of {amount} at most, which is what the customer is to pay.", fault.With("amount", due.String()))
	}
	p = Promise{CustomerID: customerID, ID: s.ids.Next(), Amount: amount, By: by, State: PromiseOpen, Made: s.now(), Missing: amount}
	err = tx.BillingPromiseAdd(ctx, db.BillingPromiseAddParams{CustomerID: customerID, ID: p.ID, AmountPaise: amount, DueDate: by, CreatedAt: p.Made})
	if err != nil {
		return p, fmt.Errorf("billing: add a promise: %w", err)
	}
	if err := s.recordOf(ctx, tx, p, "promise_recorded", "by "+by.String()); err != nil {
		return p, err
	}
	confirmed := notify.PaymentPromised{Amount: amount, Day: by}
	if confirmed.DebitOn, err = s.nextDebitOf(ctx, tx.Queries, p); err != nil {
		return p, err
	}
	if err := s.notices.Send(ctx, tx, customerID, confirmed, promiseFact(p.ID)); err != nil {
		return p, fmt.Errorf("billing: %w", err)
	}
	return p, nil
}

// nextDebitOf is the day on which the first of the invoices that a promise is about is debited, the zero
// day without a planned debit.
func (s *Service) nextDebitOf(ctx context.Context, q *db.Queries, p Promise) (on calendar.Date, err error) {
	invoices, _, err := s.settings.LateFee.openInvoices(ctx, q, p.CustomerID, s.today())
	if err != nil {
		return on, err
	}
	for _, i := range invoices {
		d, _, some, err := mandate.PlannedFor(ctx, q, p.CustomerID, i.ID)
		if err != nil {
			return on, fmt.Errorf("billing: %w", err)
		}
		if some && (on.IsZero() || d.On.Before(on)) {
			on = d.On
		}
	}
	return on, nil
}

// WithdrawPromise takes back the open promise of a customer, which was recorded by mistake. Reminders
// go on, and a customer who has had its confirmation is told. Without one it is a Fault (409).
func (s *Service) WithdrawPromise(ctx context.Context, customerID int64, reason string) error {
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		p, some, err := undecidedPromise(ctx, tx.Queries, customerID)
		if err != nil {
			return err
		}
		if !some {
			return fault.Conflict("promise.none", "No promise of this customer is open.")
		}
		if _, err = s.decide(ctx, tx, p, PromiseWithdrawn, reason); err != nil {
			return err
		}
		if s.clock.Now().Before(notify.LeavesOn(p.Made).At(notify.DayFrom, 0)) {
			return nil // the confirmation has not left, and will not
		}
		if err := s.notices.Send(ctx, tx, customerID, notify.PromiseWithdrawn{Amount: p.Amount, Day: p.By}, promiseFact(p.ID)+"/withdrawn"); err != nil {
			return fmt.Errorf("billing: %w", err)
		}
		return nil
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

// Promises lists the promises of a state that were made since a day and what is missing of them, newest
// first, at most most.
func Promises(ctx context.Context, q *db.Queries, state PromiseState, since calendar.Date, most int32) ([]Promise, error) {
	rows, err := q.BillingPromisesOf(ctx, db.BillingPromisesOfParams{State: string(state), Since: calendar.Stamp(since.Start()), PageSize: most})
	if err != nil {
		return nil, fmt.Errorf("billing: list promises: %w", err)
	}
	list := make([]Promise, len(rows))
	for i, r := range rows {
		list[i] = promiseOf(r)
		if list[i].Missing, err = missingOf(ctx, q, list[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// promisers lists the customers with an open promise.
func (s *Service) promisers(ctx context.Context, q *db.Queries, after int64, limit int) ([]int64, error) {
	list, err := q.BillingPromisers(ctx, after, int32(limit))
	if err != nil {
		return nil, fmt.Errorf("billing: list who has promised to pay: %w", err)
	}
	return list, nil
}

// decidePromise decides a promise that is met, or whose last day is over. It is kept if so much was
// paid since it was made but for an amount of which nobody is reminded, or nothing is due any more: the
// receipt has said so. While money is on its way, or a debit of it is to come, it stays open. Otherwise it is broken, and the customer is told.
func (s *Service) decidePromise(ctx context.Context, customerID int64, today calendar.Date) error {
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		p, some, err := undecidedPromise(ctx, tx.Queries, customerID)
		if err != nil || !some {
			return err
		}
		missing, err := s.keepIfMet(ctx, tx, p)
		if err != nil || missing == 0 || !p.By.Before(today) {
			return err
		}
		if s.settings.isLittle(missing) {
			_, err := s.decide(ctx, tx, p, PromiseKept, "too little is missing to write about: "+missing.String())
			return err
		}
		if debited, err := s.isToBeDebited(ctx, tx.Queries, p, missing); err != nil || debited {
			return err
		}
		if s.coming != nil {
			if coming, err := s.coming(ctx, tx.Queries, customerID, missing); err != nil || coming {
				return err
			}
		}
		if decided, err := s.decide(ctx, tx, p, PromiseBroken, ""); err != nil || !decided {
			return err
		}
		event, err := s.brokenOf(ctx, tx.Queries, p, today)
		if err != nil {
			return err
		}
		if err := s.notices.Send(ctx, tx, customerID, event, promiseFact(p.ID)+brokenFact); err != nil {
			return fmt.Errorf("billing: %w", err)
		}
		return nil
	})
}

// isToBeDebited reports whether debits of the invoices that there were when a promise was made are to
// come, of all that is missing of it.
func (s *Service) isToBeDebited(ctx context.Context, q *db.Queries, p Promise, missing money.Paise) (bool, error) {
	invoices, _, err := s.settings.LateFee.openInvoices(ctx, q, p.CustomerID, s.today())
	if err != nil {
		return false, err
	}
	var debited money.Paise
	for _, i := range invoices {
		toCome, err := mandate.IsToCome(ctx, q, p.CustomerID, i.ID)
		if err != nil {
			return false, err
		}
		if toCome && i.ID < p.ID {
			debited = money.Sum(debited, i.Open())
		}
	}
	return debited >= missing, nil
}

// reopenPromise has the newest promise of a customer hold again that was kept by a payment which was
// taken back, if its last day is not over.
func (s *Service) reopenPromise(ctx context.Context, tx *store.Tx, customerID int64) error {
	row, err := tx.BillingPromiseNewest(ctx, customerID)
	if store.IsNone(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("billing: read the newest promise: %w", err)
	}
	p := promiseOf(row)
	if p.State != PromiseKept || p.By.Before(s.today()) {
		return nil
	}
	if missing, err := missingOf(ctx, tx.Queries, p); err != nil || missing == 0 {
		return err
	}
	if err := tx.BillingPromiseReopen(ctx, customerID, p.ID); err != nil {
		return fmt.Errorf("billing: open promise %d again: %w", p.ID, err)
	}
	return s.recordOf(ctx, tx, p, "promise_open_again", "what had kept it was recorded by mistake")
}

// keepIfMet decides a promise that is met, as kept. It returns what is missing of it, in paise.
func (s *Service) keepIfMet(ctx context.Context, tx *store.Tx, p Promise) (missing money.Paise, err error) {
	if missing, err = missingOf(ctx, tx.Queries, p); err != nil || missing > 0 {
		return missing, err
	}
	_, err = s.decide(ctx, tx, p, PromiseKept, "")
	return 0, err
}

// missingOf is what is missing of a promise, in paise. It is 0 once so much was paid since it was
// made, or nothing is due any more.
func missingOf(ctx context.Context, q *db.Queries, p Promise) (money.Paise, error) {
	balances, err := ledger.BalancesOf(ctx, q, p.CustomerID)
	if err != nil {
		return 0, fmt.Errorf("billing: read balances: %w", err)
	}
	paid, err := paidSince(ctx, q, p)
	if err != nil {
		return 0, fmt.Errorf("billing: read what was paid since promise %d: %w", p.ID, err)
	}
	return max(0, min(balances.ToPay(), p.Amount-paid)), nil
}

// paidSince is what was paid since a promise was made, in paise, of the invoices that there were then and
// of late fees. What the wallet or rent in advance pays by itself does not count, nor that a payment was
// taken back which is older than the promise.
func paidSince(ctx context.Context, q *db.Queries, p Promise) (sum money.Paise, err error) {
	rows, err := q.BillingPaidAfter(ctx, p.CustomerID, p.ID)
	if err != nil || len(rows) == 0 {
		return 0, err
	}
	ids := make([]int64, len(rows))
	for n, r := range rows {
		ids[n] = r.EntryID
	}
	entries, err := ledger.EntriesOf(ctx, q, p.CustomerID, ids)
	if err != nil {
		return 0, err
	}
	for _, r := range rows {
		by := entries[r.EntryID]
		if by.SourceType == SourceWalletDue || by.SourceType == SourceAdvance {
			continue
		}
		if reversed := ReversedSource(by.SourceType); reversed != "" {
			id, _, err := ledger.EntryOf(ctx, q, p.CustomerID, reversed, by.SourceID)
			if err != nil {
				return 0, err
			}
			if id < p.ID {
				continue
			}
		}
		sum = money.Sum(sum, r.AmountPaise)
	}
	return sum, nil
}

// brokenOf is the message that a promise was broken, on the day on which it leaves. It stands in place
// of that day's reminder, so it names the late fee of tomorrow too. Missing is 0 if the promise was met
// after all.
func (s *Service) brokenOf(ctx context.Context, q *db.Queries, p Promise, today calendar.Date) (e notify.PromiseBroken, err error) {
	e = notify.PromiseBroken{Amount: p.Amount, Day: p.By}
	if e.Missing, err = missingOf(ctx, q, p); err != nil || e.Missing == 0 {
		return e, err
	}
	due, err := s.dueFor(ctx, q, p.CustomerID, 0, today, 0)
	if err != nil {
		return e, err
	}
	e.Fee = due.Fee
	balances, err := ledger.BalancesOf(ctx, q, p.CustomerID)
	e.ToPay = balances.ToPay()
	return e, err
}

// promiseFact is the fact of the message about a promise. brokenFact follows if it was broken.
func promiseFact(id int64) string { return "promise/" + strconv.FormatInt(id, 10) }

const brokenFact = "/broken"

// reviewPromised drops a waiting confirmation of a promise that is met or not open any more, or whose
// last day is over.
func (s *Service) reviewPromised(ctx context.Context, q *db.Queries, customerID int64, fact string) (notify.Event, bool, error) {
	p, some, err := OpenPromise(ctx, q, customerID)
	return nil, some && promiseFact(p.ID) == fact && !p.By.Before(s.today()), err
}

// reviewBroken writes a waiting message about a broken promise anew. It drops the message if the
// promise was met after all.
func (s *Service) reviewBroken(ctx context.Context, q *db.Queries, customerID int64, fact string) (notify.Event, bool, error) {
	id, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimPrefix(fact, "promise/"), brokenFact), 10, 64)
	if err != nil {
		return nil, false, fmt.Errorf("billing: no promise in %s: %w", fact, err)
	}
	row, err := q.BillingPromise(ctx, customerID, id)
	if err != nil {
		return nil, false, fmt.Errorf("billing: read promise %d: %w", id, err)
	}
	event, err := s.brokenOf(ctx, q, promiseOf(row), s.today())
	return event, event.Missing > 0, err
}

// promisedUpTo is the promise because of which no reminder names an invoice that is older than it: it
// is open, or the message that it was broken stands in place of today's reminder. It is 0 for none.
// Newer invoices have higher ids.
func (s *Service) promisedUpTo(ctx context.Context, q *db.Queries, customerID int64) (int64, error) {
	p, some, err := OpenPromise(ctx, q, customerID)
	if err != nil || some {
		return p.ID, err
	}
	id, err := q.BillingPromiseBrokenSince(ctx, customerID, calendar.Stamp(s.today().Start()))
	if err != nil {
		return 0, fmt.Errorf("billing: read promises: %w", err)
	}
	return id, nil
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
