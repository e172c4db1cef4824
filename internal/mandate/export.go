package mandate

import (
	"rento/internal/export"
	"rento/internal/provider"
	"rento/internal/store/db"
)

// Export is what a customer is given of their own data.
func Export() export.Part {
	return export.Part{Name: "auto_debit", About: "Auto debits that were set up, with masked cards and UPI ids, and what was debited.", Tables: []export.Table{
		export.Paged[db.MandateExportMandatesRow]{Of: "mandates", Change: maskedUPI, Read: (*db.Queries).MandateExportMandates, Without: "token reference registration_id unique_id checkout check_at checks gateway_customer"},
		export.Paged[db.MandateExportDebitsRow]{Of: "mandate_debits", Read: (*db.Queries).MandateExportDebits, Without: "reference notice_id tries"},
	}}
}

// maskedUPI masks a UPI id that is stored in full: one whose mandate is not set up yet.
func maskedUPI(r *db.MandateExportMandatesRow) {
	if r.Vpa != "" {
		r.Vpa = provider.MaskUPI(r.Vpa)
	}
}
