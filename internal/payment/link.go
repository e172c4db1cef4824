package payment

import (
	"context"
	"fmt"

	"rento/internal/audit"
	"rento/internal/fault"
	"rento/internal/store"
)

// OpenLink opens the gateway of a transaction for anyone who has the link. That person acts as
// the customer. Only the link counts: the customer and the amount come from the stored
// transaction. The gateway is the one that was chosen before; choice is used only if there is
// none yet.
//
// Faults: 404 for a link that does not exist. 410 if the link has expired, if what is due has
// changed, or if the payment was started again elsewhere. 409 if the transaction is paid, or if
// an earlier payment of it is not decided yet (IsUnderWay). 502 if the gateway does not answer.
func (s *Service) OpenLink(ctx context.Context, uniqueID, choice string) (Started, error) {
	ctx = audit.WithActor(ctx, audit.Customer())
	t, err := s.ByUniqueID(ctx, uniqueID)
	if err != nil {
		return Started{}, err
	}
	if t.State == Succeeded {
		return Started{Transaction: t}, fault.Conflict("payment.already_paid", "This is already paid.")
	}
	if !t.State.Live() || t.LinkUntil < s.now() {
		return Started{Transaction: t}, runOut()
	}
	gateway, err := s.chosen(ctx, t, choice)
	if err != nil {
		return Started{Transaction: t}, err
	}
	started, err := s.StartGateway(ctx, t.CustomerID, GatewayInput{
		TransactionID: t.ID, UniqueID: t.UniqueID, Gateway: gateway, byLink: true,
	})
	if f := fault.Of(err); f != nil && (f.Code == changed().Code || f.Code == replaced().Code) {
		return started, runOut().WithCause(err)
	}
	return started, err
}

func runOut() *fault.Fault {
	return fault.Gone("payment.link_expired", "This payment link has run out. Please start the payment again from your dashboard.")
}

// chosen returns the gateway of the transaction's live attempt. Without one, it returns choice
// if that gateway is on offer, and otherwise the gateway that is shown first.
func (s *Service) chosen(ctx context.Context, t Transaction, choice string) (string, error) {
	row, err := s.store.Queries().PaymentAttemptLive(ctx, t.CustomerID, t.ID)
	if err == nil {
		return row.Gateway, nil
	}
	if !store.IsNone(err) {
		return "", fmt.Errorf("payment: read attempt: %w", err)
	}
	if s.gateways.Offer(choice) != nil {
		return choice, nil
	}
	if gateway := s.gateways.Default(); gateway != nil {
		return gateway.Profile().Name, nil
	}
	return "", fault.NotFound("payment.gateway_not_found", "There is no such gateway.")
}
