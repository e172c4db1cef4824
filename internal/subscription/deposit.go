package subscription

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/jobs"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// JobDepositDue runs in billing on the morning after an order, so that who has paid the deposit with
// it is not asked for it. Its payload is an OrderPlaced.
const JobDepositDue = "billing.deposit_due"

// OrderPlaced is the payload of JobDepositDue: the customer has ordered something.
type OrderPlaced struct{ CustomerID int64 }

// depositDays is how many days after the order its deposit is to be paid at the earliest. It leaves
// a whole day between the message and the last day.
const depositDays = 2

// TellDeposits makes the service announce orders to billing, which tells by when their deposit is to
// be paid. Call it before the service is used.
func (s *Service) TellDeposits() { s.tellsDeposits = true }

// announceDeposit schedules JobDepositDue, once for all orders of a day.
func (s *Service) announceDeposit(ctx context.Context, tx *store.Tx, customerID int64) error {
	if !s.tellsDeposits {
		return nil
	}
	morning := calendar.Today(s.clock).AddDays(1)
	err := s.queue.Enqueue(ctx, tx, jobs.Job{
		Kind: JobDepositDue, Key: fmt.Sprintf("%d@%s", customerID, morning), Payload: OrderPlaced{customerID}, RunAt: morning.At(notify.DayFrom, 0),
	})
	if err != nil {
		return fmt.Errorf("subscription: announce an order: %w", err)
	}
	return nil
}

// Secured is an ordered or delivered item whose deposit, in paise, is required. By is the day by
// which it is to be paid: that of the delivery, but no sooner than depositDays after the order.
type Secured struct {
	ID      int64
	Name    string
	Product notify.Product
	Deposit money.Paise
	By      calendar.Date
}

// DepositsOf lists what the customer's deposit is required for, the newest items first.
func DepositsOf(ctx context.Context, q *db.Queries, customerID int64) ([]Secured, error) {
	rows, err := q.SubscriptionDeposits(ctx, customerID)
	if err != nil {
		return nil, fmt.Errorf("subscription: read what requires a deposit: %w", err)
	}
	items := make([]Secured, len(rows))
	for n, r := range rows {
		items[n] = Secured{ID: r.ID, Name: r.Name, Deposit: r.DepositPaise, By: calendar.Later(r.DeliveryDate, r.CreatedAt.Date().AddDays(depositDays))}
		if items[n].Product, err = Named(ctx, q, Item{ProductID: r.ProductID, Name: r.Name}); err != nil {
			return nil, err
		}
	}
	return items, nil
}

// Depositors lists customers, in order and those after one, with items whose deposit is to be paid on
// a day or after it (Secured.By).
func Depositors(ctx context.Context, q *db.Queries, since calendar.Date, after int64, limit int) ([]int64, error) {
	ids, err := q.SubscriptionDepositors(ctx, db.SubscriptionDepositorsParams{
		AfterCustomer: after, SinceDay: since, OrderedSince: calendar.Stamp(since.AddDays(-depositDays).Start()), PageSize: int32(limit),
	})
	if err != nil {
		return nil, fmt.Errorf("subscription: list whose deposit is to be paid after customer %d: %w", after, err)
	}
	return ids, nil
}
