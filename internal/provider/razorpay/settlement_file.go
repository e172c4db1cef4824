package razorpay

import "rento/internal/provider"

// SettlementFile is how Razorpay writes its settlement file (docs/providers/razorpay.md).
func SettlementFile() provider.SettlementFile {
	return provider.SettlementFile{
		Kind: "transaction_entity", Payment: []string{"payment"}, Refund: []string{"refund"}, ID: "entity_id", Order: "order_id",
		Gross: "amount", Fee: "fee (exclusive tax)", Tax: "tax", Net: []string{"credit", "debit"}, Reference: "settlement_utr", Days: 2,
	}
}
