package api

import (
	"context"

	"rento/internal/account"
	"rento/internal/notify"
)

// NotificationPreferences say by which channels the customer is told of what:
// every category of messages with each of its channels.
type NotificationPreferences struct {
	Preferences []NotificationPreference `json:"preferences"`
}

// NotificationPreference is one of them.
type NotificationPreference struct {
	NotificationChoice
	IsFixed bool `json:"isFixed" doc:"messages about the security of the account cannot be switched off"`
}

// NotificationChoice switches a channel on or off for a category of messages.
type NotificationChoice struct {
	Category  string `json:"category" enum:"security,transactional,service" example:"service"`
	Channel   string `json:"channel" enum:"sms,email,push" example:"email"`
	IsEnabled bool   `json:"isEnabled" example:"false"`
}

type notificationCalls struct{ notices *notify.Service }

func (c *notificationCalls) preferences(ctx context.Context, s account.Session, _ *UserPath) (NotificationPreferences, error) {
	all, err := c.notices.Preferences(ctx, s.CustomerID)
	return NotificationPreferences{each(all, wireNotification)}, err
}

func wireNotification(p notify.Preference) NotificationPreference {
	return NotificationPreference{NotificationChoice{string(p.Category), string(p.Channel), p.Enabled}, p.IsFixed()}
}

type notificationInput struct {
	UserPath
	Body struct {
		Preferences []NotificationChoice `json:"preferences" minItems:"1" maxItems:"20" doc:"what is not named stays as it is"`
	}
}

func (c *notificationCalls) set(ctx context.Context, s account.Session, in *notificationInput) (NotificationPreferences, error) {
	chosen := each(in.Body.Preferences, func(p NotificationChoice) notify.Preference {
		return notify.Preference{Category: notify.Category(p.Category), Channel: notify.Channel(p.Channel), Enabled: p.IsEnabled}
	})
	if err := c.notices.SetPreferences(ctx, s.CustomerID, chosen); err != nil {
		return NotificationPreferences{}, err
	}
	return c.preferences(ctx, s, &in.UserPath)
}
