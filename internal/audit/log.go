package audit

import (
	"context"
	"fmt"

	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Entry is what was done. The context holds who did it, in which request and from which network.
type Entry struct {
	// CustomerID is the customer whose data was changed, or 0 for company data.
	CustomerID int64
	// Action is a domain term in the past tense, such as ticket_raised.
	Action string
	// Object is what was acted on, such as invoice/12. It holds no personal data.
	Object string
	// Amount is the money that it is about, in paise, 0 if none. It is stored behind the object, as in
	// invoice/12 of 1499.00, so that the seal of the day covers it.
	Amount money.Paise
	// Reason is why, in the actor's words, if a reason is required.
	Reason string
}

// Log writes entries. It is safe for concurrent use.
type Log struct {
	ids   *ident.Source
	clock calendar.Clock
}

// New returns the log of one node.
func New(ids *ident.Source, clock calendar.Clock) *Log { return &Log{ids, clock} }

// The maximum lengths of an entry's texts, in characters.
const (
	longestObject = 1000
	longestReason = 4000
)

// amountMark is between an object and its amount.
const amountMark = " of "

func (e Entry) object() string {
	if e.Amount == 0 {
		return e.Object
	}
	return e.Object + amountMark + e.Amount.Decimal()
}

// Record writes an entry in the caller's transaction, so that the entry exists if and only if the
// effect does. Entries are never changed. An object or a reason that is too long for its column is
// cut.
func (l *Log) Record(ctx context.Context, tx *store.Tx, e Entry) error {
	r, _ := ctx.Value(requestKey{}).(request)
	err := tx.AuditAdd(context.WithoutCancel(ctx), db.AuditAddParams{
		ID: l.ids.Next(), At: calendar.Stamp(l.clock.Now()), Actor: ActorOf(ctx).String(), CustomerID: e.CustomerID,
		Action: e.Action, Object: bound.Text(e.object(), longestObject), Reason: bound.Text(e.Reason, longestReason), RequestID: r.id, Network: r.network,
	})
	if err != nil {
		return fmt.Errorf("audit: record %s: %w", e.Action, err)
	}
	return nil
}
