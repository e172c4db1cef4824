// Package payment takes the customers' money: transactions, attempts at
// gateways, the one function Apply in which every report of a payment ends,
// refunds, and the comparison with what the gateways believe.
//
// Money goes one way: the intent is committed, the gateway is called outside
// any transaction, its answer is an observation, and Apply posts what it says.
// States, times and failures are in docs/payments.md.
package payment

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"rento/internal/alert"
	"rento/internal/audit"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/inbox"
	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Purpose is what a transaction pays for.
type Purpose string

// The purposes, as the contract names them.
const (
	Due         Purpose = "due"
	Deposit     Purpose = "deposit"
	AdvanceRent Purpose = "advance-rent"
)

// Config is what the operator decides.
type Config struct {
	// ProductName is shown at the gateway.
	ProductName string
	// PayOrigin is the origin of the pay page when it has its own, else empty.
	PayOrigin string
	// AppOrigin is where the dashboard lives, as in https://app.example.
	AppOrigin string
	// Direct opens the default gateway at once instead of the choice of gateways.
	Direct bool
	// LinkLifetime is how long a pay page's address works; 0 is 30 minutes.
	LinkLifetime time.Duration
}

const defaultLinkLifetime = 30 * time.Minute

// Service is the payment domain.
type Service struct {
	store    *store.Store
	ids      *ident.Source
	clock    calendar.Clock
	ledger   *ledger.Ledger
	billing  *billing.Service
	gateways *provider.Registry
	mandates *mandate.Service
	alerts   *alert.Service
	jobs     *jobs.Queue
	inbox    *inbox.Inbox
	notify   *notify.Service
	feedback Feedback
	logger   *slog.Logger
	config   Config
	audit    *audit.Log
}

// Deps are what the service works with.
type Deps struct {
	Store    *store.Store
	IDs      *ident.Source
	Clock    calendar.Clock
	Ledger   *ledger.Ledger
	Billing  *billing.Service
	Gateways *provider.Registry
	// Mandates follow their debits; nil follows none.
	Mandates *mandate.Service
	Jobs     *jobs.Queue
	Alerts   *alert.Service
	// Inbox brings the gateways' events.
	Inbox *inbox.Inbox
	// Notify sends receipts; nil sends none.
	Notify *notify.Service
	// Feedback may be nil.
	Feedback Feedback
	Logger   *slog.Logger
	Config   Config
}

// Feedback asks the customer how it went, once per cause, in the transaction
// of the payment.
type Feedback interface {
	OpenAfterPayment(ctx context.Context, tx *store.Tx, customerID int64, cause string) error
}

// New returns the service and registers its jobs and the gateways' events.
func New(d Deps) *Service {
	s := &Service{
		store: d.Store, ids: d.IDs, clock: d.Clock, ledger: d.Ledger, billing: d.Billing, gateways: d.Gateways, mandates: d.Mandates, alerts: d.Alerts,
		jobs: d.Jobs, inbox: d.Inbox, notify: d.Notify, feedback: d.Feedback, logger: d.Logger, config: d.Config,
		audit: audit.New(d.IDs, d.Clock),
	}
	if s.config.LinkLifetime == 0 {
		s.config.LinkLifetime = defaultLinkLifetime
	}
	if s.logger == nil {
		s.logger = slog.New(slog.DiscardHandler)
	}
	for source, gateways := range s.gateways.BySource() {
		d.Inbox.Register(source, gateways[0], s.handleEvent)
	}
	s.schedule()
	return s
}

func (s *Service) now() calendar.Instant { return calendar.Stamp(s.clock.Now()) }

// write runs fn in one transaction of a customer. A browser that goes away does
// not abort it.
func (s *Service) write(ctx context.Context, customerID int64, fn func(ctx context.Context, tx *store.Tx) error) error {
	ctx = context.WithoutCancel(ctx)
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error { return fn(ctx, tx) })
}

// record writes what was done to a payment, an attempt at it or its refund into
// the audit log.
func (s *Service) record(ctx context.Context, tx *store.Tx, customerID int64, action, kind string, id int64) error {
	return s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: action, Object: fmt.Sprintf("%s/%d", kind, id)})
}

func noTransaction() error { return fault.NotFound("payment.not_found", "There is no such payment.") }

// owed is what a customer has to pay for what a transaction is for right now, in paise.
// Rent in advance is what is offered; when that is not what the transaction asks for any
// more, or begins with another month than on the day on which it was begun, nothing is.
func (s *Service) owed(ctx context.Context, q *db.Queries, t Transaction) (money.Paise, ledger.Balances, error) {
	standing, err := billing.StandingOf(ctx, q, t.CustomerID)
	if err != nil {
		return 0, nil, fmt.Errorf("payment: read what is owed: %w", err)
	}
	switch t.Purpose {
	case Deposit:
		return standing.Deposit.Missing(), standing.Balances, nil
	case AdvanceRent:
		o, _, err := s.billing.AdvanceOfferFor(ctx, q, t.CustomerID, int(t.Months))
		if err != nil || t.Amount != 0 && (o.Total() != t.Amount || o.From != s.FirstMonthAhead(t)) {
			return 0, standing.Balances, err
		}
		return o.Total(), standing.Balances, nil
	case Due:
	}
	return standing.Balances.Dues(), standing.Balances, nil
}
