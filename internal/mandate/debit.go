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

// Debit is one month's use of a mandate, for one invoice.
type Debit struct {
	CustomerID, ID       int64
	MandateID, InvoiceID int64
	State                DebitState
	SkippedFor           Reason
	Amount               money.Paise
	On                   calendar.Date
	Planned              calendar.Date // the day on which the debit was first planned
	Cycle                calendar.Date // the first day of the debit's month
	Reference            string        // our id of the debit in its last notice; empty before there is a notice
	NoticeID             string        // the gateway's id of that notice
	Tries                int64         // how often the debit was submitted
}

func debitOf(r db.MandateDebit) Debit {
	return Debit{
		CustomerID: r.CustomerID, ID: r.ID, MandateID: r.MandateID, InvoiceID: r.InvoiceID, State: DebitState(r.State), SkippedFor: Reason(r.SkippedFor), Amount: r.AmountPaise,
		On: r.DebitOn, Planned: r.CreatedAt.Date(), Cycle: r.Cycle, Reference: r.Reference, NoticeID: r.NoticeID, Tries: r.Tries,
	}
}

// GetDebit returns a customer's debit.
func GetDebit(ctx context.Context, q *db.Queries, customerID, id int64) (Debit, error) {
	row, err := q.MandateDebit(ctx, customerID, id)
	if err != nil {
		return Debit{}, fmt.Errorf("mandate: read debit %d: %w", id, err)
	}
	return debitOf(row), nil
}

// LatestDebit returns a customer's newest debit with its mandate, and false if there is none. It
// leaves out debits that were skipped because another debit already covers their month.
func LatestDebit(ctx context.Context, q *db.Queries, customerID int64) (d Debit, m Mandate, some bool, err error) {
	row, err := q.MandateDebitLatest(ctx, customerID)
	if store.IsNone(err) {
		return d, m, false, nil
	}
	if err != nil {
		return d, m, false, fmt.Errorf("mandate: read the latest debit: %w", err)
	}
	d = debitOf(row)
	m, err = Get(ctx, q, customerID, d.MandateID)
	return d, m, true, err
}

// MonthsTaken returns a customer's newest debits, at most three, that were skipped because
// another debit already covers their month.
func MonthsTaken(ctx context.Context, q *db.Queries, customerID int64) ([]Debit, error) {
	rows, err := q.MandateDebitsMonthTaken(ctx, customerID)
	if err != nil {
		return nil, fmt.Errorf("mandate: read debits whose month is taken: %w", err)
	}
	list := make([]Debit, len(rows))
	for i, r := range rows {
		list[i] = debitOf(r)
	}
	return list, nil
}

// DebitByReference returns the debit whose last notice has the given reference. store.IsNone
// holds for the error if there is none.
func DebitByReference(ctx context.Context, q *db.Queries, reference string) (Debit, error) {
	row, err := q.MandateDebitByReference(ctx, reference)
	if err != nil {
		return Debit{}, fmt.Errorf("mandate: read the debit of a reference: %w", err)
	}
	return debitOf(row), nil
}

// A notice goes out between NoticeFrom and NoticeBefore o'clock in India, and the debit follows
// NoticeDays days later. So the customer has at least 24 hours to object, whatever the rail.
const (
	NoticeDays   = 2
	NoticeFrom   = 8
	NoticeBefore = 20
)

// soonest is the first possible day of a debit that is planned now, whatever its rail. The notice
// goes out within the hour, and in the evening it waits for the next morning.
func (s *Service) soonest() calendar.Date {
	today := calendar.Today(s.clock)
	if s.clock.Now().In(calendar.India).Hour() >= NoticeBefore-1 {
		return today.AddDays(NoticeDays + 1)
	}
	return today.AddDays(NoticeDays)
}

// Schedule plans the debit of a new invoice under the active mandate. Without an active mandate,
// or for an invoice that was rounded to nothing, there is no debit.
//
// In three cases the debit is stored as skipped at once, so that the customer can be told: the
// mandate does not allow it; its month already has the one debit that a mandate makes, for
// another invoice; or the mandate is not confirmed. In the last case takeUp plans it again once
// the mandate is back.
//
// Schedule returns the mandate and the reason why the debit was skipped.
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

// add stores a debit and writes it into the audit log. If the mandate already has a debit in this
// month, add stores nothing and returns false.
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

// Dropped lists a customer's debits of this month or later that were skipped with their mandate, or
// because it did not allow them, while their invoice is still open and no newer debit replaces
// them. Each amount is what would be debited now, in paise.
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

// takeUp plans the dropped debits again under m, by which rent is debited from now on. They were
// skipped under another mandate, while m was paused, or while its limit was too low. The new day is
// never earlier than the planned one and leaves time for a notice.
//
// A debit stays skipped, and the customer pays by hand, if its month has no day left, if m does
// not allow it, or if m already debits another invoice this month.
//
// Each debit gets a new row. The old row keeps the notice given under the former mandate, and
// each rail counts its own tries.
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

// TakeOver plans a failed debit again under the active mandate. The customer chose that mandate
// while the bank still had the debit under the former one. The new debit is for the earliest
// possible day and at most the open amount, in paise.
//
// TakeOver returns the active mandate and the day. planned is false if there is no other active
// mandate, if the month has no day left or already has a debit for another invoice, or if the
// mandate does not allow the debit.
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

// BankPaid records that the bank has debited the customer for a debit, by its last try or an
// earlier one. If the debit was skipped and planned anew under its mandate meanwhile, the new one
// has succeeded, because a mandate debits once a month.
func (s *Service) BankPaid(ctx context.Context, tx *store.Tx, customerID, id int64) error {
	d, err := GetDebit(ctx, tx.Queries, customerID, id)
	if err != nil {
		return err
	}
	if d.State == Skipped {
		row, err := tx.MandateDebitOfCycle(ctx, db.MandateDebitOfCycleParams{CustomerID: customerID, MandateID: d.MandateID, Cycle: d.Cycle})
		if err != nil && !store.IsNone(err) {
			return fmt.Errorf("mandate: read the debit of the month: %w", err)
		}
		if err == nil {
			d = debitOf(row)
		}
	}
	if d.State == Succeeded {
		return nil
	}
	return s.MoveDebit(ctx, tx, customerID, d.ID, Succeeded, NotSkipped)
}

// SkipPaid skips the planned debit of an invoice that was paid by other means. A debit that the
// gateway may have keeps its state.
func (s *Service) SkipPaid(ctx context.Context, tx *store.Tx, customerID, invoiceID int64) error {
	planned, err := tx.MandateDebitsPlannedFor(ctx, customerID, invoiceID)
	if err != nil {
		return fmt.Errorf("mandate: read planned debits of invoice %d: %w", invoiceID, err)
	}
	return s.skip(ctx, tx, customerID, planned, PaidOtherwise)
}

// skipUnder skips the planned debits of a mandate that debits nothing from now on.
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

// Excuses reports whether an invoice has no late fee in a month, which is given by its due day
// (docs/rules.md R6). The invoice is excused if a mandate was active on that day, and its debit
// is open, or we let the debit's month go by without submitting it, or the month's debit was for
// another invoice. A mandate that the customer stopped after the due day still excuses this
// month, but none from the next due day on.
//
// In its own month, a debit also excuses if another mandate has replaced its mandate, because the
// customer did not stop debiting. But if that debit was planned again under the other mandate for
// a day in time, the new debit decides.
//
// A debit that the mandate's limit or last day did not allow excuses nobody, nor does a debit to
// which the customer objected.
func Excuses(ctx context.Context, q *db.Queries, customerID, invoiceID int64, due calendar.Date) (bool, error) {
	return ExcusesWithout(ctx, q, customerID, invoiceID, due, 0)
}

// ExcusesWithout is Excuses as it would be once the customer has objected to the given debit.
// debit is the debit's id, or 0 for none.
func ExcusesWithout(ctx context.Context, q *db.Queries, customerID, invoiceID int64, due calendar.Date, debit int64) (bool, error) {
	excused, err := q.MandateExcuses(ctx, db.MandateExcusesParams{
		CustomerID: customerID, InvoiceID: invoiceID, Cycle: due.MonthStart(), DueOver: calendar.Stamp(due.AddDays(1).At(0, 0)), DueOn: due, Declined: debit,
	})
	if err != nil {
		return false, fmt.Errorf("mandate: read debits of invoice %d: %w", invoiceID, err)
	}
	return excused, nil
}

// FailedOn returns on which day the last debit of each of these invoices failed for good, for those
// of which one did.
func FailedOn(ctx context.Context, q *db.Queries, customerID int64, invoices []int64) (map[int64]calendar.Date, error) {
	if len(invoices) == 0 {
		return map[int64]calendar.Date{}, nil
	}
	rows, err := q.MandateDebitsFailed(ctx, customerID, store.IDs(invoices))
	if err != nil {
		return nil, fmt.Errorf("mandate: read failed debits: %w", err)
	}
	days := make(map[int64]calendar.Date, len(rows))
	for _, r := range rows {
		days[r.InvoiceID] = calendar.Instant(r.FailedAt).Date()
	}
	return days, nil
}

// Lapse skips the planned debits of all customers whose month is over. It calls notify in the
// same transaction, so that the customer is told. An error with one debit does not stop the
// others.
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
