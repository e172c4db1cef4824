package simulate

// plantedInFiles are mistakes about settlement files, which the runs must catch that enter them.
var plantedInFiles = []bug{
	{name: "a line of a file is of no payment", schema: `CREATE TRIGGER anew AFTER INSERT ON ledger_entries WHEN NEW.source_type = 'settled'
		BEGIN UPDATE ledger_entries SET source_id = source_id || '/' || NEW.id WHERE customer_id = 0 AND id = NEW.id; END`},
	{name: "a refund that a gateway keeps back is not entered", schema: `CREATE TRIGGER kept BEFORE INSERT ON ledger_entries WHEN NEW.source_type = 'settled_refund'
		BEGIN SELECT RAISE(ABORT, 'not entered'); END`},
	{name: "the tax of a gateway's fee counts as fee", schema: `CREATE TRIGGER taxed AFTER INSERT ON ledger_postings WHEN NEW.account = 'company:input_gst'
		AND EXISTS (SELECT 1 FROM ledger_entries e WHERE e.customer_id = 0 AND e.id = NEW.entry_id AND e.source_type = 'settled')
		BEGIN UPDATE ledger_postings SET account = 'company:gateway_fees' WHERE customer_id = 0 AND entry_id = NEW.entry_id AND leg = NEW.leg; END`},
	{name: "what a gateway has sent stays in transit", schema: `CREATE TRIGGER sent AFTER INSERT ON ledger_postings WHEN NEW.account LIKE 'company:in_transit:%'
		AND EXISTS (SELECT 1 FROM ledger_entries e WHERE e.customer_id = 0 AND e.id = NEW.entry_id AND e.source_type = 'settled')
		BEGIN UPDATE ledger_postings SET account = 'company:suspense' WHERE customer_id = 0 AND entry_id = NEW.entry_id AND leg = NEW.leg; END`},
	{name: "nobody is told what no file has", schema: `CREATE TRIGGER untold BEFORE INSERT ON alerts WHEN NEW.kind = 'settlement_missing' BEGIN SELECT RAISE(IGNORE); END`},
	{name: "payments are missed in the files before the gateway has taken them", shownBy: 44, schema: `CREATE TRIGGER early AFTER UPDATE ON gateway_payments WHEN NEW.updated_at > NEW.paid_at
		BEGIN UPDATE gateway_payments SET updated_at = paid_at WHERE gateway = NEW.gateway AND payment_id = NEW.payment_id; END`},
}
