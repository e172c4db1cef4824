package billing

import (
	"context"

	"rento/internal/money"
	"rento/internal/store/db"
)

// MonthlyAmount is what a whole month of what stands at a customer's comes to, in
// paise and with GST, at the rents and rates of next month: the amount of a debit.
func (s *Service) MonthlyAmount(ctx context.Context, q *db.Queries, customerID int64) (money.Paise, error) {
	from := s.today().NextMonth()
	all, err := s.unbilled(ctx, q, customerID, from.NextMonth())
	if err != nil {
		return 0, err
	}
	var items []billable
	for _, item := range all {
		if item.to.After(from) {
			item.from = from
			items = append(items, item)
		}
	}
	who, err := s.customer(ctx, q, customerID)
	if err != nil {
		return 0, err
	}
	com, err := s.composer(ctx, q, Rental)
	if err != nil {
		return 0, err
	}
	drafts, err := com.compose(who, items)
	if err != nil {
		return 0, err
	}
	var total money.Paise
	for _, d := range drafts {
		total = money.Sum(total, d.totals.Total)
	}
	return total, nil
}
