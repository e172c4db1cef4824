package company

import (
	"fmt"

	"rento/internal/billing"
	"rento/internal/ledger"
	"rento/internal/store"
	"rento/internal/store/db"
)

// PayAhead pays some months of a customer's rent in advance, and returns what was offered.
func (w *Company) PayAhead(customerID int64, months int) (o billing.AdvanceOffer) {
	w.T.Helper()
	w.Write(customerID, func(tx *store.Tx) (err error) {
		var offered bool
		o, offered, err = w.Billing.AdvanceOfferFor(w.T.Context(), tx.Queries, customerID, months)
		if err != nil || !offered {
			return fmt.Errorf("%d months are offered: %v, %w", months, offered, err)
		}
		id := w.IDs.Next()
		_, err = tx.PaymentTransactionAdd(w.T.Context(), db.PaymentTransactionAddParams{
			CustomerID: customerID, ID: id, UniqueID: fmt.Sprint("ahead", id), Purpose: "advance-rent", State: "succeeded", AmountPaise: o.Total(), Months: int64(months),
		})
		if err != nil {
			return err
		}
		o, err = w.Billing.SellAdvanceIn(w.T.Context(), tx, billing.AdvanceSale{
			CustomerID: customerID, TransactionID: id, Months: months, SourceType: "test", SourceID: fmt.Sprint(id), From: []ledger.Leg{ledger.Debit(ledger.Bank, o.Total())},
		})
		return err
	})
	return o
}
