// Package mandate has the standing permissions to debit rent, and the debits
// that are planned under them (docs/mandates.md). Submitting a debit to a
// gateway is not here.
package mandate

import (
	"context"
	"fmt"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Mandate is a permission that the customer gives to the bank.
type Mandate struct {
	ID        int64
	Gateway   string // by its name in provider.Profile
	Method    provider.MandateMethod
	State     State
	Active    bool   // the one by which rent is debited
	Token     string // the gateway's name of it
	Label     string // card or bank name
	Last4     string
	VPA       string      // masked once it is kept: debits name the token
	Max       money.Paise // the most of one debit
	ExpiresOn calendar.Date
	Created   calendar.Instant
}

// Service keeps mandates.
type Service struct {
	ids   *ident.Source
	clock calendar.Clock
	audit *audit.Log
}

// New returns the service.
func New(ids *ident.Source, clock calendar.Clock) *Service {
	return &Service{ids: ids, clock: clock, audit: audit.New(ids, clock)}
}

func (s *Service) now() calendar.Instant { return calendar.Stamp(s.clock.Now()) }

// Register keeps a mandate that the customer has begun to register and returns
// it, initiated, with its id. m.State and m.Active are not read.
func (s *Service) Register(ctx context.Context, tx *store.Tx, customerID int64, m Mandate) (Mandate, error) {
	now := s.now()
	m.ID, m.Created, m.State, m.Active = s.ids.Next(), now, Initiated, false
	if m.VPA != "" {
		m.VPA = provider.MaskUPI(m.VPA)
	}
	err := tx.MandateAdd(ctx, db.MandateAddParams{
		CustomerID: customerID, ID: m.ID, Gateway: m.Gateway, Method: string(m.Method), State: string(m.State), IsActive: m.Active,
		Token: m.Token, Label: m.Label, Last4: m.Last4, Vpa: m.VPA, MaxPaise: m.Max, ExpiresOn: m.ExpiresOn,
		CreatedAt: now, UpdatedAt: now,
	})
	if err != nil {
		return Mandate{}, fmt.Errorf("mandate: add: %w", err)
	}
	return m, s.record(ctx, tx, customerID, "mandate_"+string(m.State), m.object(), "")
}

// Record keeps a mandate that the bank has confirmed already and returns it
// with its id. An active one takes the place of the one before it.
func (s *Service) Record(ctx context.Context, tx *store.Tx, customerID int64, m Mandate) (Mandate, error) {
	kept, err := s.Register(ctx, tx, customerID, m)
	if err != nil {
		return Mandate{}, err
	}
	if kept, err = s.Move(ctx, tx, customerID, kept.ID, Confirmed); err != nil || !m.Active {
		return kept, err
	}
	return s.Activate(ctx, tx, customerID, kept.ID)
}

// HasActive reports whether a customer has chosen a mandate that is not
// withdrawn, be it paused.
func HasActive(ctx context.Context, q *db.Queries, customerID int64) (bool, error) {
	_, err := q.MandateActive(ctx, customerID)
	if store.IsNone(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("mandate: read the active mandate: %w", err)
	}
	return true, nil
}

func (m Mandate) object() string { return fmt.Sprintf("mandate/%d", m.ID) }

func (s *Service) record(ctx context.Context, tx *store.Tx, customerID int64, action, object, reason string) error {
	return s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: action, Object: object, Reason: reason})
}

func of(r db.Mandate) Mandate {
	return Mandate{
		ID: r.ID, Gateway: r.Gateway, Method: provider.MandateMethod(r.Method), State: State(r.State), Active: r.IsActive, Token: r.Token, Label: r.Label,
		Last4: r.Last4, VPA: r.Vpa, Max: r.MaxPaise, ExpiresOn: r.ExpiresOn, Created: r.CreatedAt,
	}
}
