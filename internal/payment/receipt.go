package payment

import (
	"context"
	"fmt"
	"strconv"

	"rento/internal/ledger"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// notifyReceived sends the receipt and asks for feedback, each once per
// transaction. What was a gift is no payment, and is told apart.
func (s *Service) notifyReceived(ctx context.Context, tx *store.Tx, t Transaction, from []ledger.Leg) error {
	cause := fmt.Sprintf("payment/%d", t.ID)
	if s.feedback != nil {
		if err := s.feedback.RequestAfterPayment(ctx, tx, t.CustomerID, cause); err != nil {
			return err
		}
	}
	event := notify.PaymentReceived{Reference: strconv.FormatInt(t.ID, 10), At: s.now()}
	for _, leg := range from {
		if leg.Account == ledger.PromotionalCredit {
			event.Gift += leg.Amount
		} else {
			event.Amount += leg.Amount
		}
	}
	return s.notify.Send(ctx, tx, t.CustomerID, event, cause)
}

// notifyReturned says that a second payment goes back.
func (s *Service) notifyReturned(ctx context.Context, tx *store.Tx, row db.PaymentRefundAddParams) error {
	event := notify.PaymentReturned{Amount: row.AmountPaise, Reference: strconv.FormatInt(row.ID, 10)}
	return s.notify.Send(ctx, tx, row.CustomerID, event, fmt.Sprintf("refund/%d", row.ID))
}
