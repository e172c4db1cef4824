package mandate

import (
	"context"
	"fmt"
	"math"

	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/store"
	"rento/internal/store/db"
)

// List returns a customer's mandates that stand, be they paused or about to be
// withdrawn, and those that the bank is to confirm, the active one first.
func List(ctx context.Context, q *db.Queries, customerID int64) ([]Mandate, error) {
	rows, err := q.MandateList(ctx, customerID)
	return listOf(rows, err)
}

// Get returns a customer's mandate. store.IsNone tells of somebody else's.
func Get(ctx context.Context, q *db.Queries, customerID, id int64) (Mandate, error) {
	row, err := q.MandateGet(ctx, customerID, id)
	if err != nil {
		return Mandate{}, fmt.Errorf("mandate: read mandate %d: %w", id, err)
	}
	return of(row), nil
}

// ByLink returns the mandate of the link of its checkout. store.IsNone tells of
// none.
func ByLink(ctx context.Context, q *db.Queries, link string) (Mandate, error) {
	row, err := q.MandateByLink(ctx, link)
	if err != nil {
		return Mandate{}, fmt.Errorf("mandate: read the mandate of a link: %w", err)
	}
	return of(row), nil
}

// AtGateway lists the mandates that a gateway means by an id, of the mandate or of
// its registration: one, or none.
func AtGateway(ctx context.Context, q *db.Queries, gateway, id string) ([]Mandate, error) {
	rows, err := q.MandateByToken(ctx, gateway, id)
	if err == nil && len(rows) == 0 {
		rows, err = q.MandateByRegistration(ctx, gateway, id)
	}
	return listOf(rows, err)
}

// Overdue lists mandates about which a gateway should have been asked before an
// instant, at most 500.
func Overdue(ctx context.Context, q *db.Queries, before calendar.Instant) ([]Mandate, error) {
	rows, err := q.MandatesOverdue(ctx, before)
	return listOf(rows, err)
}

// RunOut lists standing mandates whose last day is over, at most 500.
func RunOut(ctx context.Context, q *db.Queries, today calendar.Date) ([]Mandate, error) {
	rows, err := q.MandatesRunOut(ctx, today)
	return listOf(rows, err)
}

// EachEnding hands over the active mandates whose last day lies from one day to
// another, soonest first. One that fails stops none of the others.
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

// HasActive reports whether a customer has chosen a mandate that is not
// withdrawn, be it paused.
func HasActive(ctx context.Context, q *db.Queries, customerID int64) (bool, error) {
	_, some, err := Active(ctx, q, customerID)
	return some, err
}

// Active returns the mandate that a customer has chosen, be it paused, and false for
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

// Others are the instruments of a customer's other mandates, as the customer knows them:
// inUse that of the one by which rent is debited, choice that of one by which it is
// debited once the customer chooses it. Each is "" for none.
func Others(ctx context.Context, q *db.Queries, m Mandate) (inUse, choice string, err error) {
	list, err := List(ctx, q, m.CustomerID)
	for _, other := range list {
		switch {
		case other.ID == m.ID || other.State != Confirmed:
		case other.Active:
			inUse = other.Instrument()
		case choice == "":
			choice = other.Instrument()
		}
	}
	return inUse, choice, err
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
