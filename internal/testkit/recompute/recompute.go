// Package recompute works every tax document out a second time: from the items'
// terms, day by day, and from the rules of docs/rules.md alone. It reads the
// tables and shares no code with the services, so that a mistake there is not
// made here too.
package recompute

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Database answers a query, as *sql.DB does.
type Database interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Report is what was looked at, and what differs from the rules.
type Report struct {
	Documents, Lines, RentedDays int
	Findings                     []string
}

// Err is the first of the findings, nil without any.
func (r Report) Err() error {
	if len(r.Findings) == 0 {
		return nil
	}
	return fmt.Errorf("%d findings, the first: %s", len(r.Findings), r.Findings[0])
}

// Documents works out all documents of a database in which the days before a
// day (YYYY-MM-DD) must be billed.
func Documents(ctx context.Context, db Database, through string) (Report, error) {
	b := &books{}
	if err := b.read(ctx, db); err != nil {
		return Report{}, err
	}
	for _, d := range b.documents {
		b.checkDocument(d)
	}
	b.checkNotes()
	b.checkFees()
	b.checkReceipts()
	b.checkNumbers()
	b.checkJournal()
	for _, i := range b.items {
		b.checkRent(i, through)
	}
	return b.report, nil
}

// document is a row of invoices; amounts are in paise.
type document struct {
	customer, id, original                     int64
	number, kind, date, due                    string
	supplier, gstin, place, billed             string // billed is the GSTIN of who pays
	taxable, cgst, sgst, igst, roundOff, total int64
	credited                                   int64
	ahead                                      int64    // drawn on rent that was paid in advance
	reopened                                   []string // days on which a payment of it was taken back that was recorded by mistake
	lines                                      []line
}

func (d *document) tax() int64         { return d.cgst + d.sgst + d.igst }
func (d *document) intra() bool        { return d.supplier == d.place }
func (d *document) isCreditNote() bool { return d.kind == "credit_note" }

// line is a row of invoice_lines.
type line struct {
	no, item                               int64
	kind, operation, sac                   string
	from, to                               string
	bp, rate, days, monthDays              int64
	amount, cgst, sgst, igst, customer, in int64
	off                                    int64 // the discount on it, below zero
}

// net is a part of a line's amount with its share of the discount.
func (l line) net(part int64) int64 {
	if l.off == 0 {
		return part
	}
	return halfUp(part*(l.amount+l.off), l.amount)
}

// item is a row of order_items with its terms.
type item struct {
	customer, id                     int64
	sac, registeredIn, first, pickup string
	came                             string // the day of the pickup in fact
	own                              sql.NullInt64
	terms                            []term
	lines                            []line // of rent
}

type term struct {
	from, state string
	rent        int64
}

type rate struct {
	sac, from, to string
	bp            int64
}

// fee is a row of late_fees, with the money that paid it and went back.
type fee struct {
	id, invoice, base, amount, paid int64
	date, waived                    string
	received                        map[int64]int64 // by what had been received before
	receipt                         map[int64]int64 // the entries that brought it, by the same
	left                            origin          // received less given back
}

// origin is what kinds of money an amount is made of.
type origin struct{ amount, deposit, promotional int64 }

type books struct {
	documents  []*document
	byID       map[int64]*document
	items      []*item
	itemByID   map[int64]*item
	rates      []rate
	registered map[string][2]string // by state: GSTIN and series
	fees       map[int64]*fee
	notes      map[int64][]*document // credit notes by what they are on, in order
	posted     map[int64]map[string]int64
	credited   map[string]int64 // of rent after a pickup, by the operation
	changed    map[string]int64 // of rent that was billed anew, by the operation without the day of the change
	report     Report
}

func (b *books) find(format string, args ...any) {
	b.report.Findings = append(b.report.Findings, fmt.Sprintf(format, args...))
}

// halfUp is n / d, half away from zero.
func halfUp(n, d int64) int64 {
	if n < 0 {
		return -halfUp(-n, d)
	}
	return (2*n + d) / (2 * d)
}

func day(text string) time.Time {
	d, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err) // a date that the services stored
	}
	return d
}
