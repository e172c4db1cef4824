package billing

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// Deposit is a customer's deposit, in paise (docs/rules.md R8, R10). Held is what we hold. Required
// is what ordered and delivered items require. Received is all that was ever paid as deposit.
// AdvanceReturned is unused rent in advance that settlements pay back with the deposit (R11).
// RefundOwed is the refunds of settlements that we still owe.
//
// Screens use settlement.ShownDeposit instead. It leaves wallet money out of RefundOwed, and only
// it fills in Inspecting: the money above Required for returned items that are not settled yet.
type Deposit struct {
	Held            money.Paise
	Required        money.Paise
	Received        money.Paise
	AdvanceReturned money.Paise
	RefundOwed      money.Paise
	Inspecting      money.Paise
}

// Unneeded is what is held above what the items require.
func (d Deposit) Unneeded() money.Paise { return max(0, d.Held-d.Required) }

// Missing is what the customer has to pay. A refund that we owe does not count as deposit.
func (d Deposit) Missing() money.Paise { return max(0, d.Required-d.Held) }

// Used is what was taken out for dues and damage, or was given back. A refund that we still owe is
// not used.
func (d Deposit) Used() money.Paise {
	return money.Sum(d.Received, d.AdvanceReturned, -d.Held, -d.RefundOwed)
}

// Balance is the deposit as the contract shows it. If it is negative, the customer has to pay it.
// If it is positive, it goes back to the customer.
func (d Deposit) Balance() money.Paise {
	if d.Missing() > 0 {
		return -d.Missing()
	}
	return money.Sum(d.Unneeded(), d.RefundOwed)
}

// depositFact is the fact of the message about a deposit on a day. It names no step of the schedule,
// so that the message on the morning after an order and a reminder of the same day are one.
func depositFact(told calendar.Date) string { return "deposit_due/" + told.String() }

// tellDeposit tells a customer who has ordered something by when to pay the deposit for it, and for
// what it is.
func (s *Service) tellDeposit(ctx context.Context, o subscription.OrderPlaced) error {
	return s.store.Write(ctx, o.CustomerID, func(tx *store.Tx) error {
		missing, err := missingDeposit(ctx, tx.Queries, o.CustomerID)
		if err != nil || missing.amount == 0 {
			return err
		}
		due, _ := missing.on(s.today(), s.settings.Reminders)
		if err := s.notices.Send(ctx, tx, o.CustomerID, due, depositFact(s.today())); err != nil {
			return fmt.Errorf("billing: %w", err)
		}
		return nil
	})
}

// depositors lists customers whose deposit may be in the schedule: what is to be paid by a day before
// its last step is in none.
func (s *Service) depositors(ctx context.Context, q *db.Queries, after int64, limit int) ([]int64, error) {
	if len(s.settings.Reminders) == 0 {
		return nil, nil
	}
	return subscription.Depositors(ctx, q, s.today().AddDays(-slices.Max(s.settings.Reminders)), after, limit)
}

// remindOfDeposit reminds a customer of a missing deposit if today is a day of the schedule.
func (s *Service) remindOfDeposit(ctx context.Context, customerID int64, today calendar.Date) error {
	if _, step, err := s.depositReminder(ctx, s.store.Queries(), customerID, today); err != nil || step == nil {
		return err
	}
	err := s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		due, step, err := s.depositReminder(ctx, tx.Queries, customerID, today)
		if err != nil || step == nil {
			return err
		}
		return s.notices.Remind(ctx, tx, customerID, due, depositFact(today), *step)
	})
	if err != nil {
		return fmt.Errorf("billing: remind of a deposit: %w", err)
	}
	return nil
}

// depositReminder is the reminder of a missing deposit on a day, with its step, nil if there is none.
func (s *Service) depositReminder(ctx context.Context, q *db.Queries, customerID int64, today calendar.Date) (notify.DepositDue, *int, error) {
	missing, err := missingDeposit(ctx, q, customerID)
	if err != nil || missing.amount == 0 {
		return notify.DepositDue{}, nil, err
	}
	due, step := missing.on(today, s.settings.Reminders)
	if step == nil {
		return due, nil, nil
	}
	if worth, err := s.isWorthAReminder(ctx, q, customerID, due.Amount, money.Sum(missing.amount, missing.dues)); err != nil || !worth {
		return due, nil, err
	}
	return due, step, nil
}

// reviewDeposit computes a waiting message about a deposit again, and drops it once nothing is
// missing.
func (s *Service) reviewDeposit(ctx context.Context, q *db.Queries, customerID int64, fact string) (notify.Event, bool, error) {
	told, err := calendar.Parse(strings.TrimPrefix(fact, "deposit_due/"))
	if err != nil {
		return nil, false, fmt.Errorf("billing: %q names no message about a deposit: %w", fact, err)
	}
	missing, err := missingDeposit(ctx, q, customerID)
	if err != nil || missing.amount == 0 {
		return nil, false, err
	}
	due, _ := missing.on(told, s.settings.Reminders)
	return due, true, nil
}

// depositMissing is what is missing of a customer's deposit, for which items, the first day by which
// it is to be paid, and what else the customer is to pay.
type depositMissing struct {
	amount, dues money.Paise
	items        []subscription.Secured // oldest first
	first        calendar.Date
}

func missingDeposit(ctx context.Context, q *db.Queries, customerID int64) (m depositMissing, err error) {
	summary, err := AccountSummaryOf(ctx, q, customerID)
	if err != nil {
		return m, err
	}
	items, err := subscription.DepositsOf(ctx, q, customerID)
	if err != nil {
		return m, err
	}
	m.amount, m.dues = summary.Deposit.Missing(), summary.Balances.ToPay()
	m.items, m.first = Unpaid(items, m.amount)
	return m, nil
}

// on is what a message of a day says of the deposit. On a day of the schedule, which is then the
// step, that is what was or is to be paid by the day that the step is about; of two steps the one
// with the later day, which asks for both. On another day, it is all that is missing, by the first
// day that is still ahead.
func (m depositMissing) on(today calendar.Date, schedule []int) (due notify.DepositDue, step *int) {
	for _, s := range schedule {
		day := today.AddDays(-s)
		if slices.ContainsFunc(m.items, func(i subscription.Secured) bool { return i.By == day }) {
			due = m.by(day)
			due.Overdue = s > 0
			return due, &s
		}
	}
	due = notify.DepositDue{Amount: m.amount, Day: calendar.Later(m.first, today.AddDays(1))}
	for _, item := range m.items {
		due.Items = append(due.Items, item.Product)
	}
	return due, nil
}

// by is what is missing for the items whose deposit is to be paid by a day or before it.
func (m depositMissing) by(day calendar.Date) notify.DepositDue {
	due, rest := notify.DepositDue{Day: day}, m.amount
	for _, item := range slices.Backward(m.items) { // what was paid is for the oldest
		part := min(rest, item.Deposit)
		rest -= part
		if !item.By.After(day) {
			due.Amount = money.Sum(due.Amount, part)
			due.Items = append(due.Items, item.Product)
		}
	}
	slices.Reverse(due.Items)
	return due
}

// Unpaid returns the items that a missing part of a deposit, in paise, is for, and the first day by
// which it is to be paid. The items are given newest first and returned oldest first. What was paid
// is for the older items, so it is missing for the newest.
func Unpaid(items []subscription.Secured, missing money.Paise) (unpaid []subscription.Secured, by calendar.Date) {
	for _, item := range items {
		if missing <= 0 {
			break
		}
		missing -= item.Deposit
		unpaid = append(unpaid, item)
		if by.IsZero() || item.By.Before(by) {
			by = item.By
		}
	}
	slices.Reverse(unpaid)
	return unpaid, by
}
