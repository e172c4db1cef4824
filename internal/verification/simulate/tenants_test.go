package simulate

import (
	"context"
	"fmt"
	"time"

	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/payment"
	emulated "rento/internal/sandbox/razorpay"
	"rento/internal/store"
)

type contextOf = context.Context

// daybreak plans what everybody does on a day, and the next day. Schedules run
// when the world wakes: each morning after the last of the night, and now and
// then at the very minute of the monthly billing.
func (w *world) daybreak() {
	tomorrow := calendar.Today(w.clock).AddDays(1)
	if tomorrow.DayOfMonth() == 1 && w.chance.IntN(2) == 0 || w.chance.IntN(8) == 0 {
		w.after(tomorrow.At(0, 10).Sub(w.clock.Now()), func() {})
	}
	morning := tomorrow.At(4, 31+w.chance.IntN(300))
	w.after(morning.Sub(w.clock.Now()), w.daybreak)
	w.wakeBefore(morning)
	w.planHours()
	if !w.faulty || w.clock.Now().After(w.calmAt.Add(-36*time.Hour)) {
		return
	}
	if happens(w.luck, 0.4) {
		w.after(w.later(), w.deploy)
	}
	for _, t := range w.tenants {
		w.liveADay(t)
	}
}

// liveADay draws what a tenant does today. People pay in the first weeks of a
// month, some late, some not at all.
func (w *world) liveADay(t *tenant) {
	day := calendar.Today(w.clock).DayOfMonth()
	pays := 0.03
	switch {
	case day == 9 || day == 10: // the last days before a late fee
		pays = 0.3
	case day <= 12:
		pays = 0.12
	}
	if happens(w.chance, pays) {
		w.after(w.later(), func() { w.setOut(t, payment.Due) })
	}
	if happens(w.chance, 0.04) {
		w.after(w.later(), func() { w.setOut(t, payment.Deposit) })
	}
	if w.trade.ahead && happens(w.chance, 0.08) {
		w.after(w.later(), func() { w.setOut(t, payment.AdvanceRent) })
	}
	if happens(w.chance, 0.02) {
		w.after(w.later(), func() { w.goodwill(t, 100+money.Paise(w.chance.Int64N(150_000))) })
	}
	if happens(w.chance, 0.04) {
		w.after(w.later(), func() { w.makeGood(t) })
	}
	if happens(w.chance, 0.01) && len(t.items) < 5 {
		w.after(w.later(), func() { _ = w.rent(t, 1) })
	}
	w.wishes(t)
	if w.trade.autoDebit {
		w.minds(t)
	}
}

// later is some time of the day.
func (w *world) later() time.Duration { return between(w.chance, time.Minute, 15*time.Hour) }

// give posts goodwill.
func (n *node) give(t *tenant, source string, amount money.Paise) error {
	return n.w.store.Write(n.w.ctx, t.id, func(tx *store.Tx) error {
		_, _, err := n.ledger.Post(n.w.ctx, tx, ledger.Entry{
			CustomerID: t.id, SourceType: "goodwill", SourceID: source, At: calendar.Stamp(n.w.clock.Now()),
			Legs: []ledger.Leg{ledger.Debit(ledger.Promotion, amount), ledger.Credit(ledger.PromotionalCredit, amount)},
		})
		return err
	})
}

// settlement lists the tenant's settlements that wait for the inspection.
func (w *world) uninspected(customerID int64) ([]int64, error) {
	rows, err := w.store.Queries().SettlementList(w.ctx, customerID)
	var ids []int64
	for _, r := range rows {
		if r.State == "inspecting" {
			ids = append(ids, r.ID)
		}
	}
	return ids, err
}

func attemptOf(orderID, outcome string, seconds int) emulated.Attempt {
	return emulated.Attempt{OrderID: orderID, Outcome: outcome, Seconds: seconds}
}

// visit is one tenant in one browser tab on the way to pay.
type visit struct {
	w       *world
	t       *tenant
	purpose payment.Purpose
	months  int // of rent in advance
	name    string
	key     string
	tries   int
	started payment.Transaction
	gateway string
	order   string
}

// setOut opens a tab, and sometimes a second one beside it.
func (w *world) setOut(t *tenant, purpose payment.Purpose) {
	if purpose == payment.Due && !w.trade.stopping.IsZero() && t.mandate > 0 && t.stopped == 0 {
		return // the mandate is to pay
	}
	if purpose == payment.Due && t.leaves && len(t.permits) > 0 && !happens(w.chance, 0.15) {
		return // so it is here
	}
	if w.trade.transfers && purpose == payment.Due && (t.business && happens(w.chance, 0.9) || happens(w.chance, 0.5)) {
		w.sendMoney(t)
		return
	}
	tabs := 1
	if happens(w.chance, 0.15) {
		tabs = 2
	}
	for tab := range tabs {
		t.errands++
		e := &visit{w: w, t: t, purpose: purpose, name: fmt.Sprintf("%d/%d", t.id, t.errands)}
		e.key = "key-" + e.name
		if purpose == payment.AdvanceRent {
			e.months = tiers[w.chance.IntN(len(tiers))].Months
		}
		w.after(time.Duration(tab)*between(w.chance, time.Second, 40*time.Second), e.start)
	}
}

const patience = 6 // tries before a person gives up

// again repeats a step after an error, as apps and people do, and reports
// whether they still do.
func (e *visit) again(step func()) {
	if e.tries++; e.tries > patience {
		e.w.record("%s gives up", e.name)
		return
	}
	e.w.after(between(e.w.chance, 3*time.Second, 10*time.Minute), step)
}

// afresh begins anew, under a key of its own.
func (e *visit) afresh(least, most time.Duration) {
	if e.tries++; e.tries > patience {
		return
	}
	e.key += "'"
	e.w.after(between(e.w.chance, least, most), e.start)
}

// start asks for the transaction. A double click sends the same twice.
func (e *visit) start() {
	if !e.w.faulty {
		return // people rest while the world comes to rest
	}
	clicks := 1
	if happens(e.w.chance, 0.2) {
		clicks = 2
	}
	var err error
	var answered int64 // the transaction of the first click that got its answer
	for range clicks {
		if err = e.w.request(e.key, e.requestStart); err != nil {
			continue
		}
		if answered != 0 && answered != e.started.ID {
			e.w.facts.broken("I11: one key started two transactions: %d and %d", answered, e.started.ID)
		}
		answered = e.started.ID
	}
	e.w.record("%s start %s: %s %d %d", e.name, e.purpose, kind(err), e.started.Amount, e.started.Wallet)
	switch {
	case isFault(err):
		return // nothing is due, or an earlier payment is not decided yet
	case err != nil:
		e.again(e.start)
	case e.started.State == payment.Succeeded:
		e.w.facts.paid[e.started.ID] = e.t.id
	default:
		e.w.after(between(e.w.chance, time.Second, time.Minute), e.choose)
	}
}

func (e *visit) requestStart(ctx context.Context, n *node) (err error) {
	e.started = payment.Transaction{}
	payer := e.t.id
	switch e.purpose {
	case payment.Deposit:
		e.started, err = n.payments.StartDeposit(ctx, payer)
	case payment.AdvanceRent:
		e.started, err = n.payments.StartAdvance(ctx, payer, e.months)
	case payment.Due:
		e.started, err = n.payments.StartDue(ctx, payer, payment.DueInput{Device: "web"})
	}
	if err == nil && e.w.bug != nil && e.w.bug.started != nil {
		err = e.w.bug.started(n, e.started)
	}
	return err
}

// choose takes the transaction to the gateway.
func (e *visit) choose() {
	e.order = ""
	if e.gateway = emulated.Name; e.w.trade.gateways {
		e.gateway = choices[e.w.chance.IntN(len(choices))]
	}
	err := e.w.request("", func(ctx context.Context, n *node) error {
		opened, err := n.payments.StartGateway(ctx, e.t.id, payment.GatewayInput{
			TransactionID: e.started.ID, UniqueID: e.started.UniqueID, Gateway: e.gateway,
		})
		switch {
		case err != nil:
		case opened.Checkout != nil:
			e.order = opened.Checkout.OrderID
		default: // the gateway has a page of its own
			err = e.w.judge.one("SELECT gateway_order_id FROM payment_attempts WHERE customer_id = ? AND transaction_id = ? AND gateway = ? ORDER BY id DESC LIMIT 1",
				[]any{e.t.id, e.started.ID, e.gateway}, &e.order)
		}
		return err
	})
	e.w.record("%s open %s %s", e.name, kind(err), e.shown())
	switch {
	case kind(err) == "409":
		e.afresh(time.Second, 5*time.Minute)
	case err != nil:
		e.again(e.choose)
	default:
		e.t.orders = append(e.t.orders, e.order)
		e.w.after(between(e.w.chance, 5*time.Second, 8*time.Minute), e.pay)
		if happens(e.w.chance, 0.15) {
			e.secondThoughts()
		}
	}
}

// shown is the order in the trace. At other gateways than Razorpay it has a reference of ours as its
// name, which the seed does not decide.
func (e *visit) shown() string {
	if e.gateway == emulated.Name {
		return e.order
	}
	return e.gateway
}

// secondThoughts begins anew while the checkout is open, because what is due
// has changed by a gift, and pays the first checkout too, soon or days later.
func (e *visit) secondThoughts() {
	w, gateway, order, shown := e.w, e.gateway, e.order, e.shown()
	w.goodwill(e.t, 100+money.Paise(w.chance.Int64N(20_000)))
	w.setOut(e.t, e.purpose)
	most := time.Hour
	if happens(w.chance, 0.5) {
		most = 9 * 24 * time.Hour
	}
	w.after(between(w.chance, time.Minute, most), func() {
		if !w.faulty {
			return
		}
		_, err := w.payBy(gateway, order, emulated.OutcomeSuccess, 0)
		w.record("old checkout of %s %s", shown, kind(err))
	})
}
