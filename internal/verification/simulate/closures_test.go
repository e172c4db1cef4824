package simulate

import (
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"

	"rento/internal/calendar"
	"rento/internal/money"
)

// checkCharges is I14 for charges: what was quoted and found is invoiced, to
// the paisa and once, and what was taken back is credited as a whole.
func (w *world) checkCharges(truth) error {
	_, byInvoice, err := w.readLines()
	if err != nil {
		return err
	}
	invoiced, whole := map[string]money.Paise{}, map[int64]money.Paise{}
	of := map[string]int64{}
	for id, lines := range byInvoice {
		for _, l := range lines {
			if l.operation != "" && !strings.HasPrefix(l.operation, lostDiscount) {
				invoiced[l.operation] += l.amount
				of[l.operation] = id
			}
		}
	}
	for _, operation := range slices.Sorted(maps.Keys(w.facts.charges)) {
		if want := w.facts.charges[operation]; invoiced[operation] != want {
			return fmt.Errorf("I14: %s is invoiced with %d, it is %d", operation, invoiced[operation], want)
		}
		delete(invoiced, operation)
	}
	if len(invoiced) > 0 {
		return fmt.Errorf("I14: nobody knows of the charges %v", invoiced)
	}
	credited := map[int64]money.Paise{}
	err = each(w.judge, "SELECT id, total_paise, credited_paise FROM invoices", nil, func(rows *sql.Rows) error {
		var id int64
		var total, back money.Paise
		err := rows.Scan(&id, &total, &back)
		whole[id], credited[id] = total, back
		return err
	})
	if err != nil {
		return err
	}
	for operation, id := range of {
		want := money.Paise(0)
		if w.facts.withdrawn[operation] {
			want = whole[id]
		}
		if credited[id] != want {
			return fmt.Errorf("I14: of invoice %d for %s %d are credited, %d should be", id, operation, credited[id], want)
		}
	}
	return w.checkQuotes(of, whole)
}

// checkQuotes expects the invoices of a closure to be its quote.
func (w *world) checkQuotes(of map[string]int64, total map[int64]money.Paise) error {
	for _, r := range w.facts.closures {
		invoices := map[int64]bool{}
		var billed money.Paise
		for _, i := range r.items {
			if id, ok := of[chargeOf(r, i)]; ok && !invoices[id] {
				invoices[id] = true
				billed += total[id]
			}
		}
		if billed != r.quoted {
			return fmt.Errorf("I14: %s was quoted with %d and billed with %d", r.name, r.quoted, billed)
		}
	}
	return nil
}

// owned is an item of a customer with the time during which its deposit is
// required. One that was picked up is settled by a settlement (0: none yet), and its
// deposit secures the inspection until then.
type owned struct {
	deposit    money.Paise
	from, to   int64 // to is 0 while it goes on
	pickedUp   bool
	settlement int64
	settled    int64 // when, 0 while it is inspected
}

// ownedBy reads which deposits were required of a customer, and when: from the
// order to the pickup, the hand-over, or the end of a transfer that came to
// nothing.
func (w *world) ownedBy(customer int64) (list []owned, err error) {
	err = each(w.judge, `SELECT i.deposit_paise, o.created_at, COALESCE((SELECT MIN(s.at) FROM ticket_steps s
		JOIN ticket_items r ON r.customer_id = s.customer_id AND r.ticket_id = s.ticket_id
		JOIN tickets q ON q.customer_id = s.customer_id AND q.id = s.ticket_id
		WHERE r.customer_id = i.customer_id AND r.item_id = i.id AND s.status = 'done' AND q.request_type IN (200, 690)
		OR r.taken_item_id = i.id AND s.status = 'cancelled'), 0), i.delivery_status = 300, COALESCE(d.settlement_id, 0), COALESCE(e.ready_at, 0)
		FROM order_items i JOIN orders o ON o.customer_id = i.customer_id AND o.id = i.order_id
		LEFT JOIN settlement_items d ON d.customer_id = i.customer_id AND d.item_id = i.id
		LEFT JOIN settlements e ON e.customer_id = d.customer_id AND e.id = d.settlement_id WHERE i.customer_id = ?`,
		[]any{customer}, func(rows *sql.Rows) error {
			var o owned
			err := rows.Scan(&o.deposit, &o.from, &o.to, &o.pickedUp, &o.settlement, &o.settled)
			list = append(list, o)
			return err
		})
	return list, err
}

// needed is the deposit that a settlement may not give out at a time: of all that
// the customer has, and of what was picked up and is not settled yet, by another
// settlement.
func (l *model) needed(at, settlement int64) (sum money.Paise) {
	for _, o := range l.owned {
		inspected := o.pickedUp && o.settlement != settlement && (o.settled == 0 || o.settled > at)
		if o.from <= at && (o.to == 0 || o.to > at || inspected) {
			sum += o.deposit
		}
	}
	return sum
}

// checkSettlements is I14 at the end: each refund went out once, or waits, and
// nothing went out beside them.
func (w *world) checkSettlements(truth) error {
	return each(w.judge, `SELECT s.customer_id, s.id, s.state, s.refund_paise, s.deposit_paise + s.advance_paise - s.deductions_paise,
		(SELECT COUNT(*) FROM payouts p WHERE p.customer_id = s.customer_id AND p.settlement_id = s.id AND p.state = 'processed'),
		(SELECT COALESCE(SUM(p.amount_paise), 0) FROM payouts p WHERE p.customer_id = s.customer_id AND p.settlement_id = s.id AND p.state = 'processed')
		FROM settlements s`, nil, func(rows *sql.Rows) error {
		var customer, id, paid int64
		var state string
		var refund, left, sum money.Paise
		if err := rows.Scan(&customer, &id, &state, &refund, &left, &paid, &sum); err != nil {
			return err
		}
		want := int64(0)
		if state == "paid" && refund > 0 {
			want = 1
		}
		if paid != want || sum != refund*money.Paise(want) || refund > left {
			return fmt.Errorf("I14: settlement %d of %d is %s with a refund of %d, %d payouts brought %d", id, customer, state, refund, paid, sum)
		}
		return nil
	})
}

// paidBy is what the provider of payouts has paid, by our reference.
func (w *world) payouts() (status map[string]string, amount map[string]money.Paise) {
	status, amount = map[string]string{}, map[string]money.Paise{}
	for _, p := range w.payerBooks() {
		reference := p["reference_id"].(string)
		if before, twice := status[reference]; twice && before != "failed" {
			w.facts.broken("I14: the refund %s was paid out twice", reference)
		}
		status[reference], amount[reference] = p["status"].(string), money.Paise(p["amount"].(int64))
	}
	return status, amount
}

// checkPayouts is I5 for refunds: what we believe to be paid was paid.
func (w *world) checkPayouts(truth) error {
	status, amount := w.payouts()
	if len(w.facts.trouble) > 0 {
		return nil // is told at the next step
	}
	return each(w.judge, "SELECT id, amount_paise, state FROM payouts WHERE provider <> '' AND state IN ('processed', 'failed', 'reversed')", nil, func(rows *sql.Rows) error {
		var reference, state string
		var paise money.Paise
		if err := rows.Scan(&reference, &paise, &state); err != nil {
			return err
		}
		there := status[reference]
		fits := there == state || state == "processed" && there == "reversed" || state == "failed" && there == ""
		if !fits || there != "" && amount[reference] != paise {
			return fmt.Errorf("I5: payout %s of %d is %s here, there it is %q with %d", reference, paise, state, there, amount[reference])
		}
		return nil
	})
}

// paidOut is what a customer got from the provider of payouts.
func (w *world) paidOut(customer int64) (sum money.Paise) {
	status, amount := w.payouts()
	_ = each(w.judge, "SELECT id FROM payouts WHERE customer_id = ? AND provider <> ''", []any{customer}, func(rows *sql.Rows) error {
		var reference string
		err := rows.Scan(&reference)
		if status[reference] == "processed" {
			sum += amount[reference]
		}
		return err
	})
	return sum
}

// checkPaidOut is I5 across both worlds for refunds: what left our account is
// what our books say.
func (w *world) checkPaidOut() error {
	status, amount := w.payouts()
	var left money.Paise
	for reference, how := range status {
		if how == "processed" {
			left += amount[reference]
		}
	}
	came := w.clerk.banked
	for _, t := range w.tenants {
		came += w.sentBy(t.id, false)
	}
	if transit, bank := w.books.totals["company:in_transit:razorpayx"], came-w.books.totals["company:bank"]; transit != 0 || bank != left {
		return fmt.Errorf("I5: %d were paid out, our books say %d and %d on the way", left, bank, transit)
	}
	return nil
}

// checkRequests expects one live request per item at most, and never more
// visits than a slot holds.
func (w *world) checkRequests(truth) error {
	err := none(w.judge, "I7", "items have two live requests", `SELECT COUNT(*) FROM (SELECT i.item_id FROM ticket_items i
		JOIN tickets r ON r.customer_id = i.customer_id AND r.id = i.ticket_id
		WHERE r.status IN ('raised', 'scheduled', 'in_progress') GROUP BY i.item_id HAVING COUNT(*) > 1)`)
	if err != nil {
		return err
	}
	return none(w.judge, "I7", "slots hold more visits than they can, or other ones than are booked", `SELECT COUNT(*) FROM visit_slots s
		JOIN visit_hours h ON h.city_id = s.city_id AND h.start_time = s.start_time
		WHERE s.booked > h.capacity OR s.booked <> (SELECT COUNT(*) FROM visit_bookings b WHERE b.city_id = s.city_id AND b.day = s.day AND b.start_time = s.start_time)`)
}

// steps are the legal ones of a request.
var steps = map[string]string{
	"": "raised", "raised": "raised scheduled in_progress revoked cancelled", "scheduled": "scheduled in_progress revoked cancelled",
	"in_progress": "in_progress done cancelled", "cancelled": "cancelled",
}

// checkTickets is I9 for requests: each has gone legal steps only, and its
// visit was on the day that was agreed or later.
func (w *world) checkTickets(truth) error {
	was := map[int64]string{}
	err := each(w.judge, "SELECT ticket_id, status FROM ticket_steps ORDER BY customer_id, ticket_id, step_no", nil, func(rows *sql.Rows) error {
		var id int64
		var status string
		if err := rows.Scan(&id, &status); err != nil {
			return err
		}
		if !slices.Contains(strings.Fields(steps[was[id]]), status) {
			return fmt.Errorf("I9: request %d went from %q to %q", id, was[id], status)
		}
		was[id] = status
		return nil
	})
	if err != nil {
		return err
	}
	return each(w.judge, "SELECT id, status, preferred_date, visit_date FROM tickets", nil, func(rows *sql.Rows) error {
		var id int64
		var status string
		var preferred, visit calendar.Date
		if err := rows.Scan(&id, &status, &preferred, &visit); err != nil {
			return err
		}
		if status != was[id] || !visit.IsZero() && visit.Before(preferred) {
			return fmt.Errorf("I9: request %d is %s for %s, its time line says %s, asked for was %s", id, status, visit, was[id], preferred)
		}
		return nil
	})
}
