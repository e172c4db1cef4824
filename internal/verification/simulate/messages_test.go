package simulate

import (
	"database/sql"
	"fmt"
	"strings"

	"rento/internal/calendar"
)

// The hours in which messages leave: R15 of docs/rules.md.
const (
	tellFrom  = 9
	tellUntil = 20
)

// toldAtOnce are the messages of any hour: security, and receipts of what somebody has just done.
var toldAtOnce = map[string]bool{
	"payment_received": true, "advance_received": true, "wallet_payout_requested": true, "payee_changed": true,
	"mandate_set_up": true, "mandate_chosen": true, "mandate_stopped": true, "request_raised": true, "request_withdrawn": true,
	"visit_moved": true, "relocation_redirected": true, "extension_agreed": true, "extension_taken_back": true,
	"transfer_confirmed": true, "transfer_left": true,
}

// checkMessages is N1: messages about money and visits leave by day. N2: the late fees of a day are
// one message, and none is charged in silence. N3: who has the notice of an invoice's debit is not
// told of the invoice after it. N4: rent in advance that came back to the wallet is told on the next
// morning, with its refund voucher, in one message.
func (w *world) checkMessages(truth) error {
	err := each(w.judge, "SELECT customer_id, template, fact, sent_at FROM messages WHERE sent_at > 0", nil, func(rows *sql.Rows) error {
		var customer, at int64
		var template, fact string
		if err := rows.Scan(&customer, &template, &fact, &at); err != nil {
			return err
		}
		event, _, _ := strings.Cut(template, "+")
		left := calendar.Instant(at).Time().In(calendar.India)
		w.counted["told"]++
		if !toldAtOnce[event] && (left.Hour() < tellFrom || left.Hour() >= tellUntil) {
			return fmt.Errorf("N1: customer %d was told of %s by %s at %s", customer, fact, template, left.Format("15:04"))
		}
		return nil
	})
	if err != nil {
		return err
	}
	err = none(w.judge, "N2", "there is more than one message about the late fees of a day", `SELECT COUNT(*) FROM (SELECT 1 FROM messages
		WHERE template LIKE 'late_fee_raised%' AND sent_at > 0
		GROUP BY customer_id, channel, recipient, date((sent_at / 1000000) + 19800, 'unixepoch') HAVING COUNT(*) > 1)`)
	if err != nil {
		return err
	}
	err = none(w.judge, "N3", "invoices are told after the notice of their debit", `SELECT COUNT(*) FROM messages i JOIN messages n ON n.customer_id = i.customer_id
		WHERE i.template LIKE 'invoice_raised%' AND i.sent_at > 0 AND n.template LIKE 'debit_planned%' AND n.created_at < i.sent_at
		AND instr(n.body, substr(i.fact, length('invoice/') + 1)) > 0`)
	if err != nil {
		return err
	}
	err = none(w.judge, "N4", "refund vouchers are not told on the next morning", `SELECT COUNT(*) FROM advance_vouchers v
		JOIN ledger_entries e ON e.customer_id = v.customer_id AND e.source_type = 'advance_returned' AND e.source_id = CAST(v.id AS TEXT)
		JOIN ledger_postings p ON p.customer_id = e.customer_id AND p.entry_id = e.id AND p.account = 'wallet'
		WHERE NOT EXISTS (SELECT 1 FROM messages m WHERE m.customer_id = v.customer_id
			AND m.fact = 'advance_returned/' || date(v.created_at / 1000000 + 19800 + 15 * 3600, 'unixepoch')
			AND (m.sent_at = 0 OR m.body = '' OR m.channel <> 'email' OR instr(m.body, v.number) > 0))`)
	if err != nil {
		return err
	}
	err = none(w.judge, "N4", "there is more than one message about rent in advance of a morning", `SELECT COUNT(*) FROM (SELECT 1 FROM messages
		WHERE template LIKE 'advance_returned%' AND sent_at > 0
		GROUP BY customer_id, channel, recipient, date((sent_at / 1000000) + 19800, 'unixepoch') HAVING COUNT(*) > 1)`)
	if err != nil {
		return err
	}
	return none(w.judge, "N2", "late fees were charged and not told", `SELECT COUNT(*) FROM late_fees f WHERE NOT EXISTS (
		SELECT 1 FROM messages m WHERE m.customer_id = f.customer_id AND m.fact = 'late_fees/' || f.date)`)
}
