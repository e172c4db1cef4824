package subscription

import (
	"context"
	"fmt"
	"strconv"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/jobs"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// A pickup causes the jobs JobClosureInvoice of billing and JobOpenSettlement of settlement. If
// rent is billed in advance, a delivery or a change of terms causes JobBillAhead. JobOfferGivenUp
// follows when a reservation is cancelled.
const (
	JobClosureInvoice = "billing.closure_invoice"
	JobOpenSettlement = "settlement.open"
	JobBillAhead      = "billing.ahead"
	JobOfferGivenUp   = "settlement.offer_given_up"
)

// GivenUp is the payload of JobOfferGivenUp. Items that were ordered for a receiver were cancelled,
// so their deposit, in paise, is not needed any more. ItemID is the first of these items.
type GivenUp struct {
	CustomerID int64
	ItemID     int64
	Deposit    money.Paise
}

// Delivery is the payload of JobBillAhead. Items were delivered to the customer, or their rent or
// place changes from some day on.
type Delivery struct{ CustomerID int64 }

// BillAhead makes the service announce deliveries and changed terms to billing as they happen,
// which billing needs if rent is billed in advance. Call it before the service is used.
func (s *Service) BillAhead() { s.billsAhead = true }

func (s *Service) announceTerms(ctx context.Context, tx *store.Tx, customerID int64) error {
	if !s.billsAhead {
		return nil
	}
	job := jobs.Job{Kind: JobBillAhead, Key: strconv.FormatInt(customerID, 10), Payload: Delivery{CustomerID: customerID}}
	if err := s.queue.Enqueue(ctx, tx, job); err != nil {
		return fmt.Errorf("subscription: announce changed terms: %w", err)
	}
	return nil
}

// Closure is the payload of JobClosureInvoice and JobOpenSettlement: items of the customer were
// picked up on a day.
type Closure struct {
	CustomerID int64
	On         calendar.Date
}

// Close records that items were picked up on a day, which is the first day not charged. The last
// invoice and the settlement follow as jobs. Closing twice changes nothing. Somebody else's item,
// an item that was not delivered by then, or a day in the future is a Fault.
func (s *Service) Close(ctx context.Context, customerID int64, itemIDs []int64, on calendar.Date) error {
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		return s.CloseIn(ctx, tx, customerID, itemIDs, on, on)
	})
}

// CloseIn is Close in the caller's transaction. The pickup can be later than on, the first day that
// is not charged.
func (s *Service) CloseIn(ctx context.Context, tx *store.Tx, customerID int64, itemIDs []int64, on, pickedUp calendar.Date) error {
	if calendar.Later(on, pickedUp).After(calendar.Today(s.clock)) {
		return fault.Invalid("subscription.pickup_day_ahead", "date", "The pickup day has not come yet.")
	}
	owned, err := s.Own(ctx, tx.Queries, customerID, itemIDs)
	if err != nil {
		return err
	}
	closed := 0
	for _, item := range owned {
		if item.Status == Closed {
			continue
		}
		if err := closeItem(ctx, tx, customerID, item.ID, on, pickedUp); err != nil {
			return err
		}
		if err := s.record(ctx, tx, customerID, "item_closed", item.ID); err != nil {
			return err
		}
		closed++
	}
	if closed == 0 {
		return nil
	}
	return s.announce(ctx, tx, Closure{CustomerID: customerID, On: on})
}

func (s *Service) announce(ctx context.Context, tx *store.Tx, c Closure) error {
	for _, kind := range []string{JobClosureInvoice, JobOpenSettlement} {
		job := jobs.Job{Kind: kind, Key: strconv.FormatInt(c.CustomerID, 10) + "/" + c.On.String(), Payload: c}
		if err := s.queue.Enqueue(ctx, tx, job); err != nil {
			return fmt.Errorf("subscription: %w", err)
		}
	}
	return nil
}

func closeItem(ctx context.Context, tx *store.Tx, customerID, itemID int64, on, pickedUp calendar.Date) error {
	moved, err := tx.SubscriptionItemClose(ctx, db.SubscriptionItemCloseParams{ClosedDate: on, PickupDate: pickedUp, CustomerID: customerID, ID: itemID})
	if err != nil {
		return fmt.Errorf("subscription: close item: %w", err)
	}
	if moved == 0 {
		return fault.Conflict("subscription.not_delivered", "Only an item that was delivered before can be closed.")
	}
	return nil
}
