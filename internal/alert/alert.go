// Package alert stores what needs a manual review, because our books must not guess. An alert is
// raised in the transaction of its cause, once per kind and subject (docs/operations.md lists the
// kinds).
package alert

import (
	"context"
	"fmt"
	"log/slog"

	"rento/internal/audit"
	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Alert is one thing to review. Subject identifies what it is about, such as "examplepay:T1".
// CustomerID is 0 if it concerns no customer.
type Alert struct {
	Kind       string
	Subject    string
	CustomerID int64
	Detail     string
}

// Service raises alerts.
type Service struct {
	store  *store.Store
	ids    *ident.Source
	clock  calendar.Clock
	audit  *audit.Log
	logger *slog.Logger
}

// New returns the service. logger may be nil.
func New(s *store.Store, ids *ident.Source, clock calendar.Clock, logger *slog.Logger) *Service {
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	return &Service{store: s, ids: ids, clock: clock, audit: audit.New(ids, clock), logger: logger}
}

// The maximum lengths of an alert's texts, in characters.
const (
	longestKind    = 100
	longestSubject = 500
	longestDetail  = 10_000
)

// fit cuts the texts of an alert to their maximum lengths, so that a long text cannot make the
// operation fail that raises the alert. A cut subject ends with a hash of the whole subject, so
// that two subjects with the same beginning stay distinct.
func (a Alert) fit() Alert {
	if cut := bound.Text(a.Subject, longestSubject); cut != a.Subject {
		hash := ident.Hash(a.Subject)[:16]
		a.Subject = bound.Text(a.Subject, longestSubject-1-len(hash)) + ":" + hash
	}
	a.Kind, a.Detail = bound.Text(a.Kind, longestKind), bound.Text(a.Detail, longestDetail)
	return a
}

// Raise stores an alert in the caller's transaction, and logs it after the commit. If an alert of
// the same kind and subject is stored already, that alert stays unchanged. Texts that are too long
// for their columns are cut. A nil Service returns an error, because an alert must not get lost
// silently.
func (s *Service) Raise(ctx context.Context, tx *store.Tx, a Alert) error {
	return s.raise(ctx, tx, a, false)
}

// RaiseAgain is like Raise, for a cause that may come back: an alert of the same kind and subject is
// open again, with the new detail.
func (s *Service) RaiseAgain(ctx context.Context, tx *store.Tx, a Alert) error {
	return s.raise(ctx, tx, a, true)
}

// raise stores an alert. again has one of the same kind and subject changed in place of kept.
func (s *Service) raise(ctx context.Context, tx *store.Tx, a Alert, again bool) error {
	if s == nil {
		return fmt.Errorf("alert: no service to raise %s of %s: %s", a.Kind, a.Subject, a.Detail)
	}
	a = a.fit()
	raised, err := tx.AlertRaise(ctx, db.AlertRaiseParams{
		ID: s.ids.Next(), Kind: a.Kind, Subject: a.Subject, CustomerID: a.CustomerID, Detail: a.Detail,
		CreatedAt: calendar.Stamp(s.clock.Now()), Again: again,
	})
	if err != nil {
		return fmt.Errorf("alert: raise %s of %s: %w", a.Kind, a.Subject, err)
	}
	if raised > 0 {
		tx.AfterCommit(func() {
			s.logger.ErrorContext(ctx, "needs manual review", "kind", a.Kind, "subject", a.Subject, "customer", a.CustomerID, "detail", a.Detail)
		})
	}
	return nil
}

// RaiseAlone is like Raise, in a transaction of its own.
func (s *Service) RaiseAlone(ctx context.Context, a Alert) error {
	if s == nil {
		return s.Raise(ctx, nil, a)
	}
	ctx = context.WithoutCancel(ctx)
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error { return s.Raise(ctx, tx, a) })
}

// Open is an alert that nobody has closed.
type Open struct {
	Alert
	ID       int64
	RaisedAt calendar.Instant
}

// Open lists the alerts that nobody has closed, the oldest first, at most limit of them.
func (s *Service) Open(ctx context.Context, limit int) ([]Open, error) {
	rows, err := s.store.Queries().AlertsOpen(ctx, int32(limit))
	if err != nil {
		return nil, fmt.Errorf("alert: list: %w", err)
	}
	list := make([]Open, len(rows))
	for i, r := range rows {
		list[i] = Open{Alert{Kind: r.Kind, Subject: r.Subject, CustomerID: r.CustomerID, Detail: r.Detail}, r.ID, r.CreatedAt}
	}
	return list, nil
}

// Close records that somebody has dealt with an alert, and how. The alert stays stored, so that its
// cause does not raise it again. Closing it again changes nothing. It returns a 404 for an unknown
// id, and a 422 for a reason that says nothing.
func (s *Service) Close(ctx context.Context, id int64, how string) error {
	if err := audit.CheckReason(how); err != nil {
		return err
	}
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		row, err := tx.AlertGet(ctx, id)
		if store.IsNone(err) {
			return errNotFound()
		}
		if err != nil {
			return fmt.Errorf("alert: read: %w", err)
		}
		return s.close(ctx, tx, row, how)
	})
}

// Settle closes an alert whose cause is gone, in the transaction that ends it. Without such an open
// alert nothing happens.
func (s *Service) Settle(ctx context.Context, tx *store.Tx, kind, subject, how string) error {
	row, err := tx.AlertBySubject(ctx, kind, Alert{Subject: subject}.fit().Subject)
	if store.IsNone(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("alert: read: %w", err)
	}
	return s.close(ctx, tx, row, how)
}

// OpenOf is how many alerts of a kind nobody has closed.
func OpenOf(ctx context.Context, q *db.Queries, kind string) (int64, error) {
	count, err := q.AlertsOpenOf(ctx, kind)
	if err != nil {
		return 0, fmt.Errorf("alert: count: %w", err)
	}
	return count, nil
}

// IsClosed reports whether somebody has dealt with an alert of this kind and subject.
func IsClosed(ctx context.Context, q *db.Queries, kind, subject string) (bool, error) {
	row, err := q.AlertBySubject(ctx, kind, Alert{Subject: subject}.fit().Subject)
	if store.IsNone(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("alert: read: %w", err)
	}
	return !row.ClosedAt.IsZero(), nil
}

// Get returns an alert. It returns a 404 for an unknown id.
func Get(ctx context.Context, q *db.Queries, id int64) (Alert, error) {
	row, err := q.AlertGet(ctx, id)
	if store.IsNone(err) {
		return Alert{}, errNotFound()
	}
	if err != nil {
		return Alert{}, fmt.Errorf("alert: read: %w", err)
	}
	return Alert{Kind: row.Kind, Subject: row.Subject, CustomerID: row.CustomerID, Detail: row.Detail}, nil
}

func errNotFound() error { return fault.NotFound("alert.not_found", "There is no such alert.") }

func (s *Service) close(ctx context.Context, tx *store.Tx, row db.Alert, how string) error {
	closed, err := tx.AlertClose(ctx, calendar.Stamp(s.clock.Now()), row.ID)
	if err != nil {
		return fmt.Errorf("alert: close: %w", err)
	}
	if closed == 0 {
		return nil
	}
	return s.audit.Record(ctx, tx, audit.Entry{
		CustomerID: row.CustomerID, Action: "alert_closed", Object: fmt.Sprintf("alert/%d", row.ID), Reason: how,
	})
}
