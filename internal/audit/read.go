package audit

import (
	"context"
	"fmt"
	"strings"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/store/db"
)

// readPage is how many entries are in memory at a time.
const readPage = 1000

// Written is an entry as it stands in the log: with who did it, when, in which request and from
// which network.
type Written struct {
	Entry
	ID        int64
	At        calendar.Instant
	Actor     Actor
	RequestID string
	Network   string
}

func written(r db.AuditLog) Written {
	w := Written{
		Entry: Entry{CustomerID: r.CustomerID, Action: r.Action, Object: r.Object, Reason: r.Reason},
		ID:    r.ID, At: r.At, Actor: ParseActor(r.Actor), RequestID: r.RequestID, Network: r.Network,
	}
	if at := strings.LastIndex(r.Object, amountMark); at >= 0 {
		if amount, err := money.Parse(r.Object[at+len(amountMark):]); err == nil {
			w.Object, w.Amount = r.Object[:at], amount
		}
	}
	return w
}

// Read hands out the entries of the Indian days from since to until, both included, the oldest
// first: those about one customer (0 is the company), or all for nil. It stops at an error of put.
func Read(ctx context.Context, q *db.Queries, customer *int64, since, until calendar.Date, put func(Written) error) error {
	all := db.AuditBetweenParams{Since: calendar.Stamp(since.Start()), Before: calendar.Stamp(until.AddDays(1).Start()), PageSize: readPage}
	own := db.AuditOfBetweenParams{Since: all.Since, Before: all.Before, PageSize: readPage}
	for {
		var rows []db.AuditLog
		var err error
		if customer == nil {
			rows, err = q.AuditBetween(ctx, all)
		} else {
			own.CustomerID = *customer
			rows, err = q.AuditOfBetween(ctx, own)
		}
		if err != nil {
			return fmt.Errorf("audit: read: %w", err)
		}
		for _, r := range rows {
			if err := put(written(r)); err != nil {
				return err
			}
			all.Since, all.AfterID, all.AfterCustomer, own.AfterID = r.At, r.ID, r.CustomerID, r.ID
		}
		if len(rows) < readPage {
			return nil
		}
	}
}
