package simulate

// plantedInTransfers are mistakes about bank transfers, which the runs must catch that have them.
var plantedInTransfers = []bug{
	{name: "a transfer counts from the day on which it is recorded", schema: `CREATE TRIGGER dated AFTER INSERT ON bank_transfers
		BEGIN UPDATE bank_transfers SET paid_on = date(NEW.created_at / 1000000 + 19800, 'unixepoch') WHERE utr = NEW.utr; END`},
	{name: "tax that a payer deducts counts as money in the bank", schema: `CREATE TRIGGER banked AFTER INSERT ON ledger_postings WHEN NEW.account = 'company:tds_receivable'
		BEGIN UPDATE ledger_postings SET account = 'company:bank' WHERE customer_id = NEW.customer_id AND entry_id = NEW.entry_id AND leg = NEW.leg; END`},
	{name: "a debit that a mistake had stopped stays stopped", shownBy: 216, schema: `CREATE TRIGGER unexcused BEFORE UPDATE OF skipped_for ON mandate_debits
		WHEN OLD.skipped_for = 'paid' AND NEW.skipped_for = 'lapsed' BEGIN SELECT RAISE(IGNORE); END;
		CREATE TRIGGER unplanned BEFORE INSERT ON mandate_debits WHEN EXISTS (SELECT 1 FROM mandate_debits d
		WHERE d.customer_id = NEW.customer_id AND d.invoice_id = NEW.invoice_id AND d.skipped_for = 'paid') BEGIN SELECT RAISE(IGNORE); END`},
}
