package simulate

import (
	"bytes"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	debiting "rento/internal/sandbox/billdesk"
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
	permits   map[string]*permit // by our reference
	notices   map[string]announced
	submitted map[string]submitted // by our reference of the debit
	order     []string             // of the submitted ones
	heard     map[string]time.Time // when we took the event of a success in, by payment
	answered  []string             // ids of events that we took in, since the last check
	said      map[string]string    // the status of the last event of a mandate that we took in, by reference
	history   []snapshot
}

func newDebits() *debits {
	return &debits{
		permits: map[string]*permit{}, notices: map[string]announced{}, submitted: map[string]submitted{}, heard: map[string]time.Time{},
		said: map[string]string{},
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

// said is what is said over the wire of a call or an event.
type said struct {
	Object        string `json:"objectid"`
	OrderID       string `json:"orderid"`
	TransactionID string `json:"transactionid"`
	Auth          string `json:"auth_status"`
	Reference     string `json:"subscription_refid"`
	MandateID     string `json:"mandateid"`
	TokenID       string `json:"mandate_tokenid"`
	Status        string `json:"status"`
	InvoiceID     string `json:"invoice_id"`
	Number        string `json:"invoice_number"`
	DisplayNumber string `json:"invoice_display_number"`
	Amount        string `json:"amount"`
	DebitNumber   string `json:"debit_request_no"`
	RefundRef     string `json:"merc_refund_ref_no"`
	RefundStatus  string `json:"refund_status"`
}

// read opens what is signed and not encrypted.
func read(raw []byte) (it said, ok bool) {
	parts := strings.Split(string(raw), ".")
	if len(parts) != 3 {
		return it, false
	}
	body, err := base64.RawURLEncoding.DecodeString(parts[1])
	return it, err == nil && json.Unmarshal(body, &it) == nil
}

// overhear takes note of a call to the gateway of auto debit. What it returns takes
// note of the answer.
func (w *world) overhear(q *http.Request) (heard func(*http.Response), err error) {
	heard = func(*http.Response) {}
	raw, err := io.ReadAll(q.Body)
	if err != nil {
		return heard, err
	}
	q.Body = io.NopCloser(bytes.NewReader(raw))
	it, ok := read(raw)
	switch {
	case !ok:
		w.facts.broken("A0: what we send to the gateway of auto debit cannot be read")
	case strings.HasSuffix(q.URL.Path, "/invoices/create"):
		w.overhearNotice(it)
	case strings.HasSuffix(q.URL.Path, "/transactions/create"):
		w.overhearDebit(it)
		heard = func(answer *http.Response) { w.overhearRefusal(it, answer.StatusCode) }
	}
	return heard, nil
}

// overhearRefusal is A8: what we ask for is not refused, but for what the customer has
// done at the bank.
func (w *world) overhearRefusal(it said, status int) {
	books := w.debitBooks()
	m := where(books.Mandates, "subscription_refid", it.Reference)
	if status/100 != 4 || status == http.StatusTooManyRequests || m["status"] != "active" || where(books.Payments, "orderid", it.OrderID)["orderid"] != nil {
		return
	}
	if p := w.debits.permits[it.Reference]; p == nil || p.changed.IsZero() {
		w.facts.broken("A8: the gateway refuses a debit of %s under a mandate that is active: %d, number %s", it.Amount, status, it.DebitNumber)
	}
}

// debitBooks are the gateway's own books.
func (w *world) debitBooks() debiting.Ledger { return w.debiter.Books().(debiting.Ledger) }

func where(list []map[string]any, field, value string) map[string]any {
	for _, x := range list {
		if x[field] == value {
			return x
		}
	}
	return map[string]any{}
}

// overhearNotice is A3: no notice of more than the mandate allows, or of a day after
// its last one, since the gateway has told us of both when we asked before.
func (w *world) overhearNotice(it said) {
	amount := paiseOf(it.Amount)
	m := where(w.debitBooks().Mandates, "subscription_refid", it.Reference)
	if limit := w.limitOf(m); amount > limit {
		w.facts.broken("A3: a debit of %d is announced, its mandate allows %d", amount, limit)
	}
	credit, err := number(w.judge, `SELECT -SUM(b.balance_paise) FROM ledger_balances b JOIN mandates m ON m.customer_id = b.customer_id
		WHERE m.reference = ? AND b.account IN ('wallet', 'promotional_credit')`, it.Reference)
	open, err2 := number(w.judge, `SELECT SUM(b.balance_paise) FROM ledger_balances b JOIN mandates m ON m.customer_id = b.customer_id
		WHERE m.reference = ? AND b.account = 'receivable'`, it.Reference)
	if others := open - int64(amount); err != nil || err2 != nil || credit > max(0, others) {
		w.facts.broken("A10: a debit of %d is announced while the wallet has %d and other invoices need %d: %v", amount, credit, others, errors.Join(err, err2))
	}
	if _, before := w.debits.notices[it.Number]; !before {
		w.debits.notices[it.Number] = announced{invoice: it.DisplayNumber, amount: amount, at: w.clock.Now()}
	}
}

// limitOf is the most of one debit under a mandate: the customer's limit, and by UPI
// and card what banks take without asking.
func (w *world) limitOf(m map[string]any) money.Paise {
	limit := paiseOf(m["amount"])
	if m["payment_method_type"] != "netbanking" {
		limit = min(limit, 1_500_000)
	}
	return limit
}

// overhearDebit judges a debit when it is asked for.
func (w *world) overhearDebit(it said) {
	books, now := w.debitBooks(), w.clock.Now()
	m := where(books.Mandates, "subscription_refid", it.Reference)
	notice := where(books.Invoices, "invoice_id", it.InvoiceID)
	number, _ := notice["invoice_number"].(string)
	told := w.debits.notices[number]
	amount := paiseOf(it.Amount)
	if _, before := w.debits.submitted[it.OrderID]; !before {
		w.debits.submitted[it.OrderID] = submitted{
			reference: it.OrderID, mandate: it.Reference, invoice: told.invoice, further: w.furtherInvoices(it.OrderID), amount: amount, at: now,
		}
		w.debits.order = append(w.debits.order, it.OrderID)
		w.crossWith(it.Reference)
	}
	broken := func(promise, format string, args ...any) {
		w.facts.broken(promise+": a debit of %d for %s: "+format, append([]any{amount, told.invoice}, args...)...)
	}
	if number == "" || told.invoice == "" {
		broken("A2", "no notice was sent")
		return
	}
	if sent := momentOf(notice["createdon"]); now.Sub(sent) < 24*time.Hour-skewMost {
		broken("A2", "its notice was sent on %s only", sent)
	}
	if on := calendar.Today(w.clock).String(); notice["debit_date"] != on {
		broken("A2", "the customer was told of %s", notice["debit_date"])
	}
	w.overhearNoticeOfOurs(it.OrderID, broken)
	if limit := w.limitOf(m); amount > limit && m["status"] == "active" && !w.changedSince(it.Reference, told.at) {
		broken("A3", "its mandate allows %d", limit)
	}
	if end, _ := m["end_date"].(string); end < calendar.Today(w.clock).String() && !w.changedSince(it.Reference, told.at) {
		broken("A3", "its mandate has ended on %s", end)
	}
	p := w.debits.permits[it.Reference]
	if p != nil && !p.removed.IsZero() {
		broken("A4", "the customer has removed its mandate on %s", p.removed)
	}
	w.checkMonth(books, it, broken)
	w.checkOpen(it, told, broken)
	w.checkTime(m, broken)
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
func (w *world) checkTime(m map[string]any, broken func(promise, format string, args ...any)) {
	now, today := w.clock.Now().In(calendar.India), calendar.Today(w.clock)
	clock := now.Format("15:04")
	switch {
	case m["payment_method_type"] != "netbanking":
		if now.Hour() >= 10 && now.Hour() < 13 || now.Hour() >= 17 && clock < "21:30" {
			broken("A2", "it is asked for in busy hours, at %s", clock)
		}
		if m["payment_method_type"] == "upi" && today.AddDays(1).MonthStart() != today.MonthStart() {
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
func (w *world) checkMonth(books debiting.Ledger, it said, broken func(promise, format string, args ...any)) {
	month := calendar.Today(w.clock).MonthStart()
	for _, t := range books.Payments {
		of, _ := t["mandate"].(map[string]any)
		if of["subscription_refid"] != it.Reference || calendar.In(momentOf(t["transaction_date"])).MonthStart() != month || t["orderid"] == it.OrderID {
			continue
		}
		switch t["auth_status"] {
		case "0300":
			broken("A1", "its mandate has been debited on %s", t["transaction_date"])
		case "0002":
			broken("A1", "the bank has one since %s", t["transaction_date"])
		}
	}
}

// checkOpen is A5 when a debit is asked for: its invoices have its amount open, and no
// gateway holds a payment of what the customer owes.
func (w *world) checkOpen(it said, told announced, broken func(promise, format string, args ...any)) {
	var customer int64
	var total, paid, credited money.Paise
	err := w.judge.one("SELECT customer_id, total_paise, paid_paise, credited_paise FROM invoices WHERE number = ?", []any{told.invoice}, &customer, &total, &paid, &credited)
	open := max(0, total-paid-credited)
	for _, further := range w.debits.submitted[it.OrderID].further {
		other, otherErr := number(w.judge, "SELECT SUM(total_paise - paid_paise - credited_paise) FROM invoices WHERE customer_id = ? AND id = ? AND number <> ?",
			customer, further, told.invoice)
		err, open = errors.Join(err, otherErr), open+money.Paise(other)
	}
	// A debit without an answer is asked for again with its amount, whatever was credited since.
	isFirst := w.debits.submitted[it.OrderID].at.Equal(w.clock.Now())
	if err != nil || open == 0 || isFirst && open < paiseOf(it.Amount) {
		broken("A5", "of %d are paid %d and credited %d, and %d are open with its other invoices: %v", total, paid, credited, open, err)
	}
	held, err := number(w.judge, `SELECT COUNT(*) FROM payment_attempts a JOIN payment_transactions t ON t.customer_id = a.customer_id AND t.id = a.transaction_id
		WHERE a.customer_id = ? AND a.gateway = 'razorpay' AND t.purpose = 'due' AND a.state = 'pending'`, customer)
	if err != nil || held > 0 {
		broken("A5", "a payment by hand is under way: %v", err)
	}
	confirmed, err := number(w.judge, "SELECT COUNT(*) FROM mandates WHERE reference = ? AND state = 'confirmed'", it.Reference)
	if err != nil || confirmed != 1 {
		broken("A4", "its mandate is not confirmed: %v", err)
	}
}

// acknowledged records that we took an event in: from then on it is ours to act on.
func (d *debits) acknowledged(raw []byte, now time.Time) {
	it, ok := read(raw)
	if !ok {
		return
	}
	switch it.Object {
	case "transaction":
		d.answered = append(d.answered, it.TransactionID+":"+it.Auth)
		if _, before := d.heard[it.TransactionID]; !before && it.Auth == "0300" {
			d.heard[it.TransactionID] = now
		}
	case "refund":
		d.answered = append(d.answered, it.RefundRef+":"+it.RefundStatus)
	case "mandate":
		d.said[it.Reference] = it.Status
	}
}

// checkHeardDebits is I1 for the events of auto debit.
func (w *world) checkHeardDebits() error {
	for _, id := range w.debits.answered {
		if n, err := number(w.judge, "SELECT COUNT(*) FROM provider_events WHERE provider = 'billdesk' AND event_id = ?", id); err != nil || n != 1 {
			return errorOf(err, "I1: event %s of auto debit was answered with 200 and is stored nowhere", id)
		}
	}
	w.debits.answered = nil
	return nil
}
