package notify

import (
	"rento/internal/export"
	"rento/internal/store/db"
)

// Export is this package's part of a customer's data download.
func Export() export.Part {
	return export.Part{Name: "messages", About: "What we wrote to you, and by which channels you want to be written to.", Tables: []export.Table{
		export.Paged[db.NotifyExportMessagesRow]{Of: "messages", Change: withoutSecrets, Read: (*db.Queries).NotifyExportMessages, Without: "variables fact document"},
		export.Few[db.NotifyExportNotificationPreferencesRow]{Of: "notification_preferences", Read: (*db.Queries).NotifyExportNotificationPreferences},
	}}
}

// withoutSecrets removes sign-in codes, whether sent or still waiting, and device addresses,
// because whoever has a device address can send messages to the device.
func withoutSecrets(r *db.NotifyExportMessagesRow) {
	if r.Body = withoutCodes(r.Body); r.IsSecret {
		r.Body = ""
	}
	if Channel(r.Channel) == Push {
		r.Recipient = ""
	}
}
