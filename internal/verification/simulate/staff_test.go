package simulate

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/settlement"
	"rento/internal/ticket"
)

// errLive says that what was billed of an item may change yet.
var errLive = errors.New("simulate: the days of the item may change")

// workday has our people work, and again on the next day.
func (w *world) workday() {
	w.after(between(w.chance, 20*time.Hour, 28*time.Hour), w.workday)
	w.serve()
}

// serve does what is to be done on a day: visits that are due, transfers whose
// papers have come, payees about whom somebody has to decide, inspections.
func (w *world) serve() {
	var due []ticket.Ticket
	var doubts []settlement.Doubt
	err := w.request("", func(ctx context.Context, n *node) error {
		visits, err := n.tickets.Due(ctx, 100)
		if err != nil {
			return err
		}
		papers, err := n.tickets.TransfersToFinish(ctx, 100)
		if err != nil {
			return err
		}
		due = visits
		for _, p := range papers {
			due = append(due, p.Ticket)
		}
		doubts, err = n.settlements.Doubts(ctx)
		return err
	})
	if err != nil {
		w.after(time.Hour, w.serve)
		return
	}
	for _, d := range due {
		if !w.postponed() {
			w.finish(d)
		}
	}
	for _, d := range doubts {
		w.insist("decide", func(n *node) error {
			return ignoreFault(n.settlements.DecidePayee(w.ctx, d.CustomerID, d.PayeeID, happens(w.chance, 0.7)))
		}, nil)
	}
	for _, t := range w.tenants {
		if !w.postponed() {
			w.inspect(t)
		}
	}
}

// postponed reports whether our people leave something for another day.
func (w *world) postponed() bool { return w.faulty && happens(w.chance, 0.2) }

// ignoreFault makes nothing of a refusal: somebody was faster.
func ignoreFault(err error) error {
	if isFault(err) {
		return nil
	}
	return err
}

// finish carries a request out, and looks what became of its items.
func (w *world) finish(d ticket.Ticket) {
	r := w.requestOf(d)
	if r == nil || !r.begun.IsZero() {
		return // its answer is on the way to the tenant, or somebody is at it
	}
	r.begun = calendar.Today(w.clock)
	refused := false
	w.insist("finish", func(n *node) error {
		err := n.tickets.Finish(w.ctx, d.CustomerID, d.ID, "Done")
		refused = isFault(err)
		return ignoreFault(err)
	}, func() {
		if refused { // given up by the receiver, or the deposit is gone again
			r.begun = calendar.Date{}
			return
		}
		r.over()
		r.t.changed = w.clock.Now()
		switch d.Type {
		case ticket.Closure:
			for _, i := range r.items {
				i.closed = w.closedOn(r, i, calendar.Earlier(calendar.Later(r.pickup, d.VisitOn), r.begun))
			}
		case ticket.Relocation:
			w.arrived(r)
		case ticket.Transfer:
			w.handedOver(r)
		}
	})
}

func (w *world) requestOf(d ticket.Ticket) *request {
	for _, t := range w.tenants {
		for _, i := range t.items {
			if i.live != nil && i.live.id == d.ID {
				return i.live
			}
		}
	}
	return nil
}

// closedOn reads on which day an item was closed, which must lie between a day
// and today.
func (w *world) closedOn(r *request, i *item, earliest calendar.Date) calendar.Date {
	var on calendar.Date
	err := w.judge.one("SELECT closed_date FROM order_items WHERE customer_id = ? AND id = ?", []any{r.t.id, i.id}, &on)
	if err != nil || on.Before(earliest) || on.After(calendar.Today(w.clock)) {
		w.facts.broken("I4: item %d of %s is closed on %s, it was picked up from %s on: %v", i.id, r.name, on, earliest, err)
	}
	return on
}

// arrived finds the day from which items stand at their new address.
func (w *world) arrived(r *request) {
	for _, i := range r.items {
		i.city = r.to
		from := calendar.Date{}
		for day := calendar.Later(r.drop, r.begun); !day.After(calendar.Later(r.drop, calendar.Today(w.clock))); day = day.AddDays(1) {
			n, err := number(w.judge, "SELECT COUNT(*) FROM item_terms WHERE customer_id = ? AND item_id = ? AND from_date = ?", r.t.id, i.id, day.String())
			if err == nil && n > 0 {
				from = day
				break
			}
		}
		if from.IsZero() {
			w.facts.broken("I4: item %d of %s did not arrive from %s on", i.id, r.name, r.drop)
			return
		}
		i.move(from, r.t.supplyIn(r.to))
	}
}

// inspect ends the inspection of everything that was picked up, and now and
// then finds damage.
func (w *world) inspect(t *tenant) {
	list, err := w.uninspected(t.id)
	if err != nil {
		return
	}
	for _, id := range list {
		if w.facts.inspected[id] {
			continue // somebody is at it
		}
		w.facts.inspected[id] = true
		damage := w.damageOf(t, id)
		w.insist("inspect", func(n *node) error {
			_, err := n.settlements.Inspect(w.ctx, t.id, id, damage)
			return err
		}, func() {
			if len(damage) > 0 && happens(w.chance, 0.4) {
				w.after(between(w.chance, time.Hour, 5*24*time.Hour), func() { w.withdrawDamage(t, id) })
			}
		})
	}
}

// withdrawDamage takes back what an inspection found: it was not the customer's.
func (w *world) withdrawDamage(t *tenant, id int64) {
	operation := "damage/" + strconv.FormatInt(id, 10) + "/0"
	w.facts.withdrawn[operation] = true
	w.insist("withdraw damage", func(n *node) error {
		return w.store.Write(w.ctx, t.id, func(tx *storeTx) error {
			return n.billing.WithdrawIn(w.ctx, tx, t.id, []string{operation}, billing.Reason{Code: billing.WrittenReason, Written: "Not the customer's damage"})
		})
	}, nil)
}

// damageOf draws what the inspection of a settlement finds.
func (w *world) damageOf(t *tenant, id int64) (found []settlement.Deduction) {
	if !happens(w.chance, 0.4) {
		return nil
	}
	item, err := number(w.judge, "SELECT MIN(item_id) FROM settlement_items WHERE customer_id = ? AND settlement_id = ?", t.id, id)
	if err != nil || item == 0 {
		return nil
	}
	amount := 1000 + money.Paise(w.chance.Int64N(200_000))
	w.facts.charges["damage/"+strconv.FormatInt(id, 10)+"/0"] = amount
	return []settlement.Deduction{{ItemID: item, Description: "A scratch", Amount: amount}}
}

// creditable are the lines of an invoice that can be credited, rent with its discount.
const creditable = `SELECT l.line_no, l.amount_paise + COALESCE((SELECT d.amount_paise FROM invoice_lines d WHERE d.customer_id = l.customer_id
	AND d.invoice_id = l.invoice_id AND d.line_no = l.line_no + 1 AND d.kind = 'discount'), 0), l.item_id, l.to_date
	FROM invoice_lines l WHERE l.customer_id = ? AND l.invoice_id = ? AND l.kind <> 'discount' ORDER BY l.line_no`

// makeGood has our people credit a monthly invoice for which a late fee was
// raised, all of it or a line: something in it never worked.
func (w *world) makeGood(t *tenant) {
	id, err := number(w.judge, `SELECT MAX(f.invoice_id) FROM late_fees f JOIN invoices i ON i.customer_id = f.customer_id AND i.id = f.invoice_id
		WHERE f.customer_id = ? AND i.kind = 'rental' AND i.credited_paise = 0`, t.id)
	if err != nil || id == 0 {
		return
	}
	var lines []billing.CreditedLine
	err = each(w.judge, creditable, []any{t.id, id}, func(rows *sql.Rows) error {
		var l billing.CreditedLine
		var item int64
		var to calendar.Date
		err := rows.Scan(&l.LineNo, &l.Amount, &item, &to)
		if to.After(calendar.Today(w.clock)) {
			err = errLive // billed in advance: what changes until then credits days itself
		}
		for _, i := range t.items {
			if i.id == item && i.live != nil {
				err = errLive // its pickup may be told late, and credits days itself
			}
		}
		lines = append(lines, l)
		return err
	})
	if err != nil {
		return
	}
	if happens(w.chance, 0.3) {
		lines = lines[:1]
	}
	w.insist("make good", func(n *node) error {
		return w.store.Write(w.ctx, t.id, func(tx *storeTx) error {
			_, err := n.billing.CreditIn(w.ctx, tx, billing.Credit{
				CustomerID: t.id, InvoiceID: id, Operation: fmt.Sprint("make_good/", id), Reason: billing.Reason{Code: billing.WrittenReason, Written: "Never worked"}, Lines: lines,
			})
			return err
		})
	}, nil)
}
