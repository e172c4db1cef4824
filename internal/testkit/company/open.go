package company

import (
	"context"

	"rento/internal/billing"
	"rento/internal/money"
	"rento/internal/store/db"
)

// Open is what a customer's documents have open, added up one by one, in
// paise: the same as the journal says is due (docs/ledger.md).
type Open struct {
	Invoices   []billing.Invoice // open ones, newest first
	LateFees   []billing.LateFee // of all invoices, open ones
	Rent, Fees money.Paise
}

// OpenOf adds a customer's documents up.
func OpenOf(ctx context.Context, q *db.Queries, customerID int64) (o Open, err error) {
	documents, err := billing.Documents(ctx, q, customerID)
	if err != nil {
		return o, err
	}
	for _, d := range documents {
		if d.Open() > 0 {
			o.Invoices = append(o.Invoices, d)
			o.Rent += d.Open()
		}
		fees, err := billing.LateFeesOf(ctx, q, customerID, d.ID)
		if err != nil {
			return o, err
		}
		for _, f := range fees {
			if f.Open() > 0 {
				o.LateFees = append(o.LateFees, f)
				o.Fees += f.Open()
			}
		}
	}
	return o, nil
}

// Open adds a customer's documents up.
func (w *Company) Open(customerID int64) Open {
	w.T.Helper()
	o, err := OpenOf(w.T.Context(), w.Store.Queries(), customerID)
	if err != nil {
		w.T.Fatal(err)
	}
	return o
}
