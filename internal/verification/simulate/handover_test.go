package simulate

import (
	"context"
	"database/sql"
	"time"

	"rento/internal/calendar"
	"rento/internal/payment"
	"rento/internal/ticket"
)

// handOn pays what is owed, and then asks a neighbour to take items over.
func (w *world) handOn(t *tenant) {
	to := w.tenants[w.chance.IntN(len(w.tenants))]
	if to == t || to.city.ID != t.city.ID {
		return
	}
	w.setOut(t, payment.Due)
	w.setOut(t, payment.Deposit)
	w.after(between(w.chance, 2*time.Hour, 30*time.Hour), func() {
		w.whenFree(t, func(t *tenant) { w.transfer(t, to) })
	})
}

func (w *world) transfer(t, to *tenant) {
	items := w.pick(t, func(i *item) bool { return i.mayChange && i.city.ID == to.city.ID })
	if len(items) == 0 {
		return
	}
	var made ticket.Ticket
	w.demand(t, "transfer", func(ctx context.Context, n *node) (err error) {
		made, err = n.tickets.Transfer(ctx, t.id, ticket.TransferInput{ItemIDs: idsOf(items), Mobile: to.mobile, Message: "It is yours"})
		return err
	}, func(calendar.Date) {
		r := &request{t: t, id: made.ID, name: made.Number, items: items, receiver: to}
		r.live()
		w.maybeRevoke(r)
		w.after(between(w.chance, time.Hour, 40*time.Hour), func() { w.answer(r) })
	})
}

// answer is the receiver's: accepting, mostly. Who gets no answer tries again,
// until the request says what it has become.
func (w *world) answer(r *request) {
	accept := happens(w.chance, 0.85)
	var again func()
	again = func() {
		err := w.request("", func(ctx context.Context, n *node) (err error) {
			if !accept {
				return n.tickets.Decline(ctx, r.receiver.id, r.name)
			}
			_, err = n.tickets.Accept(ctx, r.receiver.id, r.name, r.receiver.address)
			return err
		})
		w.record("%d answers %t %s", r.receiver.id, accept, kind(err))
		if err != nil && !isFault(err) {
			w.after(between(w.chance, 10*time.Second, 10*time.Minute), again)
			return
		}
		w.answered(r)
	}
	again()
}

// answered looks what a transfer has become, because a refusal may mean that
// an earlier try has done it.
func (w *world) answered(r *request) {
	var status string
	if err := w.judge.one("SELECT status FROM tickets WHERE customer_id = ? AND id = ?", []any{r.t.id, r.id}, &status); err != nil {
		w.facts.broken("judge: %v", err)
		return
	}
	if status != string(ticket.InProgress) {
		r.over()
		return
	}
	w.after(between(w.chance, time.Hour, 10*time.Hour), func() { w.payFor(r, 6) })
	if happens(w.chance, 0.1) {
		w.after(between(w.chance, time.Hour, 4*24*time.Hour), func() { w.giveUp(r) })
	}
}

// payFor has the receiver pay the deposit, day by day.
func (w *world) payFor(r *request, days int) {
	if days == 0 || len(r.items) == 0 || r.items[0].live != r {
		return
	}
	w.setOut(r.receiver, payment.Deposit)
	w.after(between(w.chance, 10*time.Hour, 30*time.Hour), func() { w.payFor(r, days-1) })
}

// giveUp is a receiver who does not want it any more.
func (w *world) giveUp(r *request) {
	if r.items[0].live != r || !r.begun.IsZero() {
		return
	}
	w.insist("give up", func(n *node) error { return ignoreFault(n.tickets.Decline(w.ctx, r.receiver.id, r.name)) }, func() {
		if r.begun.IsZero() {
			w.answered(r)
		}
	})
}

// handedOver ends the items here and begins them there, on the same day, with
// the rent of that day and what was agreed for later.
func (w *world) handedOver(r *request) {
	taken := map[int64]int64{}
	err := each(w.judge, "SELECT item_id, taken_item_id FROM ticket_items WHERE customer_id = ? AND ticket_id = ?",
		[]any{r.t.id, r.id}, func(rows *sql.Rows) error {
			var from, to int64
			err := rows.Scan(&from, &to)
			taken[from] = to
			return err
		})
	if err != nil {
		w.facts.broken("judge: %v", err)
		return
	}
	for _, i := range r.items {
		on := w.closedOn(r, i, r.begun)
		i.closed = on
		theirs := &item{id: taken[i.id], product: i.product, mayChange: i.mayChange, delivered: on, imported: i.imported, ends: calendar.Later(i.ends, on), city: i.city}
		theirs.terms = []term{{from: on, rent: i.rentOn(on), supply: r.receiver.supplyIn(i.city)}}
		for _, t := range i.terms {
			if t.from.After(on) {
				t.endBefore = calendar.Date{} // the giver has agreed it, so the receiver cannot take it back
				theirs.terms = append(theirs.terms, t)
			}
		}
		r.receiver.items, r.receiver.changed = append(r.receiver.items, theirs), w.clock.Now()
	}
}
