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

// handleEvent processes a gateway's event: it is a reason to ask the gateway,
// whose answer is applied.
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

// passOn has the event of a mandate processed by who asks about mandates.
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

// errRegistration says that an event's order is no payment's but the registration of
// a mandate.
var errRegistration = errors.New("payment: the order registers a mandate")

// attemptOf finds the attempt of an event's order, at one of the gateways of
// the event's provider. Errors: errRegistration.
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

// isPosted reports whether a payment is in the books already, so that the
// gateway need not be asked for each of the several events of a payment.
func (s *Service) isPosted(ctx context.Context, gateway, paymentID string) (bool, error) {
	if paymentID == "" {
		return false, nil
	}
	known, err := storedPayment(ctx, s.store.Queries(), gateway, paymentID)
	return known.posted != NotPosted, err
}

// handleRefundEvent has the gateway asked about the refund of an event: about
// one of ours, or, when it is none of ours, about the payment, of which somebody
// has given money back at the gateway.
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

// handleRefund works the event of a refund in that may be row, and reports
// whether it is. While we have not heard the id of ours, each event of its payment
// is a reason to ask about it. One of another id is ours all the same when the
// gateway has given the same amount of the payment back: an earlier try that went
// through after all, or a refund that somebody has made by hand.
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

// handleForeignRefund has the gateway asked about a payment of which it gave
// money back without us: what it says raises the alert. Of a payment that is in
// suspense and of nobody's order there is nothing to ask.
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
		return nil // what it had authorized goes back
	}
	if err != nil {
		return err
	}
	_, err = s.queryGateway(ctx, a)
	return err
}

// handleDispute tells a person of a dispute: whether its money leaves is decided
// between the payer's bank, the gateway and the company.
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
