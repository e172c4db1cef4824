package payment

import (
	"context"
	"fmt"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/store/db"
)

// Unsettled is a payment or a refund that is in no settlement file yet. ID is the gateway's id of it,
// At the time at which it was paid or given back.
type Unsettled struct {
	ID         string
	IsRefund   bool
	CustomerID int64
	Amount     money.Paise
	At         calendar.Instant
}

// UnsettledAt lists payments at a gateway between since and until that are in no settlement file
// yet, the oldest first, then refunds. Each list stops at the end of the page in which it reaches
// most, so it can be a little longer.
func (s *Service) UnsettledAt(ctx context.Context, gateway string, since, until time.Time, most int) (all []Unsettled, err error) {
	q := s.store.Queries()
	page := db.PaymentsUnsettledParams{Gateway: gateway, FromAt: calendar.Stamp(since), UntilAt: calendar.Stamp(until)}
	for len(all) < most {
		found, err := q.PaymentsUnsettled(ctx, page)
		if err != nil {
			return all, fmt.Errorf("payment: read what %s has not settled: %w", gateway, err)
		}
		if len(found) == 0 {
			break
		}
		for _, p := range found {
			all = append(all, Unsettled{ID: p.PaymentID, CustomerID: p.CustomerID, Amount: p.AmountPaise, At: p.PaidAt})
			page.AfterAt, page.AfterID = p.PaidAt, p.PaymentID
		}
	}
	payments := len(all)
	back := db.PaymentRefundsUnsettledParams{Gateway: gateway, FromAt: calendar.Stamp(since), UntilAt: calendar.Stamp(until)}
	for len(all)-payments < most {
		found, err := q.PaymentRefundsUnsettled(ctx, back)
		if err != nil {
			return all, fmt.Errorf("payment: read refunds that %s has not kept back: %w", gateway, err)
		}
		if len(found) == 0 {
			break
		}
		for _, r := range found {
			all = append(all, Unsettled{ID: r.GatewayRefundID, IsRefund: true, CustomerID: r.CustomerID, Amount: r.AmountPaise, At: r.UpdatedAt})
			back.AfterID = r.GatewayRefundID
		}
	}
	return all, nil
}
