package mandate

import (
	"context"
	"fmt"

	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
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
	Cycle                calendar.Date // the first day of its month
	Reference            string        // ours, of the last notice; empty before it
	NoticeID             string        // the gateway's
	Tries                int64         // how often it was submitted
}

func debitOf(r db.MandateDebit) Debit {
	return Debit{
		CustomerID: r.CustomerID, ID: r.ID, MandateID: r.MandateID, InvoiceID: r.InvoiceID, State: DebitState(r.State), SkippedFor: Reason(r.SkippedFor), Amount: r.AmountPaise,
		On: r.DebitOn, Cycle: r.Cycle, Reference: r.Reference, NoticeID: r.NoticeID, Tries: r.Tries,
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

// How often the bank is asked for one month's debit, and how many days lie between:
// UPI takes three retries, and what goes by file is presented again three days later.
const (
	mostTries     = 3
	mostTriesUPI  = 4
	retryDays     = 2
	retryDaysFile = 3
)

// RetryOn is the day on which a debit that failed today is tried again, none when it
// is not: within its month, and as often as the rail takes it.
func (m Mandate) RetryOn(d Debit, today calendar.Date) (on calendar.Date, again bool) {
	most, days := int64(mostTries), retryDays
	switch m.Method {
	case provider.MandateUPI:
		most = mostTriesUPI
	case provider.MandateEMandate, provider.MandateNACH:
		days = retryDaysFile
	case provider.MandateCard:
	}
	on = today.AddDays(days)
	return on, m.State == Confirmed && m.Active && d.Tries < most && on.MonthStart() == d.Cycle
}
