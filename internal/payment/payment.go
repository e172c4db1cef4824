// Package payment takes the customers' money. It has the transactions, the payment attempts at
// gateways, the refunds, and the daily comparison with the gateways' records. Every report of a
// payment ends in one function, Apply.
//
// A payment always goes the same way. We commit what we intend to do. Then we call the gateway
// outside any database transaction. Its answer is an observation, and Apply posts what the
// observation says. docs/payments.md describes the states, the schedule and the failures.
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

// Purpose says what a transaction pays for.
type Purpose string

// The purposes, with the names that the API uses.
const (
	Due         Purpose = "due"
	Deposit     Purpose = "deposit"
	AdvanceRent Purpose = "advance-rent"
)

// Config holds the settings that the operator chooses.
type Config struct {
	// ProductName is the name that the gateway shows to the payer.
	ProductName string
	// PayOrigin is the origin of the pay page. It is empty if the page has no origin of its own.
	PayOrigin string
	// AppOrigin is the origin of the dashboard, such as https://app.example.
	AppOrigin string
	// Direct opens the default gateway at once instead of the list of gateways.
	Direct bool
	// Terms is the SHA-256 of the terms that who pays rent in advance agrees to, for the audit log.
	Terms string
	// LinkLifetime is how long the link to a pay page works. 0 means 30 minutes.
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

// Deps are the dependencies of the service.
type Deps struct {
	Store    *store.Store
	IDs      *ident.Source
	Clock    calendar.Clock
	Ledger   *ledger.Ledger
	Billing  *billing.Service
	Gateways *provider.Registry
	// Mandates is told what happens to the debits of mandates. If it is nil, nobody is told.
	Mandates *mandate.Service
	Jobs     *jobs.Queue
	Alerts   *alert.Service
	// Inbox delivers the gateways' webhook events.
	Inbox *inbox.Inbox
	// Notify sends receipts and other messages. If it is nil, nothing is sent.
	Notify *notify.Service
	// Feedback may be nil.
	Feedback Feedback
	Logger   *slog.Logger
	Config   Config
}

// Feedback asks the customer for feedback after a payment, once per cause. It writes in the
// database transaction of the payment.
type Feedback interface {
	OpenAfterPayment(ctx context.Context, tx *store.Tx, customerID int64, cause string) error
}

// New returns the service. It registers the service's jobs and the handlers of gateway events.
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
	s.notify.Review(notify.DebitFailed{}, s.reviewFailed)
	s.notify.Review(notify.PaymentUnconfirmed{}, s.reviewUnconfirmed)
	s.notify.Review(notify.PaymentRefused{}, s.reviewRefused)
	s.notify.Review(notify.PaymentReturned{}, reviewRefund(returnedFact, RefundWanted, RefundPending))
	s.notify.Review(notify.PaymentNotBack{}, reviewRefund(notBackFact, RefundFailed))
	s.notify.Review(notify.BankTransferLeft{}, s.reviewLeft)
	s.notify.Review(notify.BankTransferTakenBack{}, s.reviewTakenBack)
	s.notify.ReviewDocument(ReceiptSource, s.reviewReceipt)
	s.schedule()
	return s
}

func (s *Service) now() calendar.Instant { return calendar.Stamp(s.clock.Now()) }

// write runs fn in one database transaction of a customer. The transaction is not aborted if the
// browser disconnects.
func (s *Service) write(ctx context.Context, customerID int64, fn func(ctx context.Context, tx *store.Tx) error) error {
	ctx = context.WithoutCancel(ctx)
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error { return fn(ctx, tx) })
}

// record writes an action on a transaction, a payment attempt or a refund into the audit log, with
// its amount in paise.
func (s *Service) record(ctx context.Context, tx *store.Tx, customerID int64, action, kind string, id int64, amount money.Paise) error {
	return s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: action, Object: fmt.Sprintf("%s/%d", kind, id), Amount: amount})
}

func noTransaction() error { return fault.NotFound("payment.not_found", "There is no such payment.") }

// owed returns what the customer owes right now for the purpose of a transaction, in paise. For one
// invoice this is what is open of it and of its late fees. For
// advance rent this is the price of the current offer. The result is 0 if that price is no
// longer the amount of the transaction, if the wallet does not have its part any more, or if the
// offer starts in another month than it did on the day the transaction was started.
func (s *Service) owed(ctx context.Context, q *db.Queries, t Transaction) (money.Paise, ledger.Balances, error) {
	summary, err := billing.AccountSummaryOf(ctx, q, t.CustomerID)
	if err != nil {
		return 0, nil, fmt.Errorf("payment: read what is owed: %w", err)
	}
	switch t.Purpose {
	case Deposit:
		return summary.Deposit.Missing(), summary.Balances, nil
	case AdvanceRent:
		o, _, err := s.billing.AdvanceOfferFor(ctx, q, t.CustomerID, int(t.Months))
		if err != nil || t.Amount != 0 && (o.Total() != t.Amount || t.Wallet > credit(t.Purpose, summary.Balances) || o.From != s.FirstMonthAhead(t)) {
			return 0, summary.Balances, err
		}
		return o.Total(), summary.Balances, nil
	case Due:
	}
	if t.InvoiceID != 0 {
		_, owed, err := billing.Owed(ctx, q, t.CustomerID, t.InvoiceID)
		return owed, summary.Balances, err
	}
	return summary.Balances.Dues(), summary.Balances, nil
}
