package subscription

import (
	"rento/internal/export"
	"rento/internal/store/db"
)

// Export is the part of a data download that has the customer's orders.
func Export() export.Part {
	return export.Part{Name: "orders", About: "What you have ordered and rented, and the rent that was agreed.", Tables: []export.Table{
		export.Paged[db.SubscriptionExportOrdersRow]{Of: "orders", Read: (*db.Queries).SubscriptionExportOrders},
		export.Paged[db.SubscriptionExportOrderItemsRow]{Of: "order_items", Read: (*db.Queries).SubscriptionExportOrderItems},
		export.Few[db.SubscriptionExportItemTermsRow]{Of: "item_terms", Read: (*db.Queries).SubscriptionExportItemTerms},
	}}
}
