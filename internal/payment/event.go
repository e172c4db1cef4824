package payment

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"rento/internal/alert"
	"rento/internal/inbox"
	"rento/internal/jobs"
	"rento/internal/mandate"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// handleEvent processes a webhook event of a gateway. An event is only a reason to ask the
// gateway; the gateway's answer is what gets applied.
func (s *Service) handleEvent(ctx context.Context, event inbox.Event) error {
	for _, g := range s.gateways.BySource()[event.Provider] {
		if p := g.Profile(); p.Disputes != "" && strings.HasPrefix(event.Kind, p.Disputes) {
			return s.handleDispute(ctx, p.Name, event)
		}
	}
	if event.RefundID != "" {
		return s.handleRefundEvent(ctx, event)
	}
	if event.SubjectID != "" {
		return s.passOn(ctx, event)
	}
	if event.OrderID == "" {
		return nil
	}
	a, err := s.attemptOf(ctx, event)
	if errors.Is(err, errRegistration) {
		event.SubjectID = event.OrderID
		return s.passOn(ctx, event)
	}
	if err != nil {
		return err
	}
	if posted, err := s.isPosted(ctx, a.Gateway, event.PaymentID); err != nil || posted {
		return err
	}
	_, err = s.queryGateway(ctx, a)
	return err
}

// passOn hands the event of a mandate to the mandate job, which asks the gateway about the
// mandate.
func (s *Service) passOn(ctx context.Context, event inbox.Event) error {
	return s.store.WriteCompany(context.WithoutCancel(ctx), func(tx *store.Tx) error {
		for _, g := range s.gateways.BySource()[event.Provider] {
			told := mandate.Told{Gateway: g.Profile().Name, Subject: event.SubjectID, Registration: event.OrderID}
			err := s.jobs.Enqueue(ctx, tx, jobs.Job{Kind: mandate.JobEvent, Key: told.Gateway + "/" + told.Subject, Payload: told})
			if err != nil {
				return fmt.Errorf("payment: %w", err)
			}
		}
		return nil
	})
}

// errRegistration says that the order of an event does not belong to a payment. The order
// registers a mandate.
var errRegistration = errors.New("payment: the order registers a mandate")

// attemptOf finds the payment attempt for the order of an event. It looks at all gateways of the
// event's provider. It returns errRegistration if the order registers a mandate. If nobody knows
// the order yet, the error makes the inbox try the event again later.
func (s *Service) attemptOf(ctx context.Context, event inbox.Event) (Attempt, error) {
	for _, g := range s.gateways.BySource()[event.Provider] {
		row, err := s.store.Queries().PaymentAttemptByOrder(ctx, g.Profile().Name, event.OrderID)
		if err == nil {
			return attempt(row), nil
		}
		if !store.IsNone(err) {
			return Attempt{}, fmt.Errorf("payment: find attempt of order %s: %w", event.OrderID, err)
		}
		registered, err := mandate.AtGateway(ctx, s.store.Queries(), g.Profile().Name, event.OrderID)
		if err != nil {
			return Attempt{}, err
		}
		if len(registered) > 0 {
			return Attempt{}, errRegistration
		}
	}
	return Attempt{}, inbox.NotYet(unknownOrder(event))
}

func unknownOrder(event inbox.Event) alert.Alert {
	about := event.OrderID
	if about == "" {
		about = event.PaymentID
	}
	return alert.Alert{
		Kind: "event_of_unknown_order", Subject: source(event.Provider, about),
		Detail: fmt.Sprintf("event %s, %s", event.ID, event.Kind),
	}
}

// isPosted reports whether a payment is in the books already. One payment causes several events,
// and this saves asking the gateway again for each of them.
func (s *Service) isPosted(ctx context.Context, gateway, paymentID string) (bool, error) {
	if paymentID == "" {
		return false, nil
	}
	known, err := storedPayment(ctx, s.store.Queries(), gateway, paymentID)
	return known.posted != NotPosted, err
}

// handleRefundEvent asks the gateway about the refund of an event. If the refund is not one of
// ours, somebody gave money back at the gateway, and we ask about the payment instead.
func (s *Service) handleRefundEvent(ctx context.Context, event inbox.Event) error {
	ours := false
	for _, g := range s.gateways.BySource()[event.Provider] {
		rows, err := s.store.Queries().PaymentRefundsOf(ctx, g.Profile().Name, event.PaymentID)
		if err != nil {
			return fmt.Errorf("payment: read refunds of payment %s: %w", event.PaymentID, err)
		}
		for _, row := range rows {
			isOurs, err := s.handleRefund(ctx, g, row, event.RefundID)
			if err != nil {
				return err
			}
			ours = ours || isOurs
		}
	}
	if ours {
		return nil
	}
	return s.handleForeignRefund(ctx, event)
}

// handleRefund processes a refund event that may be about the refund in row, and reports whether
// it is.
//
// While we do not know the gateway's id of our refund, every refund event of its payment is a
// reason to ask. A refund with another id still counts as ours if the gateway gave back the same
// amount of the payment. It is then an earlier try that went through after all, or a refund that
// somebody made by hand.
func (s *Service) handleRefund(ctx context.Context, gateway provider.Gateway, row db.Refund, refundID string) (bool, error) {
	if !row.CheckAt.IsZero() && (row.GatewayRefundID == "" || row.GatewayRefundID == refundID) {
		if err := s.pursue(ctx, row); err != nil {
			return false, err
		}
		now, err := s.store.Queries().PaymentRefund(ctx, row.CustomerID, row.ID)
		if err != nil {
			return false, fmt.Errorf("payment: read refund: %w", err)
		}
		row = now
	}
	if RefundState(row.State) == RefundProcessed || row.GatewayRefundID == refundID && RefundState(row.State) != RefundFailed {
		return row.GatewayRefundID == refundID, nil
	}
	adopted, err := s.adoptRefund(ctx, gateway, row, refundID)
	return adopted || row.GatewayRefundID == refundID, err
}

// handleForeignRefund asks the gateway about a payment that it refunded without us. Its answer
// raises the alert. A suspense payment without an order of ours cannot be asked about, so it
// raises the alert directly.
func (s *Service) handleForeignRefund(ctx context.Context, event inbox.Event) error {
	q := s.store.Queries()
	for _, g := range s.gateways.BySource()[event.Provider] {
		name := g.Profile().Name
		seen, err := q.PaymentSeen(ctx, name, event.PaymentID)
		if store.IsNone(err) {
			continue
		}
		if err != nil {
			return fmt.Errorf("payment: read payment %s: %w", event.PaymentID, err)
		}
		if seen.AttemptID == 0 {
			return s.alerts.RaiseAlone(ctx, alert.Alert{
				Kind: "refunded_outside", Subject: source(name, event.PaymentID),
				Detail: fmt.Sprintf("money in suspense was given back, refund %s", event.RefundID),
			})
		}
		row, err := q.PaymentAttempt(ctx, seen.CustomerID, seen.AttemptID)
		if err != nil {
			return fmt.Errorf("payment: read attempt: %w", err)
		}
		_, err = s.queryGateway(ctx, attempt(row))
		return err
	}
	if event.OrderID == "" {
		return inbox.NotYet(unknownOrder(event))
	}
	a, err := s.attemptOf(ctx, event)
	if errors.Is(err, errRegistration) {
		return nil // the amount that the bank held for the registration goes back
	}
	if err != nil {
		return err
	}
	_, err = s.queryGateway(ctx, a)
	return err
}

// handleDispute raises an alert for a dispute (chargeback). The payer's bank, the gateway and
// the company decide whether the money leaves, so nothing is posted here.
func (s *Service) handleDispute(ctx context.Context, gateway string, event inbox.Event) error {
	seen, err := s.store.Queries().PaymentSeen(ctx, gateway, event.PaymentID)
	if err != nil && !store.IsNone(err) {
		return fmt.Errorf("payment: read payment %s: %w", event.PaymentID, err)
	}
	about := event.PaymentID
	if about == "" {
		about = event.ID
	}
	return s.alerts.RaiseAlone(ctx, alert.Alert{
		Kind: "payment_disputed", Subject: source(gateway, about) + ":" + event.Kind, CustomerID: seen.CustomerID,
		Detail: fmt.Sprintf("payment %s at %s: %s", about, gateway, event.Kind),
	})
}
