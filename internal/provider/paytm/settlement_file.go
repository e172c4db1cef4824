package paytm

import "rento/internal/provider"

// SettlementFile is how Paytm writes its settlement file (docs/providers/paytm.md).
func SettlementFile() provider.SettlementFile {
	return provider.SettlementFile{
		Kind: "Transaction_Type", Payment: []string{"ACQUIRING", "SALE"}, Refund: []string{"REFUND"}, ID: "Transaction_ID", RefundID: "Refund_ID", Order: "Order_ID",
		Gross: "Amount", Fee: "Commission", Tax: "GST", Net: []string{"Settled_Amount"}, Reference: "UTR_No.", Days: 1,
	}
}
