package account

import (
	"context"
	"fmt"

	"rento/internal/store"
	"rento/internal/store/db"
)

// Entry is one line of the audit log: who did what to whose object.
type Entry struct {
	Actor      string
	CustomerID int64
	Action     string
	Object     string
}

type requestKey struct{}

// WithRequestID has the audit entries made with ctx name the request.
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestKey{}, id)
}

// Audit writes an entry in the caller's transaction. Entries are never changed.
func (s *Service) Audit(ctx context.Context, tx *store.Tx, e Entry) error {
	request, _ := ctx.Value(requestKey{}).(string)
	err := tx.AccountAuditAdd(context.WithoutCancel(ctx), db.AccountAuditAddParams{
		ID: s.ids.Next(), At: s.now(), Actor: e.Actor, CustomerID: e.CustomerID,
		Action: e.Action, Object: e.Object, RequestID: request,
	})
	if err != nil {
		return fmt.Errorf("account: audit: %w", err)
	}
	return nil
}
