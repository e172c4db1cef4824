package mandate

import (
	"rento/internal/export"
	"rento/internal/provider"
	"rento/internal/store/db"
)

// Export describes what a customer's copy of their own data contains about mandates and debits.
func Export() export.Part {
	return export.Part{Name: "auto_debit", About: "Auto debits that were set up, with masked cards and UPI ids, and what was debited.", Tables: []export.Table{
		export.Paged[db.MandateExportMandatesRow]{Of: "mandates", Change: maskedUPI, Read: (*db.Queries).MandateExportMandates, Without: "token reference registration_id unique_id checkout check_at checks gateway_customer"},
		export.Paged[db.MandateExportDebitsRow]{Of: "mandate_debits", Read: (*db.Queries).MandateExportDebits, Without: "reference notice_id tries"},
		export.Few[db.MandateExportDebitInvoicesRow]{Of: "mandate_debit_invoices", Read: (*db.Queries).MandateExportDebitInvoices},
	}}
}

// maskedUPI masks the UPI id of a row. Mandates are stored with a masked id already, and masking
// twice changes nothing, so this only makes sure that no full id leaves us.
func maskedUPI(r *db.MandateExportMandatesRow) {
	if r.Vpa != "" {
		r.Vpa = provider.MaskUPI(r.Vpa)
	}
}
