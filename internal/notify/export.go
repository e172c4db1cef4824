package notify

import (
	"rento/internal/export"
	"rento/internal/store/db"
)

// Export is what a customer is given of their own data.
func Export() export.Part {
	return export.Part{Name: "messages", About: "What we wrote to you, and by which channels you want to be written to.", Tables: []export.Table{
		export.Paged[db.NotifyExportMessagesRow]{Of: "messages", Change: withoutSecrets, Read: (*db.Queries).NotifyExportMessages, Without: "variables fact document"},
		export.Few[db.NotifyExportNotificationPreferencesRow]{Of: "notification_preferences", Read: (*db.Queries).NotifyExportNotificationPreferences},
	}}
}

// withoutSecrets leaves out a code that signs somebody in, whether it was sent or waits,
// and the address of a device, which is the key by which messages are sent to it.
func withoutSecrets(r *db.NotifyExportMessagesRow) {
	if r.Body = withoutCode(r.Body); r.IsSecret {
		r.Body = ""
	}
	if Channel(r.Channel) == Push {
		r.Recipient = ""
	}
}
