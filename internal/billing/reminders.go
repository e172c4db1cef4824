package billing

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Remind sends the reminders of the operator's schedule (docs/billing.md): payment is due soon, a
// late fee comes tomorrow, or payment is overdue. A missing deposit is reminded of by the same
// schedule. First it decides the promises to pay that are met or whose day is over. It leaves out what
// the wallet or auto debit will pay, what a promise is about, and customers whose money is on its way.
// Running it again on the same day repeats no reminder. If it fails for one customer, the others are
// still reminded. A run that comes late, in the quiet hours, reminds nobody, and missed reminders are
// not sent later.
func (s *Service) Remind(ctx context.Context) error {
	if !notify.IsDay(s.clock.Now()) {
		return nil
	}
	return errors.Join(
		s.each(ctx, "the promise", s.promisers, s.decidePromise),
		s.eachDebtor(ctx, "the reminder", s.remind),
		s.each(ctx, "the reminder of a deposit", s.depositors, s.remindOfDeposit),
	)
}

// NotRemindedWhile sets the check that stops reminders while the money of the customer has come but
// is not matched yet, or is being confirmed. The payment package knows this, so the wiring connects
// the two.
func (s *Service) NotRemindedWhile(coming func(ctx context.Context, q *db.Queries, customerID int64, amount money.Paise) (bool, error)) {
	s.coming = coming
}

func (s *Service) remind(ctx context.Context, customerID int64, today calendar.Date) error {
	q := s.store.Queries()
	if due, err := s.isToBeReminded(ctx, q, customerID); err != nil || !due {
		return err
	}
	promised, err := s.promisedUpTo(ctx, q, customerID)
	if err != nil {
		return err
	}
	isTold := false // by a reminder that names what is overdue too
	for _, step := range s.settings.Reminders {
		found, err := s.reminderOf(ctx, q, customerID, step, today, promised)
		if err != nil {
			return err
		}
		if found == nil || step > 0 && isTold {
			continue
		}
		isTold = isTold || step <= 0
		err = s.store.Write(ctx, customerID, func(tx *store.Tx) error {
			found, err := s.reminderFor(ctx, tx.Queries, customerID, step, today)
			if err != nil || found == nil {
				return err
			}
			return s.notices.Remind(ctx, tx, customerID, found, reminderFact(found, step, today.AddDays(-step)), step)
		})
		if err != nil {
			return fmt.Errorf("billing: remind: %w", err)
		}
	}
	return nil
}

// reminderFact names a reminder by its step, in days after the last day in time, and by that day.
func reminderFact(e notify.Event, step int, last calendar.Date) string {
	return fmt.Sprintf("%s/%+d/%s", e.Name(), step, last)
}

// reviewReminder computes a waiting reminder again just before it leaves. It drops the reminder if
// the money has come meanwhile or will come by itself. After a part payment the reminder names what
// is still open.
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

// invoiceFact is the fact of the message about an invoice.
func invoiceFact(number string) string { return "invoice/" + number }

// The notice of an invoice's debit is the message about the invoice too. It comes within noticeWait,
// unless the gateway cannot be reached. From noticeUntil o'clock on the day of the invoice, the
// message about the invoice leaves without it.
const (
	noticeWait  = time.Hour
	noticeUntil = 12
)

// reviewInvoice writes a waiting message about an invoice anew just before it leaves. It drops the
// message if the customer got the notice of the invoice's debit, or was told why it is not debited, such
// as that the wallet has paid it.
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
	d, m, some, err := mandate.NewestFor(ctx, q, customerID, i.ID)
	if err != nil || d.NoticeID != "" {
		return nil, false, err
	}
	rows, err := q.BillingLines(ctx, customerID, i.ID)
	if err != nil {
		return nil, false, fmt.Errorf("billing: read the lines of %s: %w", fact, err)
	}
	isCharge := func(l db.InvoiceLine) bool { return LineKind(l.Kind) == ChargeLine }
	paid := Document{Invoice: i}
	if paid.Payments, err = payments(ctx, q, paid); err != nil {
		return nil, false, err
	}
	event := notify.InvoiceRaised{Number: i.Number, Total: i.Total, Due: i.DueDate, Rent: !slices.ContainsFunc(rows, isCharge)}
	if i.Open() == 0 {
		if last := len(paid.Payments) - 1; some && last >= 0 && paid.Payments[last].SourceType == SourceWalletDue {
			return nil, false, nil
		}
		event.Settled = true
		return event, true, nil
	}
	balances, err := ledger.BalancesOf(ctx, q, customerID)
	if err != nil {
		return nil, false, fmt.Errorf("billing: read what is to pay: %w", err)
	}
	event.ToPay = balances.ToPay()
	event = withOpen(event, i, paid.PaidAhead())
	switch {
	case !some:
		return nil, true, nil // it leaves as it was written
	case d.SkippedFor == mandate.Inactive:
		return event, true, nil
	case d.State != mandate.Scheduled:
		return nil, false, nil
	case s.clock.Now().Before(i.Date.At(noticeUntil, 0)):
		return nil, false, jobs.Later(noticeWait)
	}
	event.Debited = m.Instrument()
	return event, true, nil
}

// reviewLateFee adds up the late fees of a day again just before their message leaves. It drops the
// message if none of them is open any more.
func (s *Service) reviewLateFee(ctx context.Context, q *db.Queries, customerID int64, fact string) (notify.Event, bool, error) {
	day, err := calendar.Parse(strings.TrimPrefix(fact, feesFact("")))
	if err != nil {
		// Version 0.1.0 named the fee. Its message leaves as it was written while something is due.
		balances, err := ledger.BalancesOf(ctx, q, customerID)
		return nil, balances.Dues() > 0, err
	}
	raised, err := s.feesOf(ctx, q, customerID, day)
	return raised, raised.Fee > 0, err
}

// reminderFor is the reminder that a customer gets today for a step, or nil. The step is in days
// after the last day in time.
func (s *Service) reminderFor(ctx context.Context, q *db.Queries, customerID int64, step int, today calendar.Date) (notify.Event, error) {
	if due, err := s.isToBeReminded(ctx, q, customerID); err != nil || !due {
		return nil, err
	}
	promised, err := s.promisedUpTo(ctx, q, customerID)
	if err != nil {
		return nil, err
	}
	return s.reminderOf(ctx, q, customerID, step, today, promised)
}

// reminderOf computes the reminder of one step for a customer who is to be reminded, or nil. There is
// none if the customer is told today why each of its invoices is not debited and by when to pay it.
// Invoices that are older than the promise promised are left out.
func (s *Service) reminderOf(ctx context.Context, q *db.Queries, customerID int64, step int, today calendar.Date, promised int64) (notify.Event, error) {
	var event notify.Event
	var bills []notify.Bill
	if step > 0 {
		found, err := s.overdueFor(ctx, q, customerID, today.AddDays(-step), today, promised)
		if err != nil || found.Open == 0 {
			return nil, err
		}
		event, bills = found, found.Bills
	} else {
		found, err := s.dueFor(ctx, q, customerID, step, today, promised)
		if err != nil || found.Open == 0 && found.Fee == 0 {
			return nil, err
		}
		event, bills = found, found.Bills
	}
	for _, b := range bills {
		if told, err := isToldOfDebit(ctx, q, customerID, b.ID, today); err != nil || !told {
			return event, err
		}
	}
	return nil, nil //nolint:nilnil // none is an answer here
}

// isToldOfDebit reports whether the message that an invoice is not debited leaves on a day.
func isToldOfDebit(ctx context.Context, q *db.Queries, customerID, invoiceID int64, day calendar.Date) (bool, error) {
	d, _, some, err := mandate.NewestFor(ctx, q, customerID, invoiceID)
	if err != nil || !some {
		return false, err
	}
	switch {
	case d.State == mandate.Skipped && (d.SkippedFor == mandate.Declined || d.SkippedFor == mandate.Inactive): // told at once
		return d.Changed.Date() == day, nil
	case d.State == mandate.Skipped, d.State == mandate.Failed:
		return notify.LeavesOn(d.Changed) == day, nil
	}
	return false, nil
}

// isToBeReminded reports whether the customer has dues that the wallet cannot pay and that are worth a
// reminder.
func (s *Service) isToBeReminded(ctx context.Context, q *db.Queries, customerID int64) (bool, error) {
	balances, err := ledger.BalancesOf(ctx, q, customerID)
	if err != nil {
		return false, fmt.Errorf("billing: read balances: %w", err)
	}
	return s.isWorthAReminder(ctx, q, customerID, balances.ToPay(), balances.ToPay())
}

// isWorthAReminder reports whether an amount is not too little to write about, and the money for all
// that the customer is to pay is not on its way.
func (s *Service) isWorthAReminder(ctx context.Context, q *db.Queries, customerID int64, amount, all money.Paise) (bool, error) {
	if s.settings.isLittle(amount) {
		return false, nil
	}
	if s.coming == nil {
		return true, nil
	}
	coming, err := s.coming(ctx, q, customerID, all)
	return !coming, err
}

// billOf is an invoice as a message names it.
func billOf(i Invoice) notify.Bill { return notify.Bill{ID: i.ID, Number: i.Number} }

// overdueFor adds up what is open of the overdue invoices, and the late fees. Day is the last one by
// which one of them was to be paid. It leaves out what the wallet or a debit pays, and what is older than
// the promise promised. Open is 0 unless one of the remaining invoices was to be paid on exactly the day
// day.
func (s *Service) overdueFor(ctx context.Context, q *db.Queries, customerID int64, day, today calendar.Date, promised int64) (found notify.PaymentOverdue, err error) {
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
		if !late[i.ID].Before(today) {
			continue
		}
		covered := min(credit, i.Open())
		credit -= covered
		if covered == i.Open() || i.ID < promised {
			continue
		}
		debited, err := mandate.IsToCome(ctx, q, customerID, i.ID)
		if err != nil {
			return found, err
		}
		if debited {
			continue
		}
		isOfDay = isOfDay || late[i.ID] == day
		found.Day = calendar.Later(found.Day, late[i.ID])
		found.Open = money.Sum(found.Open, i.Open()-covered)
		found.Bills = append(found.Bills, billOf(i))
	}
	if !isOfDay {
		found.Open = 0
	}
	if promised == 0 {
		found.Fees = max(0, balances.LateFeesDue()-credit)
	}
	return found, nil
}

// dueFor is the reminder before the last day in time or on that day. Open and Fee are 0 if there is
// nothing to remind of. On the last day it reminds only customers who get a late fee on the next day,
// also on what is overdue already. It leaves out what the wallet will pay by then, and what is older
// than the promise promised.
func (s *Service) dueFor(ctx context.Context, q *db.Queries, customerID int64, step int, today calendar.Date, promised int64) (found notify.PaymentReminder, err error) {
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
		if i.ID < promised {
			continue
		}
		open, fee, err := s.remindedOf(ctx, q, i, late[i.ID], isLast, found.Day)
		if err != nil {
			return found, err
		}
		if late[i.ID].Before(found.Day) {
			found.Earlier = money.Sum(found.Earlier, open)
			if open > 0 {
				found.EarlierDay = calendar.Later(found.EarlierDay, late[i.ID])
			}
		} else {
			found.Open = money.Sum(found.Open, open)
		}
		found.Fee = money.Sum(found.Fee, fee)
		if open > 0 {
			found.Bills = append(found.Bills, billOf(i))
		}
	}
	if isLast && found.Fee == 0 {
		return notify.PaymentReminder{}, nil
	}
	if promised == 0 {
		found.Earlier = money.Sum(found.Earlier, max(0, balances.LateFeesDue()-credit)) // with late fees of earlier months
	}
	return found, nil
}

// remindedOf is what a step reminds of for one invoice that is late after the day late. day is the
// last day in time that the step is about. On that day itself, fee is the late fee that comes on
// the next day.
func (s *Service) remindedOf(ctx context.Context, q *db.Queries, i Invoice, late calendar.Date, isLast bool, day calendar.Date) (open, fee money.Paise, err error) {
	if late.After(day) {
		return 0, 0, nil
	}
	// Count only a fee whose day is tomorrow. feeFor would also return a fee of today that is not
	// charged yet.
	tomorrow := day.AddDays(1)
	if isLast && (feeDays{due: i.DueDate, late: late}).last(tomorrow) == tomorrow {
		next, err := s.settings.LateFee.feeFor(ctx, q, i, late, tomorrow, 0)
		if err != nil || next.Amount > 0 {
			return i.Open(), next.Amount, err
		}
	}
	debited, err := mandate.IsToCome(ctx, q, i.CustomerID, i.ID)
	if err != nil || debited {
		return 0, 0, err
	}
	return i.Open(), 0, nil
}

// isLittle says that an amount is nothing, or too little to remind anybody of it: no gateway takes less
// than a rupee.
func (s Settings) isLittle(amount money.Paise) bool {
	return amount < max(ledger.LeastCollected, s.ReminderLeast)
}
