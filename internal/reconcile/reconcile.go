// Package reconcile compares what the gateways hold and settle with our books: the payments and
// refunds of a day, read from the gateways' APIs, and the lines of their settlement files. Payments
// that our books did not know are booked like any other payment. All other differences are reported
// to a person (docs/payments.md).
package reconcile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"rento/internal/alert"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/store"
)

// Deps are the service's dependencies.
type Deps struct {
	Store    *store.Store
	IDs      *ident.Source
	Clock    calendar.Clock
	Jobs     *jobs.Queue
	Ledger   *ledger.Ledger
	Payments *payment.Service
	Gateways *provider.Registry
	Alerts   *alert.Service
	// BankDays are the days on which the gateways settle.
	BankDays calendar.BankDays
}

// Service compares the gateways with our books. It is safe for concurrent use.
type Service struct {
	store    *store.Store
	clock    calendar.Clock
	ledger   *ledger.Ledger
	payments *payment.Service
	gateways *provider.Registry
	alerts   *alert.Service
	bankDays calendar.BankDays
	audit    *audit.Log
}

// New returns the service and registers its daily job.
func New(d Deps) *Service {
	s := &Service{store: d.Store, clock: d.Clock, ledger: d.Ledger, payments: d.Payments, gateways: d.Gateways, alerts: d.Alerts, bankDays: d.BankDays, audit: audit.New(d.IDs, d.Clock)}
	d.Jobs.Every("reconcile.day", jobs.Daily(5, 0), s.Daily)
	return s
}

// Day is the result of comparing the payments and refunds of a period: one comparison for each
// gateway that is set up or has any of them in our books, by name.
type Day struct{ Gateways []payment.Comparison }

// Rows are all rows in which the two sides differed.
func (d Day) Rows() []payment.Difference {
	var rows []payment.Difference
	for _, c := range d.Gateways {
		rows = append(rows, c.Rows...)
	}
	return rows
}

// add adds comparisons to those of the same gateways.
func (d *Day) add(comparisons []payment.Comparison) {
	for _, c := range comparisons {
		i, found := slices.BinarySearchFunc(d.Gateways, c.Gateway, func(g payment.Comparison, name string) int { return cmp.Compare(g.Gateway, name) })
		if !found {
			d.Gateways = slices.Insert(d.Gateways, i, payment.Comparison{Gateway: c.Gateway})
		}
		g := &d.Gateways[i]
		g.Listed, g.Held, g.Refunds, g.NotAsked = g.Listed+c.Listed, g.Held+c.Held, g.Refunds+c.Refunds, g.NotAsked+c.NotAsked
		g.Rows = append(g.Rows, c.Rows...)
	}
}

// errNotAsked says that payments or refunds could not be compared.
func (d Day) errNotAsked() error {
	var all []error
	for _, g := range d.Gateways {
		if g.NotAsked > 0 {
			all = append(all, fmt.Errorf("reconcile: %s is not set up: %d of its payments and refunds were not compared", g.Gateway, g.NotAsked))
		}
	}
	return errors.Join(all...)
}

// WithoutFees are the gateways that are set up and do not tell the fee of a payment, by name.
func (s *Service) WithoutFees() (names []string) {
	for _, gateway := range s.gateways.All() {
		if profile := gateway.Profile(); !profile.Fees {
			names = append(names, profile.Name)
		}
	}
	slices.Sort(names)
	return names
}

// Compare compares what was begun or paid in [from, until): the payment lists of gateways that have
// one, the orders of the other gateways one by one, and the refunds. If one part fails, the others
// still run, and the errors are returned at the end. What a gateway that is not set up has is an
// error too.
func (s *Service) Compare(ctx context.Context, from, until time.Time) (Day, error) {
	var day Day
	var failed error
	for _, part := range []func(ctx context.Context, from, until time.Time) ([]payment.Comparison, error){
		s.payments.Compare, s.payments.CompareOrders, s.payments.CompareRefunds, s.payments.CompareAbsent,
	} {
		compared, err := part(ctx, from, until)
		day.add(compared)
		failed = errors.Join(failed, err)
	}
	return day, errors.Join(failed, day.errNotAsked())
}

// CompareDate compares what was begun or paid on a day in India.
func (s *Service) CompareDate(ctx context.Context, day calendar.Date) (Day, error) {
	return s.Compare(ctx, day.At(0, 0), day.AddDays(1).At(0, 0))
}

// differencesSetting holds how many rows differed in the last daily run.
const differencesSetting = "reconcile.differences"

// Daily compares yesterday, saves the number of differences for the metrics of every node, and looks
// for what is missing in the settlement files. Running it again reports only what still differs.
func (s *Service) Daily(ctx context.Context) error {
	day, failed := s.CompareDate(ctx, calendar.Today(s.clock).AddDays(-1))
	_, missing := s.AllMissing(ctx)
	saved := s.store.WriteCompany(ctx, func(tx *store.Tx) error { return tx.SaveCount(ctx, differencesSetting, len(day.Rows())) })
	return errors.Join(failed, saved, missing)
}

// Differences is how many rows differed in the last daily run, 0 before the first run.
func (s *Service) Differences(ctx context.Context) (int64, error) {
	return store.Count(ctx, s.store.Queries(), differencesSetting)
}

// FileDifferences is how many lines of settlement files differ, and how many payments and refunds are
// missing in all files, without those that a person has closed.
func (s *Service) FileDifferences(ctx context.Context) (int64, error) {
	differ, err := alert.OpenOf(ctx, s.store.Queries(), alertDiffers)
	missing, err2 := alert.OpenOf(ctx, s.store.Queries(), alertMissing)
	return differ + missing, errors.Join(err, err2)
}
