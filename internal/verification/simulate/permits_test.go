package simulate

import (
	"context"
	"time"

	"rento/internal/autodebit"
	"rento/internal/calendar"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/sandbox/emulator"
)

// permit is a mandate as the tenant knows it: by our reference of it.
type permit struct {
	t         *tenant
	reference string
	begun     autodebit.Begun
	method    provider.MandateMethod
	removed   time.Time // when we have told the tenant that it is removed
	changed   time.Time // when the tenant did something with it at the bank
}

var methods = []provider.MandateMethod{provider.MandateUPI, provider.MandateUPI, provider.MandateCard, provider.MandateEMandate}

// minds draws what a tenant does about auto debit today.
func (w *world) minds(t *tenant) {
	setsUp := 0.01
	if len(t.permits) == 0 {
		setsUp = 0.1
	}
	for _, wish := range []struct {
		odds float64
		do   func()
	}{
		{setsUp, func() { w.setUp(t, 0) }},
		{0.02, func() { w.choose(t) }},
		{0.006, func() { w.remove(t, 0) }},
		{0.015, func() { w.goToBank(t) }},
	} {
		if happens(w.chance, wish.odds) {
			w.after(w.later(), wish.do)
		}
	}
}

// planHours has the world wake at some hours of a day on which debits are to be
// announced or submitted, now and then at each: what is to be done about them is
// looked for hourly.
func (w *world) planHours() {
	today := calendar.Today(w.clock)
	if !w.trade.autoDebit {
		return
	}
	open, err := number(w.judge, "SELECT COUNT(*) FROM mandate_debits WHERE state IN ('scheduled', 'notified', 'unknown') AND debit_on <= ?", today.AddDays(2).String())
	if err != nil || open == 0 && today.DayOfMonth() > 2 {
		return
	}
	var hours []int
	if happens(w.chance, 0.2) {
		for hour := 5; hour < 21; hour++ {
			hours = append(hours, hour)
		}
	} else {
		hours = []int{6 + w.chance.IntN(4), 6 + w.chance.IntN(3), 9 + w.chance.IntN(3), 13 + w.chance.IntN(4), 17 + w.chance.IntN(3)}
	}
	for _, hour := range hours {
		at := today.At(hour, w.chance.IntN(60))
		if !at.After(w.clock.Now()) {
			continue
		}
		w.after(at.Sub(w.clock.Now()), func() {})
		if w.faulty && happens(w.chance, 0.12) { // somebody pays by hand at the same time
			t := w.tenants[w.chance.IntN(len(w.tenants))]
			w.after(at.Sub(w.clock.Now())-between(w.chance, 0, 20*time.Minute), func() { w.goAndPay(t) })
		}
	}
}

// wakeBefore has the world wake before a late morning on which net banking is to be debited: its
// hours end at nine, and a debit whose hours are slept through three times lapses.
func (w *world) wakeBefore(morning time.Time) {
	day := calendar.In(morning)
	early := day.At(8, 0)
	if !w.trade.autoDebit || morning.Before(early) {
		return
	}
	announced, err := number(w.judge, `SELECT COUNT(*) FROM mandate_debits d JOIN mandates m ON m.customer_id = d.customer_id AND m.id = d.mandate_id
		WHERE d.state = 'notified' AND d.debit_on = ? AND m.method = 'emandate'`, day.String())
	if err == nil && announced > 0 {
		w.at(early, func() {})
	}
}

// crossWith has the tenant of a mandate do something else while a debit is asked for,
// now and then, soon or hours later: pay by hand, stop it, choose another, remove it.
func (w *world) crossWith(reference string) {
	p := w.debits.permits[reference]
	if !w.faulty || p == nil || !happens(w.chance, 0.5) {
		return
	}
	most := 5 * time.Minute
	if happens(w.chance, 0.6) {
		most = 5 * time.Hour
	}
	w.after(between(w.chance, time.Second, most), func() {
		switch x := w.chance.Float64(); {
		case x < 0.5:
			w.goAndPay(p.t)
		case x < 0.7:
			w.remove(p.t, 0)
		case x < 0.8:
			w.choose(p.t)
		default:
			w.goToBank(p.t)
		}
	})
}

// goAndPay has a tenant pay by hand who leaves dues to auto debit otherwise.
func (w *world) goAndPay(t *tenant) {
	leaves := t.leaves
	t.leaves = false
	w.setOut(t, payment.Due)
	t.leaves = leaves
}

// setUp begins a registration. Each try is another one.
func (w *world) setUp(t *tenant, tries int) {
	if !w.faulty || tries > patience {
		return
	}
	p := &permit{t: t, method: methods[w.chance.IntN(len(methods))]}
	err := w.request("", func(ctx context.Context, n *node) (err error) {
		p.begun, err = n.debits.Begin(ctx, t.id, autodebit.BeginInput{
			Gateway: w.debiter.name(), Method: p.method, Device: provider.Device{Address: "203.0.113.7", UserAgent: "Mozilla/5.0"},
		})
		return err
	})
	w.record("tenant %d sets auto debit up by %s: %s", t.id, p.method, kind(err))
	switch {
	case isFault(err):
	case err != nil:
		w.after(between(w.chance, 10*time.Second, time.Hour), func() { w.setUp(t, tries+1) })
	default:
		p.reference = p.begun.Mandate.Reference
		t.permits = append(t.permits, p)
		w.debits.permits[p.reference] = p
		w.after(between(w.chance, 5*time.Second, 25*time.Minute), func() { w.confirm(p) })
	}
}

// confirm is what a tenant does in the checkout of a registration.
func (w *world) confirm(p *permit) {
	outcome, seconds := emulator.Success, 0
	switch x := w.chance.Float64(); {
	case x < 0.1:
		return // never opened
	case x < 0.2:
		outcome = emulator.Failure
	case x < 0.25:
		outcome = emulator.Cancelled
	case x < 0.3:
		outcome = emulator.Pending
	case x < 0.4:
		outcome, seconds = emulator.Late, int(between(w.chance, 10*time.Second, 70*time.Hour).Seconds())
	}
	fields, err := w.debiter.confirm(p, outcome, seconds)
	w.record("tenant %d confirms: %s %d %s", p.t.id, outcome, seconds, kind(err))
	if seconds > 0 {
		w.after(time.Duration(seconds)*time.Second+time.Second, func() {})
	}
	switch {
	case err != nil:
	case len(fields) == 0: // the checkout is still open
		if seconds < 600 && happens(w.chance, 0.5) {
			w.after(between(w.chance, 10*time.Second, 5*time.Minute), func() { w.confirm(p) })
		}
	case !happens(w.chance, 0.3):
		w.after(between(w.chance, time.Second, time.Minute), func() { w.bringPermit(p, fields, 1) })
	}
}

// bringPermit carries the gateway's proof to us, now and then twice.
func (w *world) bringPermit(p *permit, fields map[string]string, tries int) {
	err := w.request("", func(ctx context.Context, n *node) error {
		if tries%2 == 0 {
			_, err := n.debits.Return(ctx, p.begun.Mandate.Link, fields)
			return err
		}
		_, err := n.debits.Finish(ctx, p.t.id, w.debiter.name(), p.begun.Mandate.RegistrationID, fields)
		return err
	})
	w.record("tenant %d brings proof of auto debit: %s", p.t.id, kind(err))
	if tries < 4 && (err != nil && !isFault(err) || happens(w.chance, 0.15)) {
		w.after(between(w.chance, time.Second, time.Minute), func() { w.bringPermit(p, fields, tries+1) })
	}
}

// cards are what a tenant sees of the mandates.
func (w *world) cards(t *tenant) (list []mandate.Mandate) {
	_ = w.request("", func(ctx context.Context, n *node) (err error) {
		list, err = n.debits.Cards(ctx, t.id, true)
		return err
	})
	return list
}

// choose has rent debited by another mandate.
func (w *world) choose(t *tenant) {
	list := w.cards(t)
	if !w.faulty || len(list) < 2 {
		return
	}
	m := list[1+w.chance.IntN(len(list)-1)]
	err := w.request("", func(ctx context.Context, n *node) error { return n.debits.SetActive(ctx, t.id, m.Gateway, m.ID) })
	w.record("tenant %d chooses another mandate: %s", t.id, kind(err))
}

// remove withdraws a mandate, and again as long as there is no answer.
func (w *world) remove(t *tenant, tries int) {
	list := w.cards(t)
	if !w.faulty || len(list) == 0 || tries > patience {
		return
	}
	m := list[w.chance.IntN(len(list))]
	err := w.request("", func(ctx context.Context, n *node) error { return n.debits.Cancel(ctx, t.id, m.Gateway, m.ID) })
	w.record("tenant %d removes a mandate: %s", t.id, kind(err))
	if err == nil {
		if p := w.debits.permits[m.Reference]; p != nil && p.removed.IsZero() {
			p.removed = w.clock.Now()
		}
		return
	}
	if !isFault(err) {
		w.after(between(w.chance, 5*time.Second, 20*time.Minute), func() { w.remove(t, tries+1) })
	}
}

// goToBank does something about a mandate at the bank, of which we hear by an event
// or by asking.
func (w *world) goToBank(t *tenant) {
	if !w.faulty || len(t.permits) == 0 {
		return
	}
	p := t.permits[w.chance.IntN(len(t.permits))]
	var to mandateChange
	switch x := w.chance.Float64(); {
	case x < 0.4:
		to.state = provider.MandatePaused
		w.after(between(w.chance, time.Hour, 12*24*time.Hour), func() { w.atBank(p, mandateChange{state: provider.MandateConfirmed}) })
	case x < 0.6:
		to.state = provider.MandateConfirmed
	case x < 0.75:
		to.state = provider.MandateCancelled
	case x < 0.88:
		limits := []money.Paise{money.Rupees(500), money.Rupees(2000), money.Rupees(15_000)}
		if p.method == provider.MandateEMandate {
			limits = append(limits, money.Rupees(20_000))
		}
		to.limit = limits[w.chance.IntN(len(limits))]
	default:
		to.ends = calendar.Today(w.clock).AddDays(w.chance.IntN(20))
	}
	w.atBank(p, to)
}

func (w *world) atBank(p *permit, to mandateChange) {
	if !w.faulty {
		return
	}
	err := w.debiter.change(p.reference, to)
	if err == nil {
		p.changed = w.clock.Now()
	}
	w.record("tenant %d at the bank: %v %v %v %s", p.t.id, to.state, to.limit, to.ends, kind(err))
}
