package payment

import (
	"context"
	"fmt"
	"strconv"

	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// tell sends the receipt and asks for feedback, each once per transaction.
func (s *Service) tell(ctx context.Context, tx *store.Tx, t Transaction, total money.Paise) error {
	cause := fmt.Sprintf("payment/%d", t.ID)
	if s.feedback != nil {
		if err := s.feedback.Ask(ctx, tx, t.CustomerID, cause, "How was paying with us?"); err != nil {
			return err //nolint:wrapcheck // feedback worded it
		}
	}
	return s.mail(ctx, tx, t.CustomerID, cause, func(name string) notify.Text {
		return notify.PaymentReceived(name, total, strconv.FormatInt(t.ID, 10), s.now())
	})
}

// tellReturned tells that a second payment goes back.
func (s *Service) tellReturned(ctx context.Context, tx *store.Tx, row db.PaymentRefundAddParams) error {
	return s.mail(ctx, tx, row.CustomerID, fmt.Sprintf("refund/%d", row.ID), func(name string) notify.Text {
		return notify.PaymentReturned(name, row.AmountPaise, strconv.FormatInt(row.ID, 10))
	})
}

func (s *Service) mail(ctx context.Context, tx *store.Tx, customerID int64, fact string, text func(name string) notify.Text) error {
	if s.notify == nil {
		return nil
	}
	customer, err := tx.PaymentCustomer(ctx, customerID)
	if err != nil {
		return fmt.Errorf("payment: read customer: %w", err)
	}
	return s.notify.Send(ctx, tx, notify.Message{ //nolint:wrapcheck // notify worded it
		CustomerID: customerID, Channel: notify.Email, Recipient: customer.Email, Fact: fact, Text: text(customer.FullName),
	})
}
