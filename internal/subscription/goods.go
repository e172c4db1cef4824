package subscription

import (
	"context"
	"fmt"

	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Goods describes an item as goods: its English name, its HSN code and the value of one unit in
// paise. The code is "" and the value 0 if the catalogue has none.
type Goods struct {
	ItemID int64
	Name   string
	HSN    string
	Value  money.Paise
}

// GoodsOf lists the customer's items with these ids.
func GoodsOf(ctx context.Context, q *db.Queries, customerID int64, ids []int64) ([]Goods, error) {
	rows, err := q.SubscriptionGoods(ctx, customerID, store.IDs(ids))
	if err != nil {
		return nil, fmt.Errorf("subscription: read the goods of customer %d: %w", customerID, err)
	}
	goods := make([]Goods, len(rows))
	for i, r := range rows {
		goods[i] = Goods{ItemID: r.ID, Name: r.Name, HSN: r.Hsn, Value: r.UnitValuePaise}
	}
	return goods, nil
}
