package simulate

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"rento/internal/audit"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/hashchain"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/settlement"
	"rento/internal/store/reference"
	"rento/internal/testkit/company"
)

// The promises that are checked once a run has come to rest.

func (w *world) checkAll() error {
	seen := w.bankBooks()
	for _, check := range []func(truth) error{w.checkJournal, w.checkRest, w.checkConserved, w.checkTenants, w.checkRentLines, w.checkPackages, w.checkCharges, w.checkSettlements, w.checkTickets, w.checkReceipts, w.checkMessages, w.checkReferences, w.checkDebits, w.checkTries, w.checkFiles, w.checkTransfers} {
		if err := check(seen); err != nil {
			return err
		}
	}
	return nil
}

// checkJournal is I3: the journal is, from its first line on, what we read as
// it grew; its days are sealed and unbroken; its own check finds nothing.
func (w *world) checkJournal(truth) error {
	again := newBooks()
	if err := again.follow(w.judge); err != nil {
		return err
	}
	if again.hash != w.books.hash {
		return fmt.Errorf("I3: the journal was changed after it was written")
	}
	for _, table := range []hashchain.Table{ledger.Chain(w.store.Queries()), audit.Chain(w.store.Queries())} {
		if _, err := hashchain.Verify(w.ctx, table); err != nil {
			return fmt.Errorf("I3: %w", err)
		}
	}
	findings, err := ledger.Check(w.ctx, w.store.Queries())
	if err == nil && len(findings) > 0 {
		err = fmt.Errorf("I3: %s", ledger.Text(findings))
	}
	if err == nil {
		err = errors.Join(billing.Check(w.ctx, w.store.Queries()), settlement.Check(w.ctx, w.store.Queries()), payment.Check(w.ctx, w.store.Queries()))
	}
	if err != nil {
		return err
	}
	return none(w.judge, "I3", "days are not sealed", "SELECT COUNT(DISTINCT day) FROM ledger_entries WHERE day < ? AND day NOT IN (SELECT day FROM ledger_days)",
		calendar.Today(w.clock).AddDays(-2).String())
}

// unrest are questions to which the answer must be none: L1.
var unrest = map[string]string{
	"transactions are live":     "SELECT COUNT(*) FROM payment_transactions WHERE state IN ('open', 'pending', 'failed')",
	"attempts are live":         "SELECT COUNT(*) FROM payment_attempts WHERE state NOT IN ('succeeded', 'expired')",
	"refunds are not done":      "SELECT COUNT(*) FROM refunds WHERE state NOT IN ('processed')",
	"jobs are running":          "SELECT COUNT(*) FROM jobs WHERE state = 'running'",
	"settlements are inspected": "SELECT COUNT(*) FROM settlements WHERE state = 'inspecting'",
	"payouts are on their way":  "SELECT COUNT(*) FROM payouts WHERE state IN ('wanted', 'sent')",
	"refunds to the wallet wait": `SELECT COUNT(*) FROM settlements s JOIN refund_preferences p ON p.customer_id = s.customer_id
		WHERE s.state IN ('ready', 'paying') AND p.preference = 10`,
	"visits are late":                        "SELECT COUNT(*) FROM tickets WHERE status IN ('raised', 'scheduled', 'in_progress') AND request_type <> 690",
	"slots are held":                         "SELECT COUNT(*) FROM visit_bookings WHERE ticket_id = 0",
	"payments are authorized":                "SELECT COUNT(*) FROM gateway_payments WHERE state = 'authorized'",
	"events are not worked in":               "SELECT COUNT(*) FROM provider_events WHERE processed_at = 0 AND order_id IN (SELECT gateway_order_id FROM payment_attempts)",
	"rent in advance waits for a settlement": "SELECT COUNT(*) FROM advance_items WHERE state = 'closed'",
	"closed items are unsettled":             "SELECT COUNT(*) FROM order_items i WHERE closed_date <> '' AND NOT EXISTS (SELECT 1 FROM settlement_items s WHERE s.customer_id = i.customer_id AND s.item_id = i.id)",
}

// checkRest is L1: nothing is on its way any more.
func (w *world) checkRest(truth) error {
	for what, query := range unrest {
		if err := none(w.judge, "L1", what, query); err != nil {
			return err
		}
	}
	const aDay = 26 * time.Hour // a message of the morning leaves on the next one
	err := none(w.judge, "L1", "messages wait", "SELECT COUNT(*) FROM messages WHERE state = 'waiting' AND created_at < ?", int64(calendar.Stamp(w.clock.Now().Add(-aDay))))
	if err != nil {
		return err
	}
	err = each(w.judge, "SELECT kind, last_error FROM jobs WHERE state = 'dead'", nil, func(rows *sql.Rows) error {
		var job, cause string
		if err := rows.Scan(&job, &cause); err != nil {
			return err
		}
		return fmt.Errorf("L1: a job %s is dead: %s", job, cause)
	})
	if err != nil {
		return err
	}
	return none(w.judge, "L1", "jobs are late", "SELECT COUNT(*) FROM jobs WHERE state = 'ready' AND run_at < ?", int64(calendar.Stamp(w.clock.Now())))
}

// checkConserved is I5 across both worlds: what the gateway holds for us is
// what we believe it holds, and suspense has only what is truly not ours.
func (w *world) checkConserved(seen truth) error {
	var holds money.Paise
	for _, p := range seen.payments {
		if p.captured {
			holds += p.amount - p.refunded
		}
	}
	holds -= w.clerk.settled
	if got := inTransit(w.books.totals); got != holds {
		return fmt.Errorf("I5: the gateway holds %d for us, our books say %d", holds, got)
	}
	if err := w.checkPaidOut(); err != nil {
		return err
	}
	if got := -w.books.totals["company:suspense"]; got != money.Paise(w.stray) {
		return fmt.Errorf("I5: suspense has %d, %d were paid astray", got, w.stray)
	}
	return nil
}

// checkTenants is I4: every figure of a customer is the model's.
func (w *world) checkTenants(seen truth) error {
	for _, t := range w.tenants {
		l, err := w.replay(t.id, seen)
		if err != nil {
			return err
		}
		if err := w.compare(l, seen); err != nil {
			return err
		}
		if err := w.checkFees(l); err != nil {
			return err
		}
	}
	return nil
}

func (w *world) compare(l *model, seen truth) error {
	balances, err := ledger.BalancesOf(w.ctx, w.store.Queries(), l.customer)
	if err != nil {
		return err
	}
	shown, err := company.OpenOf(w.ctx, w.store.Queries(), l.customer)
	if err != nil {
		return err
	}
	equity, err := w.equity(l, seen)
	if err != nil {
		return err
	}
	rent, fees := owed(l.invoices), owed(l.fees)
	for what, pair := range map[string][2]money.Paise{
		"dues": {balances.Dues(), rent + fees}, "rent owed": {balances.InvoicesDue(), rent}, "fees owed": {balances.LateFeesDue(), fees}, "rent shown": {shown.Rent, rent},
		"fees shown": {shown.Fees, fees}, "own money": {balances.OwnMoney(), l.wallet},
		"gifts": {balances.Promotional(), l.gifts}, "deposit": {balances.DepositHeld(), l.deposit},
		"refunds": {balances.RefundOwed(), l.refunds}, "second payments": {-balances[ledger.ExcessPayment], l.excess},
		"equity": {rent + fees - l.wallet - l.gifts - l.deposit - l.refunds - l.excess - l.ahead, equity},
	} {
		if pair[0] != pair[1] {
			return fmt.Errorf("I4: customer %d: %s is %d, the model says %d", l.customer, what, pair[0], pair[1])
		}
	}
	if out, in := w.paidOut(l.customer), w.received(l.customer, seen); out > in {
		return fmt.Errorf("I5: customer %d was paid out %d, of real money %d came", l.customer, out, in)
	}
	for _, i := range shown.Invoices {
		if b := find(l.invoices, i.ID); b == nil || b.open != i.Open() {
			return fmt.Errorf("I4: customer %d: invoice %s has %d open, the model says %+v", l.customer, i.Number, i.Open(), b)
		}
	}
	return l.checkSettlements()
}

// checkReceipts is I15: one message per paid transaction, and word each time
// that a refund becomes less.
func (w *world) checkReceipts(truth) error {
	err := none(w.judge, "I15", "refunds became less and nobody was told", `SELECT COUNT(*) FROM ledger_entries e
		WHERE e.source_type = 'settlement_netting' AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.customer_id = e.customer_id AND m.fact = 'settlement_netted/' || e.source_id)`)
	if err != nil {
		return err
	}
	return none(w.judge, "I15", "paid transactions have no receipt, or two", `SELECT COUNT(*) FROM payment_transactions t
		WHERE state = 'succeeded' AND 1 <> (SELECT COUNT(*) FROM messages m WHERE m.customer_id = t.customer_id AND m.fact = CASE WHEN (SELECT is_b2b FROM customers c WHERE c.id = t.customer_id) THEN 'document/receipt/' ELSE 'payment/' END || t.id)`)
}

// checkReferences is I17: what a row names without a foreign key is there.
func (w *world) checkReferences(truth) error {
	for _, u := range reference.All() {
		if u.Refers == "" {
			continue
		}
		if err := none(w.judge, "I17", "rows of "+u.Table+" name by "+u.Column+" what is not in "+u.Refers, u.Lost()); err != nil {
			return err
		}
	}
	return nil
}

// seal makes what the database holds part of the trace, so that two runs of a
// seed can be compared to the last row.
func (w *world) seal() error {
	_, _ = w.trace.Write([]byte(w.books.hash))
	for _, query := range []string{
		"SELECT customer_id || ' ' || number || ' ' || kind || ' ' || due_date || ' ' || total_paise || ' ' || paid_paise FROM invoices ORDER BY customer_id, id",
		// A payment and an order have our reference in their name, but for those of Razorpay.
		"SELECT CASE gateway WHEN 'razorpay' THEN payment_id ELSE gateway END || ' ' || state || ' ' || posted_as || ' ' || amount_paise AS line FROM gateway_payments ORDER BY line",
		"SELECT customer_id || ' ' || id || ' ' || state || ' ' || amount_paise || ' ' || checks FROM payment_attempts ORDER BY customer_id, id",
		"SELECT kind || ' ' || CASE WHEN subject LIKE 'billdesk:%' OR subject LIKE 'paytm:%' OR subject LIKE 'juspay%:%' THEN '' ELSE subject END AS line FROM alerts ORDER BY kind, line",
		"SELECT customer_id || ' ' || id || ' ' || state || ' ' || is_active || ' ' || token FROM mandates ORDER BY customer_id, id",
		"SELECT customer_id || ' ' || id || ' ' || state || ' ' || skipped_for || ' ' || debit_on || ' ' || amount_paise || ' ' || tries FROM mandate_debits ORDER BY customer_id, id",
		"SELECT customer_id || ' ' || id || ' ' || status || ' ' || visit_date FROM tickets ORDER BY customer_id, id",
		"SELECT customer_id || ' ' || id || ' ' || state || ' ' || amount_paise FROM payouts ORDER BY customer_id, id",
	} {
		err := each(w.judge, query, nil, func(rows *sql.Rows) error {
			var line string
			err := rows.Scan(&line)
			_, _ = w.trace.Write([]byte(line + "\n"))
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// last returns the end of the trace.
func (w *world) last(n int) []string { return slices.Clone(w.lines[max(0, len(w.lines)-n):]) }
