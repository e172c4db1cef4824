package subscription

import (
	"context"
	"fmt"
	"math"

	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Phase says where the tenure of an item stands.
type Phase string

// The phases of a tenure. PhaseEnding is its last month, in which customers are told of its end.
const (
	PhaseRunning Phase = ""
	PhaseEnding  Phase = "ending"
	PhaseEnded   Phase = "ended"
)

// PhaseOn returns the phase of the item's tenure on a day. An item that is not at the customer's
// place, or has no tenure, has none.
func (i Summary) PhaseOn(today calendar.Date) Phase {
	switch {
	case i.Status != Active || i.TenureEnd.IsZero() || i.TenureEnd.After(today.AddMonths(1)):
		return PhaseRunning
	case i.TenureEnd.After(today):
		return PhaseEnding
	}
	return PhaseEnded
}

// Ending is a customer whose items have a tenure that ends on a day.
type Ending struct {
	CustomerID int64
	Day        calendar.Date
}

// EachEnding calls do for each Ending after one day and up to another, the earliest first. An error
// with one of them does not stop the others.
func EachEnding(ctx context.Context, on *store.Store, after, upTo calendar.Date, do func(e Ending) error) error {
	var failed bound.Failures
	page := db.SubscriptionTenuresEndingParams{AfterDay: after, AfterCustomer: math.MaxInt64, UpTo: upTo}
	for {
		rows, err := on.Queries().SubscriptionTenuresEnding(ctx, page)
		if err != nil {
			return fmt.Errorf("subscription: list the tenures that end: %w", err)
		}
		for _, r := range rows {
			failed.Add(do(Ending{r.CustomerID, r.TenureEnd}))
			page.AfterDay, page.AfterCustomer = r.TenureEnd, r.CustomerID
		}
		if len(rows) == 0 {
			return failed.Err()
		}
	}
}
