package referral

import (
	"context"
	"errors"
	"fmt"

	"rento/internal/audit"
	"rento/internal/billing"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// SourceType is the source type of the ledger entries for rewards.
const SourceType = "referral"

// Reward gives both rewards for each friend who has paid a first rent, and ends the referrals of
// friends who did not pay in time. If one reward fails, the others are still given.
func (s *Service) Reward(ctx context.Context) error {
	var failed []error
	for last := (db.Referral{}); ; {
		rows, err := s.store.Queries().ReferralsJoined(ctx, last.CustomerID, last.ID)
		if err != nil {
			return fmt.Errorf("referral: read who joined: %w", err)
		}
		if len(rows) == 0 {
			return errors.Join(failed...)
		}
		for _, r := range rows {
			if err := s.reward(ctx, r); err != nil {
				failed = append(failed, fmt.Errorf("referral: reward %d: %w", r.ID, err))
			}
		}
		last = rows[len(rows)-1]
	}
}

func (s *Service) reward(ctx context.Context, r db.Referral) error {
	paid, err := billing.HasPaidRent(ctx, s.store.Queries(), r.FriendID)
	if err != nil {
		return err
	}
	late := r.JoinedAt.Add(paysWithin) < s.now()
	if !paid && !late {
		return nil
	}
	return s.store.Write(ctx, r.CustomerID, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		if !paid {
			return s.end(ctx, tx, r, Lapsed)
		}
		return s.rewardBoth(ctx, tx, r)
	})
}

// end ends a referral. If the referral has ended meanwhile, it stays as it is.
func (s *Service) end(ctx context.Context, tx *store.Tx, r db.Referral, to State) error {
	_, err := tx.ReferralEnd(ctx, db.ReferralEndParams{CustomerID: r.CustomerID, ID: r.ID, State: string(to), EndedAt: s.now()})
	if err != nil {
		return fmt.Errorf("end it as %s: %w", to, err)
	}
	return nil
}

func (s *Service) rewardBoth(ctx context.Context, tx *store.Tx, r db.Referral) error {
	rewarded, err := tx.ReferralRewardedSince(ctx, r.CustomerID, s.now().Add(-year))
	if err != nil {
		return fmt.Errorf("count rewards: %w", err)
	}
	// Read the referral again in the transaction: if an account was erased meanwhile, the referral
	// has ended or that account gets nothing.
	now, err := tx.ReferralOfFriend(ctx, r.FriendID)
	if err != nil {
		return fmt.Errorf("read again: %w", err)
	}
	if State(now.State) != Joined {
		return nil
	}
	if rewarded < s.settings.MostAYear {
		if err := s.give(ctx, tx, now, now.CustomerID, now.RewardPaise, true); err != nil {
			return err
		}
	} else if err := s.withhold(ctx, tx, now); err != nil {
		return err
	}
	if err := s.give(ctx, tx, now, now.FriendID, now.FriendRewardPaise, false); err != nil {
		return err
	}
	if err := tx.Touch(ctx, now.FriendID); err != nil {
		return fmt.Errorf("touch the friend: %w", err)
	}
	return s.end(ctx, tx, now, Rewarded)
}

// withhold cancels the inviter's reward, because the inviter has reached the yearly limit.
func (s *Service) withhold(ctx context.Context, tx *store.Tx, r db.Referral) error {
	if err := tx.ReferralWithhold(ctx, r.CustomerID, r.ID); err != nil {
		return fmt.Errorf("withhold a reward: %w", err)
	}
	return nil
}

// give credits a reward to a wallet as promotional credit, and tells the customer.
func (s *Service) give(ctx context.Context, tx *store.Tx, r db.Referral, to int64, amount money.Paise, inviter bool) error {
	if amount == 0 {
		return nil
	}
	_, posted, err := s.ledger.Post(ctx, tx, ledger.Entry{
		CustomerID: to, SourceType: SourceType, SourceID: fmt.Sprint(r.ID), At: s.now(), Description: "Referral reward",
		Legs: []ledger.Leg{ledger.Debit(ledger.Promotion, amount), ledger.Credit(ledger.PromotionalCredit, amount)},
	})
	if err != nil || !posted {
		return err
	}
	event := notify.ReferralRewarded{Amount: amount}
	if inviter {
		event.Friend = firstName(r.Name)
	}
	if err := s.notices.Send(ctx, tx, to, event, fmt.Sprintf("referral/%d/rewarded", r.ID)); err != nil {
		return fmt.Errorf("tell of a reward: %w", err)
	}
	return s.audit.Record(ctx, tx, audit.Entry{CustomerID: to, Action: "referral_reward_given", Object: fmt.Sprintf("referral/%d", r.ID), Amount: amount})
}
