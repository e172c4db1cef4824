package ledger

import (
	"rento/internal/export"
	"rento/internal/store/db"
)

// Export describes the ledger data that a customer gets when they download their own data.
func Export() export.Part {
	return export.Part{Name: "wallet_and_deposit", About: "Every movement of your money with us: the wallet with promotional credit, the deposit, and what is owed.", Tables: []export.Table{
		export.Paged[db.LedgerExportEntriesRow]{Of: "ledger_entries", Read: (*db.Queries).LedgerExportEntries},
		export.Few[db.LedgerExportPostingsRow]{Of: "ledger_postings", Read: (*db.Queries).LedgerExportPostings},
		export.Few[db.LedgerExportBalancesRow]{Of: "ledger_balances", Read: (*db.Queries).LedgerExportBalances},
	}}
}
