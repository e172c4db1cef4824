package simulate

// plantedInTax are mistakes in tax documents that must be caught: each is made
// in document, lines and journal alike, so that everything still adds up.
var plantedInTax = []bug{
	{name: "tax is rounded per service accounting code", shownBy: 2, schema: retaxed("company:round_off:%", "d.kind = 'rental' AND d.cgst_paise > 0",
		`(SELECT SUM(CAST((s * bp + 10000) / 20000 AS INTEGER)) FROM (SELECT SUM(amount_paise) AS s, gst_bp AS bp FROM invoice_lines
			WHERE customer_id = NEW.customer_id AND invoice_id = d.id GROUP BY sac, gst_bp)) - d.cgst_paise`)},
	{name: "a credit note is taxed at 18 %, whatever the invoice is", shownBy: 8, schema: retaxed("receivable", "d.kind = 'credit_note' AND d.cgst_paise > 0",
		"(SELECT CAST((d.taxable_paise * 9 + 50) / 100 AS INTEGER)) - d.cgst_paise")},
	{name: "a late fee's value is what its tax leaves", shownBy: 5, schema: `CREATE TRIGGER remainder AFTER INSERT ON ledger_postings WHEN NEW.account LIKE 'company:round_off:%' AND EXISTS (` + documentOfPosting + ` AND d.kind = 'late_fee') BEGIN
		UPDATE ledger_postings SET amount_paise = amount_paise + NEW.amount_paise
			WHERE customer_id = NEW.customer_id AND entry_id = NEW.entry_id AND account LIKE 'company:late_fee:%';
		DELETE FROM ledger_postings WHERE customer_id = NEW.customer_id AND entry_id = NEW.entry_id AND leg = NEW.leg;
		UPDATE invoice_lines SET amount_paise = amount_paise - NEW.amount_paise
			WHERE customer_id = NEW.customer_id AND invoice_id = (` + documentOfPosting + `) AND line_no = 1;
		UPDATE invoices SET taxable_paise = taxable_paise - NEW.amount_paise, round_off_paise = 0
			WHERE customer_id = NEW.customer_id AND id = (` + documentOfPosting + `); END`},
	{name: "each late fee gets a document of its own", shownBy: 45, schema: oneByOne},
	{name: "all registrations share the accounts of one", schema: `CREATE TRIGGER shared AFTER INSERT ON ledger_postings WHEN NEW.account LIKE 'company:%:27'
		BEGIN UPDATE ledger_postings SET account = REPLACE(account, ':27', ':29') WHERE customer_id = NEW.customer_id AND entry_id = NEW.entry_id AND leg = NEW.leg; END`},
	{name: "the table's rate wins over the product's own", schema: `CREATE TRIGGER tabled AFTER INSERT ON order_items
		BEGIN UPDATE order_items SET own_gst_bp = NULL WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "a new rate of tax holds from the day on which it is announced", shownBy: 7, schema: `CREATE TRIGGER undated AFTER INSERT ON gst_rates
		WHEN NEW.from_date > '2017-07-01' BEGIN UPDATE gst_rates SET from_date = '2001-01-01' WHERE sac = NEW.sac AND from_date = NEW.from_date; END`},
	{name: "an imported item is billed for its past", shownBy: 2, schema: `CREATE TRIGGER retroactive AFTER UPDATE OF billing_from ON order_items
		BEGIN UPDATE order_items SET billing_from = delivery_date WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "a rental invoice is due nine days later, whenever it was made", shownBy: 6, schema: `CREATE TRIGGER ninth_rental AFTER INSERT ON invoices WHEN NEW.kind = 'rental'
		BEGIN UPDATE invoices SET due_date = DATE(date, '+9 days') WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "an adjustment is due nine days later, whenever it was made", schema: `CREATE TRIGGER ninth AFTER INSERT ON invoices WHEN NEW.kind = 'adjustment'
		BEGIN UPDATE invoices SET due_date = DATE(date, '+9 days') WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
}

// oneByOne splits a tax document of two late fees into one for each, by the rules
// for each: numbers, tax and journal are right, only the receipt has two. It does
// so at the end of the transaction, which moves the customer's revision.
var oneByOne = `CREATE VIEW fee_lines AS SELECT *, received - base - 2 * half - whole AS round_off FROM (
		SELECT *, intra * ((base * gst_bp * 2 + 20000) / 40000) AS half, (1 - intra) * ((base * gst_bp * 2 + 10000) / 20000) AS whole FROM (
			SELECT *, (received * 20000 + 10000 + gst_bp) / (2 * (10000 + gst_bp)) AS base FROM (
				SELECT d.customer_id, d.id AS document, l.line_no, l.gst_bp, d.supplier_state, d.supplier_state = d.place_of_supply AS intra,
					(SELECT p.amount_paise FROM payment_allocations p WHERE p.customer_id = d.customer_id AND p.amount_paise > 0
						AND l.operation LIKE 'late_fee/' || p.late_fee_id || '/%' ORDER BY p.id DESC LIMIT 1) AS received,
					d.id + 8 - 16 * (d.id & 15 >= 8) AS apart, e.id AS entry, e.id + 8 - 16 * (e.id & 15 >= 8) AS entry_apart,
					substr(d.number, 1, length(d.number) - 7) AS prefix, substr(d.number, 1, instr(d.number, '/') - 1) AS serial,
					2000 + substr(d.number, instr(d.number, '/') + 1, 2) AS year
				FROM invoices d JOIN invoice_lines l ON l.customer_id = d.customer_id AND l.invoice_id = d.id
				JOIN ledger_entries e ON e.customer_id = d.customer_id AND e.source_type = 'invoice' AND e.source_id = CAST(d.id AS TEXT)
				WHERE d.kind = 'late_fee' AND (SELECT COUNT(*) FROM invoice_lines m WHERE m.customer_id = d.customer_id AND m.invoice_id = d.id) = 2)));
	CREATE TABLE apart AS SELECT * FROM fee_lines;
	CREATE TRIGGER one_by_one AFTER UPDATE OF revision ON customers WHEN EXISTS (SELECT 1 FROM fee_lines WHERE customer_id = NEW.id) BEGIN
		INSERT INTO apart SELECT * FROM fee_lines WHERE customer_id = NEW.id;
		UPDATE invoice_serials SET last_number = last_number + 1 FROM apart a WHERE a.line_no = 2 AND series = a.serial AND financial_year = a.year;
		INSERT INTO invoices SELECT i.customer_id, a.apart, a.prefix || printf('%07d', s.last_number), i.kind, i.order_id, i.order_unique_id, i.original_id, i.date,
				i.due_date, i.period_from, i.period_to, i.supplier_state, i.supplier_gstin, i.supplier_name, i.supplier_address, i.place_of_supply, i.bill_name,
				i.bill_address, i.bill_gstin, a.base, a.half, a.half, a.whole, a.round_off, a.received, a.received, 0, i.created_at
			FROM apart a JOIN invoices i ON i.customer_id = a.customer_id AND i.id = a.document
			JOIN invoice_serials s ON s.series = a.serial AND s.financial_year = a.year WHERE a.line_no = 2;
		UPDATE invoices SET taxable_paise = a.base, cgst_paise = a.half, sgst_paise = a.half, igst_paise = a.whole, round_off_paise = a.round_off,
				total_paise = a.received, paid_paise = a.received
			FROM apart a WHERE a.line_no = 1 AND invoices.customer_id = a.customer_id AND invoices.id = a.document;
		UPDATE invoice_lines SET amount_paise = a.base, cgst_paise = a.half, sgst_paise = a.half, igst_paise = a.whole
			FROM apart a WHERE invoice_lines.customer_id = a.customer_id AND invoice_lines.invoice_id = a.document AND invoice_lines.line_no = a.line_no;
		UPDATE invoice_lines SET invoice_id = a.apart, line_no = 1
			FROM apart a WHERE a.line_no = 2 AND invoice_lines.customer_id = a.customer_id AND invoice_lines.invoice_id = a.document AND invoice_lines.line_no = 2;
		INSERT INTO ledger_entries SELECT e.customer_id, a.entry_apart, e.source_type, CAST(a.apart AS TEXT), e.document, e.day, e.at, e.description
			FROM apart a JOIN ledger_entries e ON e.customer_id = a.customer_id AND e.id = a.entry WHERE a.line_no = 2;
		DELETE FROM ledger_postings WHERE (customer_id, entry_id) IN (SELECT customer_id, entry FROM apart);
		INSERT INTO ledger_postings SELECT customer_id, CASE line_no WHEN 1 THEN entry ELSE entry_apart END, leg, account, amount FROM (
			SELECT *, 1 AS leg, 'company:late_fee_unearned' AS account, received AS amount FROM apart
			UNION ALL SELECT *, 2, 'company:late_fee:' || supplier_state, -base FROM apart
			UNION ALL SELECT *, 3, 'company:cgst:' || supplier_state, -half FROM apart
			UNION ALL SELECT *, 4, 'company:sgst:' || supplier_state, -half FROM apart
			UNION ALL SELECT *, 5, 'company:igst:' || supplier_state, -whole FROM apart
			UNION ALL SELECT *, 6, 'company:round_off:' || supplier_state, -round_off FROM apart) WHERE amount <> 0;
		DELETE FROM apart; END`

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
