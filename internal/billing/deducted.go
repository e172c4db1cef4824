package billing

import (
	"context"
	"slices"

	"rento/internal/money"
	"rento/internal/store/db"
)

// Deducted is the part of the tax that a payer has deducted at source which pays one invoice, in
// paise.
type Deducted struct {
	InvoiceID int64
	Amount    money.Paise
}

// DivideTax divides the tax that a payer has deducted over the invoices that a payment of whole
// (money and tax) pays, in proportion to what it pays of each, because tax is deducted from the rent
// of each. Of named it pays the named ones only, if there are any. It also returns what is open of
// these invoices, without late fees, which is the most that the tax can be.
func (s *Service) DivideTax(ctx context.Context, q *db.Queries, customerID int64, named []int64, whole, tax money.Paise) (parts []Deducted, open money.Paise, err error) {
	invoices, _, err := s.settings.LateFee.openInvoices(ctx, q, customerID, s.today())
	if err != nil {
		return nil, 0, err
	}
	var paid []money.Paise
	for _, i := range invoices {
		if len(named) > 0 && !slices.Contains(named, i.ID) {
			continue
		}
		pays := min(whole, i.Open())
		whole, open = whole-pays, money.Sum(open, i.Open())
		if pays > 0 {
			parts, paid = append(parts, Deducted{InvoiceID: i.ID}), append(paid, pays)
		}
	}
	for n, amount := range share(tax, paid) {
		parts[n].Amount = amount
	}
	return parts, open, nil
}
