package audit

import (
	"context"
	"fmt"
	"io"

	"rento/internal/calendar"
	"rento/internal/hashchain"
	"rento/internal/store"
	"rento/internal/store/db"
)

// sealPage is how many entries of a day are in memory at a time.
const sealPage = 5000

// Chain is the audit log as a table whose days are sealed. An entry belongs to the Indian day on
// which it was written.
func Chain(q *db.Queries) hashchain.Table { return days{q} }

// days implements hashchain.Table.
type days struct{ q *db.Queries }

func (days) Name() string { return "audit log" }

func (d days) DayAfter(ctx context.Context, day calendar.Date) (calendar.Date, error) {
	at, err := d.q.AuditFirstSince(ctx, calendar.Stamp(day.AddDays(1).Start()))
	if err != nil {
		return calendar.Date{}, err
	}
	return at.Date(), nil
}

func (d days) Newest(ctx context.Context) (calendar.Instant, error) { return d.q.AuditNewest(ctx) }

func (d days) Seals(ctx context.Context) ([]hashchain.Seal, error) {
	rows, err := d.q.AuditDays(ctx)
	seals := make([]hashchain.Seal, len(rows))
	for i, row := range rows {
		seals[i] = hashchain.Seal(row)
	}
	return seals, err
}

func (d days) LastSeal(ctx context.Context) (hashchain.Seal, error) {
	row, err := d.q.AuditLastDay(ctx)
	return hashchain.Seal(row), err
}

func (days) AddSeal(ctx context.Context, tx *store.Tx, seal hashchain.Seal) (rows int64, err error) {
	return tx.AuditDaySeal(ctx, db.AuditDaySealParams(seal))
}

// WriteDay writes the entries of a day, one line each.
func (d days) WriteDay(ctx context.Context, to io.Writer, day calendar.Date) (entries int64, err error) {
	page := db.AuditBetweenParams{Since: calendar.Stamp(day.Start()), Before: calendar.Stamp(day.AddDays(1).Start()), PageSize: sealPage}
	for {
		rows, err := d.q.AuditBetween(ctx, page)
		if err != nil {
			return 0, err
		}
		for _, r := range rows {
			_, err := fmt.Fprintf(to, "%d %d %d %q %q %q %q %q %q\n", r.CustomerID, r.ID, r.At, r.Actor, r.Action, r.Object, r.Reason, r.RequestID, r.Network)
			if err != nil {
				return 0, err
			}
			page.Since, page.AfterID, page.AfterCustomer = r.At, r.ID, r.CustomerID
		}
		if entries += int64(len(rows)); len(rows) < sealPage {
			return entries, nil
		}
	}
}
