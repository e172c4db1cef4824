// Package demo is the demo city: a rental company that does not exist, with
// customers whose history is made by the real services and the production
// gateway adapter on a clock that is moved month by month, and the doors by
// which one can look around in it (docs/demo.md). Nothing of it runs in
// production.
package demo

import (
	"log/slog"
	"sync"
	"sync/atomic"

	"rento/internal/account"
	"rento/internal/address"
	"rento/internal/autodebit"
	"rento/internal/jobs"
	"rento/internal/kyc"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/notify"
	"rento/internal/payment"
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

// World is the demo city and the services that it is made with. They must run
// on its Clock; the queue must have the handlers and schedules of production,
// the gateway of Payments and the webhooks of Sandbox must reach each other in
// process.
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
	AutoDebit     *autodebit.Service
	Settlements   *settlement.Service
	Payments      *payment.Service
	Notices       *notify.Service
	Uploads       *upload.Service
	KYC           *kyc.Service
	Referrals     *referral.Service
	Staff         *staff.Service
	Support       *support.Service
	// LegalName is the company's on its registrations.
	LegalName string

	// busy is held while the clock is moved or the city is made.
	busy sync.Mutex
	// kept is how many calls the providers had answered when their books were
	// last kept.
	kept atomic.Int64
}
