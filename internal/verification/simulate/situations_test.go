package simulate

// situations are what must come up somewhere in the gate's runs: promises
// that hold because nothing ever happened prove nothing.
var situations = map[string]string{
	"payments posted":            "SELECT COUNT(*) FROM gateway_payments WHERE posted_as = 'paid'",
	"second payments given back": "SELECT COUNT(*) FROM gateway_payments WHERE posted_as = 'duplicate'",
	"payments in suspense":       "SELECT COUNT(*) FROM gateway_payments WHERE posted_as = 'suspense'",
	"payments failed":            "SELECT COUNT(*) FROM gateway_payments WHERE state = 'failed'",
	"payments an hour late": `SELECT COUNT(*) FROM gateway_payments g JOIN payment_attempts a ON a.customer_id = g.customer_id AND a.id = g.attempt_id
		WHERE g.posted_as = 'paid' AND g.updated_at - a.created_at > 3600000000`,
	"refunds":                      "SELECT COUNT(*) FROM refunds WHERE state = 'processed'",
	"wallet payments":              "SELECT COUNT(*) FROM ledger_entries WHERE source_type = 'wallet_payment'",
	"wallet and gateway":           "SELECT COUNT(*) FROM payment_transactions WHERE state = 'succeeded' AND wallet_paise > 0 AND wallet_paise < amount_paise",
	"deposits paid":                "SELECT COUNT(*) FROM payment_transactions WHERE state = 'succeeded' AND purpose = 'deposit'",
	"intents given up":             "SELECT COUNT(*) FROM payment_transactions WHERE state = 'expired'",
	"late fees":                    "SELECT COUNT(*) FROM late_fees",
	"dues that the wallet paid":    "SELECT COUNT(*) FROM ledger_entries WHERE source_type = 'wallet_due'",
	"debits that lapsed":           "SELECT COUNT(*) FROM mandate_debits WHERE skipped_for = 'lapsed'",
	"debits whose month was taken": "SELECT COUNT(*) FROM mandate_debits WHERE skipped_for = 'month_taken'",
	"late fees after a debit that lapsed": `SELECT COUNT(*) FROM late_fees f JOIN mandate_debits d ON d.customer_id = f.customer_id AND d.invoice_id = f.invoice_id
		WHERE d.skipped_for = 'lapsed'`,
	"late fees taken back":           "SELECT COUNT(*) FROM late_fees WHERE waived_reason <> ''",
	"late fees given back":           "SELECT COUNT(*) FROM payment_allocations WHERE late_fee_id <> 0 AND amount_paise < 0",
	"late fees received":             "SELECT COUNT(*) FROM invoices WHERE kind = 'late_fee'",
	"late fees that share a receipt": "SELECT COUNT(*) FROM invoice_lines WHERE kind = 'late_fee' AND line_no = 2",
	"invoices at a new rate":         "SELECT COUNT(*) FROM invoice_lines WHERE kind = 'rent' AND sac = '997323' AND gst_bp = 500",
	"charges by the daily formula":   `SELECT COUNT(*) FROM ticket_items WHERE charge_paise > 0 AND quote LIKE '%"of":365%'`,
	"days billed anew in advance":    "SELECT COUNT(*) FROM invoice_lines WHERE kind = 'credit' AND operation LIKE 'changed/%'",
	"closure invoices":               "SELECT COUNT(*) FROM invoices WHERE kind = 'adjustment'",
	"invoices across states":         "SELECT COUNT(*) FROM invoices WHERE igst_paise > 0",
	"settlements":                    "SELECT COUNT(*) FROM settlements WHERE deductions_paise > 0",
	"wallets paid out":               "SELECT COUNT(*) FROM settlements WHERE origin = 'wallet' AND state = 'paid'",
	"refunds netted":                 "SELECT COUNT(*) FROM ledger_entries WHERE source_type = 'settlement_netting'",
	"closures":                       "SELECT COUNT(*) FROM tickets WHERE request_type = 200 AND status = 'done'",
	"closures taken back":            "SELECT COUNT(*) FROM tickets WHERE request_type = 200 AND status IN ('revoked', 'cancelled')",
	"closures put off":               "SELECT COUNT(*) FROM tickets WHERE request_type = 200 AND visit_date > preferred_date",
	"charges made anew":              "SELECT COUNT(*) FROM ticket_items WHERE charge_no > 0",
	"charges for leaving":            "SELECT COUNT(*) FROM invoice_lines WHERE operation LIKE 'closure/%'",
	"damage withdrawn":               "SELECT COUNT(*) FROM ledger_entries e JOIN ledger_postings p ON p.customer_id = e.customer_id AND p.entry_id = e.id WHERE e.source_type = 'invoice' AND p.account = 'deposit'",
	"dues that a credit note paid":   "SELECT COUNT(*) FROM ledger_entries WHERE source_type = 'credit_note'",
	"charges credited":               "SELECT COUNT(*) FROM invoices WHERE kind = 'credit_note'",
	"damage found":                   "SELECT COUNT(*) FROM invoice_lines WHERE operation LIKE 'damage/%'",
	"repairs":                        "SELECT COUNT(*) FROM tickets WHERE request_type = 20 AND status = 'done'",
	"relocations":                    "SELECT COUNT(*) FROM tickets WHERE request_type = 65 AND status = 'done'",
	"rent in a second state":         "SELECT COUNT(*) FROM (SELECT item_id FROM item_terms GROUP BY item_id HAVING COUNT(DISTINCT state_code) > 1)",
	"slots booked":                   "SELECT COUNT(*) FROM visit_bookings",
	"transfers":                      "SELECT COUNT(*) FROM tickets WHERE request_type = 690 AND status = 'done'",
	"transfers that came to nothing": "SELECT COUNT(*) FROM tickets WHERE request_type = 690 AND status IN ('revoked', 'cancelled')",
	"days billed after a pickup":     "SELECT COUNT(*) FROM invoice_lines WHERE kind = 'credit' AND operation LIKE 'overbilled/%'",
	"imported items billed":          "SELECT COUNT(*) FROM order_items i WHERE billing_from > delivery_date AND EXISTS (SELECT 1 FROM invoice_lines l WHERE l.item_id = i.id AND l.kind = 'rent')",
	"extensions":                     "SELECT COUNT(*) FROM order_items WHERE tenure_months > 9",
	"extensions taken back":          "SELECT COUNT(*) FROM audit_log WHERE action = 'item_extension_taken_back'",
	"refunds to the wallet":          "SELECT COUNT(*) FROM payouts WHERE preference = 10",
	"refunds to a bank":              "SELECT COUNT(*) FROM payouts WHERE preference = 20 AND state = 'processed'",
	"refunds by UPI":                 "SELECT COUNT(*) FROM payouts WHERE preference = 40 AND state = 'processed'",
	"refunds that came back":         "SELECT COUNT(*) FROM payouts WHERE state IN ('failed', 'reversed')",
	"payees refused":                 "SELECT COUNT(*) FROM payees WHERE state = 'refused'",
	"days of 29 February":            "SELECT COUNT(*) FROM invoice_lines WHERE from_date <= '2028-02-29' AND to_date > '2028-02-29'",
	"ends of financial year":         "SELECT COUNT(*) FROM invoice_serials s WHERE EXISTS (SELECT 1 FROM invoice_serials t WHERE t.series = s.series AND t.financial_year > s.financial_year)",
	"mandates set up":                "SELECT COUNT(*) FROM audit_log WHERE action = 'mandate_confirmed'",
	"mandates rejected":              "SELECT COUNT(*) FROM mandates WHERE state = 'rejected' AND reason = 'mandate_declined'",
	"registrations given up":         "SELECT COUNT(*) FROM mandates WHERE state = 'rejected' AND reason = 'not_confirmed'",
	"mandates paused":                "SELECT COUNT(*) FROM audit_log WHERE action = 'mandate_paused'",
	"mandates removed":               "SELECT COUNT(*) FROM mandates WHERE state = 'cancelled'",
	"mandates replaced":              "SELECT COUNT(*) FROM mandate_debits d JOIN mandate_debits n ON n.customer_id = d.customer_id AND n.invoice_id = d.invoice_id AND n.id > d.id AND n.mandate_id <> d.mandate_id",
	"debits under a mandate that came back": `SELECT COUNT(*) FROM mandate_debits d JOIN mandate_debits n ON n.customer_id = d.customer_id AND n.invoice_id = d.invoice_id
		WHERE d.skipped_for = 'mandate_inactive' AND n.id > d.id AND n.mandate_id = d.mandate_id`,
	"mandates that ended": "SELECT COUNT(*) FROM mandates WHERE state = 'expired'",
	"debits announced":    "SELECT COUNT(*) FROM audit_log WHERE action = 'mandate_debit_notified'",
	"debits taken":        "SELECT COUNT(*) FROM gateway_payments WHERE gateway = 'billdesk' AND posted_as = 'paid'",
	"debits given back":   "SELECT COUNT(*) FROM gateway_payments WHERE gateway = 'billdesk' AND posted_as = 'duplicate'",
	"debits declined":     "SELECT COUNT(*) FROM gateway_payments WHERE gateway = 'billdesk' AND state = 'failed'",
	"debits tried again":  "SELECT COUNT(*) FROM mandate_debits WHERE tries > 1",
	"debits asked for":    "SELECT COUNT(*) FROM audit_log WHERE action = 'mandate_debit_unknown'",
	"debits taken an hour late": `SELECT COUNT(*) FROM gateway_payments g JOIN payment_attempts a ON a.customer_id = g.customer_id AND a.id = g.attempt_id
		WHERE g.gateway = 'billdesk' AND g.posted_as = 'paid' AND g.updated_at - a.created_at > 3600000000`,
	"debits by Razorpay taken": `SELECT COUNT(*) FROM gateway_payments g JOIN payment_attempts a ON a.customer_id = g.customer_id AND a.id = g.attempt_id
		JOIN payment_transactions t ON t.customer_id = a.customer_id AND t.id = a.transaction_id WHERE g.gateway = 'razorpay' AND t.debit_id > 0 AND g.posted_as = 'paid'`,
	"debits by Razorpay given back": `SELECT COUNT(*) FROM gateway_payments g JOIN payment_attempts a ON a.customer_id = g.customer_id AND a.id = g.attempt_id
		JOIN payment_transactions t ON t.customer_id = a.customer_id AND t.id = a.transaction_id WHERE g.gateway = 'razorpay' AND t.debit_id > 0 AND g.posted_as = 'duplicate'`,
	"debits by Razorpay declined": `SELECT COUNT(*) FROM gateway_payments g JOIN payment_attempts a ON a.customer_id = g.customer_id AND a.id = g.attempt_id
		JOIN payment_transactions t ON t.customer_id = a.customer_id AND t.id = a.transaction_id WHERE g.gateway = 'razorpay' AND t.debit_id > 0 AND g.state = 'failed'`,
	"debits whose invoice was paid by hand": "SELECT COUNT(*) FROM mandate_debits WHERE skipped_for = 'paid'",
	"debits above 15,000":                   "SELECT COUNT(*) FROM gateway_payments WHERE gateway = 'billdesk' AND posted_as = 'paid' AND amount_paise > 1500000",
	"debits above the limit":                "SELECT COUNT(*) FROM mandate_debits WHERE skipped_for = 'not_allowed'",
	"rent paid in advance":                  "SELECT COUNT(*) FROM advance_packages",
	"rent paid in advance and used":         "SELECT COUNT(*) FROM advance_items a WHERE state = 'ended' AND NOT EXISTS (SELECT 1 FROM advance_draws d WHERE d.item_id = a.item_id AND d.package_id = a.package_id AND d.kind <> 'rent')",
	"rent in advance that changed meanwhile": `SELECT COUNT(*) FROM payment_transactions t JOIN payment_attempts a ON a.customer_id = t.customer_id AND a.transaction_id = t.id
		JOIN gateway_payments g ON g.customer_id = a.customer_id AND g.attempt_id = a.id WHERE t.purpose = 'advance-rent' AND g.posted_as = 'duplicate'`,
	"draws on an invoice with more to pay":    "SELECT COUNT(*) FROM ledger_entries e JOIN invoices i ON i.customer_id = e.customer_id AND CAST(i.id AS TEXT) = e.source_id WHERE e.source_type = 'advance' AND i.total_paise > (SELECT SUM(-p.amount_paise) FROM ledger_postings p WHERE p.customer_id = e.customer_id AND p.entry_id = e.id AND p.account = 'receivable')",
	"lost discounts":                          "SELECT COUNT(*) FROM advance_draws WHERE kind = 'lost_discount'",
	"rent in advance of who left":             "SELECT COUNT(*) FROM settlements WHERE advance_paise > 0",
	"rent in advance that paid dues":          "SELECT COUNT(*) FROM ledger_entries e JOIN ledger_postings p ON p.customer_id = e.customer_id AND p.entry_id = e.id WHERE e.source_type = 'settlement' AND p.account = 'refund_payable'",
	"rent in advance that went to the wallet": "SELECT COUNT(*) FROM ledger_entries e JOIN ledger_postings p ON p.customer_id = e.customer_id AND p.entry_id = e.id WHERE e.source_type = 'advance_returned' AND p.account = 'wallet'",
	"rent in advance of what was handed over": `SELECT COUNT(*) FROM advance_draws d JOIN ticket_items i ON i.customer_id = d.customer_id AND i.item_id = d.item_id
		JOIN tickets t ON t.customer_id = i.customer_id AND t.id = i.ticket_id WHERE t.request_type = 690 AND t.status = 'done' AND d.kind = 'returned'`,
	"rent in advance of what moved":                "SELECT COUNT(*) FROM advance_items a WHERE (SELECT COUNT(DISTINCT t.state_code) FROM item_terms t WHERE t.item_id = a.item_id AND t.from_date < (SELECT to_date FROM advance_packages p WHERE p.id = a.package_id)) > 1",
	"rent in advance at another rent meanwhile":    "SELECT COUNT(*) FROM advance_items a JOIN advance_packages p ON p.id = a.package_id JOIN item_terms t ON t.item_id = a.item_id WHERE t.from_date > p.from_date AND t.from_date < p.to_date AND t.extension_months > 0",
	"rent in advance credited for a late pickup":   "SELECT COUNT(*) FROM invoice_lines c JOIN advance_draws d ON d.item_id = c.item_id AND d.kind = 'rent' AND d.from_date <= c.from_date AND c.from_date < d.to_date WHERE c.kind = 'credit' AND c.operation LIKE 'overbilled/%'",
	"rent in advance beside a mandate that debits": "SELECT COUNT(*) FROM advance_packages p JOIN mandates m ON m.customer_id = p.customer_id AND m.is_active WHERE m.gateway = 'billdesk'",
	"payments in settlement files":                 "SELECT COUNT(*) FROM ledger_entries WHERE source_type = 'settled' AND source_id LIKE 'razorpay:%'",
	"debits in settlement files":                   "SELECT COUNT(*) FROM ledger_entries WHERE source_type = 'settled' AND source_id LIKE 'billdesk:%'",
	"refunds in settlement files":                  "SELECT COUNT(*) FROM ledger_entries WHERE source_type = 'settled_refund'",
	"told as missing in settlement files":          "SELECT COUNT(*) FROM alerts WHERE kind = 'settlement_missing'",
	"payments by Paytm":                            "SELECT COUNT(*) FROM gateway_payments WHERE gateway = 'paytm' AND posted_as = 'paid'",
	"second payments by Paytm given back":          "SELECT COUNT(*) FROM refunds WHERE gateway = 'paytm' AND state = 'processed'",
	"payments by a wallet":                         "SELECT COUNT(*) FROM gateway_payments WHERE gateway LIKE 'juspay-%' AND posted_as = 'paid'",
	"second payments by a wallet given back":       "SELECT COUNT(*) FROM refunds WHERE gateway LIKE 'juspay-%' AND state = 'processed'",
	"payments of a wallet in settlement files":     "SELECT COUNT(*) FROM ledger_entries WHERE source_type = 'settled' AND source_id LIKE 'juspay-%'",
	"bank transfers":                               "SELECT COUNT(*) FROM bank_transfers",
	"bank transfers sent back":                     "SELECT COUNT(*) FROM bank_transfers WHERE returned_paise > 0",
	"bank transfers taken back":                    "SELECT COUNT(*) FROM ledger_entries WHERE source_type = 'payment_taken_back'",
	"tax deducted at source":                       "SELECT COUNT(*) FROM ledger_entries WHERE source_type = 'tax_deducted'",
	"tax deducted that was told later":             "SELECT COUNT(*) FROM audit_log WHERE action = 'bank_transfer_tax_added'",
	"late fees that went with a transfer":          "SELECT COUNT(*) FROM late_fees WHERE waived_reason = 'payment recorded by mistake'",
	"debits that a mistake had stopped":            "SELECT COUNT(*) FROM mandate_debits n JOIN mandate_debits d ON d.customer_id = n.customer_id AND d.invoice_id = n.invoice_id AND d.id < n.id WHERE d.skipped_for = 'paid'",
	"webhooks of unknown orders":                   "SELECT COUNT(*) FROM alerts WHERE kind = 'event_of_unknown_order'",
}

// incidents are the faults that must have struck somewhere.
var incidents = []string{
	"call timeout_before", "call timeout_after", "call 500", "call 500_after", "call 502_html", "call 429", "call malformed", "call empty_200",
	"call slow_body", "commit failed", "commit unknown", "crash before_commit", "crash after_commit", "crash before a call", "crash after a call",
	"answer lost", "webhook drop", "webhook duplicate", "webhook delay", "webhook reorder", "webhook bad_signature", "webhook wrong_amount",
	"webhook into the dark", "deployed",
	"settlement file mislaid", "settlement file of another company", "settlement file cut", "settlement file twice",
	"bank transfer recorded twice",
}

// count notes which situations came up in this run.
func (w *world) count() error {
	for what, query := range situations {
		n, err := number(w.judge, query)
		if err != nil {
			return err
		}
		w.counted[what] += int(n)
	}
	return nil
}
