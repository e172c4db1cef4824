package simulate

import (
	"context"
	"errors"
	"net/http"
	"time"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/ticket"
)

// bug is a mistake that is planted to see whether the simulation notices. It
// goes in at the seams of the services, never into their code: around the
// gateway's adapter, into the clock, as a trigger in the database, or in front
// of a call.
type bug struct {
	name string
	// shownBy is a seed that shows it, for one that seed 1 does not: a run takes a second.
	// After a change of the simulation another may; TestPlantedBugsAreCaught logs which.
	shownBy uint64
	// schema is run in the fresh database.
	schema string
	// clock is what billing is given instead of the true one.
	clock func(calendar.Clock) calendar.Clock
	// settings changes what the operator decided.
	settings func(*billing.Settings)
	// tickets does the same for requests.
	tickets func(*ticket.Settings)
	// gateway stands around the adapter.
	gateway func(n *node, g provider.Mandates) provider.Mandates
	// payouts stands around the adapter of the provider of payouts.
	payouts func(p provider.Payouts) provider.Payouts
	// debiter stands around the adapter of the gateway of auto debit.
	debiter func(n *node, g provider.Mandates) provider.Mandates
	// receive stands in for the webhook address.
	receive func(n *node) receiver
	// started is called when a transaction was started, in the same request.
	started func(n *node, t payment.Transaction) error
	// returned stands in for the call that takes the browser's proof.
	returned func(n *node, t payment.Transaction, fields map[string]string) (bool, error)
	// blindRetry has staff repeat under a new key what may have happened.
	blindRetry bool
	// restarted is called when a node starts after one that died or was stopped.
	restarted func(w *world)
	// weather changes what breaks, for a bug that shows in some runs only.
	weather func(o *odds)
}

// lostAnswers has many calls to providers work without our knowing.
func lostAnswers(o *odds) { o.cut = 0.3 }

type receiver func(ctx context.Context, name string, header http.Header, raw []byte) error

// around is a gateway of which some calls are replaced.
type around struct {
	provider.Mandates
	create   func(ctx context.Context, req provider.OrderRequest) (provider.Checkout, error)
	observe  func(ctx context.Context, reference, orderID string) (provider.Observation, error)
	list     func(ctx context.Context, from, to time.Time) (provider.Listing[provider.Payment], error)
	capture  func(ctx context.Context, paymentID string, amount money.Paise) (provider.Payment, error)
	refund   func(ctx context.Context, req provider.RefundRequest) (provider.Refund, error)
	announce func(ctx context.Context, req provider.DebitRequest) (provider.DebitNotice, error)
	debit    func(ctx context.Context, req provider.DebitRequest, notice provider.DebitNotice) (provider.Payment, error)
	mandate  func(ctx context.Context, ref provider.MandateRef) (provider.Mandate, error)
}

// CreateOrder is the replaced call, or the gateway's.
func (a around) CreateOrder(ctx context.Context, req provider.OrderRequest) (provider.Checkout, error) {
	if a.create != nil {
		return a.create(ctx, req)
	}
	return a.Mandates.CreateOrder(ctx, req)
}

// Observe is the replaced call, or the gateway's.
func (a around) Observe(ctx context.Context, reference, orderID string) (provider.Observation, error) {
	if a.observe != nil {
		return a.observe(ctx, reference, orderID)
	}
	return a.Mandates.Observe(ctx, reference, orderID)
}

// ListPayments is the replaced call, or the gateway's.
func (a around) ListPayments(ctx context.Context, from, to time.Time) (provider.Listing[provider.Payment], error) {
	if a.list != nil {
		return a.list(ctx, from, to)
	}
	return a.Mandates.ListPayments(ctx, from, to)
}

// Capture is the replaced call, or the gateway's.
func (a around) Capture(ctx context.Context, paymentID string, amount money.Paise) (provider.Payment, error) {
	if a.capture != nil {
		return a.capture(ctx, paymentID, amount)
	}
	return a.Mandates.Capture(ctx, paymentID, amount)
}

// Refund is the replaced call, or the gateway's.
func (a around) Refund(ctx context.Context, req provider.RefundRequest) (provider.Refund, error) {
	if a.refund != nil {
		return a.refund(ctx, req)
	}
	return a.Mandates.Refund(ctx, req)
}

// Announce is the replaced call, or the gateway's.
func (a around) Announce(ctx context.Context, req provider.DebitRequest) (provider.DebitNotice, error) {
	if a.announce != nil {
		return a.announce(ctx, req)
	}
	return a.Mandates.Announce(ctx, req)
}

// Debit is the replaced call, or the gateway's.
func (a around) Debit(ctx context.Context, req provider.DebitRequest, notice provider.DebitNotice) (provider.Payment, error) {
	if a.debit != nil {
		return a.debit(ctx, req, notice)
	}
	return a.Mandates.Debit(ctx, req, notice)
}

// ObserveMandate is the replaced call, or the gateway's.
func (a around) ObserveMandate(ctx context.Context, ref provider.MandateRef) (provider.Mandate, error) {
	if a.mandate != nil {
		return a.mandate(ctx, ref)
	}
	return a.Mandates.ObserveMandate(ctx, ref)
}

// aroundPayouts is a provider of payouts that pays in another way.
type aroundPayouts struct {
	provider.Payouts
	pay func(ctx context.Context, req provider.PayoutRequest) (provider.Payout, error)
}

// Pay is the replaced call.
func (a aroundPayouts) Pay(ctx context.Context, req provider.PayoutRequest) (provider.Payout, error) {
	return a.pay(ctx, req)
}

// seeing returns a gateway whose payments are changed wherever they are shown.
func seeing(g provider.Mandates, change func(p *provider.Payment)) around {
	all := func(list []provider.Payment) []provider.Payment {
		for i := range list {
			change(&list[i])
		}
		return list
	}
	return around{
		Mandates: g,
		observe: func(ctx context.Context, reference, orderID string) (provider.Observation, error) {
			seen, err := g.Observe(ctx, reference, orderID)
			seen.Payments = all(seen.Payments)
			return seen, err
		},
		list: func(ctx context.Context, from, to time.Time) (provider.Listing[provider.Payment], error) {
			list, err := g.ListPayments(ctx, from, to)
			list.Entries = all(list.Entries)
			return list, err
		},
		capture: func(ctx context.Context, paymentID string, amount money.Paise) (provider.Payment, error) {
			p, err := g.Capture(ctx, paymentID, amount)
			change(&p)
			return p, err
		},
	}
}

// refundingBlindly returns a gateway that gives money back in another way and never
// says what it has given back: else a payment that is back already is noticed
// before its refund counts as failed.
func refundingBlindly(g provider.Mandates, refund func(ctx context.Context, req provider.RefundRequest) (provider.Refund, error)) around {
	a := seeing(g, func(p *provider.Payment) { p.Refunded = 0 })
	a.refund = refund
	return a
}

// walletTooSoon takes the wallet's part when a payment is started.
func walletTooSoon(n *node, t payment.Transaction) error {
	if t.Wallet == 0 || t.State == payment.Succeeded {
		return nil
	}
	return n.w.store.Write(n.w.ctx, t.CustomerID, func(tx *storeTx) error {
		_, err := n.billing.Allocate(n.w.ctx, tx, billing.Receipt{
			CustomerID: t.CustomerID, TransactionID: t.ID, SourceType: "wallet_payment", SourceID: number64(t.ID),
			At: calendar.Stamp(n.w.clock.Now()), From: []ledger.Leg{ledger.Debit(ledger.Wallet, t.Wallet)},
		})
		return err
	})
}

// believing works a webhook in as it stands there, instead of asking.
func believing(n *node) receiver {
	return func(ctx context.Context, name string, header http.Header, raw []byte) error {
		event, err := n.gateway.VerifyWebhook(header, raw)
		if err == nil && event.RefundID == "" {
			_, err = n.payments.Apply(ctx, event.Observation)
		}
		return errors.Join(err, n.inbox.Receive(ctx, name, header, raw))
	}
}

// forgetful answers at once and keeps the event in memory until a batch
// that runs every hour.
func forgetful(n *node) receiver {
	return func(_ context.Context, name string, header http.Header, raw []byte) error {
		if _, err := n.gateway.VerifyWebhook(header, raw); err != nil {
			return err
		}
		batch := n.w.clock.Now().Truncate(time.Hour).Add(time.Hour)
		n.w.after(batch.Sub(n.w.clock.Now()), func() {
			if !n.dead {
				_ = n.inbox.Receive(n.w.ctx, name, header, raw)
			}
		})
		return nil
	}
}

// byTheBrowser takes the browser's word that the money is there.
func byTheBrowser(n *node, t payment.Transaction, fields map[string]string) (bool, error) {
	order := fields["razorpay_order_id"]
	if _, err := n.gateway.ReadReturn(provider.Order{ID: order}, fields); err != nil {
		return false, err
	}
	_, err := n.payments.Apply(n.w.ctx, provider.Observation{Gateway: "razorpay", OrderID: order, Payments: []provider.Payment{{
		ID: fields["razorpay_payment_id"], OrderID: order, State: provider.PaymentCaptured, Amount: t.ByGateway(), Currency: "INR",
		At: n.w.clock.Now(),
	}}})
	return err == nil, err
}
