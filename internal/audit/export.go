package audit

import (
	"rento/internal/export"
	"rento/internal/store/db"
)

// Export is this package's part of a customer's data download.
func Export() export.Part {
	return export.Part{Name: "audit_log", About: "What was done in your account, when, and by whom: you, the company, or a system.", Tables: []export.Table{
		export.Paged[db.AuditExportLogRow]{Of: "audit_log", Read: (*db.Queries).AuditExportLog, Without: "request_id network"},
	}}
}
