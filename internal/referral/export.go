package referral

import (
	"rento/internal/export"
	"rento/internal/store/db"
)

// Export is this package's part of a customer's data download.
func Export() export.Part {
	return export.Part{Name: "referral", About: "The contacts that you gave us, and whom you have invited.", Tables: []export.Table{
		export.Paged[db.ReferralExportReferralsRow]{Of: "referrals", Read: (*db.Queries).ReferralExportReferrals, Without: "friend_id mailbox"},
		export.Paged[db.ReferralExportContactsRow]{Of: "referral_contacts", Read: (*db.Queries).ReferralExportContacts},
	}}
}
