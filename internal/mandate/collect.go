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

// EachToDo calls do for each debit, of all customers, that is to be announced or submitted and
// whose day is not after upTo. An error with one debit does not stop the others.
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

// PlanNotice stores the day, amount and reference of a debit before the customer is told of them.
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

// Announced stores the id of the notice that the customer has got, and moves the debit to
// Notified.
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

// Tried lists the debits of a mandate that were submitted at least once.
func Tried(ctx context.Context, q *db.Queries, m Mandate) ([]int64, error) {
	debits, err := q.MandateDebitsTried(ctx, m.CustomerID, m.ID)
	if err != nil {
		return nil, fmt.Errorf("mandate: list the debits of mandate %d: %w", m.ID, err)
	}
	return debits, nil
}

// UnderWay is the sum, in paise, of the debits under a mandate that the gateway may have and that
// are undecided. That is at most one debit, unless one of an earlier month is still undecided.
func UnderWay(ctx context.Context, q *db.Queries, m Mandate) (money.Paise, error) {
	sum, err := q.MandateDebitsUnderWay(ctx, m.CustomerID, m.ID)
	if err != nil {
		return 0, fmt.Errorf("mandate: read the debits under way of mandate %d: %w", m.ID, err)
	}
	return money.Paise(sum), nil
}

// Replaced returns the name of the former mandate under which this invoice's debit was announced
// last, "" if it was not announced under another mandate.
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

// TriedFor lists the debits of d's invoice that were submitted at least once, under any mandate.
func TriedFor(ctx context.Context, q *db.Queries, d Debit) ([]int64, error) {
	debits, err := q.MandateDebitsTriedFor(ctx, d.CustomerID, d.InvoiceID)
	if err != nil {
		return nil, fmt.Errorf("mandate: list the debits of invoice %d: %w", d.InvoiceID, err)
	}
	return debits, nil
}
