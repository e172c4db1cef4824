package settlement

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/encryption"
	"rento/internal/export"
	"rento/internal/provider"
	"rento/internal/store/db"
)

// Export describes what a customer's copy of their own data contains about settlements. Where
// refunds go is masked, as on the screens.
func Export(keys *encryption.Keyring) export.Part {
	return export.Part{Name: "settlements", About: "What was settled after things went back, where refunds go (masked), and what was paid out.", Tables: []export.Table{
		export.Paged[db.SettlementExportSettlementsRow]{Of: "settlements", Read: (*db.Queries).SettlementExportSettlements},
		export.Few[db.SettlementExportItemsRow]{Of: "settlement_items", Read: (*db.Queries).SettlementExportItems},
		export.Few[db.SettlementExportRefundPreferencesRow]{Of: "refund_preferences", Read: (*db.Queries).SettlementExportRefundPreferences},
		export.Paged[db.SettlementExportPayoutsRow]{Of: "payouts", Read: (*db.Queries).SettlementExportPayouts, Without: "idempotency_key provider_payout_id check_at checks"},
		export.Paged[givenPayee]{
			Of: "payees", Into: "name_in_bank account_number vpa registered_name", Without: "validation_id fund_account_id",
			Read: func(q *db.Queries, ctx context.Context, customerID, afterID int64) ([]givenPayee, error) {
				rows, err := q.SettlementExportPayees(ctx, customerID, afterID)
				if err != nil {
					return nil, fmt.Errorf("settlement: payees: %w", err)
				}
				given := make([]givenPayee, len(rows))
				for i, row := range rows {
					p, err := decrypted(keys, row)
					if err != nil {
						return nil, err
					}
					given[i] = givenPayee{
						row.ID, row.Preference, p.NameInBank, p.registeredName, row.BankName, row.Ifsc, masked(p.AccountNumber), maskedUPI(p.VPA),
						row.IsCurrent, row.State, row.NameScore, row.CreatedAt, row.UsableAt, row.UpdatedAt,
					}
				}
				return given, nil
			},
		},
	}}
}

type givenPayee struct {
	ID                             int64
	Preference                     int64
	NameInBank, RegisteredName     string
	BankName, Ifsc                 string
	MaskedAccount, MaskedUpi       string
	IsCurrent                      bool
	State                          string
	NameScore                      int64
	CreatedAt, UsableAt, UpdatedAt calendar.Instant
}

func maskedUPI(id string) string {
	if id == "" {
		return ""
	}
	return provider.MaskUPI(id)
}
