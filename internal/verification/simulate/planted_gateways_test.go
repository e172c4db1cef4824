package simulate

// plantedInGateways are mistakes about other gateways than Razorpay, which the runs must catch that have
// them.
var plantedInGateways = []bug{
	{name: "money at one wallet is entered as money at another", schema: `CREATE TRIGGER elsewhere AFTER INSERT ON ledger_postings WHEN NEW.account = 'company:in_transit:juspay-phonepe'
		BEGIN UPDATE ledger_postings SET account = 'company:in_transit:juspay-mobikwik' WHERE customer_id = NEW.customer_id AND entry_id = NEW.entry_id AND leg = NEW.leg; END`},
	{name: "a payment at Paytm that failed stays failed", schema: `CREATE TRIGGER stays BEFORE UPDATE OF state ON payment_attempts WHEN OLD.gateway = 'paytm' AND OLD.state IN ('failed', 'expired')
		AND NEW.state = 'succeeded' BEGIN SELECT RAISE(ABORT, 'it failed'); END`},
}
