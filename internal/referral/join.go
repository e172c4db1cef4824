package referral

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/billing"
	"rento/internal/fault"
	"rento/internal/netname"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Join enters the referral code of the customer who invited this customer. Both rewards are fixed
// at their current amounts. Entering the same code again changes nothing. It returns a 404 for an
// unknown code, a 422 for the customer's own code, and a 409 if the customer has entered another
// code or has paid rent already.
func (s *Service) Join(ctx context.Context, customerID int64, code string) error {
	code = strings.ToLower(strings.TrimSpace(code))
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		return s.join(context.WithoutCancel(ctx), tx, customerID, code)
	})
}

func (s *Service) join(ctx context.Context, tx *store.Tx, customerID int64, code string) error {
	inviter, err := account.CustomerByReferralCode(ctx, tx.Queries, code)
	if err != nil {
		return errNoCode(err)
	}
	if inviter.IsB2B {
		return errNoCode(nil)
	}
	if inviter.ID == customerID {
		return fault.Invalid("referral.own_code", "referralCode", "This is your own code. Please enter a friend's.")
	}
	who, err := account.CustomerOf(ctx, tx.Queries, customerID)
	if err != nil {
		return err
	}
	before, err := tx.ReferralOfFriend(ctx, customerID)
	if err == nil && before.CustomerID == inviter.ID {
		return nil
	}
	if err == nil {
		return fault.Conflict("referral.joined_already", "You have entered a friend's code already.")
	}
	if !store.IsNone(err) {
		return fmt.Errorf("referral: of friend %d: %w", customerID, err)
	}
	if may, err := mayJoin(ctx, tx.Queries, who); err != nil {
		return err
	} else if !may {
		return fault.Conflict("referral.rents_already", "A friend's code can be entered before the first rent is paid.")
	}
	id, err := s.joined(ctx, tx, inviter, who)
	if err != nil {
		return err
	}
	if err := tx.Touch(ctx, inviter.ID); err != nil {
		return fmt.Errorf("referral: touch who invited: %w", err)
	}
	event := notify.ReferralJoined{Friend: firstName(who.FullName), Reward: s.settings.Reward}
	if err := s.notices.Send(ctx, tx, inviter.ID, event, fmt.Sprintf("referral/%d/joined", id)); err != nil {
		return fmt.Errorf("referral: tell who invited: %w", err)
	}
	return s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: "friends_code_entered", Object: fmt.Sprintf("referral/%d", id)})
}

// joined marks the invitation as joined, or adds a referral for somebody who came with the code
// alone. It returns the referral's id.
func (s *Service) joined(ctx context.Context, tx *store.Tx, inviter, who account.Customer) (int64, error) {
	now, name := s.now(), firstName(who.FullName)
	invitation, err := tx.ReferralInvitation(ctx, db.ReferralInvitationParams{CustomerID: inviter.ID, Mailbox: netname.Mailbox(who.Email), Mobile: who.Mobile})
	switch {
	case err == nil:
		if invitation.Name != "" {
			name = invitation.Name
		}
		err = tx.ReferralJoin(ctx, db.ReferralJoinParams{
			CustomerID: inviter.ID, ID: invitation.ID, FriendID: who.ID, Name: name, JoinedAt: now,
			RewardPaise: s.settings.Reward, FriendRewardPaise: s.settings.FriendReward,
		})
	case store.IsNone(err):
		invitation.ID = s.ids.Next()
		err = tx.ReferralAdd(ctx, db.ReferralAddParams{
			CustomerID: inviter.ID, ID: invitation.ID, Name: name, FriendID: who.ID, State: string(Joined), JoinedAt: now, CreatedAt: now,
			RewardPaise: s.settings.Reward, FriendRewardPaise: s.settings.FriendReward,
		})
	}
	if err != nil {
		return 0, fmt.Errorf("referral: customer %d joins: %w", who.ID, err)
	}
	return invitation.ID, nil
}

// mayJoin says whether a customer may enter a friend's code: the customer must not be a business,
// must not have entered a code before, and must not have paid rent yet.
func mayJoin(ctx context.Context, q *db.Queries, who account.Customer) (bool, error) {
	if who.IsB2B {
		return false, nil
	}
	if _, err := q.ReferralOfFriend(ctx, who.ID); err == nil {
		return false, nil
	} else if !store.IsNone(err) {
		return false, fmt.Errorf("referral: of friend %d: %w", who.ID, err)
	}
	paid, err := billing.HasPaidRent(ctx, q, who.ID)
	return !paid, err
}

// errNoCode turns a 404 for the inviter into a 404 for the code. It returns any other error
// unchanged.
func errNoCode(err error) error {
	if err != nil && !fault.Is(err, http.StatusNotFound) {
		return err
	}
	return fault.NotFound("referral.code_unknown", "We do not know this code. Please check it with your friend.")
}
