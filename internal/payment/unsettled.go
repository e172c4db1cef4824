package payment

import (
	"context"
	"fmt"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/store/db"
)

// Unsettled is a payment that is in no settlement file yet. ID is the gateway's payment id.
type Unsettled struct {
	ID         string
	CustomerID int64
	Amount     money.Paise
	PaidAt     calendar.Instant
}

// UnsettledAt lists payments at a gateway between since and until that are in no settlement file
// yet, the oldest first. The list stops at the end of the page in which it reaches most, so it
// can be a little longer.
func (s *Service) UnsettledAt(ctx context.Context, gateway string, since, until time.Time, most int) ([]Unsettled, error) {
	var all []Unsettled
	page := db.PaymentsUnsettledParams{Gateway: gateway, FromAt: calendar.Stamp(since), UntilAt: calendar.Stamp(until)}
	for len(all) < most {
		found, err := s.store.Queries().PaymentsUnsettled(ctx, page)
		if err != nil {
			return all, fmt.Errorf("payment: read what %s has not settled: %w", gateway, err)
		}
		if len(found) == 0 {
			break
		}
		for _, p := range found {
			all = append(all, Unsettled{p.PaymentID, p.CustomerID, p.AmountPaise, p.PaidAt})
			page.AfterAt, page.AfterID = p.PaidAt, p.PaymentID
		}
	}
	return all, nil
}
