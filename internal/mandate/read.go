package mandate

import (
	"context"
	"fmt"
	"math"

	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// List returns a customer's mandates, the active one first: those that are confirmed, paused or
// being withdrawn, and registrations that the bank has yet to decide.
func List(ctx context.Context, q *db.Queries, customerID int64) ([]Mandate, error) {
	rows, err := q.MandateList(ctx, customerID)
	return listOf(rows, err)
}

// Get returns a customer's mandate. store.IsNone holds for the error if the customer has no such
// mandate.
func Get(ctx context.Context, q *db.Queries, customerID, id int64) (Mandate, error) {
	row, err := q.MandateGet(ctx, customerID, id)
	if err != nil {
		return Mandate{}, fmt.Errorf("mandate: read mandate %d: %w", id, err)
	}
	return of(row), nil
}

// Unfinished returns the customer's newest registration at a gateway by a method that the bank has
// not decided. It returns false if there is none.
func Unfinished(ctx context.Context, q *db.Queries, customerID int64, gateway string, method provider.MandateMethod) (Mandate, bool, error) {
	row, err := q.MandateUnfinished(ctx, db.MandateUnfinishedParams{CustomerID: customerID, Gateway: gateway, Method: string(method)})
	if store.IsNone(err) {
		return Mandate{}, false, nil
	}
	if err != nil {
		return Mandate{}, false, fmt.Errorf("mandate: read an unfinished registration: %w", err)
	}
	return of(row), true, nil
}

// InstrumentsOf returns by which instrument each of these debits was made.
func InstrumentsOf(ctx context.Context, q *db.Queries, customerID int64, debits []int64) (map[int64]string, error) {
	if len(debits) == 0 {
		return map[int64]string{}, nil
	}
	rows, err := q.MandatesOfDebits(ctx, customerID, store.IDs(debits))
	if err != nil {
		return nil, fmt.Errorf("mandate: read the mandates of debits: %w", err)
	}
	named := make(map[int64]string, len(rows))
	for _, r := range rows {
		named[r.DebitID] = of(r.Mandate).Instrument()
	}
	return named, nil
}

// ByLink returns the mandate whose checkout link this is. store.IsNone holds for the error if
// there is none.
func ByLink(ctx context.Context, q *db.Queries, link string) (Mandate, error) {
	row, err := q.MandateByLink(ctx, link)
	if err != nil {
		return Mandate{}, fmt.Errorf("mandate: read the mandate of a link: %w", err)
	}
	return of(row), nil
}

// AtGateway lists the mandates that have an id at a gateway, the mandate's own or its
// registration's. That is one mandate or none.
func AtGateway(ctx context.Context, q *db.Queries, gateway, id string) ([]Mandate, error) {
	rows, err := q.MandateByToken(ctx, gateway, id)
	if err == nil && len(rows) == 0 {
		rows, err = q.MandateByRegistration(ctx, gateway, id)
	}
	return listOf(rows, err)
}

// Overdue lists mandates about which a gateway should have been asked before the given instant,
// at most 500.
func Overdue(ctx context.Context, q *db.Queries, before calendar.Instant) ([]Mandate, error) {
	rows, err := q.MandatesOverdue(ctx, before)
	return listOf(rows, err)
}

// RunOut lists mandates that are not over though their last day is, at most 500.
func RunOut(ctx context.Context, q *db.Queries, today calendar.Date) ([]Mandate, error) {
	rows, err := q.MandatesRunOut(ctx, today)
	return listOf(rows, err)
}

// EachEnding calls do for each active mandate whose last day lies between two days, the earliest
// first. An error with one mandate does not stop the others.
func EachEnding(ctx context.Context, on *store.Store, from, to calendar.Date, do func(m Mandate) error) error {
	var failed bound.Failures
	page := db.MandatesEndingParams{AfterDay: from.AddDays(-1), AfterID: math.MaxInt64, UpTo: to}
	for {
		list, err := listOf(on.Queries().MandatesEnding(ctx, page))
		if err != nil {
			return err
		}
		for _, m := range list {
			failed.Add(do(m))
			page.AfterDay, page.AfterID = m.ExpiresOn, m.ID
		}
		if len(list) == 0 {
			return failed.Err()
		}
	}
}

// HasActive reports whether a customer has an active mandate, which may be paused.
func HasActive(ctx context.Context, q *db.Queries, customerID int64) (bool, error) {
	_, some, err := Active(ctx, q, customerID)
	return some, err
}

// Active returns a customer's active mandate, which may be paused. It returns false if there is
// none.
func Active(ctx context.Context, q *db.Queries, customerID int64) (Mandate, bool, error) {
	row, err := q.MandateActive(ctx, customerID)
	if store.IsNone(err) {
		return Mandate{}, false, nil
	}
	if err != nil {
		return Mandate{}, false, fmt.Errorf("mandate: read the active mandate: %w", err)
	}
	return of(row), true, nil
}

// PlannedFor returns the debit that is planned for an invoice, and its mandate. some is false if
// none is.
func PlannedFor(ctx context.Context, q *db.Queries, customerID, invoiceID int64) (d Debit, m Mandate, some bool, err error) {
	planned, err := q.MandateDebitsPlannedFor(ctx, customerID, invoiceID)
	if err != nil {
		return d, m, false, fmt.Errorf("mandate: read planned debits of invoice %d: %w", invoiceID, err)
	}
	if len(planned) == 0 {
		return d, m, false, nil
	}
	d = debitOf(planned[len(planned)-1].MandateDebit)
	m, err = Get(ctx, q, customerID, d.MandateID)
	return d, m, true, err
}

// IsToCome reports whether a debit of an invoice is planned or at the bank.
func IsToCome(ctx context.Context, q *db.Queries, customerID, invoiceID int64) (bool, error) {
	toCome, err := q.MandateDebitToCome(ctx, customerID, invoiceID)
	if err != nil {
		return false, fmt.Errorf("mandate: read whether a debit of invoice %d is to come: %w", invoiceID, err)
	}
	return toCome, nil
}

// NewestFor returns the newest debit of an invoice, in any state, and its mandate. some is false if
// there is none.
func NewestFor(ctx context.Context, q *db.Queries, customerID, invoiceID int64) (d Debit, m Mandate, some bool, err error) {
	row, err := q.MandateDebitNewestFor(ctx, customerID, invoiceID)
	if store.IsNone(err) {
		return d, m, false, nil
	}
	if err != nil {
		return d, m, false, fmt.Errorf("mandate: read the newest debit of invoice %d: %w", invoiceID, err)
	}
	d = debitOf(row)
	m, err = Get(ctx, q, customerID, d.MandateID)
	return d, m, true, err
}

// InUseBeside returns the name of the mandate by which rent is debited, if that is not m, else "".
func InUseBeside(ctx context.Context, q *db.Queries, m Mandate) (instrument string, err error) {
	active, some, err := Active(ctx, q, m.CustomerID)
	if err != nil || !some || active.ID == m.ID || active.State != Confirmed {
		return "", err
	}
	return active.Instrument(), nil
}

func listOf(rows []db.Mandate, err error) ([]Mandate, error) {
	if err != nil {
		return nil, fmt.Errorf("mandate: read mandates: %w", err)
	}
	list := make([]Mandate, len(rows))
	for i, r := range rows {
		list[i] = of(r)
	}
	return list, nil
}
