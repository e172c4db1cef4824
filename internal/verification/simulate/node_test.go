package simulate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"rento/internal/alert"
	"rento/internal/audit"
	"rento/internal/autodebit"
	"rento/internal/billing"
	"rento/internal/blob"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/feedback"
	"rento/internal/hashchain"
	"rento/internal/idempotency"
	"rento/internal/ident"
	"rento/internal/inbox"
	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/notify"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/provider/razorpay"
	"rento/internal/provider/razorpayx"
	"rento/internal/reconcile"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/ticket"
	"rento/internal/upload"
)

var (
	errCrash  = errors.New("simulate: the node died")
	errDown   = errors.New("simulate: no node is up")
	errMute   = errors.New("simulate: the answer was lost")
	errCommit = errors.New("simulate: the commit failed")
)

// node is one start of the program. When it dies, nothing that it still tries
// reaches the database or the gateway, and a new one is started on the same
// database.
type node struct {
	w           *world
	number      int
	dead        bool
	ids         *ident.Source
	ledger      *ledger.Ledger
	queue       *jobs.Queue
	subs        *subscription.Service
	billing     *billing.Service
	tickets     *ticket.Service
	uploads     *upload.Service
	settlements *settlement.Service
	payments    *payment.Service
	debits      *autodebit.Service // nil without a gateway for auto debit
	inbox       *inbox.Inbox
	alerts      *alert.Service
	files       *reconcile.Service
	gateway     provider.Gateway
}

// start brings a node up, wired as package app wires one.
func (w *world) start() {
	w.nodes++
	w.scheduled = time.Time{} // a new node plans them
	n := &node{w: w, number: w.nodes}
	var clock calendar.Clock = w.clock
	if w.bug != nil && w.bug.clock != nil {
		clock = w.bug.clock(w.clock)
	}
	log := slog.New(slog.DiscardHandler)
	n.ids = ident.NewSource(w.clock, w.nodes%16)
	n.ledger = ledger.New(n.ids)
	n.queue = jobs.New(w.store, n.ids, w.clock, log)
	notices := notify.New(notify.Deps{Store: w.store, IDs: n.ids, Clock: w.clock, Jobs: n.queue, Logger: log})
	n.subs = subscription.New(w.store, n.ids, w.clock, n.queue, notices)
	n.subs.TellDeposits()
	if w.trade.timing == billing.Advance {
		n.subs.BillAhead()
	}
	mandates := mandate.New(n.ids, w.clock, calendar.BankDays{})
	n.billing = billing.New(w.store, n.ids, clock, n.ledger, mandates, notices, w.billingSettings())
	alerts := alert.New(w.store, n.ids, w.clock, log)
	n.alerts = alerts
	n.inbox = inbox.New(w.store, w.clock, n.queue, alerts, testkit.Keyring(), log)
	payouts := n.newPayouts(log)
	n.billing.PlannedBy(ticket.PlannedFor)
	n.tickets = ticket.New(ticket.Deps{
		Store: w.store, IDs: n.ids, Clock: w.clock, Jobs: n.queue, Subscriptions: n.subs, Billing: n.billing, Notify: notices,
		Settings: w.ticketSettings(),
	})
	n.uploads = upload.New(upload.Deps{Store: w.store, Blobs: blob.NewFolder(w.files), IDs: n.ids, Clock: w.clock, Jobs: n.queue, Logger: log, Secret: []byte("simulated")})
	n.settlements = settlement.New(settlement.Deps{
		Store: w.store, IDs: n.ids, Clock: w.clock, Billing: n.billing, Ledger: n.ledger, Notify: notices, Payouts: payouts, Logger: log,
		Keyring: testkit.Keyring(), Alerts: alerts,
	})
	n.gateway = n.newGateway(log)
	all := append([]provider.Gateway{n.gateway}, n.otherGateways(log)...)
	gateways := provider.NewRegistry(all...)
	if w.trade.autoDebit {
		if !w.trade.atRazorpay {
			gateways = provider.NewRegistry(append(all, n.newBilldesk(log))...)
		}
		at := w.debiter.name()
		if err := gateways.PlaceMandates(map[provider.MandateMethod]string{provider.MandateUPI: at, provider.MandateCard: at, provider.MandateEMandate: at}); err != nil {
			panic(err)
		}
	}
	n.payments = payment.New(payment.Deps{
		Store: w.store, IDs: n.ids, Clock: w.clock, Ledger: n.ledger, Billing: n.billing, Jobs: n.queue, Logger: log,
		Gateways: gateways, Mandates: mandates, Feedback: feedback.New(w.store, n.ids, w.clock),
		Notify: notices, Config: payment.Config{ProductName: "Town", AppOrigin: "http://town.test"}, Alerts: alerts, Inbox: n.inbox,
	})
	n.files = reconcile.New(reconcile.Deps{
		Store: w.store, IDs: n.ids, Clock: w.clock, Jobs: jobs.New(w.store, n.ids, w.clock, log), // our people do what the job would
		Ledger: n.ledger, Payments: n.payments, Gateways: gateways, Alerts: alerts,
	})
	if w.trade.autoDebit {
		n.debits = autodebit.New(autodebit.Deps{
			Store: w.store, IDs: n.ids, Clock: w.clock, Mandates: mandates, Billing: n.billing, Payments: n.payments, Gateways: gateways,
			Alerts: alerts, Jobs: n.queue, Notify: notices, Logger: log, Config: autodebit.Config{ProductName: "Town", AppOrigin: "http://town.test"},
		})
	}
	n.billing.Register(n.queue, nil)
	n.settlements.Register(n.queue, n.inbox)
	idempotency.Schedule(n.queue, w.store, w.clock, log)
	n.queue.Every("days.seal", jobs.Daily(hashchain.SealHour, 0), func(ctx context.Context) error {
		_, ofLedger := hashchain.SealDays(ctx, w.store, w.clock, ledger.Chain(w.store.Queries()))
		_, ofAudit := hashchain.SealDays(ctx, w.store, w.clock, audit.Chain(w.store.Queries()))
		return errors.Join(ofLedger, ofAudit)
	})
	w.node = n
	if w.bug != nil && w.bug.restarted != nil && n.number > 1 {
		w.bug.restarted(w)
	}
	w.record("node %d is up", n.number)
}

func (n *node) newGateway(log *slog.Logger) provider.Gateway {
	g, err := razorpay.New(razorpay.Config{
		BaseURL: bankURL, KeyID: bankKeys.ID, KeySecret: bankKeys.Secret, WebhookSecret: bankKeys.WebhookSecret, ScriptURL: bankURL + "/v1/checkout.js",
	}, n.w.clock, log, road{n})
	if err != nil {
		panic(err)
	}
	var used provider.Mandates = g
	if n.w.bug != nil && n.w.bug.debiter != nil && n.w.trade.atRazorpay {
		used = n.w.bug.debiter(n, used)
	}
	if n.w.bug != nil && n.w.bug.gateway != nil {
		used = n.w.bug.gateway(n, used)
	}
	return used
}

func (n *node) newPayouts(log *slog.Logger) provider.Payouts {
	p, err := razorpayx.New(razorpayx.Config{
		BaseURL: payURL, KeyID: payKeys.ID, KeySecret: payKeys.Secret, WebhookSecret: payKeys.WebhookSecret, Account: payKeys.Account,
	}, n.w.clock, log, road{n})
	if err != nil {
		panic(err)
	}
	if n.w.bug != nil && n.w.bug.payouts != nil {
		return n.w.bug.payouts(p)
	}
	return p
}

// probe is asked at each commit. It kills the node, has the commit fail, or has
// it happen unnoticed.
func (w *world) probe(_ context.Context, at store.Point) error {
	n := w.node
	if n == nil || !w.faulty {
		return nil
	}
	switch {
	case n.dead:
		return errCrash
	case happens(w.luck, w.odds.crash):
		return n.die(string(at))
	case at == store.BeforeCommit && happens(w.luck, w.odds.failed):
		w.counted["commit failed"]++
		return errCommit
	case at == store.AfterCommit && happens(w.luck, w.odds.unknown):
		w.counted["commit unknown"]++
		return store.ErrUnknownCommit
	}
	return nil
}

// die is a kill -9: what is in memory is gone, the open transaction rolls back.
func (n *node) die(where string) error {
	n.dead = true
	n.w.counted["crash "+where]++
	return errCrash
}

// bury notices that a node has died while it was at work, and says when the
// next one starts.
func (w *world) bury(n *node) {
	if !n.dead || w.node != n {
		return
	}
	w.node = nil
	w.upAt = w.clock.Now().Add(between(w.luck, 2*time.Second, 10*time.Minute))
	w.record("node %d is dead", n.number)
}

// deploy stops the node and starts a new one: no request is cut off, but what
// was in memory only is gone.
func (w *world) deploy() {
	if w.node == nil || !w.faulty {
		return
	}
	w.node.dead, w.node = true, nil
	w.upAt = w.clock.Now().Add(3 * time.Second)
	w.counted["deployed"]++
	w.record("deployed")
}

// request is a request of a browser or of the staff. The answer may get lost on the
// way: then the effect stands and nobody knows.
func (w *world) request(key string, do func(ctx context.Context, n *node) error) error {
	n := w.node
	if n == nil {
		return errDown
	}
	ctx := w.ctx
	if key != "" {
		ctx = idempotency.WithKey(ctx, key)
	}
	err := do(ctx, n)
	defer w.bury(n)
	switch {
	case n.dead:
		return errCrash
	case w.faulty && happens(w.luck, w.odds.mute):
		w.counted["answer lost"]++
		return errMute
	}
	return err
}

// quietly does something that has no key against repetition of its own, with
// no fault in between.
func (w *world) quietly(do func(n *node) error) error {
	if w.node == nil {
		return errDown
	}
	before := w.faulty
	w.faulty = false
	defer func() { w.faulty = before }()
	return do(w.node)
}

// kind is an error in a word that the seed alone decides.
func kind(err error) string {
	switch {
	case err == nil:
		return "ok"
	case errors.Is(err, errCrash):
		return "crash"
	case errors.Is(err, errDown):
		return "down"
	case errors.Is(err, errMute):
		return "mute"
	case errors.Is(err, errCommit):
		return "not committed"
	case errors.Is(err, store.ErrUnknownCommit):
		return "unknown commit"
	}
	if f, ok := errors.AsType[*fault.Fault](err); ok {
		return fmt.Sprint(f.Status)
	}
	return "error"
}
