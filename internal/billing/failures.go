package billing

import (
	"context"
	"errors"
	"fmt"

	"rento/internal/alert"
	"rento/internal/bound"
	"rento/internal/store"
	"rento/internal/store/db"
)

// errCustomers means that the work failed for some customers and succeeded for all others.
var errCustomers = errors.New("billing: it failed for some customers")

// failures collects the errors of single customers while the work continues for the others.
type failures struct{ bound.Failures }

func (f *failures) add(customerID int64, err error) {
	if err != nil {
		f.Add(fmt.Errorf("customer %d: %w", customerID, err))
	}
}

// err is nil if no customer failed.
func (f *failures) err(what string) error {
	if err := f.Err(); err != nil {
		return fmt.Errorf("%w: %s: %w", errCustomers, what, err)
	}
	return nil
}

// skip lets a run continue after a customer whom it could not bill. It stores the failure and
// raises an alert for our staff. If even that cannot be written, it returns an error and the run
// stops.
func (b biller) skip(ctx context.Context, customerID int64, failure error) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("billing: stopped at customer %d: %w", customerID, err)
	}
	return b.store.WriteCompany(ctx, func(tx *store.Tx) error {
		moved, err := tx.BillingRunClaim(ctx, customerID, b.month)
		if err != nil {
			return errors.Join(failure, fmt.Errorf("billing: go on after customer %d: %w", customerID, err))
		}
		if moved == 0 {
			return nil // another run is ahead of this one
		}
		err = tx.BillingFailureAdd(ctx, db.BillingFailureAddParams{Month: b.month, CustomerID: customerID, FailedAt: b.now()})
		if err != nil {
			return errors.Join(failure, fmt.Errorf("billing: keep the failure of customer %d: %w", customerID, err))
		}
		return b.alerts.Raise(ctx, tx, alert.Alert{
			Kind: "customer_not_billed", Subject: fmt.Sprintf("%s/%d", b.month, customerID), CustomerID: customerID, Detail: toDo(failure),
		})
	})
}

// retryFailures bills the customers whom earlier runs could not bill, in the order of the months.
func (s *Service) retryFailures(ctx context.Context) error {
	var failed failures
	com, err := s.composer(ctx, s.store.Queries(), Rental)
	if err != nil {
		return err
	}
	page := db.BillingFailuresParams{PageSize: page}
	for {
		rows, err := s.store.Queries().BillingFailures(ctx, page)
		if err != nil {
			return fmt.Errorf("billing: read whom runs could not bill: %w", err)
		}
		for _, row := range rows {
			if err := ctx.Err(); err != nil {
				return fmt.Errorf("billing: stopped at customer %d: %w", row.CustomerID, err)
			}
			b := biller{Service: s, month: row.Month, composer: com}
			failed.add(row.CustomerID, b.retry(ctx, row.CustomerID))
			page.AfterMonth, page.AfterCustomer = row.Month, row.CustomerID
		}
		if len(rows) < int(page.PageSize) {
			return failed.err("the monthly bill")
		}
	}
}

// retry bills one such customer. It first removes the failure, in the same transaction. So two
// nodes that retry at the same time never bill the same customer.
func (b biller) retry(ctx context.Context, customerID int64) error {
	return b.store.Write(ctx, customerID, func(tx *store.Tx) error {
		moved, err := tx.BillingFailureRemove(ctx, b.month, customerID)
		if err != nil {
			return fmt.Errorf("billing: remove failure: %w", err)
		}
		if moved == 0 {
			return nil
		}
		_, _, err = b.counted(ctx, tx, customerID)
		return err
	})
}
