package payment

import (
	"context"
	"fmt"

	"rento/internal/store"
	"rento/internal/store/db"
)

// alarm is something that a person must look at.
type alarm struct {
	kind, subject string
	customerID    int64
	detail        string
}

// alert stores an alarm once per kind and subject, and logs it after commit.
func (s *Service) alert(ctx context.Context, tx *store.Tx, a alarm) error {
	added, err := tx.PaymentAlertAdd(ctx, db.PaymentAlertAddParams{
		ID: s.ids.Next(), Kind: a.kind, Subject: a.subject, CustomerID: a.customerID, Detail: a.detail, CreatedAt: s.now(),
	})
	if err != nil {
		return fmt.Errorf("payment: alert: %w", err)
	}
	if added > 0 {
		tx.AfterCommit(func() {
			s.logger.ErrorContext(ctx, "a person must look at a payment", "kind", a.kind, "subject", a.subject, "detail", a.detail)
		})
	}
	return nil
}
