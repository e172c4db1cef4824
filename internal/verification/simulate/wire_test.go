package simulate

import (
	"bytes"
	"database/sql"
	"errors"
	"io"
	"net/http"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
)

// This file listens on the wire to the gateway of auto debit. What we ask it for is
// judged when we ask, by what the gateway has in its books, what we told the
// customer, and what our invoice has open: the gateway refuses much of what we must
// not ask for, so its books alone would not show it.

// announced is a notice as we asked for it.
type announced struct {
	invoice string // the number that the customer knows
	amount  money.Paise
	at      time.Time
}

// submitted is a debit that we asked for, by its first call.
type submitted struct {
	reference string
	mandate   string  // our reference of it
	invoice   string  // the number of its first invoice
	further   []int64 // its other invoices
	amount    money.Paise
	at        time.Time
}

// debits are what the world knows of auto debit.
type debits struct {
	permits   map[string]*permit   // by our reference
	notices   map[string]announced // by our reference of the debit
	submitted map[string]submitted // by our reference of the debit
	byOrder   map[string]string    // our reference of a debit by the order of its payment
	order     []string             // of the submitted ones
	// told is how the last event about a mandate that we took in says that it stands, by reference.
	told    map[string]provider.MandateState
	history []snapshot
}

func newDebits() *debits {
	return &debits{
		permits: map[string]*permit{}, notices: map[string]announced{}, submitted: map[string]submitted{}, byOrder: map[string]string{},
		told: map[string]provider.MandateState{},
	}
}

// calls is the how manieth debit under a mandate one is, by what was asked for.
func (d *debits) calls(mandate, reference string) int {
	n := 1
	for _, other := range d.order {
		if other != reference && d.submitted[other].mandate == mandate {
			n++
		}
	}
	return n
}

// paidBy is the debit that a payment is of.
func (d *debits) paidBy(p held) (of submitted, any bool) {
	of, any = d.submitted[d.byOrder[p.order]]
	return of, any
}

// overhear takes note of a call to the gateway of auto debit. What it returns takes
// note of the answer.
func (w *world) overhear(q *http.Request) (heard func(*http.Response), err error) {
	heard = func(*http.Response) {}
	var raw []byte
	if q.Body != nil {
		if raw, err = io.ReadAll(q.Body); err != nil {
			return heard, err
		}
		q.Body = io.NopCloser(bytes.NewReader(raw))
	}
	it, err := w.debiter.read(q, raw)
	switch {
	case err != nil:
		w.facts.broken("A0: what we send to the gateway of auto debit cannot be read: %v", err)
	case it.notice != "":
		w.overhearDebit(it)
		heard = func(answer *http.Response) { w.overhearRefusal(it, answer.StatusCode) }
	case it.invoice != "":
		w.overhearNotice(it)
	}
	return heard, nil
}

// overhearRefusal is A8: what we ask for is not refused, but for what the customer has
// done at the bank, or because the gateway could not tell the customer.
func (w *world) overhearRefusal(it asked, status int) {
	books := w.debiter.books()
	if status/100 != 4 || status == http.StatusTooManyRequests || books.mandates[it.mandate].state != provider.MandateConfirmed ||
		len(books.of(it.debit)) > 0 || books.notices[it.notice].failed {
		return
	}
	if p := w.debits.permits[it.mandate]; p == nil || p.changed.IsZero() {
		w.facts.broken("A8: the gateway refuses a debit of %s under a mandate that is active: %d", it.amount, status)
	}
}

// overhearNotice is A3: no notice of less than a rupee, of more than the mandate allows, or
// of a day after its last one, since the gateway has told us of both when we asked before.
func (w *world) overhearNotice(it asked) {
	if limit := w.debiter.books().mandates[it.mandate].mostOfOne(); it.amount > limit {
		w.facts.broken("A3: a debit of %d is announced, its mandate allows %d", it.amount, limit)
	}
	if it.amount < money.Rupee {
		w.facts.broken("A3: a debit of %d is announced, which no gateway collects", it.amount)
	}
	credit, err := number(w.judge, `SELECT -SUM(b.balance_paise) FROM ledger_balances b JOIN mandates m ON m.customer_id = b.customer_id
		WHERE m.reference = ? AND b.account IN ('wallet', 'promotional_credit')`, it.mandate)
	open, err2 := number(w.judge, `SELECT SUM(b.balance_paise) FROM ledger_balances b JOIN mandates m ON m.customer_id = b.customer_id
		WHERE m.reference = ? AND b.account = 'receivable'`, it.mandate)
	// It may keep a few paise so that there is a rupee to debit, which is the least.
	if others := open - int64(it.amount); err != nil || err2 != nil || credit > max(0, others) && (it.amount > money.Rupee || credit >= max(0, others)+100) {
		w.facts.broken("A10: a debit of %d is announced while the wallet has %d and other invoices need %d: %v", it.amount, credit, others, errors.Join(err, err2))
	}
	if _, before := w.debits.notices[it.debit]; !before {
		w.debits.notices[it.debit] = announced{invoice: it.invoice, amount: it.amount, at: w.clock.Now()}
	}
}

// overhearDebit judges a debit when it is asked for.
func (w *world) overhearDebit(it asked) {
	books, now, today := w.debiter.books(), w.clock.Now(), calendar.Today(w.clock)
	m, notice := books.mandates[it.mandate], books.notices[it.notice]
	told := w.debits.notices[notice.reference]
	if _, before := w.debits.submitted[it.debit]; !before {
		w.debits.submitted[it.debit] = submitted{
			reference: it.debit, mandate: it.mandate, invoice: told.invoice, further: w.furtherInvoices(it.debit), amount: it.amount, at: now,
		}
		w.debits.byOrder[it.order] = it.debit
		w.debits.order = append(w.debits.order, it.debit)
		w.crossWith(it.mandate)
	}
	broken := func(promise, format string, args ...any) {
		w.facts.broken(promise+": a debit of %d for %s: "+format, append([]any{it.amount, told.invoice}, args...)...)
	}
	if told.invoice == "" {
		broken("A2", "no notice was sent")
		return
	}
	if now.Sub(notice.sent) < 24*time.Hour-skewMost {
		broken("A2", "its notice was sent on %s only", notice.sent)
	}
	if !notice.on.IsZero() && notice.on != today {
		broken("A2", "the customer was told of %s", notice.on)
	}
	w.overhearNoticeOfOurs(it.debit, broken)
	if limit := m.mostOfOne(); it.amount > limit && m.state == provider.MandateConfirmed && !w.changedSince(it.mandate, told.at) {
		broken("A3", "its mandate allows %d", limit)
	}
	if m.ends.Before(today) && !w.changedSince(it.mandate, told.at) {
		broken("A3", "its mandate has ended on %s", m.ends)
	}
	if p := w.debits.permits[it.mandate]; p != nil && !p.removed.IsZero() {
		broken("A4", "the customer has removed its mandate on %s", p.removed)
	}
	w.checkMonth(books, it, broken)
	w.checkOpen(it, told, broken)
	w.checkTime(m.method, broken)
}

// furtherInvoices are the invoices of a debit beside that of its notice.
func (w *world) furtherInvoices(reference string) (ids []int64) {
	err := each(w.judge, `SELECT o.invoice_id FROM mandate_debit_invoices o JOIN mandate_debits d ON d.customer_id = o.customer_id AND d.id = o.debit_id
		WHERE d.reference = ? UNION ALL SELECT invoice_id FROM mandate_debits WHERE reference = ? AND EXISTS
		(SELECT 1 FROM mandate_debit_invoices o WHERE o.customer_id = mandate_debits.customer_id AND o.debit_id = mandate_debits.id)`, []any{reference, reference}, func(rows *sql.Rows) error {
		var id int64
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	})
	if err != nil {
		w.facts.broken("the invoices of debit %s: %v", reference, err)
	}
	return ids
}

// checkTime is A2 for the hour and the day: outside of UPI's busy hours, and not on the
// last day of a month; by net banking before nine, on a day on which banks work.
func (w *world) checkTime(method provider.MandateMethod, broken func(promise, format string, args ...any)) {
	now, today := w.clock.Now().In(calendar.India), calendar.Today(w.clock)
	clock := now.Format("15:04")
	switch {
	case method != provider.MandateEMandate:
		if now.Hour() >= 10 && now.Hour() < 13 || now.Hour() >= 17 && clock < "21:30" {
			broken("A2", "it is asked for in busy hours, at %s", clock)
		}
		if method == provider.MandateUPI && today.AddDays(1).MonthStart() != today.MonthStart() {
			broken("A2", "it is asked for on the last day of its month, %s", today)
		}
	case now.Hour() >= 9 || !(calendar.BankDays{}).Has(today):
		broken("A2", "a bank takes it before nine on its days, not on %s at %s", today, clock)
	}
}

// skewMost is how far the gateway's clock may be from ours.
const skewMost = 10 * time.Second

// overhearNoticeOfOurs is A2 for our own message to the customer.
func (w *world) overhearNoticeOfOurs(reference string, broken func(promise, format string, args ...any)) {
	at, err := number(w.judge, "SELECT MIN(sent_at) FROM messages WHERE sent_at > 0 AND fact = 'debit_planned/' || ?", reference)
	if err != nil || at == 0 || w.clock.Now().Sub(calendar.Instant(at).Time()) < 24*time.Hour {
		broken("A2", "we told the customer at %s: %v", calendar.Instant(at).Time(), err)
	}
}

// changedSince reports whether the customer has changed a mandate at the bank after
// a time: the bank's refusal is then the first that we hear of it.
func (w *world) changedSince(reference string, at time.Time) bool {
	p := w.debits.permits[reference]
	return p != nil && p.changed.After(at)
}

// checkMonth is A1 when a debit is asked for: none of the same month under the same
// mandate has succeeded, or waits for the bank.
func (w *world) checkMonth(books debitBooks, it asked, broken func(promise, format string, args ...any)) {
	month := calendar.Today(w.clock).MonthStart()
	for _, d := range books.debits {
		if d.mandate != it.mandate || calendar.In(d.at).MonthStart() != month || d.reference == it.debit {
			continue
		}
		switch d.state {
		case provider.PaymentCaptured:
			broken("A1", "its mandate has been debited on %s", d.at)
		case provider.PaymentCreated, provider.PaymentAuthorized:
			broken("A1", "the bank has one since %s", d.at)
		}
	}
}

// checkOpen is A5 when a debit is asked for: its invoices have its amount open, and no
// gateway holds a payment of what the customer owes.
func (w *world) checkOpen(it asked, told announced, broken func(promise, format string, args ...any)) {
	var customer int64
	var total, paid, credited money.Paise
	err := w.judge.one("SELECT customer_id, total_paise, paid_paise, credited_paise FROM invoices WHERE number = ?", []any{told.invoice}, &customer, &total, &paid, &credited)
	open := max(0, total-paid-credited)
	for _, further := range w.debits.submitted[it.debit].further {
		other, otherErr := number(w.judge, "SELECT SUM(total_paise - paid_paise - credited_paise) FROM invoices WHERE customer_id = ? AND id = ? AND number <> ?",
			customer, further, told.invoice)
		err, open = errors.Join(err, otherErr), open+money.Paise(other)
	}
	// A debit without an answer is asked for again with its amount, whatever was credited since.
	isFirst := w.debits.submitted[it.debit].at.Equal(w.clock.Now())
	if err != nil || open == 0 || isFirst && open < it.amount {
		broken("A5", "of %d are paid %d and credited %d, and %d are open with its other invoices: %v", total, paid, credited, open, err)
	}
	held, err := number(w.judge, `SELECT COUNT(*) FROM payment_attempts a JOIN payment_transactions t ON t.customer_id = a.customer_id AND t.id = a.transaction_id
		WHERE a.customer_id = ? AND t.purpose = 'due' AND t.debit_id = 0 AND a.state = 'pending'`, customer)
	if err != nil || held > 0 {
		broken("A5", "a payment by hand is under way: %v", err)
	}
	confirmed, err := number(w.judge, "SELECT COUNT(*) FROM mandates WHERE reference = ? AND state = 'confirmed'", it.mandate)
	if err != nil || confirmed != 1 {
		broken("A4", "its mandate is not confirmed: %v", err)
	}
}
