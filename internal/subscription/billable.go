package subscription

import (
	"context"
	"fmt"
	"math"

	"rento/internal/calendar"
	"rento/internal/store/db"
)

// Billable is an item with the facts that an invoice states about it.
type Billable struct {
	ID          int64
	OrderID     int64
	OrderUnique string
	Name        string
	SAC         string
	GSTBP       *int64        // the item's own GST rate in hundredths of a percent, or nil
	BillingFrom calendar.Date // the first day that we bill
	ClosedDate  calendar.Date // the pickup day, which is not charged; empty before
}

// Billables lists the customer's delivered items that we started to bill before a day, by order
// and id. Items that were picked up since are included.
func Billables(ctx context.Context, q *db.Queries, customerID int64, before calendar.Date) ([]Billable, error) {
	rows, err := q.SubscriptionBillables(ctx, customerID, before)
	if err != nil {
		return nil, fmt.Errorf("subscription: read the billed items of customer %d: %w", customerID, err)
	}
	items := make([]Billable, len(rows))
	for i, r := range rows {
		items[i] = billableOf(db.SubscriptionBillableRow(r))
	}
	return items, nil
}

// BillableOf returns one of the customer's items. For somebody else's item store.IsNone reports
// true of the error.
func BillableOf(ctx context.Context, q *db.Queries, customerID, itemID int64) (Billable, error) {
	row, err := q.SubscriptionBillable(ctx, customerID, itemID)
	if err != nil {
		return Billable{}, fmt.Errorf("subscription: read item %d: %w", itemID, err)
	}
	return billableOf(row), nil
}

func billableOf(r db.SubscriptionBillableRow) Billable {
	return Billable{
		ID: r.ID, OrderID: r.OrderID, OrderUnique: r.UniqueID, Name: r.Name, SAC: r.Sac, GSTBP: r.OwnGstBp,
		BillingFrom: r.BillingFrom, ClosedDate: r.ClosedDate,
	}
}

// Period is the range of days from From up to, but not including, To.
type Period struct{ From, To calendar.Date }

// Tenants lists customers who had an item at their place in a period, by id. It starts after the
// customer id after.
func Tenants(ctx context.Context, q *db.Queries, p Period, after int64, limit int) ([]int64, error) {
	ids, err := q.SubscriptionTenants(ctx, db.SubscriptionTenantsParams{AfterCustomer: after, PeriodFrom: p.From, PeriodTo: p.To, PageSize: int32(limit)})
	if err != nil {
		return nil, fmt.Errorf("subscription: list the tenants after customer %d: %w", after, err)
	}
	return ids, nil
}

// Everybody is greater than the id of any customer.
const Everybody = math.MaxInt64

// TenantsCount returns the number of Tenants up to a customer.
func TenantsCount(ctx context.Context, q *db.Queries, p Period, upTo int64) (int64, error) {
	n, err := q.SubscriptionTenantsCount(ctx, db.SubscriptionTenantsCountParams{UpToCustomer: upTo, PeriodFrom: p.From, PeriodTo: p.To})
	if err != nil {
		return 0, fmt.Errorf("subscription: count the tenants: %w", err)
	}
	return n, nil
}

// FirstBilledDay returns the first day on which any delivered item is billed, or no day before the
// first delivery.
func FirstBilledDay(ctx context.Context, q *db.Queries) (calendar.Date, error) {
	text, err := q.SubscriptionFirstBilledDay(ctx)
	if err != nil {
		return calendar.Date{}, fmt.Errorf("subscription: read the first billed day: %w", err)
	}
	day, _ := calendar.Parse(text) // '' if there is none
	return day, nil
}
