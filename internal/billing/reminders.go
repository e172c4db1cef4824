package billing

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// The hours of the day in which people are reminded: a run that comes late, after
// the node was down, wakes nobody. What it misses is not made up for.
const (
	remindFrom  = 8
	remindUntil = 21
)

// Remind tells customers of what is to be paid, by the steps of the operator's
// schedule (docs/billing.md): of what is to be paid soon, of a late fee that comes
// tomorrow, and of what is overdue. Whose money comes by itself, from the wallet or
// by auto debit, is not reminded, nor whose payment is being confirmed. Running it
// again on a day tells nobody twice. A customer for whom it fails stops nobody else.
func (s *Service) Remind(ctx context.Context) error {
	if hour := s.clock.Now().In(calendar.India).Hour(); hour < remindFrom || hour >= remindUntil {
		return nil
	}
	return s.eachDebtor(ctx, "the reminder", s.remind)
}

// NotRemindedWhile has nobody reminded of whom a payment is being confirmed, which
// those know who take payments. It is for the wiring.
func (s *Service) NotRemindedWhile(paying func(ctx context.Context, q *db.Queries, customerID int64) (bool, error)) {
	s.paying = paying
}

func (s *Service) remind(ctx context.Context, customerID int64, today calendar.Date) error {
	for _, step := range s.settings.Reminders {
		found, err := s.reminderFor(ctx, s.store.Queries(), customerID, step, today)
		if err != nil {
			return err
		}
		if found == nil {
			continue
		}
		err = s.store.Write(ctx, customerID, func(tx *store.Tx) error {
			found, err := s.reminderFor(ctx, tx.Queries, customerID, step, today)
			if err != nil || found == nil {
				return err
			}
			return s.notices.Send(ctx, tx, customerID, found, reminderFact(found, step, today.AddDays(-step)))
		})
		if err != nil {
			return fmt.Errorf("billing: remind: %w", err)
		}
	}
	return nil
}

// reminderFact names a reminder: its step, so many days after the last day in time.
func reminderFact(e notify.Event, step int, last calendar.Date) string {
	return fmt.Sprintf("%s/%+d/%s", e.Name(), step, last)
}

// reviewReminder is a reminder that waits as it is to leave: none when the money has
// come meanwhile or comes by itself, and what is still open after a part of it.
func (s *Service) reviewReminder(ctx context.Context, q *db.Queries, customerID int64, fact string) (notify.Event, bool, error) {
	parts := strings.Split(fact, "/")
	if len(parts) != 3 {
		return nil, false, fmt.Errorf("billing: %q names no reminder", fact)
	}
	step, err := strconv.Atoi(parts[1])
	last, err2 := calendar.Parse(parts[2])
	if err := errors.Join(err, err2); err != nil {
		return nil, false, fmt.Errorf("billing: %q names no reminder: %w", fact, err)
	}
	found, err := s.reminderFor(ctx, q, customerID, step, last.AddDays(step))
	return found, found != nil, err
}

// invoiceFact names an invoice of which a customer is told.
func invoiceFact(number string) string { return "invoice/" + number }

// reviewInvoice is an invoice of which a customer is to be told: without anything to pay
// when nothing of it is open any more, else as it was written.
func (s *Service) reviewInvoice(ctx context.Context, q *db.Queries, customerID int64, fact string) (notify.Event, bool, error) {
	named, err := q.BillingByNumber(ctx, strings.TrimPrefix(fact, invoiceFact("")))
	if err != nil {
		return nil, false, fmt.Errorf("billing: read %s: %w", fact, err)
	}
	row, err := q.BillingInvoice(ctx, customerID, named.ID)
	if err != nil {
		return nil, false, fmt.Errorf("billing: read %s: %w", fact, err)
	}
	i := invoiceOf(row)
	if i.Open() > 0 {
		return nil, true, nil
	}
	rows, err := q.BillingLines(ctx, customerID, i.ID)
	if err != nil {
		return nil, false, fmt.Errorf("billing: read the lines of %s: %w", fact, err)
	}
	isCharge := func(l db.InvoiceLine) bool { return LineKind(l.Kind) == ChargeLine }
	return notify.InvoiceRaised{Number: i.Number, Total: i.Total, Due: i.DueDate, Rent: !slices.ContainsFunc(rows, isCharge), Settled: true}, true, nil
}

// reviewLateFee has a late fee told while anything is to be paid.
func (s *Service) reviewLateFee(ctx context.Context, q *db.Queries, customerID int64, _ string) (notify.Event, bool, error) {
	balances, err := ledger.BalancesOf(ctx, q, customerID)
	if err != nil {
		return nil, false, fmt.Errorf("billing: read balances: %w", err)
	}
	return nil, balances.Dues() > 0, nil
}

// reminderFor is what a step, so many days after the last day in time, reminds a
// customer of today, nil for nothing.
func (s *Service) reminderFor(ctx context.Context, q *db.Queries, customerID int64, step int, today calendar.Date) (notify.Event, error) {
	if due, err := s.isToBeReminded(ctx, q, customerID); err != nil || !due {
		return nil, err
	}
	if step > 0 {
		found, err := s.overdueFor(ctx, q, customerID, today.AddDays(-step), today)
		if err != nil || found.Open == 0 {
			return nil, err
		}
		return found, nil
	}
	found, err := s.dueFor(ctx, q, customerID, step, today)
	if err != nil || found.Open == 0 {
		return nil, err
	}
	return found, nil
}

// isToBeReminded reports whether a customer owes anything of which no payment is
// being confirmed.
func (s *Service) isToBeReminded(ctx context.Context, q *db.Queries, customerID int64) (bool, error) {
	balances, err := ledger.BalancesOf(ctx, q, customerID)
	if err != nil {
		return false, fmt.Errorf("billing: read balances: %w", err)
	}
	if balances.ToPay() == 0 {
		return false, nil
	}
	if s.paying == nil {
		return true, nil
	}
	paying, err := s.paying(ctx, q, customerID)
	return !paying, err
}

// overdueFor is what is open of the invoices that were to be paid by a day, if one
// of them was to be paid on that very day, with the late fees. Nothing is open
// when the wallet or a debit pays it.
func (s *Service) overdueFor(ctx context.Context, q *db.Queries, customerID int64, day, today calendar.Date) (found notify.PaymentOverdue, err error) {
	found.Day = day
	invoices, late, err := s.settings.LateFee.openInvoices(ctx, q, customerID, today)
	if err != nil {
		return found, err
	}
	balances, err := ledger.BalancesOf(ctx, q, customerID)
	if err != nil {
		return found, fmt.Errorf("billing: read balances: %w", err)
	}
	found.Refund, found.ToPay = balances.RefundOwed(), balances.ToPay()
	credit, isOfDay := max(0, balances.WalletCredit()), false
	for _, i := range invoices {
		if late[i.ID].After(day) {
			continue
		}
		covered := min(credit, i.Open())
		credit -= covered
		if covered == i.Open() {
			continue
		}
		debited, err := mandate.Excuses(ctx, q, customerID, i.ID, day)
		if err != nil {
			return found, err
		}
		if debited {
			continue
		}
		isOfDay = isOfDay || late[i.ID] == day
		found.Open = money.Sum(found.Open, i.Open()-covered)
	}
	if !isOfDay {
		found.Open = 0
	}
	found.Fees = max(0, balances.LateFeesDue()-credit)
	return found, nil
}

// dueFor is what a customer is reminded of before the last day in time, or on it,
// with nothing open for nothing. On the last day only who is charged a fee the day
// after is reminded, and of all that is due by then. What the wallet will pay by
// then is left out.
func (s *Service) dueFor(ctx context.Context, q *db.Queries, customerID int64, step int, today calendar.Date) (found notify.PaymentReminder, err error) {
	found.Day = today.AddDays(-step)
	isLast := step == 0
	invoices, late, err := s.settings.LateFee.openInvoices(ctx, q, customerID, today)
	if err != nil || len(invoices) == 0 {
		return found, err
	}
	balances, err := ledger.BalancesOf(ctx, q, customerID)
	if err != nil {
		return found, fmt.Errorf("billing: read balances: %w", err)
	}
	found.Refund, found.ToPay = balances.RefundOwed(), balances.ToPay()
	credit := max(0, balances.WalletCredit())
	for _, i := range invoices {
		covered := min(credit, i.Open())
		credit -= covered
		i.Paid = money.Sum(i.Paid, covered)
		open, fee, err := s.remindedOf(ctx, q, i, late[i.ID], isLast, found.Day)
		if err != nil {
			return found, err
		}
		if late[i.ID].Before(found.Day) && !isLast {
			found.Earlier = money.Sum(found.Earlier, open)
		} else {
			found.Open = money.Sum(found.Open, open)
		}
		found.Fee = money.Sum(found.Fee, fee)
	}
	fees := max(0, balances.LateFeesDue()-credit) // of earlier months
	switch {
	case isLast && found.Fee == 0:
		found.Open = 0
	case isLast: // what is paid is all that is due
		found.Open = money.Sum(found.Open, fees)
	default:
		found.Earlier = money.Sum(found.Earlier, fees)
	}
	return found, nil
}

// remindedOf is what a step reminds of one invoice, which is late after a day,
// on behalf of the step's last day, and the fee that comes the day after when the
// step is that day.
func (s *Service) remindedOf(ctx context.Context, q *db.Queries, i Invoice, late calendar.Date, isLast bool, day calendar.Date) (open, fee money.Paise, err error) {
	if late.After(day) {
		return 0, 0, nil
	}
	// A fee of today, which is charged later today, is none of tomorrow.
	tomorrow := day.AddDays(1)
	if isLast && (feeDays{due: i.DueDate, late: late}).last(tomorrow) == tomorrow {
		next, err := s.settings.LateFee.feeFor(ctx, q, i, late, tomorrow, 0)
		if err != nil || next.Amount > 0 {
			return i.Open(), next.Amount, err
		}
	}
	debited, err := mandate.Excuses(ctx, q, i.CustomerID, i.ID, day)
	if err != nil || debited {
		return 0, 0, err
	}
	return i.Open(), 0, nil
}
