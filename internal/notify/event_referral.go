package notify

import "rento/internal/money"

// ReferralInvited is what a customer has us write to a friend: by which code to
// come, and what the friend then gets.
type ReferralInvited struct {
	Inviter string // first name
	Code    string
	Reward  money.Paise // the friend's reward, 0 for none
}

// Name implements Event.
func (ReferralInvited) Name() string { return "referral_invited" }

// Values implements Event.
func (e ReferralInvited) Values() map[string]any {
	return map[string]any{"inviter": e.Inviter, "code": e.Code, "amount": e.Reward, "rewarded": e.Reward > 0}
}

// ReferralJoined says to who invited that a friend has entered the code.
type ReferralJoined struct {
	Friend string      // first name, or the name that the customer uses
	Reward money.Paise // the inviter's reward, 0 for none
}

// Name implements Event.
func (ReferralJoined) Name() string { return "referral_joined" }

// Values implements Event.
func (e ReferralJoined) Values() map[string]any {
	return map[string]any{"friend": e.Friend, "amount": e.Reward, "rewarded": e.Reward > 0}
}

// ReferralRewarded says that a reward is in the wallet, to who invited Friend, or
// to the friend, for whom Friend is "".
type ReferralRewarded struct {
	Friend string
	Amount money.Paise
}

// Name implements Event.
func (ReferralRewarded) Name() string { return "referral_rewarded" }

// Values implements Event.
func (e ReferralRewarded) Values() map[string]any {
	return map[string]any{"friend": e.Friend, "amount": e.Amount, "invited": e.Friend != ""}
}
