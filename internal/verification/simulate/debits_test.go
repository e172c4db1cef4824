package simulate

import (
	"cmp"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/provider"
)

func errorOf(err error, format string, args ...any) error {
	if err != nil {
		return err
	}
	return fmt.Errorf(format, args...)
}

// snapshot is how the mandates and debits of all customers stand from a time on.
type snapshot struct {
	at       int64
	mandates map[int64]standing // by mandate
	debits   map[int64]standing // by debit
}

// standing is how a mandate or a debit stands.
type standing struct {
	customer, mandate         int64
	invoices                  []int64 // of a debit
	state, skipped, cycle, on string
	active                    bool
}

func (s standing) pays(invoice int64) bool { return slices.Contains(s.invoices, invoice) }

func (s standing) usable() bool { return s.active && s.state == "confirmed" }

func (s standing) open() bool {
	return slices.Contains([]string{"scheduled", "notified", "unknown", "submitted"}, s.state)
}

// checkMandates follows mandates and debits, and is I9, A4 and A9: legal steps alone,
// nobody has two active mandates, and a mandate takes up what the one before dropped.
func (w *world) checkMandates(truth) error {
	now := snapshot{at: int64(calendar.Stamp(w.clock.Now())), mandates: map[int64]standing{}, debits: map[int64]standing{}}
	active := map[int64]bool{}
	err := each(w.judge, "SELECT customer_id, id, state, is_active FROM mandates", nil, func(rows *sql.Rows) error {
		var id int64
		var s standing
		if err := rows.Scan(&s.customer, &id, &s.state, &s.active); err != nil {
			return err
		}
		if s.active && active[s.customer] {
			return fmt.Errorf("A4: customer %d has two active mandates", s.customer)
		}
		active[s.customer] = active[s.customer] || s.active
		now.mandates[id] = s
		return nil
	})
	if err != nil {
		return err
	}
	before := snapshot{}
	if n := len(w.debits.history); n > 0 {
		before = w.debits.history[n-1]
	}
	err = each(w.judge, "SELECT customer_id, id, mandate_id, invoice_id, cycle, debit_on, state, skipped_for FROM mandate_debits", nil, func(rows *sql.Rows) error {
		var id, first int64
		var s standing
		if err := rows.Scan(&s.customer, &id, &s.mandate, &first, &s.cycle, &s.on, &s.state, &s.skipped); err != nil {
			return err
		}
		s.invoices = []int64{first}
		now.debits[id] = s
		was, known := before.debits[id]
		isLateYes := was.state == "skipped" && s.state == "succeeded"
		if known && (was.state == "succeeded" || was.state == "skipped") && was.state != s.state && !isLateYes {
			return fmt.Errorf("I9: debit %d was %s %s and is %s", id, was.state, was.skipped, s.state)
		}
		return nil
	})
	if err != nil {
		return err
	}
	err = each(w.judge, "SELECT debit_id, invoice_id FROM mandate_debit_invoices", nil, func(rows *sql.Rows) error {
		var id, further int64
		if err := rows.Scan(&id, &further); err != nil {
			return err
		}
		s := now.debits[id]
		s.invoices = append(s.invoices, further)
		now.debits[id] = s
		return nil
	})
	if err != nil {
		return err
	}
	w.debits.history = append(w.debits.history, now)
	if !w.trade.autoDebit {
		return nil // nothing is ever submitted
	}
	if err := w.checkTogether(before, now); err != nil {
		return err
	}
	return w.checkTakenUp(before, now)
}

// stood is how things stood at a time, by the last snapshot of it, and by the one
// before that when it is of the same moment.
func (w *world) stood(at int64) (list []snapshot) {
	h := w.debits.history
	n, _ := slices.BinarySearchFunc(h, at, func(s snapshot, at int64) int { return cmp.Compare(s.at, at) })
	if n > 0 {
		list = append(list, h[n-1])
	}
	for ; n < len(h) && h[n].at == at; n++ {
		list = append(list, h[n])
	}
	return list
}

// excuse is whether an invoice has no late fee at a time for its month, by R6: as
// long as a debit for it is planned or at the bank; when we did not submit it through our fault, for who has or had an active mandate when the
// month's due day was over; and in the month of the debit when the mandate was
// replaced, or stopped after the due day. sure is what no reading of the rule
// denies, maybe what some reading allows.
func (w *world) excuse(b *bill, day calendar.Date, at snapshot) (sure, maybe bool) {
	dueOver := int64(calendar.Stamp(day.At(0, 0)))
	usable := func(s snapshot, customer int64) bool {
		for _, m := range s.mandates {
			if m.customer == customer && m.usable() {
				return true
			}
		}
		return false
	}
	for id, d := range at.debits {
		if !d.pays(b.id) {
			continue
		}
		switch {
		case d.open():
			sure = true
		case d.skipped == "lapsed":
			now, then := usable(at, d.customer), false
			for _, s := range w.stood(dueOver) {
				then = then || usable(s, d.customer)
			}
			sure, maybe = sure || now && then, maybe || now || then
		case d.skipped == "mandate_inactive" && d.cycle == day.AddDays(-1).MonthStart().String():
			late := w.skippedAt(id) >= dueOver
			other := false
			for m, s := range at.mandates {
				other = other || s.customer == d.customer && m != d.mandate && s.usable()
			}
			again, inTime := at.inPlaceOf(id, b.id, day)
			sure, maybe = sure || late && !again || other && again && !inTime, maybe || late || other
		}
	}
	return sure, maybe || sure
}

// lateByDebit is the day after which an invoice is late at a time: its due day, or
// four days after its debit failed for good, if that was on the due day or later, or
// after the day of one that is planned or at the bank.
func (w *world) lateByDebit(b *bill, at int64) calendar.Date {
	due := calendar.MustParse(b.due)
	late, h := due, w.debits.history
	last := len(h) - 1
	for last >= 0 && h[last].at > at {
		last--
	}
	if last < 0 {
		return late
	}
	before := w.stood(at)[0]
	for id, d := range h[last].debits {
		// A payment that stops a debit by paying all of it still finds it open.
		open := d.open() || d.skipped == "paid" && before.debits[id].open()
		if !d.pays(b.id) || d.state != "failed" && !open {
			continue
		}
		if open {
			if on := calendar.Later(calendar.MustParse(d.on), calendar.Instant(at).Date()); !on.Before(due) {
				late = calendar.Later(late, on.AddDays(debitGrace))
			}
			continue
		}
		since := last
		for since > 0 && h[since-1].debits[id].state == "failed" {
			since--
		}
		if on := calendar.Instant(h[since].at).Date(); !on.Before(due) {
			late = calendar.Later(late, on.AddDays(debitGrace))
		}
	}
	return late
}

// inPlaceOf reports whether a debit of an invoice was planned anew, and whether that was
// for a day before one.
func (s snapshot) inPlaceOf(id, invoice int64, day calendar.Date) (again, before bool) {
	for other, d := range s.debits {
		if other > id && d.pays(invoice) {
			again, before = true, before || d.on < day.String()
		}
	}
	return again, before
}

// skippedAt is when a debit was skipped.
func (w *world) skippedAt(id int64) int64 {
	for _, s := range w.debits.history {
		if s.debits[id].state == "skipped" {
			return s.at
		}
	}
	return 0
}

// excusedByDebit reports whether a fee at a time is wrong, whatever came first in its
// moment.
func (l *model) excusedByDebit(b *bill, day calendar.Date, at int64) bool {
	if !l.w.trade.autoDebit {
		return false
	}
	list := l.w.stood(at)
	for _, s := range list {
		if sure, _ := l.w.excuse(b, day, s); !sure {
			return false
		}
	}
	return len(list) > 0
}

// mayExcuse reports whether an invoice may have no fee for the month of a day: at some
// time in the days in which it must be charged it was excused.
func (l *model) mayExcuse(b *bill, day calendar.Date) bool {
	if !l.w.trade.autoDebit {
		return false
	}
	from, to := int64(calendar.Stamp(day.At(0, 0))), int64(calendar.Stamp(day.AddDays(2).At(9, 0)))
	list := l.w.stood(from)
	for _, s := range l.w.debits.history {
		if s.at >= from && s.at <= to {
			list = append(list, s)
		}
	}
	for _, s := range list {
		if _, maybe := l.w.excuse(b, day, s); maybe {
			return true
		}
	}
	return false
}

// namedFirst puts the invoices first that a debit pays, those of its notice, what the
// wallet pays before a notice, and the one that rent in advance is drawn for.
func (l *model) namedFirst(e *entry, list []*bill) []*bill {
	named := func(*bill) bool { return false }
	_, payment, _ := strings.Cut(e.of, ":")
	if it, any := l.w.debits.paidBy(l.seen.payments[payment]); any {
		named = func(b *bill) bool { return b.number == it.invoice || slices.Contains(it.further, b.id) }
	} else if e.source == "advance" {
		named = func(b *bill) bool { return number64(b.id) == e.of }
	} else if before := l.beforeDebit(e); before != nil {
		named = func(b *bill) bool { return before.pays(b.id) }
	}
	slices.SortStableFunc(list, func(a, b *bill) int {
		switch {
		case named(a) == named(b):
			return 0
		case named(a):
			return -1
		}
		return 1
	})
	return list
}

// beforeDebit is the debit before whose notice the wallet has paid, nil for other entries.
func (l *model) beforeDebit(e *entry) *standing {
	var text string
	if e.source != "wallet_due" || l.w.judge.one("SELECT description FROM ledger_entries WHERE customer_id = ? AND id = ?", []any{e.customer, e.id}, &text) != nil ||
		!strings.Contains(text, "before the debit") {
		return nil
	}
	for _, s := range slices.Backward(l.w.stood(e.at)) {
		for _, id := range slices.Backward(slices.Sorted(maps.Keys(s.debits))) {
			d := s.debits[id]
			isOpen := slices.ContainsFunc(l.invoices, func(b *bill) bool { return b.open > 0 && d.pays(b.id) })
			if d.customer == l.customer && isOpen && (d.state == "scheduled" || d.state == "notified" || d.skipped == "paid") {
				return &d
			}
		}
	}
	return nil
}

// debitUnrest are questions about auto debit to which the answer must be none: L1.
var debitUnrest = map[string]string{
	"debits are with the gateway":         "SELECT COUNT(*) FROM mandate_debits WHERE state IN ('unknown', 'submitted')",
	"registrations are undecided":         "SELECT COUNT(*) FROM mandates WHERE state = 'initiated'",
	"mandates are still to be withdrawn":  "SELECT COUNT(*) FROM mandates WHERE state = 'cancelling'",
	"debits are planned for days gone by": "SELECT COUNT(*) FROM mandate_debits WHERE state IN ('scheduled', 'notified') AND debit_on < ?",
}

// checkDebits is what must hold of auto debit in the end, by the books of both sides.
func (w *world) checkDebits(seen truth) error {
	if !w.trade.autoDebit {
		return nil
	}
	for what, query := range debitUnrest {
		var args []any
		if strings.Contains(query, "?") {
			args = []any{calendar.Today(w.clock).AddDays(-1).String()}
		}
		if err := none(w.judge, "L1", what, query, args...); err != nil {
			return err
		}
	}
	books := w.debiter.books()
	if err := w.checkOnce(books, seen); err != nil {
		return err
	}
	if err := w.checkGivenBack(seen); err != nil {
		return err
	}
	if err := w.checkOutcomes(books); err != nil {
		return err
	}
	return w.checkPermits(books)
}

// checkOnce is A1 in the end: at most one debit of a mandate and month whose money
// has stayed with us.
func (w *world) checkOnce(books debitBooks, seen truth) error {
	stayed := map[string]string{}
	for _, d := range books.debits {
		p := seen.payments[d.id]
		if !p.captured || p.refunded == p.amount {
			continue
		}
		key := fmt.Sprint(d.mandate, calendar.In(p.at).MonthStart())
		if other := stayed[key]; other != "" {
			return fmt.Errorf("A1: debits %s and %s are of one month and mandate", other, p.id)
		}
		stayed[key] = p.id
	}
	return nil
}

// backBy is how long what was collected twice may take to go back, whatever breaks: a
// refund whose calls fail is tried four times within seven hours, and every six hours from
// then on.
const backBy = 4 * 24 * time.Hour

// checkGivenBack is A5: what was collected twice went back.
func (w *world) checkGivenBack(seen truth) error {
	for _, r := range seen.refunds {
		p := seen.payments[r.payment]
		if _, isDebit := w.debits.paidBy(p); !isDebit || r.status != "processed" {
			continue
		}
		var known calendar.Instant
		err := w.judge.one("SELECT COALESCE(MIN(created_at), 0) FROM refunds WHERE gateway = ? AND payment_id = ?", []any{p.gateway, p.id}, &known)
		if err != nil {
			return err
		}
		most := backBy
		if from := w.awayFrom(); w.odds.away > 0 && known.Time().Before(from.Add(w.odds.away)) && r.at.After(from) {
			most += w.odds.away
		}
		if late := r.at.Sub(known.Time()); late > most {
			return fmt.Errorf("A5: the second payment %s went back %s after we knew of it", p.id, late)
		}
	}
	return nil
}

// checkOutcomes is A6: each debit that we asked for is a payment in our books, or was
// tried again, or the customer was told that it is not made, as when its mandate was
// removed before a next try, or nothing was open any more.
func (w *world) checkOutcomes(books debitBooks) error {
	for n, reference := range w.debits.order {
		d, tries := w.debits.submitted[reference], books.of(reference)
		paid := slices.IndexFunc(tries, func(d bankDebit) bool { return d.state == provider.PaymentCaptured })
		if paid >= 0 {
			id := tries[paid].id
			if w.books.sources[w.debiter.name()+":"+id] != 1 {
				return fmt.Errorf("A6: debit %s succeeded and is not entered", id)
			}
			err := none(w.judge, "A6", "debits were paid and do not say so", `SELECT COUNT(*) FROM mandate_debits d, gateway_payments g
				WHERE d.reference = ? AND g.payment_id = ? AND g.posted_as = 'paid' AND d.state <> 'succeeded'`, reference, id)
			if err != nil {
				return err
			}
			continue
		}
		again := slices.ContainsFunc(w.debits.order[n+1:], func(other string) bool { return w.debits.submitted[other].invoice == d.invoice })
		told, err := number(w.judge, `SELECT COUNT(*) FROM messages m WHERE m.fact = 'debit_failed/' || ?
			OR EXISTS (SELECT 1 FROM mandate_debits d WHERE d.reference = ? AND d.skipped_for = 'mandate_inactive' AND m.customer_id = d.customer_id
				AND m.fact LIKE 'mandate/' || d.mandate_id || '/%' AND m.variables ->> 'invoice' LIKE '%' || ? || '%' AND m.variables ->> 'notMadeAmount' <> '₹0')`,
			reference, reference, d.invoice)
		if err != nil || again || told > 0 {
			if err != nil {
				return err
			}
			continue
		}
		open, err := number(w.judge, "SELECT total_paise - paid_paise - credited_paise FROM invoices WHERE number = ?", d.invoice)
		if err != nil || open > 0 {
			return errorOf(err, "A6: the debit of %d for %s on %s came to nothing, nobody tried again and nobody was told", d.amount, d.invoice, d.at)
		}
	}
	return w.checkPromised()
}

// checkPromised is A6 for what the customer was told: a debit that is to be tried
// again is, or the customer is told that it is not; and of each debit that will not
// happen, why.
func (w *world) checkPromised() error {
	err := none(w.judge, "A6", "debits will not happen and nobody was told", `SELECT COUNT(*) FROM mandate_debits d JOIN invoices i ON i.customer_id = d.customer_id AND i.id = d.invoice_id
		WHERE d.skipped_for IN ('lapsed', 'month_taken', 'not_allowed') AND i.total_paise > i.paid_paise + i.credited_paise
		AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.customer_id = d.customer_id AND (m.fact LIKE 'debit_not_made/%' || i.number || '%/' || d.skipped_for
			OR d.skipped_for = 'lapsed' AND m.fact LIKE 'bank_transfer_taken_back/%'))`)
	if err != nil {
		return err
	}
	// One that a bank transfer of somebody else had stopped may come too late in its month.
	return none(w.judge, "A6", "debits that we did not submit lapsed", `SELECT COUNT(*) FROM mandate_debits d WHERE d.skipped_for = 'lapsed' AND NOT EXISTS (SELECT 1 FROM audit_log a
		WHERE a.customer_id = d.customer_id AND a.object LIKE 'mandate_debit/' || d.id || ' %' AND a.action = 'mandate_debit_skipped' AND a.reason = 'paid')
		AND NOT EXISTS (SELECT 1 FROM mandate_debits p WHERE p.customer_id = d.customer_id AND p.invoice_id = d.invoice_id AND p.id < d.id AND p.skipped_for = 'paid')`)
}

// checkPermits compares how mandates stand: what was removed is withdrawn at the
// gateway; what we have as confirmed is, unless its event was lost; what came back is
// found.
func (w *world) checkPermits(books debitBooks) error {
	for reference, p := range w.debits.permits {
		var state string
		if err := w.judge.one("SELECT state FROM mandates WHERE reference = ?", []any{reference}, &state); err != nil {
			return err
		}
		there := books.mandates[reference].state
		if !p.removed.IsZero() && (lasts(there) || books.mandates[reference].another) {
			return fmt.Errorf("A4: a mandate that was removed is %s at the gateway, another one of its registration %t, and %s here", there, books.mandates[reference].another, state)
		}
		if there == provider.MandatePaused && w.debits.told[reference] == there && state == "confirmed" {
			return fmt.Errorf("A7: a mandate is paused at the gateway, as an event has said that we took in, and %s here", state)
		}
		if there == provider.MandateConfirmed && state == "paused" {
			return fmt.Errorf("A7: a mandate has come back at the bank, and is %s here", state)
		}
	}
	return nil
}
