package payment

import (
	"rento/internal/export"
	"rento/internal/store/db"
)

// Export describes the payment data that a customer gets when they download their own data.
func Export() export.Part {
	return export.Part{Name: "payments", About: "Payments, each try of one, refunds of payments, and bank transfers.", Tables: []export.Table{
		export.Paged[db.PaymentExportTransactionsRow]{Of: "payment_transactions", Read: (*db.Queries).PaymentExportTransactions, Without: "unique_id link_until"},
		export.Paged[db.PaymentExportAttemptsRow]{Of: "payment_attempts", Read: (*db.Queries).PaymentExportAttempts, Without: "reference gateway_order_id check_at checks asked_at"},
		export.Few[db.PaymentExportGatewayPaymentsRow]{Of: "gateway_payments", Read: (*db.Queries).PaymentExportGatewayPayments},
		export.Paged[db.PaymentExportRefundsRow]{Of: "refunds", Read: (*db.Queries).PaymentExportRefunds, Without: "idempotency_key check_at checks"},
		export.Few[db.PaymentExportTransfersRow]{Of: "bank_transfers", Read: (*db.Queries).PaymentExportTransfers},
		export.Few[db.PaymentExportTransferMatchesRow]{Of: "bank_transfer_matches", Read: (*db.Queries).PaymentExportTransferMatches},
	}}
}
