package account

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"rento/internal/audit"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/store"
	"rento/internal/store/db"
)

// FromPage is how long a hand-off code is valid when one of our pages links to the next.
// FromMessage is for a link that is sent to somebody by hand. The links in our own messages have a
// lifetime of their own (notify.PayCode).
const (
	FromPage    = 2 * time.Minute
	FromMessage = 15 * time.Minute
)

// Handoff is a sign-in that a link carries.
type Handoff struct {
	CustomerID int64
	// Agent is the name of the agent who will act. It is empty if the customer acts.
	Agent string
	// Reason is why the agent acts. The audit log keeps it.
	Reason string
	// Lifetime is FromPage or FromMessage.
	Lifetime time.Duration
}

// MintHandoff returns a one-time code of 128 bits for a link: the accessToken of
// /dashboard/authenticate-user. The code is not a session, and it is invalid after its first use.
// It returns a 422 for an agent whose name is not valid in the audit log or who gives no valid
// reason (audit.CheckReason), a 404 for an unknown or erased customer, and a 409 for an agent of a
// business customer, who has no dashboard.
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
	c, err := s.Customer(ctx, h.CustomerID)
	if err != nil {
		return "", err
	}
	if h.Agent != "" && c.IsB2B {
		return "", fault.Conflict("agent.business_customer", "A business customer has no dashboard in which an agent could act.")
	}
	code, now := ident.Reference(26), s.now()
	err = s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		d, err := tx.AccountDeletion(ctx, h.CustomerID)
		if err != nil && !store.IsNone(err) {
			return fmt.Errorf("account: deletion: %w", err)
		}
		if d.State == deletionErased {
			return errNoCustomer()
		}
		err = tx.AccountHandoffAdd(ctx, db.AccountHandoffAddParams{
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

// ExchangeHandoff exchanges a code from a link for a session of the actor for whom the code was
// made. It returns a 401 if the code is unknown, used or expired.
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
		login, err = s.openFor(ctx, tx, h.CustomerID, audit.ParseActor(h.Actor), device)
		return err
	})
	if err != nil {
		return Login{}, err
	}
	return login, nil
}

// ExchangePayCode exchanges the code in a message's link for a session of its customer, once, and
// records it in the audit log. The authorization is the browser's current session token, or empty.
// The new session may only look and pay (Session.ByLink), unless the browser already has a fuller
// session of the same customer. If the code is not a message's code, it does nothing and returns
// false. It returns a 401 if the code was used or has expired, and a 403 to an agent, because the
// link belongs to the customer.
func (s *Service) ExchangePayCode(ctx context.Context, code, authorization, device string) (login Login, isOne bool, err error) {
	link, isOne, err := s.notices.ReadPayCode(ctx, s.store.Queries(), code)
	if err != nil || !isOne {
		return Login{}, false, err
	}
	actor := audit.ByLink()
	if present, err := s.Peek(ctx, authorization); err == nil && present.Agent {
		return Login{}, true, fault.Forbidden("agent.not_allowed", "An agent cannot do this for a customer.")
	} else if err == nil && present.CustomerID == link.CustomerID {
		actor = present.Actor
	}
	if link.Until <= s.now() {
		return Login{}, true, fault.Unauthorized()
	}
	err = s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		rows, err := tx.AccountHandoffSpend(ctx, db.AccountHandoffSpendParams{
			CodeHash: ident.Hash(code), CustomerID: link.CustomerID, Actor: actor.String(), UsedAt: s.now(), ExpiresAt: link.Until,
		})
		if err != nil {
			return fmt.Errorf("account: use the link of a message: %w", err)
		}
		if rows == 0 {
			return fault.Unauthorized()
		}
		if login, err = s.openFor(ctx, tx, link.CustomerID, actor, device); err != nil {
			return err
		}
		return s.audit.Record(audit.WithActor(ctx, actor), tx, audit.Entry{
			CustomerID: link.CustomerID, Action: "pay_link_used", Object: "message/" + strconv.FormatInt(link.MessageID, 10),
		})
	})
	if err != nil {
		return Login{}, true, err
	}
	return login, true, nil
}

// openFor opens a session for a customer's account.
func (s *Service) openFor(ctx context.Context, tx *store.Tx, customerID int64, actor audit.Actor, device string) (Login, error) {
	owner, err := tx.AccountCustomer(ctx, customerID)
	if err != nil {
		return Login{}, fmt.Errorf("account: customer: %w", err)
	}
	return s.open(ctx, tx, owner, actor, device)
}
