package ticket

import (
	"rento/internal/export"
	"rento/internal/store/db"
)

// Export is the part of a data download that has the customer's requests.
func Export() export.Part {
	return export.Part{Name: "requests", About: "Requests such as pickups and repairs, with their steps and comments, pictures and visits.", Tables: []export.Table{
		export.Paged[db.TicketExportTicketsRow]{Of: "tickets", Read: (*db.Queries).TicketExportTickets, Without: "receiver_id"},
		export.Few[db.TicketExportItemsRow]{Of: "ticket_items", Read: (*db.Queries).TicketExportItems, Without: "taken_item_id"},
		export.Few[db.TicketExportStepsRow]{Of: "ticket_steps", Read: (*db.Queries).TicketExportSteps},
		export.Few[db.TicketExportImagesRow]{Of: "ticket_images", Read: (*db.Queries).TicketExportImages},
		export.Paged[db.TicketExportVisitBookingsRow]{Of: "visit_bookings", Read: (*db.Queries).TicketExportVisitBookings, Without: "held_until"},
	}}
}
