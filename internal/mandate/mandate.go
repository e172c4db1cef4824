// Package mandate keeps the customers' mandates, which are standing permissions to debit rent,
// and the debits planned under them (docs/mandates.md). It calls no gateway; package autodebit
// does.
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

// Mandate is a standing permission to debit rent, which the customer has given to their bank.
type Mandate struct {
	CustomerID int64
	ID         int64
	Gateway    string // the name from provider.Profile
	Method     provider.MandateMethod
	State      State
	Active     bool   // whether rent is debited by this mandate
	Token      string // the gateway's id of the mandate
	Label      string // the name of the card or bank
	Last4      string
	VPA        string      // stored masked: a debit identifies the mandate by Token
	Max        money.Paise // the customer's limit for one debit
	ExpiresOn  calendar.Date
	Created    calendar.Instant
	Registration
}

// Registration says how the mandate was begun at its gateway. It is empty for a mandate that was
// not registered through us.
type Registration struct {
	Reference string // our id of the mandate, as in provider.MandateRef
	// RegistrationID is the gateway's id of the registration, empty until the gateway has
	// answered. GatewayCustomer is the gateway's id of the customer, empty where the gateway has
	// none.
	RegistrationID  string
	GatewayCustomer string
	// Link is the unguessable part of the checkout page's address. Checkout is the JSON that
	// opens the checkout; it is cleared once the registration is decided.
	Link     string
	Checkout string
	Reason   string           // why the bank or we rejected the mandate
	AtBank   bool             // for an initiated mandate: the customer has agreed and the bank has yet to decide
	CheckAt  calendar.Instant // when to ask the gateway next; zero means never
	Checks   int64
}

// Ref returns the ids by which a gateway finds the mandate.
func (m Mandate) Ref() provider.MandateRef {
	return provider.MandateRef{
		Reference: m.Reference, RegistrationID: m.RegistrationID, ID: m.Token, CustomerID: m.CustomerID, GatewayCustomer: m.GatewayCustomer,
		Method: m.Method,
	}
}

// JobEvent is the kind of the job that asks a gateway about a mandate after the gateway has sent
// an event about it.
const JobEvent = "mandate.event"

// Told is the payload of JobEvent. Subject is the gateway's id of the mandate or of its
// registration. Registration is the id of the registration when the event carried both ids, else
// empty.
type Told struct{ Gateway, Subject, Registration string }

// Instrument is the name by which the customer knows the mandate: the UPI id, else the last
// digits of the card or account, else the label.
func (m Mandate) Instrument() string {
	switch {
	case m.VPA != "":
		return m.VPA
	case m.Last4 != "":
		return "XXXX " + m.Last4
	}
	return m.Label
}

// Service stores mandates and debits and moves them between states.
type Service struct {
	ids   *ident.Source
	clock calendar.Clock
	audit *audit.Log
	banks calendar.BankDays
}

// New returns the service. banks gives the days on which debits by net banking and NACH are
// possible.
func New(ids *ident.Source, clock calendar.Clock, banks calendar.BankDays) *Service {
	return &Service{ids: ids, clock: clock, audit: audit.New(ids, clock), banks: banks}
}

func (s *Service) now() calendar.Instant { return calendar.Stamp(s.clock.Now()) }

// Register stores a mandate whose registration the customer has just begun. It returns the
// mandate with its new id, in the state Initiated. m.State and m.Active are ignored.
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

// Record stores a mandate that the bank has already confirmed and returns it with its id. If
// m.Active is set, this mandate replaces the active one.
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
