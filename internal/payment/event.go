package payment

import (
	"context"
	"fmt"

	"rento/internal/alert"
	"rento/internal/inbox"
	"rento/internal/store"
	"rento/internal/store/db"
)

// handleEvent processes a gateway's event: it is a reason to ask the gateway,
// whose answer is applied.
func (s *Service) handleEvent(ctx context.Context, event inbox.Event) error {
	if event.RefundID != "" {
		return s.handleRefundEvent(ctx, event)
	}
	if event.OrderID == "" {
		return nil
	}
	a, err := s.attemptOf(ctx, event)
	if err != nil {
		return err
	}
	if posted, err := s.isPosted(ctx, a.Gateway, event.PaymentID); err != nil || posted {
		return err
	}
	_, err = s.queryGateway(ctx, a)
	return err
}

// attemptOf finds the attempt of an event's order, at one of the gateways of
// the event's provider.
func (s *Service) attemptOf(ctx context.Context, event inbox.Event) (Attempt, error) {
	for _, g := range s.gateways.BySource()[event.Provider] {
		row, err := s.store.Queries().PaymentAttemptByOrder(ctx, g.Profile().Name, event.OrderID)
		if err == nil {
			return attempt(row), nil
		}
		if !store.IsNone(err) {
			return Attempt{}, fmt.Errorf("payment: find attempt of order %s: %w", event.OrderID, err)
		}
	}
	return Attempt{}, inbox.NotYet(unknownOrder(event))
}

func unknownOrder(event inbox.Event) alert.Alert {
	return alert.Alert{
		Kind: "event_of_unknown_order", Subject: source(event.Provider, event.OrderID),
		Detail: fmt.Sprintf("event %s, %s", event.ID, event.Kind),
	}
}

// isPosted reports whether a payment is in the books already, so that the
// gateway need not be asked for each of the several events of a payment.
func (s *Service) isPosted(ctx context.Context, gateway, paymentID string) (bool, error) {
	if paymentID == "" {
		return false, nil
	}
	known, err := storedPayment(ctx, s.store.Queries(), gateway, paymentID)
	return known.posted != NotPosted, err
}

// handleRefundEvent has the gateway asked about the refund of an event. One of
// ours whose id we have not heard yet is asked about by its own schedule.
func (s *Service) handleRefundEvent(ctx context.Context, event inbox.Event) error {
	for _, g := range s.gateways.BySource()[event.Provider] {
		rows, err := s.store.Queries().PaymentRefundsOf(ctx, g.Profile().Name, event.PaymentID)
		if err != nil {
			return fmt.Errorf("payment: read refunds of payment %s: %w", event.PaymentID, err)
		}
		for _, row := range rows {
			if err := s.handleRefund(ctx, row, event.RefundID); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Service) handleRefund(ctx context.Context, row db.Refund, refundID string) error {
	if row.GatewayRefundID != refundID || row.CheckAt.IsZero() {
		return nil
	}
	return s.pursue(ctx, row)
}
