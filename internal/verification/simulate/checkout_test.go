package simulate

import (
	"context"
	"time"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/payment"
	emulated "rento/internal/sandbox/razorpay"
)

// isFault reports whether the service itself said no, and will say so again.
func isFault(err error) bool {
	f := fault.Of(err)
	return f != nil && f.Status < 500
}

// outcome draws how paying turns out: most people just pay.
func (w *world) outcome() (string, int) {
	late := func(most time.Duration) int { return int(between(w.chance, 10*time.Second, most).Seconds()) }
	x := w.chance.Float64()
	if day := calendar.Today(w.clock).DayOfMonth(); (day == 9 || day == 10) && x < 0.3 {
		return emulated.OutcomeLate, late(40 * time.Hour) // paid in time, heard of too late
	}
	switch {
	case x < 0.55:
		return emulated.OutcomeSuccess, 0
	case x < 0.70:
		return emulated.OutcomeFailure, 0
	case x < 0.76:
		return emulated.OutcomePending, 0
	case x < 0.81:
		return emulated.OutcomeLate, late(9 * time.Minute)
	case x < 0.87:
		return emulated.OutcomeLate, late(72 * time.Hour)
	case x < 0.94:
		return emulated.OutcomeFailedThenPaid, late(2 * time.Hour)
	}
	return emulated.OutcomeAuthorized, 0
}

// pay is what happens at the gateway's checkout.
func (e *visit) pay() {
	w := e.w
	outcome, seconds := w.outcome()
	back, err := w.payBy(e.gateway, e.order, outcome, seconds)
	w.record("%s pays %s: %s %d %s", e.name, e.shown(), outcome, seconds, kind(err))
	if err != nil {
		return // paid before, from another tab
	}
	if seconds > 0 { // so that the world looks when the bank says yes
		w.after(time.Duration(seconds)*time.Second+time.Second, func() {})
	}
	switch {
	case happens(w.chance, 0.3):
		return // the tab is closed, nobody comes back
	case back["razorpay_signature"] != "" || e.gateway != emulated.Name && len(back) > 0:
		w.after(between(w.chance, time.Second, 20*time.Second), func() { e.bring(back, 1) })
	case outcome == emulated.OutcomeFailure || outcome == emulated.OutcomeFailedThenPaid:
		e.afterFailure()
	default:
		w.after(between(w.chance, time.Second, time.Minute), func() { e.wait(3) })
	}
}

// afterFailure tries again in the same checkout, starts over, or leaves it.
func (e *visit) afterFailure() {
	if e.tries++; e.tries > patience {
		return
	}
	switch x := e.w.chance.Float64(); {
	case x < 0.4 && e.gateway == emulated.Name: // other gateways want another payment
		e.w.after(between(e.w.chance, 10*time.Second, 5*time.Minute), e.pay)
	case x < 0.8:
		e.afresh(10*time.Second, 3*time.Hour)
	}
}

// bring carries the gateway's proof to us, now and then twice.
func (e *visit) bring(back map[string]string, tries int) {
	var paid bool
	err := e.w.request("", func(ctx context.Context, n *node) (err error) {
		if e.w.bug != nil && e.w.bug.returned != nil {
			paid, err = e.w.bug.returned(n, e.started, back)
			return err
		}
		if e.gateway != emulated.Name {
			returned, err := n.payments.Return(ctx, e.started.UniqueID, back)
			paid = returned.Paid
			return err
		}
		paid, err = n.payments.Capture(ctx, e.t.id, payment.ReturnInput{
			TransactionID: e.started.ID, UniqueID: e.started.UniqueID, Fields: back,
		})
		return err
	})
	e.w.record("%s brings proof: %s %t", e.name, kind(err), paid)
	if err == nil && paid {
		e.w.facts.paid[e.started.ID] = e.t.id
	}
	if tries < 4 && (err != nil && !isFault(err) || happens(e.w.chance, 0.15)) {
		e.w.after(between(e.w.chance, time.Second, time.Minute), func() { e.bring(back, tries+1) })
		return
	}
	if !paid {
		e.wait(3)
	}
}

// wait polls for the status, as the waiting page does.
func (e *visit) wait(polls int) {
	var p payment.Progress
	err := e.w.request("", func(ctx context.Context, n *node) (err error) {
		p, err = n.payments.OrderStatus(ctx, e.t.id, e.started.ID)
		return err
	})
	e.w.record("%s status %s %d", e.name, kind(err), p.Status)
	switch {
	case err == nil && p.Status == payment.StatusPaid:
		e.w.facts.paid[e.started.ID] = e.t.id
	case err == nil && p.Status == payment.StatusFailed:
		e.afterFailure()
	case polls > 0:
		e.w.after(between(e.w.chance, 3*time.Second, 4*time.Minute), func() { e.wait(polls - 1) })
	case happens(e.w.chance, 0.4):
		e.afresh(time.Minute, 20*time.Hour)
	}
}
