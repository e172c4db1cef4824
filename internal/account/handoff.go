package account

import (
	"context"
	"fmt"
	"time"

	"rento/internal/audit"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/store"
	"rento/internal/store/db"
)

// How long a hand-off code may be used: from a page of ours to the next, and
// from a message.
const (
	FromPage    = 2 * time.Minute
	FromMessage = 15 * time.Minute
)

// Handoff is a sign-in that travels in a link.
type Handoff struct {
	CustomerID int64
	// Agent is the name of the agent who will act, empty for the customer.
	Agent string
	// Reason is why an agent acts; the audit log keeps it.
	Reason string
	// Lifetime is FromPage or FromMessage.
	Lifetime time.Duration
}

// MintHandoff returns a one-time code of 128 bits for a link: the accessToken
// of /dashboard/authenticate-user. It is no session, and dead after its first
// use. It returns a 422 for an agent without a name that can stand in the
// audit log or without a reason (audit.CheckReason), and a 404 for an unknown
// customer.
func (s *Service) MintHandoff(ctx context.Context, h Handoff) (string, error) {
	actor := audit.Customer()
	if h.Agent != "" {
		actor = audit.Agent(h.Agent)
	}
	if h.Agent != "" && !audit.ValidName(h.Agent) {
		return "", fault.Invalid("agent.name_invalid", "agent", "Please give the agent's name in letters and digits.")
	}
	if h.Agent != "" {
		if err := audit.CheckReason(h.Reason); err != nil {
			return "", err
		}
	}
	if _, err := s.Customer(ctx, h.CustomerID); err != nil {
		return "", err
	}
	code, now := ident.Reference(26), s.now()
	err := s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		err := tx.AccountHandoffAdd(ctx, db.AccountHandoffAddParams{
			CodeHash: ident.Hash(code), CustomerID: h.CustomerID, Actor: actor.String(), CreatedAt: now, ExpiresAt: now.Add(h.Lifetime),
		})
		if err != nil {
			return fmt.Errorf("account: keep a hand-off: %w", err)
		}
		if h.Agent == "" {
			return nil
		}
		return s.audit.Record(ctx, tx, audit.Entry{CustomerID: h.CustomerID, Action: "agent_link_made", Object: actor.String(), Reason: h.Reason})
	})
	if err != nil {
		return "", err
	}
	return code, nil
}

// ExchangeHandoff swaps a code from a link for a session of the actor for whom
// it was made. It returns a 401 for a code that is unknown, used or run out.
func (s *Service) ExchangeHandoff(ctx context.Context, code, device string) (Login, error) {
	var login Login
	err := s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		h, err := tx.AccountHandoff(ctx, ident.Hash(code))
		if store.IsNone(err) || err == nil && (!h.UsedAt.IsZero() || h.ExpiresAt <= s.now()) {
			return fault.Unauthorized()
		}
		if err != nil {
			return fmt.Errorf("account: hand-off: %w", err)
		}
		if rows, err := tx.AccountHandoffUse(ctx, s.now(), h.CodeHash); err != nil {
			return fmt.Errorf("account: use a hand-off: %w", err)
		} else if rows == 0 {
			return fault.Unauthorized()
		}
		owner, err := tx.AccountCustomer(ctx, h.CustomerID)
		if err != nil {
			return fmt.Errorf("account: customer: %w", err)
		}
		login, err = s.open(ctx, tx, owner, audit.ParseActor(h.Actor), device)
		return err
	})
	if err != nil {
		return Login{}, err
	}
	return login, nil
}
