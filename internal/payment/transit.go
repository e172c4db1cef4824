package payment

import (
	"context"
	"errors"
	"fmt"

	"rento/internal/money"
	"rento/internal/store/db"
)

// InTransit is the money that a gateway holds for us by the journal, beside what its payments,
// refunds and settlement files say of it. All amounts are in paise.
type InTransit struct {
	Gateway                           string
	Booked, Taken, GivenBack, Settled money.Paise
	Payments, Refunds                 int64       // how many no settlement file has had
	Open                              money.Paise // their amount, refunds taken off
}

// MoneyInTransit reads what each gateway holds that has taken a payment, by name. It is one statement,
// so it may run beside nodes.
func MoneyInTransit(ctx context.Context, q *db.Queries) ([]InTransit, error) {
	rows, err := q.PaymentInTransit(ctx)
	if err != nil {
		return nil, fmt.Errorf("payment: compare money in transit: %w", err)
	}
	all := make([]InTransit, len(rows))
	for i, r := range rows {
		all[i] = InTransit{
			Gateway: r.Gateway, Booked: money.Paise(r.BookedPaise), Taken: money.Paise(r.TakenPaise), GivenBack: money.Paise(r.GivenBackPaise),
			Settled: money.Paise(r.SettledPaise), Open: money.Paise(r.OpenPaise), Payments: r.Payments, Refunds: r.Refunds,
		}
	}
	return all, nil
}

// String is the sum as it is printed.
func (t InTransit) String() string {
	return fmt.Sprintf("%s in transit: %s taken, %s given back, %s settled; no settlement file has had %d payments and %d refunds, %s together",
		t.Booked.Decimal(), t.Taken.Decimal(), t.GivenBack.Decimal(), t.Settled.Decimal(), t.Payments, t.Refunds, t.Open.Decimal())
}

// Err is an error if the account differs from what was taken, less what was given back and settled,
// or from what no settlement file has had.
func (t InTransit) Err() error {
	if t.Booked == t.Taken-t.GivenBack-t.Settled && t.Booked == t.Open {
		return nil
	}
	return fmt.Errorf("payment: the account of money at %s is not what payments, refunds and settlement files say: %s", t.Gateway, t)
}

// Check compares the account of each gateway's money in transit with payments, refunds and settlement
// files.
func Check(ctx context.Context, q *db.Queries) error {
	all, err := MoneyInTransit(ctx, q)
	for _, t := range all {
		err = errors.Join(err, t.Err())
	}
	return err
}
