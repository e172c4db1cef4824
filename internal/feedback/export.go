package feedback

import (
	"rento/internal/export"
	"rento/internal/store/db"
)

// Export is what a customer is given of their own data.
func Export() export.Part {
	return export.Part{Name: "feedback", About: "What you said about a payment or a request.", Tables: []export.Table{
		export.Few[db.FeedbackExportRequestsRow]{Of: "feedback_requests", Read: (*db.Queries).FeedbackExportRequests, Without: "token cause"},
	}}
}
