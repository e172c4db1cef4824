package api

import (
	"context"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/referral"
)

// Referrals says how a customer can invite others, and whom they have invited.
type Referrals struct {
	ReferralCode       string       `json:"referralCode" example:"k3x9m2qa"`
	ReferralLink       string       `json:"referralLink" doc:"a page for whoever is invited" example:"https://rento.example/invite/k3x9m2qa"`
	RewardAmount       money.Amount `json:"rewardAmount" doc:"what the customer gets for the next friend who pays a first rent; 0 for nothing"`
	FriendRewardAmount money.Amount `json:"friendRewardAmount" doc:"what the friend then gets; 0 for nothing"`
	CanJoin            bool         `json:"canJoin" doc:"the customer may enter a friend's code"`
	MostAYear          int64        `json:"mostAYear" doc:"how many friends earn the customer promotional credit within 365 days" example:"20"`
	Came               *CameBy      `json:"cameBy,omitempty" doc:"whose code the customer has entered; absent for nobody's"`
	Referrals          []Referral   `json:"referrals"`
}

// Referral is a person who was invited.
type Referral struct {
	ID           int64            `json:"id"`
	Name         string           `json:"name" doc:"empty for an invitation by mail alone" example:"Bilal"`
	Email        string           `json:"email,omitempty" doc:"until the friend has joined" example:"bilal@example.com"`
	Status       string           `json:"status" enum:"invited,joined,rewarded,lapsed" doc:"joined: has entered the code; rewarded: has paid a first rent; lapsed: has paid none in time"`
	RewardAmount money.Amount     `json:"rewardAmount" doc:"what the customer gets or got for it"`
	Created      calendar.Instant `json:"created"`
	Ended        calendar.Instant `json:"ended,omitzero" doc:"when it was rewarded or lapsed"`
}

// CameBy is the result of the code that the customer has entered.
type CameBy struct {
	Inviter      string           `json:"inviter" doc:"first name; empty when their account is gone" example:"Asha"`
	Status       string           `json:"status" enum:"joined,rewarded,lapsed"`
	RewardAmount money.Amount     `json:"rewardAmount" doc:"what the customer gets or got; 0 for nothing"`
	Entered      calendar.Instant `json:"entered"`
	PaysBy       calendar.Date    `json:"paysBy" doc:"until when the first rent has to be paid"`
	Ended        calendar.Instant `json:"ended,omitzero" doc:"when it was rewarded or lapsed"`
}

// Contacts is one page of a customer's contacts.
type Contacts struct {
	Contacts []Contact `json:"contacts"`
	Next     string    `json:"next,omitempty" doc:"the after of the next page; absent after the last"`
}

// Contact is a person whom a customer may invite.
type Contact struct {
	ID           int64  `json:"id"`
	Name         string `json:"name" example:"Bilal Khan"`
	MobileNumber string `json:"mobileNumber" example:"9876543210"`
	Email        string `json:"email,omitempty" example:"bilal@example.com"`
	Invited      bool   `json:"invited"`
}

// ContactCount is the number of contacts.
type ContactCount struct {
	Count int64 `json:"count"`
}

// InvitedContacts says how many contacts were invited.
type InvitedContacts struct {
	Success bool `json:"success"`
	Invited int  `json:"invited" doc:"without those who were invited before"`
}

type referralCalls struct {
	service *referral.Service
	lists   pager
}

func (c *referralCalls) overview(ctx context.Context, s account.Session, _ *Nothing) (Referrals, error) {
	o, err := c.service.Overview(ctx, s.CustomerID)
	return Referrals{
		ReferralCode: o.Code, ReferralLink: o.Link, RewardAmount: o.Reward.Wire(), FriendRewardAmount: o.FriendReward.Wire(), CanJoin: o.MayJoin,
		Referrals: each(o.Referrals, func(r referral.Referral) Referral {
			return Referral{r.ID, r.Name, r.Email, string(r.State), r.Reward.Wire(), r.CreatedAt, r.EndedAt}
		}),
		MostAYear: o.MostAYear, Came: wireCame(o.Came),
	}, err
}

func wireCame(c *referral.Came) *CameBy {
	if c == nil {
		return nil
	}
	return &CameBy{c.Inviter, string(c.State), c.Reward.Wire(), c.JoinedAt, c.PaysBy, c.EndedAt}
}

type inviteByMail struct {
	Body struct {
		EmailID string `json:"emailId" maxLength:"254" example:"bilal@example.com"`
	}
}

func (c *referralCalls) inviteByMail(ctx context.Context, s account.Session, in *inviteByMail) (Ok, error) {
	return done, c.service.InviteByMail(ctx, s.CustomerID, in.Body.EmailID)
}

type joinReferral struct {
	Body struct {
		ReferralCode string `json:"referralCode" maxLength:"32" example:"k3x9m2qa"`
	}
}

func (c *referralCalls) join(ctx context.Context, s account.Session, in *joinReferral) (Ok, error) {
	return done, c.service.Join(ctx, s.CustomerID, in.Body.ReferralCode)
}

func (c *referralCalls) contacts(ctx context.Context, s account.Session, in *PageQuery) (Contacts, error) {
	page, err := c.lists.of("contacts", s, *in)
	if err != nil {
		return Contacts{}, err
	}
	list, next, err := c.service.Contacts(ctx, s.CustomerID, page)
	return Contacts{
		each(list, func(k referral.Contact) Contact { return Contact{k.ID, k.Name, k.Mobile, k.Email, k.Invited} }), c.lists.next("contacts", s, next),
	}, err
}

func (c *referralCalls) count(ctx context.Context, s account.Session, _ *Nothing) (ContactCount, error) {
	n, err := c.service.CountContacts(ctx, s.CustomerID)
	return ContactCount{n}, err
}

type addContacts struct {
	Body struct {
		Contacts []struct {
			Name         string `json:"name" maxLength:"100" example:"Bilal Khan"`
			MobileNumber string `json:"mobileNumber" maxLength:"20" example:"9876543210"`
			Email        string `json:"email,omitempty" maxLength:"254" example:"bilal@example.com"`
		} `json:"contacts" minItems:"1" maxItems:"100"`
		Consent bool `json:"consent" doc:"the customer has agreed that we keep these contacts to invite them"`
	}
}

func (c *referralCalls) add(ctx context.Context, s account.Session, in *addContacts) (Ok, error) {
	if !in.Body.Consent {
		return Ok{}, fault.Invalid("referral.consent_needed", "consent", "Please agree that we keep these contacts to invite them.")
	}
	contacts := make([]referral.Contact, len(in.Body.Contacts))
	for i, k := range in.Body.Contacts {
		contacts[i] = referral.Contact{Name: k.Name, Mobile: k.MobileNumber, Email: k.Email}
	}
	return done, c.service.AddContacts(ctx, s.CustomerID, contacts)
}

type removeContact struct {
	Body struct {
		ContactID int64 `json:"contactId"`
	}
}

func (c *referralCalls) remove(ctx context.Context, s account.Session, in *removeContact) (Ok, error) {
	return done, c.service.RemoveContact(ctx, s.CustomerID, in.Body.ContactID)
}

type inviteContacts struct {
	Body struct {
		ContactIDs []int64 `json:"contactIds" minItems:"1" maxItems:"20"`
	}
}

func (c *referralCalls) invite(ctx context.Context, s account.Session, in *inviteContacts) (InvitedContacts, error) {
	n, err := c.service.InviteContacts(ctx, s.CustomerID, in.Body.ContactIDs)
	return InvitedContacts{err == nil, n}, err
}
