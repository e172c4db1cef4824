package settlement

import (
	"context"

	"rento/internal/store"
)

// PayNow and CreditNow take the step that follows the look at a settlement. PayNow stores the
// intent to pay it to the bank or by UPI, and CreditNow pays it into the wallet.
func (s *Service) PayNow(ctx context.Context, customerID, id int64) error {
	_, err := s.pay(ctx, customerID, id)
	return err
}

func (s *Service) CreditNow(ctx context.Context, customerID, id int64) error {
	return s.creditWallet(ctx, customerID, id)
}

// NetNow does only the netting before a payout.
func (s *Service) NetNow(ctx context.Context, customerID, id int64) error {
	return s.write(ctx, customerID, func(ctx context.Context, tx *store.Tx) error {
		row, err := tx.SettlementGet(ctx, customerID, id)
		if err == nil {
			_, err = s.netBeforePayout(ctx, tx, row)
		}
		return err
	})
}
