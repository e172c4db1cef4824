package main

import (
	"context"
	"io"
	"testing"

	"rento/internal/ledger"
	"rento/internal/testkit"
)

// Copied customers are equivalent to their originals: their books are correct, and they can be
// billed and pay like everybody else.
func TestCopiedCustomersAreWhole(t *testing.T) {
	const customers = 3*originals + 7
	for _, d := range []database{{sqlite, testkit.DatabaseURL(t, "sqlite")}, {postgres, testkit.DatabaseURL(t, "postgres")}} {
		t.Run(d.engine, func(t *testing.T) {
			if err := fill(t.Context(), d, filling{customers: customers, month: firstDay, billed: true}, io.Discard); err != nil {
				t.Fatal(err)
			}
			c, err := openCompany(t.Context(), d.url, true, runDay)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = c.store.Close() })
			ids, err := c.customers(t.Context(), 10*customers)
			if err != nil || len(ids) != customers {
				t.Fatalf("%d customers rent, want %d: %v", len(ids), customers, err)
			}
			if findings, err := ledger.Check(t.Context(), c.store.Queries()); err != nil || len(findings) > 0 {
				t.Errorf("the books are wrong: %s, %v", ledger.Text(findings), err)
			}
			payLast(t.Context(), t, c, ids)
			c.clock.Set(runDay.NextMonth().At(1, 0))
			run, err := c.billing.BillMonth(t.Context(), runDay, nil)
			if err != nil || run.Invoices != customers {
				t.Errorf("the next month has %d invoices, want %d: %v", run.Invoices, customers, err)
			}
		})
	}
}

func payLast(ctx context.Context, t *testing.T, c *company, ids []int64) {
	t.Helper()
	pay, err := newCheckout(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := pay.pay(ctx, ids[len(ids)-1]); err != nil {
		t.Errorf("the last copy cannot pay: %v", err)
	}
}
