// Package demo is the demo city: an invented rental company with customers. The real services and
// the production gateway adapters make their history, on a clock that is moved month by month. The
// package also serves the pages for looking around in the city (docs/demo.md). Nothing of it runs
// in production.
package demo

import (
	"log/slog"
	"sync"
	"sync/atomic"

	"rento/internal/account"
	"rento/internal/address"
	"rento/internal/autodebit"
	"rento/internal/billing"
	"rento/internal/jobs"
	"rento/internal/kyc"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/notify"
	"rento/internal/payment"
	"rento/internal/reconcile"
	"rento/internal/referral"
	"rento/internal/sandbox"
	"rento/internal/settlement"
	"rento/internal/staff"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/support"
	"rento/internal/ticket"
	"rento/internal/upload"
)

// World is the demo city and the services that it uses. The services must run on its Clock, and the
// queue must have the handlers and schedules of production. The gateway of Payments and the
// webhooks of Sandbox must reach each other in-process.
type World struct {
	Store         *store.Store
	Clock         *Clock
	Jobs          *jobs.Queue
	Sandbox       *sandbox.Sandbox
	Logger        *slog.Logger
	Ledger        *ledger.Ledger
	Accounts      *account.Service
	Addresses     *address.Service
	Subscriptions *subscription.Service
	Tickets       *ticket.Service
	Mandates      *mandate.Service
	Billing       *billing.Service
	AutoDebit     *autodebit.Service
	Settlements   *settlement.Service
	Payments      *payment.Service
	Reconcile     *reconcile.Service
	Notices       *notify.Service
	Uploads       *upload.Service
	KYC           *kyc.Service
	Referrals     *referral.Service
	Staff         *staff.Service
	Support       *support.Service
	// LegalName is the company's name on its registrations.
	LegalName string

	// busy is held while the clock is moved or the city is made.
	busy sync.Mutex
	// kept is how many calls the providers had answered when their state was last saved.
	kept atomic.Int64
}
