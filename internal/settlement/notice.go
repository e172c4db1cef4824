package settlement

import (
	"context"
	"fmt"

	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// tell sends a text by SMS and e-mail, once per fact.
func (s *Service) tell(ctx context.Context, tx *store.Tx, customerID int64, fact string, text func(name string) notify.Text) error {
	if s.notify == nil {
		return nil
	}
	customer, err := tx.SettlementCustomer(ctx, customerID)
	if err != nil {
		return fmt.Errorf("settlement: read customer: %w", err)
	}
	for _, to := range []struct {
		channel   notify.Channel
		recipient string
	}{{notify.SMS, customer.Mobile}, {notify.Email, customer.Email}} {
		if to.recipient == "" {
			continue
		}
		m := notify.Message{CustomerID: customerID, Channel: to.channel, Recipient: to.recipient, Fact: fact, Text: text(customer.FullName)}
		if err := s.notify.Send(ctx, tx, m); err != nil {
			return err //nolint:wrapcheck // notify worded it
		}
	}
	return nil
}

func (s *Service) tellReady(ctx context.Context, tx *store.Tx, customerID, id int64, refund money.Paise) error {
	chosen, err := preferenceRow(ctx, tx.Queries, customerID)
	if err != nil {
		return err
	}
	return s.tell(ctx, tx, customerID, fmt.Sprintf("settlement_ready/%d", id), func(name string) notify.Text {
		return notify.SettlementReady(name, refund, chosen.Preference != 0)
	})
}

func (s *Service) tellPaid(ctx context.Context, tx *store.Tx, customerID, payoutID int64, amount money.Paise, payee, reference string) error {
	return s.tell(ctx, tx, customerID, fmt.Sprintf("payout/%d", payoutID), func(name string) notify.Text {
		return notify.RefundPaid(name, amount, payee, reference)
	})
}

func (s *Service) tellRefused(ctx context.Context, tx *store.Tx, customerID int64, p Payee) error {
	return s.tell(ctx, tx, customerID, fmt.Sprintf("payee_refused/%d", p.ID), func(name string) notify.Text {
		return notify.PayeeRefused(name, p.Masked())
	})
}

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
		return fmt.Errorf("settlement: alert: %w", err)
	}
	if added > 0 {
		tx.AfterCommit(func() {
			s.logger.ErrorContext(ctx, "a person must look at a refund", "kind", a.kind, "subject", a.subject, "detail", a.detail)
		})
	}
	return nil
}
