package account

import (
	"rento/internal/export"
	"rento/internal/store/db"
)

// Export is this package's part of a customer's data download.
func Export() export.Part {
	return export.Part{Name: "account", About: "The account, what was agreed to, where it is and was signed in, devices for push messages, and the events of the app that you let us collect.", Tables: []export.Table{
		export.Few[db.AccountExportCustomersRow]{Of: "customers", Read: (*db.Queries).AccountExportCustomers, Without: "revision"},
		export.Paged[db.AccountExportConsentsRow]{Of: "consents", Read: (*db.Queries).AccountExportConsents},
		export.Few[db.AccountExportDeletionRequestsRow]{Of: "deletion_requests", Read: (*db.Queries).AccountExportDeletionRequests},
		export.Few[db.AccountExportSessionsRow]{Of: "sessions", Read: (*db.Queries).AccountExportSessions, Without: "token_hash"},
		export.Few[db.AccountExportDevicesRow]{Of: "devices", Read: (*db.Queries).AccountExportDevices, Without: "device_token session_hash"},
		export.Few[db.AccountExportSignInNetworksRow]{Of: "sign_in_networks", Read: (*db.Queries).AccountExportSignInNetworks},
		export.Few[db.AccountExportChatSessionsRow]{Of: "chat_sessions", Read: (*db.Queries).AccountExportChatSessions, Without: "unique_user_session_id"},
		export.Paged[db.AccountExportTrackedEventsRow]{Of: "tracked_events", Read: (*db.Queries).AccountExportTrackedEvents, Without: "consent_id forwarding"},
	}}
}
