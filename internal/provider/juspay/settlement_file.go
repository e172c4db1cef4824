package juspay

import "rento/internal/provider"

// SettlementFile is how Juspay writes its settlement file (docs/providers/juspay.md).
func SettlementFile() provider.SettlementFile {
	return provider.SettlementFile{
		Kind: "txn_type", Payment: []string{"ORDER"}, Refund: []string{"REFUND"}, ID: "txn_id", RefundID: "refund_id", Order: "order_id",
		Gross: "gross_amount", Fee: "fee", Tax: "tax", Net: []string{"net_amount"}, Reference: "settlement_utr", Days: 2,
	}
}
