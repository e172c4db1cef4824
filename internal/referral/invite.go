package referral

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/fault"
	"rento/internal/netname"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// mostADay is how many people a customer can invite in any 24 hours.
const mostADay = 20

// InviteByMail sends an invitation to a friend on behalf of the customer. If anybody invited the
// same mailbox within a month, even in another spelling of the address, nothing is sent and the
// answer is the same. It returns a 422 for an invalid address and for the customer's own.
func (s *Service) InviteByMail(ctx context.Context, customerID int64, email string) error {
	email, err := mailAddress(email)
	if err != nil {
		return err
	}
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		return s.invite(context.WithoutCancel(ctx), tx, customerID, invitee{email: email})
	})
}

// InviteContacts sends invitations to contacts of the customer, by mail or, without a mail address,
// by text message. It skips contacts that were invited before, and returns how many were invited.
// It returns a 404 for a contact that the customer does not have.
func (s *Service) InviteContacts(ctx context.Context, customerID int64, contactIDs []int64) (invited int, err error) {
	err = s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		invited = 0
		for _, id := range contactIDs {
			c, err := tx.ReferralContact(ctx, customerID, id)
			if store.IsNone(err) {
				return errNoContact()
			}
			if err != nil {
				return fmt.Errorf("referral: read contact %d: %w", id, err)
			}
			if !c.InvitedAt.IsZero() {
				continue
			}
			if err := s.invite(ctx, tx, customerID, invitee{name: c.Name, email: c.Email, mobile: c.Mobile}); fault.Is(err, http.StatusUnprocessableEntity) {
				continue // the contact is the customer
			} else if err != nil {
				return err
			}
			if err := tx.ReferralContactInvited(ctx, db.ReferralContactInvitedParams{CustomerID: customerID, ID: id, InvitedAt: s.now()}); err != nil {
				return fmt.Errorf("referral: mark contact %d: %w", id, err)
			}
			invited++
		}
		return nil
	})
	return invited, err
}

// invitee is the person to invite.
type invitee struct{ name, email, mobile string }

func (i invitee) mailbox() string { return netname.Mailbox(i.email) }

// invite stores the invitation and sends it, unless somebody invited the person within a month.
func (s *Service) invite(ctx context.Context, tx *store.Tx, customerID int64, to invitee) error {
	who, err := account.CustomerOf(ctx, tx.Queries, customerID)
	if err != nil {
		return err
	}
	if to.email != "" && to.mailbox() == netname.Mailbox(who.Email) || to.mobile == who.Mobile {
		return fault.Invalid("referral.own_address", "emailId", "This is your own address. Please enter a friend's.")
	}
	today, err := tx.ReferralInvitedSince(ctx, customerID, s.now().Add(-24*time.Hour))
	if err != nil {
		return fmt.Errorf("referral: invitations of a day: %w", err)
	}
	if today >= mostADay {
		return fault.TooMany(int((24 * time.Hour).Seconds()))
	}
	rested, err := s.rested(ctx, tx.Queries, to)
	if err != nil {
		return err
	}
	id, err := s.record(ctx, tx, customerID, to)
	if err != nil || !rested {
		return err
	}
	event := notify.ReferralInvited{Inviter: firstName(who.FullName), Code: who.ReferralCode, Reward: s.settings.FriendReward}
	writtenTo := notify.Invitee{Name: to.name, Email: to.email, Mobile: to.mobile, Language: notify.Language(who.Language)}
	if err := s.notices.SendToInvitee(ctx, tx, writtenTo, event, fmt.Sprintf("referral/%d/%d", id, s.now())); err != nil {
		return fmt.Errorf("referral: invite: %w", err)
	}
	return s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: "friend_invited", Object: fmt.Sprintf("referral/%d", id)})
}

// rested says that nobody sent an invitation to the address or number within a month.
func (s *Service) rested(ctx context.Context, q *db.Queries, to invitee) (bool, error) {
	since := s.now().Add(-restAfterInvitation)
	mailed, err := q.ReferralMailedSince(ctx, to.mailbox(), since)
	if err != nil {
		return false, fmt.Errorf("referral: invitations by mail: %w", err)
	}
	texted, err := q.ReferralTextedSince(ctx, to.mobile, since)
	if err != nil {
		return false, fmt.Errorf("referral: invitations by text message: %w", err)
	}
	return mailed+texted == 0, nil
}

// record stores the invitation, once for each address and customer, and returns its id.
func (s *Service) record(ctx context.Context, tx *store.Tx, customerID int64, to invitee) (int64, error) {
	before, err := tx.ReferralInvitation(ctx, db.ReferralInvitationParams{CustomerID: customerID, Mailbox: to.mailbox(), Mobile: to.mobile})
	if err != nil && !store.IsNone(err) {
		return 0, fmt.Errorf("referral: earlier invitation: %w", err)
	}
	if err == nil {
		name := to.name
		if name == "" {
			name = before.Name
		}
		err = tx.ReferralInvitedAgain(ctx, db.ReferralInvitedAgainParams{CustomerID: customerID, ID: before.ID, InvitedAt: s.now(), Name: name})
		if err != nil {
			return 0, fmt.Errorf("referral: invite again: %w", err)
		}
		return before.ID, nil
	}
	id := s.ids.Next()
	err = tx.ReferralAdd(ctx, db.ReferralAddParams{
		CustomerID: customerID, ID: id, Name: to.name, Email: to.email, Mailbox: to.mailbox(), Mobile: to.mobile, State: string(Invited), InvitedAt: s.now(), CreatedAt: s.now(),
	})
	if err != nil {
		return 0, fmt.Errorf("referral: keep an invitation: %w", err)
	}
	return id, nil
}

// mailAddress parses a friend's mail address as typed, or returns a 422 on emailId.
func mailAddress(text string) (string, error) {
	address, ok := netname.Mail(text)
	if !ok {
		return "", fault.Invalid("referral.email_invalid", "emailId", "Please enter a valid e-mail address.")
	}
	return address, nil
}

func firstName(full string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(full), " ")
	return first
}
