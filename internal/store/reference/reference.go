// Package reference lists the columns that hold an id and have no foreign key, with the reason.
package reference

// Unkeyed is a column that holds an id and has no foreign key.
type Unkeyed struct {
	Table, Column string
	Refers        string // the table that the id refers to unless it is 0; "" if it refers to none of our rows
	Customer      string // the referred row's customer, as SQL on the row c; "" for c's own customer
	Why           string
}

const (
	zero   = "0 says none, and a foreign key would ask for NULL"
	nobody = "0 is the company or nobody, and a foreign key would ask for NULL"
	itsOwn = "the row's own name"
	theirs = "the provider's"
)

// All lists the columns without a foreign key, in the order of the tables.
func All() []Unkeyed {
	return []Unkeyed{
		{Table: "orders", Column: "unique_id", Why: itsOwn},
		{Table: "invoices", Column: "order_id", Refers: "orders", Why: zero},
		{Table: "invoices", Column: "order_unique_id", Why: "the order's name as it is printed, kept with the document"},
		{Table: "invoices", Column: "original_id", Refers: "invoices", Why: zero},
		{Table: "invoice_lines", Column: "order_id", Refers: "orders", Why: zero},
		{Table: "invoice_lines", Column: "item_id", Refers: "order_items", Why: zero},
		{Table: "ledger_entries", Column: "customer_id", Refers: "customers", Why: nobody},
		{Table: "ledger_entries", Column: "source_id", Why: "a text about rows of several tables, of which source_type says the kind"},
		{Table: "payment_transactions", Column: "unique_id", Why: itsOwn},
		{Table: "payment_transactions", Column: "debit_id", Refers: "mandate_debits", Why: zero},
		{Table: "payment_transactions", Column: "invoice_id", Refers: "invoices", Why: zero},
		{Table: "payment_attempts", Column: "gateway_order_id", Why: theirs},
		{Table: "gateway_payments", Column: "payment_id", Why: theirs},
		{Table: "gateway_payments", Column: "customer_id", Refers: "customers", Why: nobody},
		{Table: "gateway_payments", Column: "attempt_id", Refers: "payment_attempts", Why: zero},
		{Table: "bank_transfers", Column: "customer_id", Refers: "customers", Why: nobody},
		{Table: "payment_allocations", Column: "transaction_id", Refers: "payment_transactions", Why: zero},
		{Table: "payment_allocations", Column: "invoice_id", Refers: "invoices", Why: zero},
		{Table: "payment_allocations", Column: "late_fee_id", Refers: "late_fees", Why: zero},
		{Table: "error_groups", Column: "event_id", Why: "of the sample that the same row has"},
		{Table: "provider_events", Column: "event_id", Why: theirs},
		{Table: "provider_events", Column: "order_id", Why: theirs},
		{Table: "provider_events", Column: "payment_id", Why: theirs},
		{Table: "provider_events", Column: "refund_id", Why: theirs},
		{Table: "provider_events", Column: "subject_id", Why: theirs},
		{Table: "refunds", Column: "gateway_refund_id", Why: theirs},
		{Table: "alerts", Column: "customer_id", Refers: "customers", Why: nobody},
		{Table: "mandates", Column: "registration_id", Why: theirs},
		{Table: "mandates", Column: "unique_id", Why: itsOwn},
		{Table: "mandate_debits", Column: "notice_id", Why: theirs},
		{Table: "payees", Column: "validation_id", Why: theirs},
		{Table: "payees", Column: "fund_account_id", Why: theirs},
		{Table: "payouts", Column: "payee_id", Refers: "payees", Why: zero},
		{Table: "payouts", Column: "provider_payout_id", Why: theirs},
		{Table: "settlement_rows", Column: "line_id", Why: theirs},
		{Table: "referrals", Column: "friend_id", Refers: "customers", Why: zero},
		{Table: "tickets", Column: "address_id", Refers: "addresses", Why: zero},
		{Table: "tickets", Column: "receiver_id", Refers: "customers", Why: zero},
		{
			Table: "ticket_items", Column: "taken_item_id", Refers: "order_items", Why: zero,
			Customer: "(SELECT t.receiver_id FROM tickets t WHERE t.customer_id = c.customer_id AND t.id = c.ticket_id)",
		},
		{Table: "visit_bookings", Column: "ticket_id", Refers: "tickets", Why: zero},
		{Table: "messages", Column: "customer_id", Refers: "customers", Why: nobody},
		{Table: "chat_sessions", Column: "unique_user_session_id", Why: theirs},
		{Table: "audit_log", Column: "customer_id", Refers: "customers", Why: nobody},
		{Table: "audit_log", Column: "request_id", Why: "a request's, which is no row"},
		{Table: "challans", Column: "address_id", Refers: "addresses", Why: "the place is written out beside it, as it was then"},
		{Table: "kyc_statements", Column: "entity_id", Why: theirs},
	}
}

// Lost is the query that counts ids whose row does not exist. It is "" if the ids refer to none of
// our rows.
func (u Unkeyed) Lost() string {
	if u.Refers == "" {
		return ""
	}
	found := "p.id = c." + u.Column
	if u.Refers != "customers" {
		customer := u.Customer
		if customer == "" {
			customer = "c.customer_id"
		}
		found += " AND p.customer_id = " + customer
	}
	return "SELECT COUNT(*) FROM " + u.Table + " c WHERE c." + u.Column + " > 0 AND NOT EXISTS (SELECT 1 FROM " + u.Refers + " p WHERE " + found + ")"
}
