package address

import (
	"rento/internal/export"
	"rento/internal/store/db"
)

// Export is what a customer is given of their own data.
func Export() export.Part {
	return export.Part{Name: "addresses", About: "The addresses to which things come.", Tables: []export.Table{
		export.Paged[db.AddressExportAddressesRow]{Of: "addresses", Read: (*db.Queries).AddressExportAddresses},
	}}
}
