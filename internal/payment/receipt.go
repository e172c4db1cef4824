package payment

import (
	"context"
	"fmt"
	"strconv"

	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// notifyReceived sends the receipt and asks for feedback, each once per
// transaction. What was a gift is no payment, and is told apart; so is the excess
// that nothing was due for, in paise, which is in the wallet.
func (s *Service) notifyReceived(ctx context.Context, tx *store.Tx, t Transaction, from []ledger.Leg, excess money.Paise) error {
	cause := fmt.Sprintf("payment/%d", t.ID)
	if s.feedback != nil {
		if err := s.feedback.OpenAfterPayment(ctx, tx, t.CustomerID, cause); err != nil {
			return err
		}
	}
	event := notify.PaymentReceived{Credit: excess, Reference: strconv.FormatInt(t.ID, 10), At: s.now()}
	for _, leg := range from {
		if leg.Account == ledger.PromotionalCredit {
			event.Gift = money.Sum(event.Gift, leg.Amount)
		} else {
			event.Amount = money.Sum(event.Amount, leg.Amount)
		}
	}
	return s.notify.Send(ctx, tx, t.CustomerID, event, cause)
}

// notifyUnconfirmed says that we wait no longer for a payment that the bank has
// neither made nor refused.
func (s *Service) notifyUnconfirmed(ctx context.Context, tx *store.Tx, t Transaction, a Attempt) error {
	event := notify.PaymentUnconfirmed{Amount: a.Amount, Reference: strconv.FormatInt(t.ID, 10), On: a.CreatedAt.Date()}
	return s.notify.Send(ctx, tx, t.CustomerID, event, fmt.Sprintf("payment_unconfirmed/%d", a.ID))
}

// notifyReturned says that a payment goes back, under the reference that the
// customer knows of it: its transaction's.
func (s *Service) notifyReturned(ctx context.Context, tx *store.Tx, t Transaction, row db.PaymentRefundAddParams) error {
	event := notify.PaymentReturned{Amount: row.AmountPaise, Reference: strconv.FormatInt(t.ID, 10)}
	return s.notify.Send(ctx, tx, row.CustomerID, event, fmt.Sprintf("refund/%d", row.ID))
}

// notifyBack says that the payment has left for where it came from.
func (s *Service) notifyBack(ctx context.Context, tx *store.Tx, row db.Refund) error {
	reference, err := refundReference(ctx, tx, row)
	if err != nil {
		return err
	}
	event := notify.PaymentBack{Amount: row.AmountPaise, Reference: reference}
	return s.notify.Send(ctx, tx, row.CustomerID, event, fmt.Sprintf("refund_back/%d", row.ID))
}

// notifyNotBack tells, once, that the bank did not take a payment back.
func (s *Service) notifyNotBack(ctx context.Context, tx *store.Tx, row db.Refund) error {
	reference, err := refundReference(ctx, tx, row)
	if err != nil {
		return err
	}
	event := notify.PaymentNotBack{Amount: row.AmountPaise, Reference: reference}
	return s.notify.Send(ctx, tx, row.CustomerID, event, fmt.Sprintf("refund_not_back/%d", row.ID))
}

// refundReference is by which customers know a payment that goes back: the
// transaction that it was made for.
func refundReference(ctx context.Context, tx *store.Tx, row db.Refund) (string, error) {
	transactionID, err := tx.PaymentTransactionOfGatewayPayment(ctx, row.Gateway, row.PaymentID)
	if err != nil {
		return "", fmt.Errorf("payment: read whose refund %d is: %w", row.ID, err)
	}
	return strconv.FormatInt(transactionID, 10), nil
}
