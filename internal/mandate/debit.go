package mandate

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Debit is one month's use of a mandate. It pays the invoice InvoiceID and those that InvoicesOf
// returns beside it.
type Debit struct {
	CustomerID, ID       int64
	MandateID, InvoiceID int64
	State                DebitState
	SkippedFor           Reason
	Amount               money.Paise
	On                   calendar.Date
	Planned              calendar.Date    // the day on which the debit was first planned
	Cycle                calendar.Date    // the first day of the debit's month
	Reference            string           // our id of the debit in its last notice; empty before there is a notice
	NoticeID             string           // the gateway's id of that notice
	Tries                int64            // how often the debit was submitted
	Changed              calendar.Instant // when the debit last changed
}

func debitOf(r db.MandateDebit) Debit {
	return Debit{
		CustomerID: r.CustomerID, ID: r.ID, MandateID: r.MandateID, InvoiceID: r.InvoiceID, State: DebitState(r.State), SkippedFor: Reason(r.SkippedFor), Amount: r.AmountPaise,
		On: r.DebitOn, Planned: r.CreatedAt.Date(), Cycle: r.Cycle, Reference: r.Reference, NoticeID: r.NoticeID, Tries: r.Tries, Changed: r.UpdatedAt,
	}
}

// Owed is what an invoice has open, in paise.
type Owed struct {
	InvoiceID int64
	Amount    money.Paise
}

func sumOf(owed []Owed) (sum money.Paise) {
	for _, o := range owed {
		sum = money.Sum(sum, o.Amount)
	}
	return sum
}

func idsOf(owed []Owed) (ids []int64) {
	for _, o := range owed {
		ids = append(ids, o.InvoiceID)
	}
	return ids
}

func without(owed, some []Owed) []Owed {
	return slices.DeleteFunc(slices.Clone(owed), func(o Owed) bool { return slices.Contains(some, o) })
}

// InvoicesOf returns the invoices that a debit pays.
func InvoicesOf(ctx context.Context, q *db.Queries, d Debit) ([]int64, error) {
	ids, err := q.MandateDebitInvoices(ctx, d.CustomerID, d.ID)
	if err != nil {
		return nil, fmt.Errorf("mandate: read the invoices of debit %d: %w", d.ID, err)
	}
	return ids, nil
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
// leaves out debits that were skipped because the month's debit was for other invoices.
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

// MonthsTaken returns a customer's newest debits, at most three, that were skipped because the
// month's debit was for other invoices.
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

// A notice goes out by day, as our own message about it does, and the debit follows NoticeDays days
// later. So the customer has at least 24 hours to object, whatever the rail.
const (
	NoticeDays   = 2
	NoticeFrom   = notify.DayFrom
	NoticeBefore = notify.DayUntil
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

// Planned is what Schedule has planned: which invoices are debited under Mandate and which are
// not, and why not. The mandate's id is 0 if the customer has no active one.
type Planned struct {
	Mandate             Mandate
	Debited, NotDebited []int64
	Why                 Reason
}

// Schedule plans the debit of the monthly invoices that one run has raised, the oldest first. Rent
// is debited by the active mandate, once a month, and as many of the invoices are debited together
// as it allows. A debit of the same month that was not submitted yet takes them in.
//
// What is not debited is stored as a skipped debit: because the mandate does not allow it, the
// month's debit is for other invoices, or the mandate is not confirmed. takeUp plans it again when
// that changes.
func (s *Service) Schedule(ctx context.Context, tx *store.Tx, customerID int64, owed []Owed, invoiced calendar.Date) (Planned, error) {
	m, some, err := Active(ctx, tx.Queries, customerID)
	if err != nil || !some || sumOf(owed) < ledger.LeastCollected {
		return Planned{}, err
	}
	on := s.DayFrom(m, calendar.Later(invoiced.AddDays(NoticeDays), s.soonest()))
	to := Planned{Mandate: m, NotDebited: idsOf(owed), Why: Inactive}
	left := owed
	if m.State == Confirmed {
		debited, err := s.plan(ctx, tx, m, on, owed)
		if err != nil {
			return to, err
		}
		left = without(owed, debited)
		to.Debited, to.NotDebited, to.Why = idsOf(debited), idsOf(left), NotAllowed
		if len(debited) > 0 || slices.ContainsFunc(left, func(o Owed) bool { return m.Allows(o.Amount, on) }) {
			to.Why = MonthTaken
		}
	}
	if len(left) == 0 {
		return to, nil
	}
	return to, s.add(ctx, tx, Debit{CustomerID: customerID, MandateID: m.ID, State: Skipped, SkippedFor: to.Why, On: on}, left)
}

// plan plans one debit of the oldest of these invoices that m allows together on a day, and returns
// them. If m has planned a debit for that month already, the invoices join it, and it is announced
// anew.
func (s *Service) plan(ctx context.Context, tx *store.Tx, m Mandate, on calendar.Date, owed []Owed) ([]Owed, error) {
	fit, joined, err := plannable(ctx, tx.Queries, m, on, owed)
	if err != nil || len(fit) == 0 {
		return nil, err
	}
	if joined.ID != 0 {
		return fit, s.join(ctx, tx, joined, fit)
	}
	return fit, s.add(ctx, tx, Debit{CustomerID: m.CustomerID, MandateID: m.ID, State: Scheduled, On: on}, fit)
}

// plannable returns the oldest of these invoices that m can debit together on a day, and the debit
// of that month that they would join, with the id 0 for none. If that debit was submitted once, m
// debits nothing more in that month. An invoice that was tried as often as m's rail allows, by
// whatever mandate, is not debited again. Nothing is if the sum is less than a gateway collects.
func plannable(ctx context.Context, q *db.Queries, m Mandate, on calendar.Date, owed []Owed) (fit []Owed, joined Debit, err error) {
	d, some, err := debitOfCycle(ctx, q, m, on.MonthStart())
	if err != nil || some && !d.isOpenToMore() {
		return nil, Debit{}, err
	}
	var left []Owed
	for _, o := range owed {
		tries, err := triesOf(ctx, q, m.CustomerID, o.InvoiceID)
		if err != nil {
			return nil, Debit{}, err
		}
		if tries < m.mostTries() {
			left = append(left, o)
		}
	}
	if fit = m.fit(left, on, d.Amount); money.Sum(d.Amount, sumOf(fit)) < ledger.LeastCollected {
		return nil, d, nil
	}
	return fit, d, nil
}

// isOpenToMore reports whether other invoices can join a debit: it was never submitted.
func (d Debit) isOpenToMore() bool { return d.State.Planned() && d.Tries == 0 }

// triesOf is how often an invoice was submitted to a bank, under any mandate.
func triesOf(ctx context.Context, q *db.Queries, customerID, invoiceID int64) (int64, error) {
	tries, err := q.MandateTriesOfInvoice(ctx, customerID, invoiceID)
	if err != nil {
		return 0, fmt.Errorf("mandate: count the tries of invoice %d: %w", invoiceID, err)
	}
	return tries, nil
}

// fit returns the oldest of these invoices that m allows in one debit on a day, together with beside,
// in paise.
func (m Mandate) fit(owed []Owed, on calendar.Date, beside money.Paise) (fit []Owed) {
	for _, o := range owed {
		if sum := money.Sum(beside, o.Amount); m.Allows(sum, on) {
			fit, beside = append(fit, o), sum
		}
	}
	return fit
}

func debitOfCycle(ctx context.Context, q *db.Queries, m Mandate, cycle calendar.Date) (Debit, bool, error) {
	row, err := q.MandateDebitOfCycle(ctx, db.MandateDebitOfCycleParams{CustomerID: m.CustomerID, MandateID: m.ID, Cycle: cycle})
	if store.IsNone(err) {
		return Debit{}, false, nil
	}
	if err != nil {
		return Debit{}, false, fmt.Errorf("mandate: read the debit of the month: %w", err)
	}
	return debitOf(row), true, nil
}

// add stores a debit of these invoices in the month of its day and writes it into the audit log.
func (s *Service) add(ctx context.Context, tx *store.Tx, d Debit, owed []Owed) error {
	now, id := s.now(), s.ids.Next()
	err := tx.MandateDebitAdd(ctx, db.MandateDebitAddParams{
		CustomerID: d.CustomerID, ID: id, MandateID: d.MandateID, InvoiceID: owed[0].InvoiceID, Cycle: d.On.MonthStart(),
		State: string(d.State), SkippedFor: string(d.SkippedFor), AmountPaise: sumOf(owed), DebitOn: d.On, CreatedAt: now, UpdatedAt: now,
	})
	if err != nil {
		return fmt.Errorf("mandate: plan the debit of invoice %d: %w", owed[0].InvoiceID, err)
	}
	if err := addInvoices(ctx, tx, d.CustomerID, id, owed[1:]); err != nil {
		return err
	}
	return s.recordDebit(ctx, tx, d.CustomerID, id, d.State, sumOf(owed), d.SkippedFor)
}

func addInvoices(ctx context.Context, tx *store.Tx, customerID, debitID int64, owed []Owed) error {
	for _, o := range owed {
		err := tx.MandateDebitInvoiceAdd(ctx, db.MandateDebitInvoiceAddParams{CustomerID: customerID, DebitID: debitID, InvoiceID: o.InvoiceID})
		if err != nil {
			return fmt.Errorf("mandate: add invoice %d to debit %d: %w", o.InvoiceID, debitID, err)
		}
	}
	return nil
}

// join adds invoices to a debit that was not submitted yet, and has it announced anew.
func (s *Service) join(ctx context.Context, tx *store.Tx, d Debit, owed []Owed) error {
	if err := addInvoices(ctx, tx, d.CustomerID, d.ID, owed); err != nil {
		return err
	}
	if d.State == Notified {
		if err := s.MoveDebit(ctx, tx, d.CustomerID, d.ID, Scheduled, NotSkipped); err != nil {
			return err
		}
	}
	d.Amount = money.Sum(d.Amount, sumOf(owed))
	return s.PlanNotice(ctx, tx, d)
}

// Dropped is a debit of this month or later that was skipped with its mandate, because that did not
// allow it, or because the month's debit was for other invoices. Invoices are those that are still
// open and that no newer debit pays, Amount is what they have open, in paise.
type Dropped struct {
	Debit

	Invoices []Owed
}

// InvoiceIDs are the ids of the dropped invoices.
func (d Dropped) InvoiceIDs() []int64 { return idsOf(d.Invoices) }

// Dropped lists a customer's dropped debits.
func (s *Service) Dropped(ctx context.Context, q *db.Queries, customerID int64) ([]Dropped, error) {
	rows, err := q.MandateDebitsDropped(ctx, customerID, calendar.Today(s.clock).MonthStart())
	if err != nil {
		return nil, fmt.Errorf("mandate: read debits that were dropped: %w", err)
	}
	var list []Dropped
	for _, r := range rows {
		n := slices.IndexFunc(list, func(d Dropped) bool { return d.ID == r.MandateDebit.ID })
		if n < 0 {
			n, list = len(list), append(list, Dropped{Debit: debitOf(r.MandateDebit)})
		}
		list[n].Invoices = append(list[n].Invoices, Owed{r.DroppedInvoiceID, money.Paise(r.OpenPaise)})
		list[n].Amount = sumOf(list[n].Invoices)
	}
	return list, nil
}

// takeUp plans what was dropped again under m, by which rent is debited from now on. What m cannot
// debit stays skipped, and the customer pays it by hand. It is skipped under m if that does not
// allow it.
//
// The new debit has its own row, and the old row keeps the notice given under the former mandate.
func (s *Service) takeUp(ctx context.Context, tx *store.Tx, m Mandate) error {
	dropped, err := s.Dropped(ctx, tx.Queries, m.CustomerID)
	if err != nil {
		return err
	}
	for _, month := range s.months(m, dropped) {
		debited, err := s.plan(ctx, tx, m, month.on, month.owed)
		if err != nil {
			return err
		}
		taken := Debit{CustomerID: m.CustomerID, MandateID: m.ID, State: Skipped, SkippedFor: MonthTaken, On: month.on}
		left := without(month.owed, debited)
		if len(debited) == 0 {
			taken.SkippedFor = NotAllowed
			left = slices.DeleteFunc(left, func(o Owed) bool { return m.Allows(o.Amount, month.on) || month.under[o.InvoiceID] == m.ID })
		}
		if len(left) == 0 {
			continue
		}
		if err := s.add(ctx, tx, taken, left); err != nil {
			return err
		}
	}
	return nil
}

// month is what a mandate can take up of what was dropped in one month, the oldest first. under has
// the mandates under which the invoices were dropped.
type month struct {
	on    calendar.Date
	owed  []Owed
	under map[int64]int64
}

// months returns the months of dropped debits that have a day left for m: not before the planned
// one, and with time for a notice.
func (s *Service) months(m Mandate, dropped []Dropped) (list []month) {
	for _, d := range dropped {
		on := s.DayFrom(m, calendar.Later(d.On, s.soonest()))
		if on.MonthStart() != d.Cycle {
			continue
		}
		n := slices.IndexFunc(list, func(of month) bool { return of.on.MonthStart() == d.Cycle })
		if n < 0 {
			n, list = len(list), append(list, month{under: map[int64]int64{}})
		}
		list[n].on = calendar.Later(list[n].on, on)
		list[n].owed = append(list[n].owed, d.Invoices...)
		for _, o := range d.Invoices {
			list[n].under[o.InvoiceID] = d.MandateID
		}
	}
	for _, of := range list {
		slices.SortFunc(of.owed, func(a, b Owed) int { return cmp.Compare(a.InvoiceID, b.InvoiceID) })
	}
	return list
}

// WouldDebit returns the first debit, with its day and its amount in paise, that m would make of
// dropped debits if it was the active mandate from now on. The amount is 0 if it would make none.
func (s *Service) WouldDebit(ctx context.Context, q *db.Queries, m Mandate, dropped []Dropped) (on calendar.Date, amount money.Paise, err error) {
	for _, month := range s.months(m, dropped) {
		fit, joined, err := plannable(ctx, q, m, month.on, month.owed)
		if err != nil || len(fit) > 0 {
			return month.on, money.Sum(joined.Amount, sumOf(fit)), err
		}
	}
	return calendar.Date{}, 0, nil
}

// PlanRest plans a debit that m does not allow any more again, for those of its open invoices that m
// still allows, and returns the others.
func (s *Service) PlanRest(ctx context.Context, tx *store.Tx, m Mandate, skipped Debit, owed []Owed) (left []int64, err error) {
	on := s.DayFrom(m, calendar.Later(skipped.On, s.soonest()))
	if on.MonthStart() != skipped.Cycle {
		return idsOf(owed), nil
	}
	debited, err := s.plan(ctx, tx, m, on, owed)
	if err != nil || len(debited) == 0 {
		return idsOf(owed), err
	}
	rest := without(owed, debited)
	if len(rest) == 0 {
		return nil, nil
	}
	return idsOf(rest), s.add(ctx, tx, Debit{CustomerID: m.CustomerID, MandateID: m.ID, State: Skipped, SkippedFor: MonthTaken, On: on}, rest)
}

// TakeOver plans a failed debit again under the active mandate. The customer chose that mandate
// while the bank still had the debit under the former one. owed are its open invoices. The new
// debit is for the earliest possible day.
//
// Nothing is planned if there is no other active mandate, if the month has no day left or already
// has a debit under it, if the mandate does not allow the whole debit, or if its invoices were
// tried as often as its rail allows.
func (s *Service) TakeOver(ctx context.Context, tx *store.Tx, failed Debit, owed []Owed) error {
	m, some, err := Active(ctx, tx.Queries, failed.CustomerID)
	if err != nil || !some {
		return err
	}
	on := s.DayFrom(m, s.soonest())
	if m.ID == failed.MandateID || m.State != Confirmed || on.MonthStart() != failed.Cycle || !m.Allows(sumOf(owed), on) {
		return nil
	}
	fit, joined, err := plannable(ctx, tx.Queries, m, on, owed)
	if err != nil || joined.ID != 0 || len(fit) < len(owed) {
		return err
	}
	return s.add(ctx, tx, Debit{CustomerID: m.CustomerID, MandateID: m.ID, State: Scheduled, On: on}, owed)
}

// BankPaid records that the bank has debited the customer for a debit, by its last try or an
// earlier one: the try with this reference, submitted on this day. If the debit was skipped and
// planned anew under its mandate meanwhile, the new one has succeeded, because a mandate debits once
// a month. planned is the debit as it was before; announced says that the customer has its notice,
// though it is not made.
func (s *Service) BankPaid(ctx context.Context, tx *store.Tx, customerID, id int64, reference string, on calendar.Date) (planned Debit, announced bool, err error) {
	d, err := GetDebit(ctx, tx.Queries, customerID, id)
	if err != nil {
		return d, false, err
	}
	if d.State == Skipped {
		other, some, err := debitOfCycle(ctx, tx.Queries, Mandate{CustomerID: customerID, ID: d.MandateID}, d.Cycle)
		if err != nil {
			return d, false, err
		}
		if some {
			d = other
		}
	}
	if d.State == Succeeded {
		return d, false, nil
	}
	if err := s.MoveDebit(ctx, tx, customerID, d.ID, Succeeded, NotSkipped); err != nil {
		return d, false, err
	}
	if d.ID == id && d.Reference != reference {
		err = tx.MandateDebitPaidBy(ctx, db.MandateDebitPaidByParams{CustomerID: customerID, ID: id, Reference: reference, DebitOn: on})
		if err != nil {
			return d, false, fmt.Errorf("mandate: note the paid try of debit %d: %w", id, err)
		}
	}
	return d, d.State == Notified, nil
}

// InvoicePaid adapts the planned debits of an invoice of which something was paid or credited. A
// debit is skipped if its invoices are all paid, or have less open than a gateway collects. One that
// was announced with more than its invoices have open is announced anew, with the rest. A debit that
// the gateway may have keeps its state. InvoicePaid returns the skipped debits of which the customer
// has a notice, or something is left to pay by hand.
func (s *Service) InvoicePaid(ctx context.Context, tx *store.Tx, customerID, invoiceID int64) (withdrawn []Debit, err error) {
	rows, err := tx.MandateDebitsPlannedFor(ctx, customerID, invoiceID)
	if err != nil {
		return nil, fmt.Errorf("mandate: read planned debits of invoice %d: %w", invoiceID, err)
	}
	for _, r := range rows {
		d := debitOf(r.MandateDebit)
		switch open := money.Paise(r.OpenPaise); {
		case open < ledger.LeastCollected:
			if d.NoticeID != "" || open > 0 {
				withdrawn = append(withdrawn, d)
			}
			err = s.MoveDebit(ctx, tx, customerID, d.ID, Skipped, PaidOtherwise)
		case d.State == Notified && open < d.Amount:
			err = s.MoveDebit(ctx, tx, customerID, d.ID, Scheduled, NotSkipped)
		}
		if err != nil {
			return nil, err
		}
	}
	return withdrawn, nil
}

// InvoiceReopened plans the debit of an invoice again that was skipped because something had paid the
// invoice, when that turns out to be a mistake of ours. The active mandate makes it if it allows that
// and the month has a day left. Otherwise the debit counts as one that we let go by (Lapsed), because
// the customer relied on it. A debit that is still planned with less is announced anew.
func (s *Service) InvoiceReopened(ctx context.Context, tx *store.Tx, customerID int64, owed Owed) error {
	rows, err := tx.MandateDebitsPlannedFor(ctx, customerID, owed.InvoiceID)
	if err != nil {
		return fmt.Errorf("mandate: read planned debits of invoice %d: %w", owed.InvoiceID, err)
	}
	for _, r := range rows {
		d := debitOf(r.MandateDebit)
		if d.State != Notified || money.Paise(r.OpenPaise) <= d.Amount {
			continue
		}
		if err := s.MoveDebit(ctx, tx, customerID, d.ID, Scheduled, NotSkipped); err != nil {
			return err
		}
	}
	skipped, _, some, err := NewestFor(ctx, tx.Queries, customerID, owed.InvoiceID)
	if err != nil || !some || skipped.SkippedFor != PaidOtherwise {
		return err
	}
	m, some, err := Active(ctx, tx.Queries, customerID)
	if err != nil {
		return err
	}
	if some && m.State == Confirmed {
		left, err := s.PlanRest(ctx, tx, m, skipped, []Owed{owed})
		if err != nil || len(left) == 0 {
			return err
		}
	}
	if err := tx.MandateDebitLapse(ctx, db.MandateDebitLapseParams{CustomerID: customerID, ID: skipped.ID, UpdatedAt: s.now()}); err != nil {
		return fmt.Errorf("mandate: let debit %d lapse: %w", skipped.ID, err)
	}
	return s.recordDebit(ctx, tx, customerID, skipped.ID, Skipped, skipped.Amount, Lapsed)
}

// Excuses reports whether an invoice has no late fee in a month, which is given by its due day
// (docs/rules.md R6). The invoice is excused while its debit is planned or at the bank, and if we
// let the debit's month go by without submitting it although a mandate was active on that day, unless
// a later debit of the invoice was submitted. A mandate that the customer stopped after the due day still excuses this month, but none from the
// next due day on.
//
// In its own month, a debit also excuses if another mandate has replaced its mandate, because the
// customer did not stop debiting. But if that debit was planned again under the other mandate for
// a day in time, the new debit decides.
//
// A debit that the mandate's limit or last day did not allow excuses nobody, nor does one to which
// the customer objected, or one whose month was taken by other invoices.
//
// without is the id of a debit to which the customer would have objected, 0 for none.
func Excuses(ctx context.Context, q *db.Queries, customerID, invoiceID int64, due calendar.Date, without int64) (bool, error) {
	excused, err := q.MandateExcuses(ctx, db.MandateExcusesParams{
		CustomerID: customerID, InvoiceID: invoiceID, Cycle: due.MonthStart(), DueOver: calendar.Stamp(due.AddDays(1).At(0, 0)), DueOn: due, Declined: without,
	})
	if err != nil {
		return false, fmt.Errorf("mandate: read debits of invoice %d: %w", invoiceID, err)
	}
	return excused, nil
}

// AwaitedTo returns until which day the customer was told to await the debit of each of these
// invoices, for those that have one: the day on which its last debit failed for good, or the day of
// a debit that is planned or at the bank, today if that day is over. It leaves out the debit with the
// id without, 0 for none.
func AwaitedTo(ctx context.Context, q *db.Queries, customerID int64, invoices []int64, today calendar.Date, without int64) (map[int64]calendar.Date, error) {
	if len(invoices) == 0 {
		return map[int64]calendar.Date{}, nil
	}
	rows, err := q.MandateDebitsAwaited(ctx, customerID, store.IDs(invoices))
	if err != nil {
		return nil, fmt.Errorf("mandate: read debits that are awaited: %w", err)
	}
	days := make(map[int64]calendar.Date, len(rows))
	for _, r := range rows {
		if r.ID == without {
			continue
		}
		day := r.UpdatedAt.Date()
		if DebitState(r.State) != Failed {
			day = calendar.Later(r.DebitOn, today)
		}
		days[r.InvoiceID] = calendar.Later(days[r.InvoiceID], day)
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
