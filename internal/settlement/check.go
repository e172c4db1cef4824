package settlement

import (
	"context"
	"fmt"
	"strings"

	"rento/internal/money"
	"rento/internal/store/db"
)

// namedAtMost is how many customers Check names.
const namedAtMost = 5

// Check compares what the settlements of each customer still owe with the customer's account of
// refunds. The error says how many customers differ and names the first few. It is also an error if
// the amounts could not be read.
func Check(ctx context.Context, q *db.Queries) error {
	rows, err := q.SettlementWrongOwed(ctx, namedAtMost)
	if err != nil {
		return fmt.Errorf("settlement: compare refunds: %w", err)
	}
	if len(rows) == 0 {
		return nil
	}
	named := make([]string, len(rows))
	for i, r := range rows {
		named[i] = fmt.Sprintf("customer %d has %s in the account and is owed %s", r.CustomerID, money.Paise(r.BookedPaise), money.Paise(r.OwedPaise))
	}
	return fmt.Errorf("settlement: the refunds of %d customers are not what settlements owe: %s", rows[0].Differing, strings.Join(named, "; "))
}
