package provider

// SettlementFile says how a provider writes its settlement file: a CSV of which the
// first line names the columns, with amounts in rupees. Each field is the name of a
// column, unless it says otherwise; a column that is not named here is not read. The
// zero value is that of a provider whose files are not read.
type SettlementFile struct {
	// Kind tells payments from refunds, by these words.
	Kind            string
	Payment, Refund []string
	// ID is the provider's id of the payment, RefundID that of the refund, "" where it
	// stands in ID. Order is our reference or the provider's id of the order.
	ID, RefundID, Order string
	// Gross is what was paid or given back, Fee what the provider keeps of it, with or
	// without Tax, the GST in it. Net is the column of what was sent to the bank, or kept
	// back with a minus; or that of what was sent and that of what was kept back.
	Gross, Fee, Tax string
	Net             []string
	// Reference is the bank's of the settlement.
	Reference string
	// Days is after how many bank days (calendar.BankDays) a payment is in a file.
	Days int
}
