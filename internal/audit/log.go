package audit

import (
	"context"
	"fmt"

	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Entry is what was done. Who did it, in which request and from which network,
// stands in the context.
type Entry struct {
	// CustomerID is whose data was changed, 0 for the company's.
	CustomerID int64
	// Action is a word of the trade in the past tense: ticket_raised.
	Action string
	// Object is what was acted on, such as invoice/12. It holds no personal data.
	Object string
	// Reason is why, in the actor's words, where one has to be given.
	Reason string
}

// Log writes entries. It is safe for concurrent use.
type Log struct {
	ids   *ident.Source
	clock calendar.Clock
}

// New returns the log of one node.
func New(ids *ident.Source, clock calendar.Clock) *Log { return &Log{ids, clock} }

// The room of an entry's texts, in characters.
const (
	longestObject = 1000
	longestReason = 4000
)

// Record writes an entry in the caller's transaction, so that it exists when,
// and only when, the effect does. Entries are never changed.
// An object or a reason that is too long for its column is cut.
func (l *Log) Record(ctx context.Context, tx *store.Tx, e Entry) error {
	r, _ := ctx.Value(requestKey{}).(request)
	err := tx.AuditAdd(context.WithoutCancel(ctx), db.AuditAddParams{
		ID: l.ids.Next(), At: calendar.Stamp(l.clock.Now()), Actor: ActorOf(ctx).String(), CustomerID: e.CustomerID,
		Action: e.Action, Object: bound.Text(e.Object, longestObject), Reason: bound.Text(e.Reason, longestReason), RequestID: r.id, Network: r.network,
	})
	if err != nil {
		return fmt.Errorf("audit: record %s: %w", e.Action, err)
	}
	return nil
}
