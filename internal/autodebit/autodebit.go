// Package autodebit sets up auto debit at the gateways and collects rent with it. It takes what
// package mandate has stored to the gateways, outside of any transaction, and stores their
// answers (docs/mandates.md).
package autodebit

import (
	"context"
	"log/slog"
	"time"

	"rento/internal/alert"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/mandate"
	"rento/internal/notify"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/store"
)

// Config is what the operator decides.
type Config struct {
	// ProductName is shown at the gateway and at the bank.
	ProductName string
	// PayOrigin is the origin of the pay page if that page has its own, else empty. AppOrigin is
	// the origin of the dashboard.
	PayOrigin, AppOrigin string
	// Hours are the hours in which debits are submitted. A rail that Hours does not name has the
	// usual hours.
	Hours Hours
}

// Service sets up auto debit and collects rent with it.
type Service struct {
	store    *store.Store
	ids      *ident.Source
	clock    calendar.Clock
	mandates *mandate.Service
	billing  *billing.Service
	payments *payment.Service
	gateways *provider.Registry
	alerts   *alert.Service
	jobs     *jobs.Queue
	notify   *notify.Service
	logger   *slog.Logger
	config   Config
}

// Deps are the services that New needs.
type Deps struct {
	Store    *store.Store
	IDs      *ident.Source
	Clock    calendar.Clock
	Mandates *mandate.Service
	Billing  *billing.Service
	Payments *payment.Service
	Gateways *provider.Registry
	Alerts   *alert.Service
	Jobs     *jobs.Queue
	Notify   *notify.Service
	Logger   *slog.Logger
	Config   Config
}

// New returns the service and registers its jobs.
func New(d Deps) *Service {
	s := &Service{
		store: d.Store, ids: d.IDs, clock: d.Clock, mandates: d.Mandates, billing: d.Billing, payments: d.Payments, gateways: d.Gateways,
		alerts: d.Alerts, jobs: d.Jobs, notify: d.Notify, logger: d.Logger, config: d.Config,
	}
	if s.logger == nil {
		s.logger = slog.New(slog.DiscardHandler)
	}
	s.schedule()
	return s
}

func (s *Service) now() calendar.Instant { return calendar.Stamp(s.clock.Now()) }

func (s *Service) today() calendar.Date { return calendar.Today(s.clock) }

// write runs fn in one transaction of a customer. The transaction goes on when the browser goes
// away.
func (s *Service) write(ctx context.Context, customerID int64, fn func(ctx context.Context, tx *store.Tx) error) error {
	ctx = context.WithoutCancel(ctx)
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error { return fn(ctx, tx) })
}

// gatewayOf returns the gateway of a mandate. It is nil if that gateway is not configured or
// cannot do mandates.
func (s *Service) gatewayOf(m mandate.Mandate) provider.Mandates {
	gateway, _ := s.gateways.Get(m.Gateway).(provider.Mandates)
	return gateway
}

// linkLifetime is how long the checkout of a registration can be opened.
const linkLifetime = 30 * time.Minute
