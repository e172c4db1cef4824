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

// Debit is the use of a mandate for the invoice of one month.
type Debit struct {
	CustomerID, ID       int64
	MandateID, InvoiceID int64
	State                DebitState
	SkippedFor           Reason
	Amount               money.Paise
	On                   calendar.Date
	Planned              calendar.Date // the day on which it was planned first
	Cycle                calendar.Date // the first day of its month
	Reference            string        // ours, of the last notice; empty before it
	NoticeID             string        // the gateway's
	Tries                int64         // how often it was submitted
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

// LatestDebit returns a customer's newest debit, with its mandate, and false for
// none. One whose month another one has taken is none to speak of.
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

// MonthsTaken are a customer's newest debits whose month another one has taken.
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

// DebitByReference returns the debit whose last notice has a reference. store.IsNone
// tells of none.
func DebitByReference(ctx context.Context, q *db.Queries, reference string) (Debit, error) {
	row, err := q.MandateDebitByReference(ctx, reference)
	if err != nil {
		return Debit{}, fmt.Errorf("mandate: read the debit of a reference: %w", err)
	}
	return debitOf(row), nil
}

// EachToDo hands over, for all customers, the debits of days up to one that are to be
// announced or submitted. One that fails stops none of the others.
func EachToDo(ctx context.Context, on *store.Store, upTo calendar.Date, do func(customerID, id int64) error) error {
	var failed bound.Failures
	page := db.MandateDebitsToDoParams{UpTo: upTo}
	for {
		rows, err := on.Queries().MandateDebitsToDo(ctx, page)
		if err != nil {
			return fmt.Errorf("mandate: read debits to do: %w", err)
		}
		for _, r := range rows {
			failed.Add(do(r.CustomerID, r.ID))
			page.AfterCustomer, page.AfterID = r.CustomerID, r.ID
		}
		if len(rows) == 0 {
			return failed.Err()
		}
	}
}

// PlanNotice stores of which debit the customer is about to be told: its day, its
// amount and its reference.
func (s *Service) PlanNotice(ctx context.Context, tx *store.Tx, d Debit) error {
	rows, err := tx.MandateDebitPlan(ctx, db.MandateDebitPlanParams{
		CustomerID: d.CustomerID, ID: d.ID, DebitOn: d.On, AmountPaise: d.Amount, Reference: d.Reference,
	})
	if err != nil {
		return fmt.Errorf("mandate: plan the notice of debit %d: %w", d.ID, err)
	}
	if rows == 0 {
		return fmt.Errorf("%w: debit %d is not scheduled any more", ErrIllegal, d.ID)
	}
	return nil
}

// Announced notes that the customer is told of a debit.
func (s *Service) Announced(ctx context.Context, tx *store.Tx, d Debit, noticeID string) error {
	err := tx.MandateDebitNotice(ctx, db.MandateDebitNoticeParams{CustomerID: d.CustomerID, ID: d.ID, NoticeID: noticeID})
	if err != nil {
		return fmt.Errorf("mandate: note the notice of debit %d: %w", d.ID, err)
	}
	return s.MoveDebit(ctx, tx, d.CustomerID, d.ID, Notified, NotSkipped)
}

// SetTries stores how often a debit was submitted.
func (s *Service) SetTries(ctx context.Context, tx *store.Tx, d Debit, tries int64) error {
	err := tx.MandateDebitTries(ctx, db.MandateDebitTriesParams{CustomerID: d.CustomerID, ID: d.ID, Tries: tries})
	if err != nil {
		return fmt.Errorf("mandate: count the tries of debit %d: %w", d.ID, err)
	}
	return nil
}

// Tried are the debits under a mandate of which anything was submitted.
func Tried(ctx context.Context, q *db.Queries, m Mandate) ([]int64, error) {
	debits, err := q.MandateDebitsTried(ctx, m.CustomerID, m.ID)
	if err != nil {
		return nil, fmt.Errorf("mandate: list the debits of mandate %d: %w", m.ID, err)
	}
	return debits, nil
}

// UnderWay is the sum, in paise, of the debits under a mandate that its gateway may
// have and that are not decided: one at most, unless one of a month before hangs.
func UnderWay(ctx context.Context, q *db.Queries, m Mandate) (money.Paise, error) {
	sum, err := q.MandateDebitsUnderWay(ctx, m.CustomerID, m.ID)
	if err != nil {
		return 0, fmt.Errorf("mandate: read the debits under way of mandate %d: %w", m.ID, err)
	}
	return money.Paise(sum), nil
}

// Replaced is what the debit of an invoice was announced with before, under a mandate
// whose place another one has taken, "" when it was not.
func Replaced(ctx context.Context, q *db.Queries, d Debit) (instrument string, err error) {
	id, err := q.MandateDebitReplaced(ctx, db.MandateDebitReplacedParams{CustomerID: d.CustomerID, InvoiceID: d.InvoiceID, ID: d.ID, MandateID: d.MandateID})
	if store.IsNone(err) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("mandate: read what debit %d replaces: %w", d.ID, err)
	}
	m, err := Get(ctx, q, d.CustomerID, id)
	return m.Instrument(), err
}

// TriedFor are the debits for the invoice of one of which anything was submitted, be
// it under another mandate.
func TriedFor(ctx context.Context, q *db.Queries, d Debit) ([]int64, error) {
	debits, err := q.MandateDebitsTriedFor(ctx, d.CustomerID, d.InvoiceID)
	if err != nil {
		return nil, fmt.Errorf("mandate: list the debits of invoice %d: %w", d.InvoiceID, err)
	}
	return debits, nil
}
