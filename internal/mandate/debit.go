package mandate

import (
	"context"
	"fmt"

	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// NoticeDays lie between the day of a notice, which goes out between two hours of
// the day in India, and the debit, which is submitted in the morning: the customer has
// at least 24 hours to object, on whatever rail.
const (
	NoticeDays   = 2
	NoticeFrom   = 8
	NoticeBefore = 20
)

// soonest is the first day of a debit that is planned now, whatever its rail: a notice
// goes out within an hour, and in the evening waits for the next morning.
func (s *Service) soonest() calendar.Date {
	today := calendar.Today(s.clock)
	if s.clock.Now().In(calendar.India).Hour() >= NoticeBefore-1 {
		return today.AddDays(NoticeDays + 1)
	}
	return today.AddDays(NoticeDays)
}

// Schedule plans the debit of a new invoice under the active mandate, if there
// is one. One that the mandate does not allow, or whose month has its debit for
// another invoice, is kept as skipped, so that the customer can be told: one debit
// a month and mandate is all there is. So is one under a mandate that rests at the
// bank, which is planned when it comes back (takeUp). An invoice that was rounded to
// nothing has no debit. It returns the mandate, and why the debit was skipped at
// once.
func (s *Service) Schedule(ctx context.Context, tx *store.Tx, customerID, invoiceID int64, amount money.Paise, invoiced calendar.Date) (m Mandate, why Reason, err error) {
	if amount == 0 {
		return m, why, nil
	}
	row, err := tx.MandateActive(ctx, customerID)
	if store.IsNone(err) {
		return m, why, nil
	}
	if err != nil {
		return m, why, fmt.Errorf("mandate: read the active mandate: %w", err)
	}
	m = of(row)
	d := Debit{CustomerID: customerID, MandateID: m.ID, InvoiceID: invoiceID, State: Scheduled, Amount: amount}
	var allowed bool
	d.On, allowed = m.Plan(amount, calendar.Later(invoiced, s.soonest().AddDays(-NoticeDays)), s.banks)
	d.Cycle = d.On.MonthStart()
	switch {
	case m.State != Confirmed:
		d.State, d.SkippedFor = Skipped, Inactive
	case !allowed:
		d.State, d.SkippedFor = Skipped, NotAllowed
	}
	added, err := s.add(ctx, tx, d)
	if err == nil && !added {
		d.State, d.SkippedFor = Skipped, MonthTaken
		_, err = s.add(ctx, tx, d)
	}
	return m, d.SkippedFor, err
}

// add stores a debit and records it in the audit log. It reports false, and stores
// nothing, when its mandate has another debit in the month.
func (s *Service) add(ctx context.Context, tx *store.Tx, d Debit) (bool, error) {
	now, id := s.now(), s.ids.Next()
	added, err := tx.MandateDebitAdd(ctx, db.MandateDebitAddParams{
		CustomerID: d.CustomerID, ID: id, MandateID: d.MandateID, InvoiceID: d.InvoiceID, Cycle: d.Cycle,
		State: string(d.State), SkippedFor: string(d.SkippedFor), AmountPaise: d.Amount, DebitOn: d.On, CreatedAt: now, UpdatedAt: now,
	})
	if err != nil {
		return false, fmt.Errorf("mandate: plan the debit of invoice %d: %w", d.InvoiceID, err)
	}
	if added == 0 {
		return false, nil
	}
	return true, s.record(ctx, tx, d.CustomerID, "mandate_debit_"+string(d.State), debitObject(id), string(d.SkippedFor))
}

// Dropped lists a customer's debits of this month that went with their mandate and
// have none in their place, while their invoice is open; the amount is what would be
// debited now, in paise.
func (s *Service) Dropped(ctx context.Context, q *db.Queries, customerID int64) ([]Debit, error) {
	rows, err := q.MandateDebitsDropped(ctx, customerID, calendar.Today(s.clock).MonthStart())
	if err != nil {
		return nil, fmt.Errorf("mandate: read debits that were dropped: %w", err)
	}
	list := make([]Debit, len(rows))
	for i, r := range rows {
		list[i] = debitOf(r.MandateDebit)
		list[i].Amount = min(list[i].Amount, money.Paise(r.OpenPaise))
	}
	return list, nil
}

// takeUp plans the debits anew that went with a mandate before, or while this one
// rested, under a mandate by which rent is debited from now on: never sooner than they
// were planned, and with time for a notice. One for which its month has no day left,
// that the mandate does not allow, or whose month it has for another invoice is left
// to be paid by hand. Another row and not the old one: that keeps the notice that was
// given under the mandate before, and each rail counts its own tries.
func (s *Service) takeUp(ctx context.Context, tx *store.Tx, m Mandate) error {
	dropped, err := s.Dropped(ctx, tx.Queries, m.CustomerID)
	if err != nil {
		return err
	}
	for _, d := range dropped {
		on := s.DayFrom(m, calendar.Later(d.On, s.soonest()))
		if on.MonthStart() != d.Cycle || !m.Allows(d.Amount, on) {
			continue
		}
		again := Debit{CustomerID: d.CustomerID, MandateID: m.ID, InvoiceID: d.InvoiceID, State: Scheduled, Amount: d.Amount, On: on, Cycle: d.Cycle}
		if _, err := s.add(ctx, tx, again); err != nil {
			return err
		}
	}
	return nil
}

// TakeOver plans the debit of an invoice anew that failed under a mandate by which rent
// is debited no more, because another one was chosen while the bank had it: under that
// one, for the earliest day, of at most what is open, in paise. It returns the other
// mandate and the day; planned is false when there is none, when the month has no day
// left or has its debit for another invoice, or when the mandate does not allow it.
func (s *Service) TakeOver(ctx context.Context, tx *store.Tx, failed Debit, open money.Paise) (m Mandate, on calendar.Date, planned bool, err error) {
	row, err := tx.MandateActive(ctx, failed.CustomerID)
	if store.IsNone(err) {
		return m, on, false, nil
	}
	if err != nil {
		return m, on, false, fmt.Errorf("mandate: read the active mandate: %w", err)
	}
	m = of(row)
	on = s.DayFrom(m, s.soonest())
	amount := min(failed.Amount, open)
	if m.ID == failed.MandateID || m.State != Confirmed || on.MonthStart() != failed.Cycle || !m.Allows(amount, on) {
		return m, on, false, nil
	}
	planned, err = s.add(ctx, tx, Debit{
		CustomerID: failed.CustomerID, MandateID: m.ID, InvoiceID: failed.InvoiceID, State: Scheduled, Amount: amount, On: on, Cycle: failed.Cycle,
	})
	return m, on, planned, err
}

// SkipPaid takes back the planned debit of an invoice that was paid by other
// means. One that the gateway may have stays what it is.
func (s *Service) SkipPaid(ctx context.Context, tx *store.Tx, customerID, invoiceID int64) error {
	planned, err := tx.MandateDebitsPlannedFor(ctx, customerID, invoiceID)
	if err != nil {
		return fmt.Errorf("mandate: read planned debits of invoice %d: %w", invoiceID, err)
	}
	return s.skip(ctx, tx, customerID, planned, PaidOtherwise)
}

// skipUnder takes back the planned debits of a mandate that is not to debit.
func (s *Service) skipUnder(ctx context.Context, tx *store.Tx, customerID, mandateID int64) error {
	planned, err := tx.MandateDebitsPlannedUnder(ctx, customerID, mandateID)
	if err != nil {
		return fmt.Errorf("mandate: read planned debits of mandate %d: %w", mandateID, err)
	}
	return s.skip(ctx, tx, customerID, planned, Inactive)
}

func (s *Service) skip(ctx context.Context, tx *store.Tx, customerID int64, debits []int64, why Reason) error {
	for _, id := range debits {
		if err := s.MoveDebit(ctx, tx, customerID, id, Skipped, why); err != nil {
			return err
		}
	}
	return nil
}

// Excuses reports whether an invoice has no late fee in a month, given by its due
// day: a mandate was active on that day, and its debit for the invoice is open,
// we let its month go by without submitting it, or the month's debit was another
// invoice's. So it is when the customer stopped the mandate after the due day
// only, but not from the next one on. In its own month a debit also excuses whose
// mandate another one has replaced: the customer did not stop debiting. Where it was
// planned anew under the other, and that was for a day in time, the other debit
// decides. A debit that the customer's limit or end of mandate did not allow, or to
// which the customer objected, excuses nobody (docs/rules.md R6).
func Excuses(ctx context.Context, q *db.Queries, customerID, invoiceID int64, due calendar.Date) (bool, error) {
	return ExcusesWithout(ctx, q, customerID, invoiceID, due, 0)
}

// ExcusesWithout is Excuses as it would be once the customer has objected to a debit, by
// its id, which may be 0 for none.
func ExcusesWithout(ctx context.Context, q *db.Queries, customerID, invoiceID int64, due calendar.Date, debit int64) (bool, error) {
	excused, err := q.MandateExcuses(ctx, db.MandateExcusesParams{
		CustomerID: customerID, InvoiceID: invoiceID, Cycle: due.MonthStart(), DueOver: calendar.Stamp(due.AddDays(1).At(0, 0)), DueOn: due, Declined: debit,
	})
	if err != nil {
		return false, fmt.Errorf("mandate: read debits of invoice %d: %w", invoiceID, err)
	}
	return excused, nil
}

// Lapse skips, for all customers, the debits that were planned for a month
// that is over, and has each told in the transaction that skips it. One that cannot be
// skipped stops none of the others.
func (s *Service) Lapse(ctx context.Context, on *store.Store, notify func(ctx context.Context, tx *store.Tx, d Debit) error) error {
	var failed bound.Failures
	page := db.MandateDebitsOverdueParams{Cycle: calendar.Today(s.clock).MonthStart()}
	for {
		rows, err := on.Queries().MandateDebitsOverdue(ctx, page)
		if err != nil {
			return fmt.Errorf("mandate: read debits of months that are over: %w", err)
		}
		for _, r := range rows {
			failed.Add(s.lapse(ctx, on, r.CustomerID, r.ID, notify))
			page.AfterCustomer, page.AfterID = r.CustomerID, r.ID
		}
		if len(rows) == 0 {
			return failed.Err()
		}
	}
}

// lapse skips one debit, unless it was submitted or skipped since it was read.
func (s *Service) lapse(ctx context.Context, on *store.Store, customerID, id int64, notify func(ctx context.Context, tx *store.Tx, d Debit) error) error {
	return on.Write(ctx, customerID, func(tx *store.Tx) error {
		d, err := GetDebit(ctx, tx.Queries, customerID, id)
		if err != nil || !d.State.Planned() {
			return err
		}
		if err := s.MoveDebit(ctx, tx, customerID, id, Skipped, Lapsed); err != nil {
			return err
		}
		return notify(ctx, tx, d)
	})
}
