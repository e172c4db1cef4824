package subscription

import (
	"context"
	"fmt"
	"math"

	"rento/internal/calendar"
	"rento/internal/store/db"
)

// Billable is an item with what an invoice says of it.
type Billable struct {
	ID          int64
	OrderID     int64
	OrderUnique string
	Name        string
	SAC         string
	GSTBP       *int64        // its own GST rate in hundredths of a percent, nil without
	BillingFrom calendar.Date // the first day that we bill
	ClosedDate  calendar.Date // the pickup day, which is not charged; none while it stands there
}

// Billables lists the customer's items that came and that we bill from before a
// day on, those that were picked up since included, by order and id.
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

// BillableOf is one of the customer's items. store.IsNone tells of somebody
// else's.
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

// Period is the days from one on to before another.
type Period struct{ From, To calendar.Date }

// Tenants lists customers who had anything standing at their place in a period,
// by id, after one of them.
func Tenants(ctx context.Context, q *db.Queries, p Period, after int64, limit int) ([]int64, error) {
	ids, err := q.SubscriptionTenants(ctx, db.SubscriptionTenantsParams{AfterCustomer: after, PeriodFrom: p.From, PeriodTo: p.To, PageSize: int32(limit)})
	if err != nil {
		return nil, fmt.Errorf("subscription: list the tenants after customer %d: %w", after, err)
	}
	return ids, nil
}

// Everybody is above the id of every customer.
const Everybody = math.MaxInt64

// TenantsCount is how many Tenants there are up to a customer.
func TenantsCount(ctx context.Context, q *db.Queries, p Period, upTo int64) (int64, error) {
	n, err := q.SubscriptionTenantsCount(ctx, db.SubscriptionTenantsCountParams{UpToCustomer: upTo, PeriodFrom: p.From, PeriodTo: p.To})
	if err != nil {
		return 0, fmt.Errorf("subscription: count the tenants: %w", err)
	}
	return n, nil
}

// FirstBilledDay is the first day that any delivered item bills, none before
// the first delivery.
func FirstBilledDay(ctx context.Context, q *db.Queries) (calendar.Date, error) {
	text, err := q.SubscriptionFirstBilledDay(ctx)
	if err != nil {
		return calendar.Date{}, fmt.Errorf("subscription: read the first billed day: %w", err)
	}
	day, _ := calendar.Parse(text) // '' without any
	return day, nil
}
