package autodebit

import (
	"context"

	"rento/internal/fault"
	"rento/internal/payment"
)

// Pages serves the links of the pay page. Links of payments and links of registrations are opened
// and come back in the same way.
type Pages struct {
	*payment.Service

	debits *Service
}

// Pages returns the handler for both kinds of links.
func (s *Service) Pages() Pages { return Pages{s.payments, s} }

// OpenLink opens the link of a payment, or that of a registration (Service.OpenLink).
func (p Pages) OpenLink(ctx context.Context, link, choice string) (payment.Started, error) {
	started, err := p.Service.OpenLink(ctx, link, choice)
	if isMissing(err) {
		return p.debits.OpenLink(ctx, link)
	}
	return started, err
}

// Return takes what a browser brings back from a payment, or from a registration
// (Service.Return).
func (p Pages) Return(ctx context.Context, link string, fields map[string]string) (payment.Returned, error) {
	returned, err := p.Service.Return(ctx, link, fields)
	if isMissing(err) {
		return p.debits.Return(ctx, link, fields)
	}
	return returned, err
}

// isMissing reports whether the error says that no payment has this link.
func isMissing(err error) bool {
	f := fault.Of(err)
	return f != nil && f.Code == "payment.not_found"
}
