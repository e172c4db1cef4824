package advance

import (
	"rento/internal/export"
	"rento/internal/store/db"
)

// Export is the part of a data download that has the customer's rent in advance.
func Export() export.Part {
	return export.Part{Name: "rent_in_advance", About: "Rent that was paid in advance, and what it has paid since.", Tables: []export.Table{
		export.Paged[db.AdvanceExportPackagesRow]{Of: "advance_packages", Read: (*db.Queries).AdvanceExportPackages, Without: "tiers"},
		export.Few[db.AdvanceExportItemsRow]{Of: "advance_items", Read: (*db.Queries).AdvanceExportItems},
		export.Paged[db.AdvanceExportVouchersRow]{Of: "advance_vouchers", Read: (*db.Queries).AdvanceExportVouchers},
		export.Paged[db.AdvanceExportDrawsRow]{Of: "advance_draws", Read: (*db.Queries).AdvanceExportDraws},
	}}
}
