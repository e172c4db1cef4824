package billing

import (
	"context"
	"fmt"
	"slices"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// Deposit is a customer's deposit, in paise (docs/rules.md R8, R10). Held is what we hold. Required
// is what ordered and delivered items require. Received is all that was ever paid as deposit.
// RefundOwed is the refunds of settlements that we still owe.
//
// Screens use settlement.ShownDeposit instead. It leaves wallet money out of RefundOwed, and only
// it fills in Inspecting: the money above Required for returned items that are not settled yet.
type Deposit struct {
	Held       money.Paise
	Required   money.Paise
	Received   money.Paise
	RefundOwed money.Paise
	Inspecting money.Paise
}

// Unneeded is what is held above what the items require.
func (d Deposit) Unneeded() money.Paise { return max(0, d.Held-d.Required) }

// Missing is what the customer has to pay. A refund that we owe does not count as deposit.
func (d Deposit) Missing() money.Paise { return max(0, d.Required-d.Held) }

// Used is what was taken out for dues and damage, or was given back. A refund that we still owe is
// not used.
func (d Deposit) Used() money.Paise { return d.Received - d.Held - d.RefundOwed }

// Balance is the deposit as the contract shows it. If it is negative, the customer has to pay it.
// If it is positive, it goes back to the customer.
func (d Deposit) Balance() money.Paise {
	if d.Missing() > 0 {
		return -d.Missing()
	}
	return money.Sum(d.Unneeded(), d.RefundOwed)
}

// depositFact is the fact of the message about a deposit that is due.
func depositFact(told calendar.Date) string { return "deposit_due/" + told.String() }

// tellDeposit tells a customer who has ordered something by when to pay the deposit for it, and for
// what it is.
func (s *Service) tellDeposit(ctx context.Context, o subscription.OrderPlaced) error {
	return s.store.Write(ctx, o.CustomerID, func(tx *store.Tx) error {
		due, err := s.depositDue(ctx, tx.Queries, o.CustomerID)
		if err != nil || due.Amount == 0 {
			return err
		}
		if err := s.notices.Send(ctx, tx, o.CustomerID, due, depositFact(s.today())); err != nil {
			return fmt.Errorf("billing: %w", err)
		}
		return nil
	})
}

// reviewDeposit computes a waiting message about a deposit again, and drops it once nothing is
// missing.
func (s *Service) reviewDeposit(ctx context.Context, q *db.Queries, customerID int64, _ string) (notify.Event, bool, error) {
	due, err := s.depositDue(ctx, q, customerID)
	return due, due.Amount > 0, err
}

// depositDue is what is missing of a customer's deposit, if anything. Day is the first day that is
// still ahead.
func (s *Service) depositDue(ctx context.Context, q *db.Queries, customerID int64) (due notify.DepositDue, err error) {
	summary, err := AccountSummaryOf(ctx, q, customerID)
	if err != nil {
		return due, err
	}
	items, err := subscription.DepositsOf(ctx, q, customerID)
	if err != nil {
		return due, err
	}
	due.Amount = summary.Deposit.Missing()
	unpaid, by := Unpaid(items, due.Amount)
	for _, item := range unpaid {
		due.Items = append(due.Items, item.Product)
	}
	due.Day = calendar.Later(by, s.today().AddDays(1))
	return due, nil
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
