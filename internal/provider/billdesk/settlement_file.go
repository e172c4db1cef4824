package billdesk

import "rento/internal/provider"

// SettlementFile is how BillDesk writes its settlement file (docs/providers/billdesk.md).
func SettlementFile() provider.SettlementFile {
	return provider.SettlementFile{
		Kind: "Txn Type", Payment: []string{"SALE"}, Refund: []string{"REFUND"}, ID: "PGI Ref. No.", RefundID: "Refund Id", Order: "Ref. 1",
		Gross: "Gross Amount(Rs.Ps)", Fee: "Charges (Rs.Ps)", Tax: "GST (Rs.Ps)", Net: []string{"Net Amount(Rs.Ps)"}, Reference: "UTR", Days: 2,
	}
}
