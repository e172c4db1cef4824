package simulate

// plantedInTax are mistakes in tax documents that must be caught: each is made
// in document, lines and journal alike, so that everything still adds up.
var plantedInTax = []bug{
	{name: "tax is rounded per service accounting code", shownBy: 2, schema: retaxed("company:round_off:%", "d.kind = 'rental' AND d.cgst_paise > 0",
		`(SELECT SUM(CAST((s * bp + 10000) / 20000 AS INTEGER)) FROM (SELECT SUM(amount_paise) AS s, gst_bp AS bp FROM invoice_lines
			WHERE customer_id = NEW.customer_id AND invoice_id = d.id GROUP BY sac, gst_bp)) - d.cgst_paise`)},
	{name: "a credit note is taxed at 18 %, whatever the invoice is", shownBy: 2, schema: retaxed("receivable", "d.kind = 'credit_note' AND d.cgst_paise > 0",
		"(SELECT CAST((d.taxable_paise * 9 + 50) / 100 AS INTEGER)) - d.cgst_paise")},
	{name: "a late fee's value is what its tax leaves", shownBy: 1, schema: `CREATE TRIGGER remainder AFTER INSERT ON ledger_postings WHEN NEW.account LIKE 'company:round_off:%' AND EXISTS (` + documentOfPosting + ` AND d.kind = 'late_fee') BEGIN
		UPDATE ledger_postings SET amount_paise = amount_paise + NEW.amount_paise
			WHERE customer_id = NEW.customer_id AND entry_id = NEW.entry_id AND account LIKE 'company:late_fee:%';
		DELETE FROM ledger_postings WHERE customer_id = NEW.customer_id AND entry_id = NEW.entry_id AND leg = NEW.leg;
		UPDATE invoice_lines SET amount_paise = amount_paise - NEW.amount_paise
			WHERE customer_id = NEW.customer_id AND invoice_id = (` + documentOfPosting + `) AND line_no = 1;
		UPDATE invoices SET taxable_paise = taxable_paise - NEW.amount_paise, round_off_paise = 0
			WHERE customer_id = NEW.customer_id AND id = (` + documentOfPosting + `); END`},
	{name: "all registrations share the accounts of one", schema: `CREATE TRIGGER shared AFTER INSERT ON ledger_postings WHEN NEW.account LIKE 'company:%:27'
		BEGIN UPDATE ledger_postings SET account = REPLACE(account, ':27', ':29') WHERE customer_id = NEW.customer_id AND entry_id = NEW.entry_id AND leg = NEW.leg; END`},
	{name: "the table's rate wins over the product's own", schema: `CREATE TRIGGER tabled AFTER INSERT ON order_items
		BEGIN UPDATE order_items SET own_gst_bp = NULL WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "an imported item is billed for its past", shownBy: 2, schema: `CREATE TRIGGER retroactive AFTER UPDATE OF billing_from ON order_items
		BEGIN UPDATE order_items SET billing_from = delivery_date WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "a document is due nine days later, whenever it was made", schema: `CREATE TRIGGER ninth AFTER INSERT ON invoices WHEN NEW.kind = 'adjustment'
		BEGIN UPDATE invoices SET due_date = DATE(date, '+9 days') WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
}

// documentOfPosting finds the document that a new posting is of.
const documentOfPosting = `SELECT d.id FROM ledger_entries e JOIN invoices d ON d.customer_id = e.customer_id AND d.id = CAST(e.source_id AS INTEGER)
	WHERE e.customer_id = NEW.customer_id AND e.id = NEW.entry_id AND e.source_type = 'invoice'`

// retaxed moves CGST and SGST of a document by more paise, and its round-off
// against them, wherever they stand: everything adds up, only the tax is wrong.
// It does so at the posting to an account, for documents d.
func retaxed(account, which, more string) string {
	more = "(SELECT " + more + " FROM invoices d WHERE d.customer_id = NEW.customer_id AND d.id = (" + documentOfPosting + "))"
	of := "WHERE customer_id = NEW.customer_id AND invoice_id = (" + documentOfPosting + ") AND line_no = 1;\n"
	return "CREATE TRIGGER retaxed AFTER INSERT ON ledger_postings WHEN NEW.account LIKE '" + account + "' AND EXISTS (" + documentOfPosting +
		" AND " + which + ") AND " + more + " <> 0 BEGIN\n" +
		"INSERT INTO ledger_postings SELECT customer_id, entry_id, leg + 100, REPLACE(account, ':cgst:', ':round_off:'), 2 * sign(amount_paise) * -" + more +
		" FROM ledger_postings WHERE customer_id = NEW.customer_id AND entry_id = NEW.entry_id AND account LIKE 'company:cgst:%';\n" +
		"UPDATE ledger_postings SET amount_paise = amount_paise + sign(amount_paise) * " + more +
		" WHERE customer_id = NEW.customer_id AND entry_id = NEW.entry_id AND (account LIKE 'company:cgst:%' OR account LIKE 'company:sgst:%');\n" +
		"UPDATE invoice_lines SET cgst_paise = cgst_paise + " + more + ", sgst_paise = sgst_paise + " + more + " " + of +
		"UPDATE invoices SET cgst_paise = cgst_paise + " + more + ", sgst_paise = sgst_paise + " + more + ", round_off_paise = round_off_paise - 2 * " + more +
		" WHERE customer_id = NEW.customer_id AND id = (" + documentOfPosting + "); END"
}
