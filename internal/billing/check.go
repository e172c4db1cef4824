package billing

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"rento/internal/advance"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store/db"
)

// namedAtMost is how many documents of each kind Check names.
const namedAtMost = 5

// Check compares the stored paid and credited amounts of invoices and late fees with their
// allocations and credit notes, what they have open with the customer's accounts, and what documents
// state with their lines. The database makes these comparisons, so only differences are read. Check
// also compares the accounts of rent in advance with what was paid and not drawn. The error says, per
// kind, how many documents differ and names the first few. It is also an error if the amounts could
// not be read.
func Check(ctx context.Context, q *db.Queries) error {
	var found []error
	for _, compared := range []struct {
		read func(ctx context.Context, q *db.Queries) (differences, error)
		text string
	}{
		{wrongAdvance, "the rent in advance of %d customers is not what was paid of it and not drawn"},
		{wrongPaid, "the paid amount of %d invoices is not what was allocated to them"},
		{wrongCredited, "the credited amount of %d invoices is not the sum of their credit notes"},
		{wrongFees, "the paid amount of %d late fees is not what was allocated to them"},
		{wrongDues, "%d accounts of dues are not what invoices and late fees have open"},
		{wrongLines, "%d documents do not state the sum of their lines"},
	} {
		d, err := compared.read(ctx, q)
		if err != nil {
			return err
		}
		found = append(found, d.text(compared.text))
	}
	return errors.Join(found...)
}

// differences are the documents whose stored amount differs from the computed one: how many there
// are, and the first few by name and figures.
type differences struct {
	count int64
	named []string
}

func (d *differences) add(count, customerID int64, document string, stored money.Paise, kind string, made int64) {
	d.count = count
	d.named = append(d.named, fmt.Sprintf("%s of customer %d has %s %s and should have %s", document, customerID, stored, kind, money.Paise(made)))
}

// text makes an error of the differences. It is nil if there are none.
func (d differences) text(format string) error {
	if d.count == 0 {
		return nil
	}
	more := ""
	if left := d.count - int64(len(d.named)); left > 0 {
		more = fmt.Sprintf("; and %d more", left)
	}
	return fmt.Errorf("billing: "+format+": %s%s", d.count, strings.Join(d.named, "; "), more)
}

func wrongPaid(ctx context.Context, q *db.Queries) (d differences, err error) {
	rows, err := q.BillingWrongPaid(ctx, namedAtMost)
	if err != nil {
		return d, fmt.Errorf("billing: compare paid amounts: %w", err)
	}
	for _, r := range rows {
		d.add(r.Differing, r.CustomerID, r.Number, r.PaidPaise, "paid", r.AllocatedPaise)
	}
	return d, nil
}

func wrongCredited(ctx context.Context, q *db.Queries) (d differences, err error) {
	rows, err := q.BillingWrongCredited(ctx, namedAtMost)
	if err != nil {
		return d, fmt.Errorf("billing: compare credited amounts: %w", err)
	}
	for _, r := range rows {
		d.add(r.Differing, r.CustomerID, r.Number, r.CreditedPaise, "credited", r.NotedPaise)
	}
	return d, nil
}

func wrongFees(ctx context.Context, q *db.Queries) (d differences, err error) {
	rows, err := q.BillingWrongFeesPaid(ctx, namedAtMost)
	if err != nil {
		return d, fmt.Errorf("billing: compare paid late fees: %w", err)
	}
	for _, r := range rows {
		d.add(r.Differing, r.CustomerID, fmt.Sprintf("late fee %d", r.ID), r.PaidPaise, "paid", r.AllocatedPaise)
	}
	return d, nil
}

func wrongDues(ctx context.Context, q *db.Queries) (d differences, err error) {
	rows, err := q.BillingWrongDues(ctx, namedAtMost)
	if err != nil {
		return d, fmt.Errorf("billing: compare dues: %w", err)
	}
	for _, r := range rows {
		d.add(r.Differing, r.CustomerID, r.Account, money.Paise(r.BookedPaise), "in the account", r.OpenPaise)
	}
	return d, nil
}

func wrongLines(ctx context.Context, q *db.Queries) (d differences, err error) {
	rows, err := q.BillingWrongLines(ctx, namedAtMost)
	if err != nil {
		return d, fmt.Errorf("billing: compare lines: %w", err)
	}
	for _, r := range rows {
		d.add(r.Differing, r.CustomerID, r.Number, money.Paise(r.StatedPaise), "with tax", r.LinesPaise)
	}
	return d, nil
}

// wrongAdvance compares each customer's account of rent in advance with what was paid and not yet
// drawn.
func wrongAdvance(ctx context.Context, q *db.Queries) (d differences, err error) {
	err = advance.EachLeft(ctx, q, func(customerID int64, left money.Paise) error {
		balances, err := ledger.BalancesOf(ctx, q, customerID)
		if err != nil {
			return err
		}
		booked := -balances[ledger.Advance]
		if booked == left {
			return nil
		}
		if d.count++; d.count <= namedAtMost {
			d.add(d.count, customerID, "rent in advance", booked, "in the account", int64(left))
		}
		return nil
	})
	if err != nil {
		return d, fmt.Errorf("billing: compare rent in advance: %w", err)
	}
	return d, nil
}
