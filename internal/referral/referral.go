// Package referral lets customers invite others, and rewards both when the friend has paid a first
// rent (docs/referral.md).
//
//	invited ──► joined ──► rewarded
//	    │          └─────► lapsed
//	    └► removed
package referral

import (
	"context"
	"fmt"
	"time"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// State is the state of a referral.
type State string

// States of a referral.
const (
	Invited  State = "invited"  // an invitation was sent
	Joined   State = "joined"   // the friend has entered the code, and has paid no rent yet
	Rewarded State = "rewarded" // the friend has paid a first rent, and both have their reward
	Lapsed   State = "lapsed"   // the friend did not pay in time, or has left
)

// How long things last.
const (
	// keptInvitation is how long an invitation that nobody followed is kept, with the address in
	// it.
	keptInvitation = 90 * 24 * time.Hour
	// paysWithin is how long after joining the friend's first rent earns the rewards.
	paysWithin = 180 * 24 * time.Hour
	// restAfterInvitation is how long an address gets no further invitation.
	restAfterInvitation = 30 * 24 * time.Hour
	year                = 365 * 24 * time.Hour
)

// MaxContacts is how many contacts a customer may keep.
const MaxContacts = 500

// Settings are the operator's settings.
type Settings struct {
	Reward       money.Paise // for the inviter
	FriendReward money.Paise // for the friend
	MostAYear    int64       // for how many friends an inviter is rewarded in any 365 days
}

// Deps are the service's dependencies.
type Deps struct {
	Store    *store.Store
	IDs      *ident.Source
	Clock    calendar.Clock
	Jobs     *jobs.Queue
	Ledger   *ledger.Ledger
	Notices  *notify.Service
	Settings Settings
	// Site is the public address of the company's pages, without a trailing slash.
	Site string
}

// Service is the referral domain. It is safe for concurrent use.
type Service struct {
	store    *store.Store
	ids      *ident.Source
	clock    calendar.Clock
	ledger   *ledger.Ledger
	notices  *notify.Service
	settings Settings
	site     string
	audit    *audit.Log
}

// New returns the service and registers its jobs.
func New(d Deps) *Service {
	if d.Settings.MostAYear == 0 {
		d.Settings.Reward = 0 // nobody can earn the reward, so nobody is promised one
	}
	s := &Service{
		store: d.Store, ids: d.IDs, clock: d.Clock, ledger: d.Ledger, notices: d.Notices, settings: d.Settings, site: d.Site,
		audit: audit.New(d.IDs, d.Clock),
	}
	d.Jobs.Every("referral/reward", jobs.Interval(time.Hour), s.Reward)
	d.Jobs.Every("referral/forget", jobs.Daily(3, 50), s.Forget)
	return s
}

func (s *Service) now() calendar.Instant { return calendar.Stamp(s.clock.Now()) }

// Referral is somebody whom a customer has invited. Reward is what the customer gets or got for it,
// in paise.
type Referral struct {
	ID        int64
	Name      string
	Email     string // "" once the friend has joined
	State     State
	Reward    money.Paise
	CreatedAt calendar.Instant
	EndedAt   calendar.Instant // when it was rewarded or lapsed
}

// Came says who referred a customer. Inviter is a first name, or "" if the inviter has left. Reward
// is what the customer gets or got, in paise, for paying a first rent by PaysBy.
type Came struct {
	Inviter           string
	State             State
	Reward            money.Paise
	JoinedAt, EndedAt calendar.Instant
	PaysBy            calendar.Date
}

// Overview is what a customer sees of their referrals: their code and link, the rewards of inviter
// and friend in paise, and who was invited, the newest first. MayJoin says that the customer may
// enter a friend's code. Came says whose code the customer entered, or is nil.
type Overview struct {
	Code, Link           string
	Reward, FriendReward money.Paise
	MostAYear            int64
	MayJoin              bool
	Came                 *Came
	Referrals            []Referral
}

// Overview returns a customer's referrals.
func (s *Service) Overview(ctx context.Context, customerID int64) (o Overview, err error) {
	err = s.store.Read(ctx, func(q *db.Queries) error {
		who, err := account.CustomerOf(ctx, q, customerID)
		if err != nil {
			return err
		}
		rows, err := q.ReferralsOf(ctx, customerID)
		if err != nil {
			return fmt.Errorf("referral: list: %w", err)
		}
		o = Overview{
			Code: who.ReferralCode, Link: s.link(who), Reward: s.settings.Reward, FriendReward: s.settings.FriendReward,
			MostAYear: s.settings.MostAYear, Referrals: make([]Referral, len(rows)),
		}
		for i, r := range rows {
			o.Referrals[i] = Referral{ID: r.ID, Name: r.Name, Email: r.Email, State: State(r.State), Reward: r.RewardPaise, CreatedAt: r.CreatedAt, EndedAt: r.EndedAt}
			if State(r.State) == Invited {
				o.Referrals[i].Reward = s.settings.Reward
			}
		}
		if o.Came, err = cameBy(ctx, q, customerID); err != nil || o.Came != nil {
			return err
		}
		o.MayJoin, err = mayJoin(ctx, q, who)
		return err
	})
	return o, err
}

// cameBy says whose code a customer entered. It returns nil if there is none.
func cameBy(ctx context.Context, q *db.Queries, customerID int64) (*Came, error) {
	r, err := q.ReferralOfFriend(ctx, customerID)
	if store.IsNone(err) {
		return nil, nil //nolint:nilnil // it is said above
	}
	if err != nil {
		return nil, fmt.Errorf("referral: of friend %d: %w", customerID, err)
	}
	came := &Came{State: State(r.State), Reward: r.FriendRewardPaise, JoinedAt: r.JoinedAt, EndedAt: r.EndedAt, PaysBy: r.JoinedAt.Add(paysWithin).Date()}
	inviter, err := account.CustomerOf(ctx, q, r.CustomerID)
	if err != nil && fault.Of(err) == nil {
		return nil, err
	}
	came.Inviter = firstName(inviter.FullName)
	return came, nil
}

// link is the address of the page that a customer sends to friends.
func (s *Service) link(who account.Customer) string { return s.site + "/invite/" + who.ReferralCode }

// Forget deletes old invitations that nobody followed, and the messages to the people invited.
func (s *Service) Forget(ctx context.Context) error {
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		ctx, before := context.WithoutCancel(ctx), s.now().Add(-keptInvitation)
		if _, err := tx.ReferralInvitationsForget(ctx, before); err != nil {
			return fmt.Errorf("referral: forget invitations: %w", err)
		}
		return notify.ForgetStrangers(ctx, tx, before)
	})
}
