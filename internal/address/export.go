package address

import (
	"rento/internal/export"
	"rento/internal/store/db"
)

// Export is the part of a data download that has the customer's addresses.
func Export() export.Part {
	return export.Part{Name: "addresses", About: "The addresses to which things come.", Tables: []export.Table{
		export.Paged[db.AddressExportAddressesRow]{Of: "addresses", Read: (*db.Queries).AddressExportAddresses},
	}}
}
