package billing

import (
	"rento/internal/export"
	"rento/internal/store/db"
)

// Export describes the billing data that a customer gets when they download their own data.
func Export() export.Part {
	return export.Part{Name: "invoices", About: "Invoices and credit notes with their lines, late fees, what has paid them, what you promised to pay, and the papers that goods travelled with.", Tables: []export.Table{
		export.Paged[db.BillingExportInvoicesRow]{Of: "invoices", Read: (*db.Queries).BillingExportInvoices},
		export.Few[db.BillingExportInvoiceLinesRow]{Of: "invoice_lines", Read: (*db.Queries).BillingExportInvoiceLines, Without: "operation"},
		export.Paged[db.BillingExportLateFeesRow]{Of: "late_fees", Read: (*db.Queries).BillingExportLateFees},
		export.Paged[db.BillingExportPaymentAllocationsRow]{Of: "payment_allocations", Read: (*db.Queries).BillingExportPaymentAllocations},
		export.Paged[db.BillingExportPaymentPromisesRow]{Of: "payment_promises", Read: (*db.Queries).BillingExportPaymentPromises},
		export.Paged[db.BillingExportChallansRow]{Of: "challans", Read: (*db.Queries).BillingExportChallans},
		export.Few[db.BillingExportChallanGoodsRow]{Of: "challan_goods", Read: (*db.Queries).BillingExportChallanGoods},
	}}
}
