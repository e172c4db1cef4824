package ticket

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// Customers are told a month and tenureDays before a tenure ends that it does. If no node ran then,
// they are told up to tenureLate days later, and of the last days until the end.
const (
	tenureDays = 7
	tenureLate = 7
)

// The notices of the end of a tenure.
const (
	monthBefore = "month"
	weekBefore  = "week"
)

// tenureFact is the fact of a notice that the tenure of a customer's items ends on a day.
func tenureFact(notice string, end calendar.Date) string {
	return "tenure_ends/" + notice + "/" + end.String()
}

// tellTenureEnds tells customers of tenures that end soon, once for each notice and day of the end.
// A customer gets one notice a day, that of the earliest end first.
func (s *Service) tellTenureEnds(ctx context.Context) error {
	today := s.today()
	week, month := today.AddDays(tenureDays), today.AddMonths(1)
	told := map[int64]bool{}
	tell := func(notice string) func(subscription.Ending) error {
		return func(e subscription.Ending) error {
			at, err := notify.ToldAt(ctx, s.store.Queries(), e.CustomerID, tenureFact(notice, e.Day))
			if err != nil || told[e.CustomerID] || !at.IsZero() {
				told[e.CustomerID] = told[e.CustomerID] || at.Date() == today
				return err
			}
			told[e.CustomerID], err = s.tellTenureEnd(ctx, notice, e)
			return err
		}
	}
	var failed bound.Failures
	failed.Add(subscription.EachEnding(ctx, s.store, today, week, tell(weekBefore)))
	failed.Add(subscription.EachEnding(ctx, s.store, month.AddDays(-tenureLate), month, tell(monthBefore)))
	return failed.Err()
}

// tellTenureEnd sends a notice, unless all of the items leave by a live request.
func (s *Service) tellTenureEnd(ctx context.Context, notice string, e subscription.Ending) (told bool, err error) {
	err = s.store.Write(ctx, e.CustomerID, func(tx *store.Tx) error {
		ends, err := s.tenureEnds(ctx, tx.Queries, e)
		if err != nil || len(ends.Items) == 0 {
			return err
		}
		told = true
		return s.notify.Send(ctx, tx, e.CustomerID, ends, tenureFact(notice, e.Day))
	})
	if err != nil {
		return false, fmt.Errorf("ticket: tell customer %d of the end of a tenure: %w", e.CustomerID, err)
	}
	return told, nil
}

// reviewTenureEnd computes a waiting notice again, and drops it once none of the items stays until
// its day.
func (s *Service) reviewTenureEnd(ctx context.Context, q *db.Queries, customerID int64, fact string) (notify.Event, bool, error) {
	end, err := calendar.Parse(fact[strings.LastIndex(fact, "/")+1:])
	if err != nil {
		return nil, false, fmt.Errorf("ticket: %q names no end of a tenure: %w", fact, err)
	}
	ends, err := s.tenureEnds(ctx, q, subscription.Ending{CustomerID: customerID, Day: end})
	return ends, len(ends.Items) > 0, err
}

// tenureEnds names a customer's items whose tenure ends on a day and that no live request takes away.
func (s *Service) tenureEnds(ctx context.Context, q *db.Queries, e subscription.Ending) (notify.TenureEnds, error) {
	ends := notify.TenureEnds{Day: e.Day}
	items, err := subscription.CurrentItems(ctx, q, e.CustomerID, s.today())
	if err != nil {
		return ends, err
	}
	for _, item := range items {
		if item.TenureEnd != e.Day {
			continue
		}
		live, err := liveTicketsOn(ctx, q, e.CustomerID, []int64{item.ID})
		if err != nil {
			return ends, err
		}
		if slices.ContainsFunc(live, Ticket.ItemsLeave) {
			continue
		}
		named, err := subscription.Named(ctx, q, item)
		if err != nil {
			return ends, err
		}
		ends.Items, ends.Rent = append(ends.Items, named), money.Sum(ends.Rent, item.Rent)
	}
	return ends, nil
}
