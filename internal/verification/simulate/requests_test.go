package simulate

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"time"

	"rento/internal/address"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/subscription"
	"rento/internal/ticket"
	"rento/internal/upload"
)

// request is a service request that was granted to a tenant.
type request struct {
	t        *tenant
	id       int64
	name     string
	items    []*item
	pickup   calendar.Date
	drop     calendar.Date // of a relocation
	to       address.City  // of a relocation
	receiver *tenant       // of a transfer
	quoted   money.Paise   // of a closure, with GST
	chargeNo int           // of a closure: how often its charge was made anew
	// begun is the day on which our people first tried to finish it.
	begun calendar.Date
}

// wishes draws what a tenant wants done today.
func (w *world) wishes(t *tenant) {
	for _, wish := range []struct {
		odds float64
		do   func(t *tenant)
	}{
		{0.022, w.closeSome}, {0.01, w.repairOne}, {0.02, w.extendSome}, {0.02, w.takeBackExtension}, {0.015, w.relocateSome}, {0.03, w.handOn}, {0.05, w.chooseRefund}, {0.04, w.payOutWallet},
	} {
		if happens(w.chance, wish.odds) {
			w.after(w.later(), func() { w.whenFree(t, wish.do) })
		}
	}
}

// lastWish is how long before the calm people stop asking for visits, so that
// all of them come to an end in the run.
const lastWish = 5 * 24 * time.Hour

// whenFree does something when the tenant does not wait for an answer.
func (w *world) whenFree(t *tenant, do func(t *tenant)) {
	if w.faulty && !t.busy && w.node != nil && w.clock.Now().Before(w.calmAt.Add(-lastWish)) {
		do(t)
	}
}

// demand repeats a request under one key until it was answered; a double click
// sends it twice. since is the day of the first try.
func (w *world) demand(t *tenant, what string, send func(ctx context.Context, n *node) error, granted func(since calendar.Date)) {
	t.requests++
	t.busy = true
	key, since := fmt.Sprintf("request-%d/%d", t.id, t.requests), calendar.Today(w.clock)
	var again func()
	again = func() {
		clicks := 1
		if happens(w.chance, 0.2) {
			clicks = 2
		}
		var err error
		for range clicks {
			err = w.request(key, send)
		}
		w.record("%d %s %s", t.id, what, kind(err))
		switch {
		case isFault(err):
			t.busy = false
		case err != nil:
			w.after(between(w.chance, 5*time.Second, 10*time.Minute), again)
		default:
			t.busy = false
			granted(since)
		}
	}
	again()
}

// pick chooses items of one city that are there and that nobody is asked about.
func (w *world) pick(t *tenant, fits func(i *item) bool) (chosen []*item) {
	today := calendar.Today(w.clock)
	for _, n := range w.chance.Perm(len(t.items)) {
		i := t.items[n]
		there := !i.delivered.IsZero() && i.delivered.Before(today) && i.closed.IsZero() && i.live == nil
		if there && fits(i) && (len(chosen) == 0 || chosen[0].city.ID == i.city.ID && happens(w.chance, 0.6)) {
			chosen = append(chosen, i)
		}
	}
	return chosen
}

func anyItem(*item) bool { return true }

func idsOf(items []*item) []int64 {
	ids := make([]int64, len(items))
	for n, i := range items {
		ids[n] = i.id
	}
	return ids
}

func (r *request) live() {
	for _, i := range r.items {
		i.live = r
	}
}

func (r *request) over() {
	for _, i := range r.items {
		if i.live == r { // another one may have come after it
			i.live = nil
		}
	}
}

// closeSome asks for a pickup, and expects the quote that was shown before and
// the one that the rules say.
func (w *world) closeSome(t *tenant) {
	items := w.pick(t, anyItem)
	if len(items) == 0 {
		return
	}
	pickup := calendar.Today(w.clock).AddDays(3 + w.chance.IntN(4))
	reasons := ticket.DefaultSettings().Reasons
	in := ticket.CloseInput{ItemIDs: idsOf(items), Pickup: pickup, Reason: reasons[w.chance.IntN(len(reasons))]}
	var shown ticket.Quote
	if err := w.request("", func(ctx context.Context, n *node) (err error) {
		shown, err = n.tickets.QuoteClosure(ctx, t.id, in.ItemIDs, in.Pickup)
		return err
	}); err != nil {
		return
	}
	var closed ticket.Closed
	w.demand(t, "close", func(ctx context.Context, n *node) (err error) {
		closed, err = n.tickets.Close(ctx, t.id, in)
		return err
	}, func(calendar.Date) {
		if closed.Quote.Totals != shown.Totals {
			w.facts.broken("I14: the quote was %+v, %+v is billed", shown.Totals, closed.Quote.Totals)
		}
		r := &request{t: t, id: closed.Ticket.ID, name: closed.Ticket.Number, items: items, pickup: pickup, quoted: closed.Quote.Totals.Total}
		r.live()
		w.facts.closures = append(w.facts.closures, r)
		for _, i := range items {
			w.facts.charges[chargeOf(r, i)] = i.leaving(pickup, w.trade.formula)
		}
		w.maybePutOff(r)
		w.maybeRevoke(r)
	})
}

// chargeOf names the charge for leaving early.
func chargeOf(r *request, i *item) string {
	return fmt.Sprintf("closure/%d/%d/%d", r.id, i.id, r.chargeNo)
}

// maybePutOff has the pickup of some closures put off, at what is shown for the
// new day.
func (w *world) maybePutOff(r *request) {
	if happens(w.chance, 0.25) {
		w.after(between(w.chance, time.Minute, 4*24*time.Hour), func() { w.whenFree(r.t, func(t *tenant) { w.putOff(t, r) }) })
	}
}

func (w *world) putOff(t *tenant, r *request) {
	change := ticket.Change{On: r.pickup.AddDays(1 + w.chance.IntN(3)), Reason: "not at home"}
	err := w.request("", func(ctx context.Context, n *node) error {
		shown, err := n.tickets.QuoteClosure(ctx, t.id, idsOf(r.items), change.On)
		change.Charge = shown.Totals.Total
		return err
	})
	if err != nil {
		return
	}
	w.demand(t, "put off", func(ctx context.Context, n *node) error {
		_, err := n.tickets.Reschedule(ctx, t.id, r.name, change)
		return err
	}, func(calendar.Date) { w.movedTo(r, change) })
}

// movedTo expects the charges of another day: if one of them or their sum with
// GST is another one, all are taken back and made anew.
func (w *world) movedTo(r *request, change ticket.Change) {
	before, f := *r, w.facts
	r.pickup, r.quoted = change.On, change.Charge
	for _, i := range r.items {
		if before.quoted != r.quoted || i.leaving(before.pickup, w.trade.formula) != i.leaving(r.pickup, w.trade.formula) {
			r.chargeNo = before.chargeNo + 1
		}
	}
	for _, i := range r.items {
		f.withdrawn[chargeOf(&before, i)] = r.chargeNo != before.chargeNo
		f.charges[chargeOf(r, i)] = i.leaving(r.pickup, w.trade.formula)
	}
}

// maybeRevoke has some requests taken back, or their visit cancelled, before
// our people come or too late.
func (w *world) maybeRevoke(r *request) {
	if !happens(w.chance, 0.3) {
		return
	}
	w.after(between(w.chance, time.Minute, 5*24*time.Hour), func() { w.whenFree(r.t, func(t *tenant) { w.revoke(t, r) }) })
}

func (w *world) revoke(t *tenant, r *request) {
	send := func(ctx context.Context, n *node) error {
		return n.tickets.Revoke(ctx, t.id, []string{r.name}, "changed my mind")
	}
	if happens(w.chance, 0.4) {
		send = func(ctx context.Context, n *node) error {
			_, err := n.tickets.Cancel(ctx, t.id, r.id)
			return err
		}
	}
	w.demand(t, "revoke", send, func(calendar.Date) {
		r.over()
		for _, i := range r.items {
			w.facts.withdrawn[chargeOf(r, i)] = true
		}
	})
}

// repairOne sends a picture and asks for a repair.
func (w *world) repairOne(t *tenant) {
	items := w.pick(t, anyItem)
	if len(items) == 0 {
		return
	}
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		panic(err)
	}
	var taken upload.Upload
	err := w.quietly(func(n *node) (err error) {
		taken, err = n.uploads.Add(w.ctx, t.id, upload.Ticket, upload.File{Name: "leg.png", Type: "image/png", Size: int64(picture.Len()), Body: bytes.NewReader(picture.Bytes())})
		return err
	})
	if err != nil {
		w.facts.broken("a picture was refused: %v", err)
		return
	}
	var made []ticket.Ticket
	w.demand(t, "repair", func(ctx context.Context, n *node) (err error) {
		made, err = n.tickets.RepairAll(ctx, t.id, []ticket.RepairInput{{ItemID: items[0].id, Message: "It wobbles", Images: []string{taken.ID}}})
		return err
	}, func(calendar.Date) {
		r := &request{t: t, id: made[0].ID, name: made[0].Number, items: items[:1]}
		r.live()
		w.maybeRevoke(r)
	})
}

// extendSome takes an offer for longer, at the rent that the rules say.
func (w *world) extendSome(t *tenant) {
	items := w.pick(t, anyItem)
	if len(items) == 0 {
		return
	}
	i, months := items[0], 3+3*w.chance.IntN(2)
	rent := i.rentOn(calendar.Today(w.clock))
	if months == 6 {
		rent = (rent*95 + 5000) / 10000 * 100 // 5 % off, in whole rupees
	}
	w.demand(t, "extend", func(ctx context.Context, n *node) error {
		return n.tickets.Extend(ctx, t.id, []subscription.Extension{{ItemID: i.id, Months: months, Rent: rent}})
	}, func(since calendar.Date) { w.extended(t, i, months, rent, since) })
}

// extended finds out on which of the possible days the extension began.
func (w *world) extended(t *tenant, i *item, months int, rent money.Paise, since calendar.Date) {
	t.changed = w.clock.Now()
	var until calendar.Date
	if err := w.judge.one("SELECT tenure_end FROM order_items WHERE customer_id = ? AND id = ?", []any{t.id, i.id}, &until); err != nil {
		w.facts.broken("judge: %v", err)
		return
	}
	for day := since; !day.After(calendar.Today(w.clock)); day = day.AddDays(1) {
		from := calendar.Later(i.ends, day.AddDays(1))
		if from.AddMonths(months) == until {
			i.agree(term{from: from, rent: rent, supply: i.on(from).supply, endBefore: i.ends})
			i.ends = until
			return
		}
	}
	w.facts.broken("I4: item %d, asked to stay %d months longer since %s, ends on %s now", i.id, months, since, until)
}

// takeBackExtension has an extension taken back before its term begins, or by the
// time that it is asked for too late.
func (w *world) takeBackExtension(t *tenant) {
	asked := calendar.Today(w.clock)
	items := w.pick(t, func(i *item) bool { _, ok := w.agreed(i, asked.AddDays(-1)); return ok })
	if len(items) == 0 {
		return
	}
	i := items[0]
	w.demand(t, "take back extension", func(ctx context.Context, n *node) error {
		today := calendar.Today(w.clock)
		err := n.tickets.TakeBackExtension(ctx, t.id, i.id, i.ends)
		if _, ok := w.agreed(i, today); ok && isFault(err) {
			w.facts.broken("I4: the extension of item %d begins after %s and cannot be taken back: %v", i.id, today, err)
		}
		return err
	}, func(since calendar.Date) {
		if _, ok := w.agreed(i, since); !ok {
			w.facts.broken("I4: the extension of item %d was taken back on or after %s, when it had begun or was billed", i.id, since)
			return
		}
		i.takeBack()
		t.changed = w.clock.Now()
	})
}

// relocateSome asks to bring items to a new address, in this city or another.
func (w *world) relocateSome(t *tenant) {
	items := w.pick(t, anyItem)
	if len(items) == 0 {
		return
	}
	to := items[0].city
	if happens(w.chance, 0.5) {
		to = cities[w.chance.IntN(len(cities))]
	}
	in := ticket.RelocateInput{ItemIDs: idsOf(items), Pickup: calendar.Today(w.clock).AddDays(3 + w.chance.IntN(4)), Message: "We move"}
	if err := w.quietly(func(n *node) (err error) { in.AddressID, err = w.addAddress(n, t, to); return err }); err != nil {
		w.facts.broken("an address was refused: %v", err)
		return
	}
	if items[0].city.ID == slotted && !w.holdSlot(t, &in) {
		return
	}
	in.Drop = in.Pickup.AddDays(3 + w.chance.IntN(3))
	var made ticket.Ticket
	w.demand(t, "relocate", func(ctx context.Context, n *node) (err error) {
		made, err = n.tickets.Relocate(ctx, t.id, in)
		return err
	}, func(calendar.Date) {
		r := &request{t: t, id: made.ID, name: made.Number, items: items, pickup: in.Pickup, drop: in.Drop, to: to}
		r.live()
		w.maybeRevoke(r)
	})
}

// holdSlot holds the first slots that are free, as people do; the day of the
// pickup is the slot's.
func (w *world) holdSlot(t *tenant, in *ticket.RelocateInput) bool {
	err := w.request("", func(ctx context.Context, n *node) error {
		slots, _, err := n.tickets.Slots(ctx, t.id, in.ItemIDs, "")
		for _, slot := range slots {
			if slot.Available {
				in.Pickup = slot.Day
				_, err = n.tickets.Book(ctx, t.id, slot.ID(), "", in.ItemIDs)
				return err
			}
		}
		return err
	})
	w.record("%d hold %s", t.id, kind(err))
	return err == nil
}
