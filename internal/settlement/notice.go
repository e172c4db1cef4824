package settlement

import (
	"context"
	"fmt"

	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// notifyReady tells the customer of a refund that is owed and of what was paid from it first. For
// money that leaves the wallet, the customer is told at once: a thief of a session must not be
// faster.
func (s *Service) notifyReady(ctx context.Context, tx *store.Tx, row db.Settlement, refund, applied money.Paise) error {
	fact := fmt.Sprintf("settlement_ready/%d", row.ID)
	if Origin(row.Origin) == OfWallet {
		return s.notify.Send(ctx, tx, row.CustomerID, notify.WalletPayoutRequested{Amount: refund, Applied: applied}, fact)
	}
	chosen, err := preferenceRow(ctx, tx.Queries, row.CustomerID)
	if err != nil {
		return err
	}
	event := notify.SettlementReady{Refund: refund, Applied: applied, Chosen: chosen.Preference != 0, Advance: row.AdvancePaise > 0}
	return s.notify.Send(ctx, tx, row.CustomerID, event, fact)
}

// notifyApplied tells the customer how much of the deposit, and of rent in advance, paid dues at the
// inspection.
func (s *Service) notifyApplied(ctx context.Context, tx *store.Tx, row db.Settlement, applied, stillDue money.Paise) error {
	if applied == 0 {
		return nil
	}
	event := notify.DepositApplied{Applied: applied, StillDue: stillDue, Advance: row.AdvancePaise > 0}
	return s.notify.Send(ctx, tx, row.CustomerID, event, fmt.Sprintf("deposit_applied/%d", row.ID))
}

// notifyNetted tells the customer why a refund is less than it was shown, once per netting.
func (s *Service) notifyNetted(ctx context.Context, tx *store.Tx, customerID int64, netting string, refund, applied, stillDue money.Paise) error {
	return s.notify.Send(ctx, tx, customerID, notify.RefundNetted{Refund: refund, Applied: applied, StillDue: stillDue}, "settlement_netted/"+netting)
}

func (s *Service) notifyPaid(ctx context.Context, tx *store.Tx, customerID, payoutID int64, amount money.Paise, payee, reference string) error {
	event := notify.RefundPaid{Amount: amount, Payee: payee, Reference: reference}
	return s.notify.Send(ctx, tx, customerID, event, fmt.Sprintf("payout/%d", payoutID))
}

func (s *Service) notifyRefused(ctx context.Context, tx *store.Tx, customerID int64, p Payee) error {
	return s.notify.Send(ctx, tx, customerID, notify.PayeeRefused{Payee: p.Masked()}, fmt.Sprintf("payee_refused/%d", p.ID))
}
