package autodebit

import (
	"context"

	"rento/internal/fault"
	"rento/internal/payment"
)

// Pages serves the links of the pay page: those of payments, and those of
// registrations, which are opened and come back in the same way.
type Pages struct {
	*payment.Service

	debits *Service
}

// Pages are the links of both.
func (s *Service) Pages() Pages { return Pages{s.payments, s} }

// OpenLink is that of a payment, or of a registration (Service.OpenLink).
func (p Pages) OpenLink(ctx context.Context, link, choice string) (payment.Started, error) {
	started, err := p.Service.OpenLink(ctx, link, choice)
	if isMissing(err) {
		return p.debits.OpenLink(ctx, link)
	}
	return started, err
}

// Return is that of a payment, or of a registration (Service.Return).
func (p Pages) Return(ctx context.Context, link string, fields map[string]string) (payment.Returned, error) {
	returned, err := p.Service.Return(ctx, link, fields)
	if isMissing(err) {
		return p.debits.Return(ctx, link, fields)
	}
	return returned, err
}

// isMissing reports whether a link is no payment's.
func isMissing(err error) bool {
	f := fault.Of(err)
	return f != nil && f.Code == "payment.not_found"
}
