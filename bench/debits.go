package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"rento/internal/autodebit"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/provider/razorpay"
	"rento/internal/store"
)

// debitBar is the maximum cost of a debit in the hourly run at any number of mandates, relative to
// its cost at the smallest number.
const debitBar = 1.3

// noticeDay is the day on which the debits of a company's first invoices must be announced.
var noticeDay = runDay.AddDays(8)

// measureDebits has the hourly run find and enqueue the work for the debits of companies of growing
// size, whose customers all have a mandate.
func measureDebits(ctx context.Context, s settings, progress io.Writer) ([]row, error) {
	var rows []row
	var smallest time.Duration
	for i, customers := range []int{1000, s.mandates} {
		d, err := s.bases.empty(sqlite, "debits-"+strconv.Itoa(customers))
		if err != nil {
			return nil, err
		}
		if err := fill(ctx, d, filling{customers: customers, month: firstDay, billed: true, debited: true}, progress); err != nil {
			return nil, err
		}
		took, err := scheduleDebits(ctx, d, customers)
		if err != nil {
			return rows, err
		}
		each := took / time.Duration(customers)
		r := row{what: fmt.Sprintf("hourly run of debits, %d mandates", customers), value: micros(each) + " a debit"}
		if i == 0 {
			smallest = each
		} else {
			r.beside = fmt.Sprintf("%s at %d", micros(smallest), 1000)
			r = r.atMost(each.Seconds()/smallest.Seconds(), debitBar)
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// scheduleDebits runs the hourly run once and returns how long it took. Every debit must have been
// enqueued.
func scheduleDebits(ctx context.Context, d database, customers int) (took time.Duration, err error) {
	c, err := openCompany(ctx, d.url, false, noticeDay)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, c.store.Close()) }()
	pay, err := newCheckout(c)
	if err != nil {
		return 0, err
	}
	debits := autodebit.New(autodebit.Deps{
		Store: c.store, IDs: c.ids, Clock: c.clock, Mandates: c.mandates, Billing: c.billing, Payments: pay.payments,
		Gateways: provider.NewRegistry(pay.gateway), Jobs: c.jobs, Notify: c.notices,
		Config: autodebit.Config{ProductName: "Bench", AppOrigin: origin},
	})
	start := time.Now()
	if err := debits.Sweep(ctx); err != nil {
		return 0, err
	}
	took = time.Since(start)
	taken, err := c.debitJobs(ctx)
	if err == nil && taken != int64(customers) {
		err = fmt.Errorf("%d debits were taken up, want %d", taken, customers)
	}
	return took, err
}

// debitJobs counts the jobs that handle a debit.
func (c *company) debitJobs(ctx context.Context) (debits int64, err error) {
	counts, err := c.store.Queries().JobsCount(ctx)
	if err != nil {
		return 0, fmt.Errorf("count the jobs: %w", err)
	}
	for _, n := range counts {
		if strings.HasPrefix(n.Kind, "autodebit") && strings.HasSuffix(n.Kind, "debit") {
			debits += n.Jobs
		}
	}
	return debits, nil
}

// authorize gives a customer a mandate with a limit above a month's bill.
func (c *company) authorize(ctx context.Context, customer int64) error {
	return c.store.Write(ctx, customer, func(tx *store.Tx) error {
		_, err := c.mandates.Record(ctx, tx, customer, mandate.Mandate{
			Gateway: razorpay.Name, Method: provider.MandateUPI, Token: "token_bench", Max: money.Rupees(15_000), Active: true,
		})
		return err
	})
}
