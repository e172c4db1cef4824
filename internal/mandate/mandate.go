// Package mandate has the standing permissions to debit rent, and the debits
// that are planned under them (docs/mandates.md). It calls no gateway: package
// autodebit does.
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
	CustomerID int64
	ID         int64
	Gateway    string // by its name in provider.Profile
	Method     provider.MandateMethod
	State      State
	Active     bool   // the one by which rent is debited
	Token      string // the gateway's name of it
	Label      string // card or bank name
	Last4      string
	VPA        string      // masked once it is kept: debits name the token
	Max        money.Paise // the most of one debit
	ExpiresOn  calendar.Date
	Created    calendar.Instant
	Registration
}

// Registration is how a mandate was begun at its gateway, empty for one that was
// not registered through us.
type Registration struct {
	Reference string // ours, as provider.MandateRef has it
	// RegistrationID is the gateway's, empty until it has answered; GatewayCustomer is
	// its id of the customer, where it has one.
	RegistrationID  string
	GatewayCustomer string
	// Link is the part of the link of its checkout that cannot be guessed, Checkout
	// what opens that, empty once it is of no use.
	Link     string
	Checkout string
	Reason   string           // why it was rejected
	AtBank   bool             // of an initiated one, that the customer has agreed and the bank is to decide
	CheckAt  calendar.Instant // when the gateway is asked next, zero for never
	Checks   int64
}

// Ref names the mandate at its gateway.
func (m Mandate) Ref() provider.MandateRef {
	return provider.MandateRef{
		Reference: m.Reference, RegistrationID: m.RegistrationID, ID: m.Token, CustomerID: m.CustomerID, GatewayCustomer: m.GatewayCustomer,
		Method: m.Method,
	}
}

// JobEvent is the kind of the job that asks about a mandate of which a gateway has
// told something.
const JobEvent = "mandate.event"

// Told is the payload of JobEvent: a gateway, its id of the mandate or of the
// registration, and that of the registration besides, empty where it did not tell both.
type Told struct{ Gateway, Subject, Registration string }

// Instrument is what a customer knows a mandate by: a UPI id, or the last digits of a
// card or account, else its bank.
func (m Mandate) Instrument() string {
	switch {
	case m.VPA != "":
		return m.VPA
	case m.Last4 != "":
		return "XXXX " + m.Last4
	}
	return m.Label
}

// Service keeps mandates.
type Service struct {
	ids   *ident.Source
	clock calendar.Clock
	audit *audit.Log
	banks calendar.BankDays
}

// New returns the service. Mandates by net banking and NACH debit on the days of banks.
func New(ids *ident.Source, clock calendar.Clock, banks calendar.BankDays) *Service {
	return &Service{ids: ids, clock: clock, audit: audit.New(ids, clock), banks: banks}
}

func (s *Service) now() calendar.Instant { return calendar.Stamp(s.clock.Now()) }

// Register keeps a mandate that the customer has begun to register and returns
// it, initiated, with its id. m.State and m.Active are not read.
func (s *Service) Register(ctx context.Context, tx *store.Tx, customerID int64, m Mandate) (Mandate, error) {
	now := s.now()
	m.CustomerID, m.ID, m.Created, m.State, m.Active = customerID, s.ids.Next(), now, Initiated, false
	if m.VPA != "" {
		m.VPA = provider.MaskUPI(m.VPA)
	}
	err := tx.MandateAdd(ctx, db.MandateAddParams{
		CustomerID: customerID, ID: m.ID, Gateway: m.Gateway, Method: string(m.Method), State: string(m.State), IsActive: m.Active,
		Token: m.Token, Label: m.Label, Last4: m.Last4, Vpa: m.VPA, MaxPaise: m.Max, ExpiresOn: m.ExpiresOn,
		CreatedAt: now, UpdatedAt: now, Reference: m.Reference, UniqueID: m.Link, CheckAt: m.CheckAt,
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

func (m Mandate) object() string { return fmt.Sprintf("mandate/%d", m.ID) }

func (s *Service) record(ctx context.Context, tx *store.Tx, customerID int64, action, object, reason string) error {
	return s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: action, Object: object, Reason: reason})
}

func of(r db.Mandate) Mandate {
	return Mandate{
		CustomerID: r.CustomerID, ID: r.ID, Gateway: r.Gateway, Method: provider.MandateMethod(r.Method), State: State(r.State), Active: r.IsActive, Token: r.Token, Label: r.Label,
		Last4: r.Last4, VPA: r.Vpa, Max: r.MaxPaise, ExpiresOn: r.ExpiresOn, Created: r.CreatedAt,
		Registration: Registration{
			Reference: r.Reference, RegistrationID: r.RegistrationID, GatewayCustomer: r.GatewayCustomer, Link: r.UniqueID, Checkout: r.Checkout, Reason: r.Reason, AtBank: r.IsAtBank, CheckAt: r.CheckAt, Checks: r.Checks,
		},
	}
}
