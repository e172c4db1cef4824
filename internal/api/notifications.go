package api

import (
	"context"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/notify"
	"rento/internal/store"
)

// NotificationPreferences has one preference for every category of messages and each of its
// channels.
type NotificationPreferences struct {
	Preferences []NotificationPreference `json:"preferences"`
}

// NotificationPreference says whether the customer gets a category of messages on a channel.
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

// Messages is one page of the messages to the customer, newest first.
type Messages struct {
	Messages []Message `json:"messages"`
	Next     int64     `json:"next" doc:"the before of the next page; 0 after the last"`
}

// Message is one message to the customer, on one or more channels.
type Message struct {
	ID int64            `json:"id"`
	At calendar.Instant `json:"at"`
	// The language stays the same, even if the customer chooses another language later.
	Language string       `json:"language" doc:"in which it was written, ISO 639-1" example:"en"`
	Subject  string       `json:"subject" example:"Your invoice of ₹4,126"`
	Body     string       `json:"body" doc:"its paragraphs, apart by an empty line" example:"Hello Asha,\n\nyour rent invoice KA/26-27/0000459 of ₹4,126 is here."`
	Ways     []MessageWay `json:"ways"`
}

// MessageWay is a channel on which the customer was notified, and its delivery state.
type MessageWay struct {
	Channel string `json:"channel" enum:"sms,email,push" example:"email"`
	State   string `json:"state" enum:"waiting,sent,failed,kept" doc:"kept: nobody sends on this channel" example:"sent"`
}

type notificationCalls struct {
	store   *store.Store
	notices *notify.Service
}

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

type messagesInput struct {
	UserPath
	Before int64 `query:"before" minimum:"0" doc:"the next of an earlier page; the newest messages without it"`
}

func (c *notificationCalls) messages(ctx context.Context, s account.Session, in *messagesInput) (Messages, error) {
	told, next, err := notify.History(ctx, c.store.Queries(), s.CustomerID, in.Before)
	return Messages{each(told, wireMessage), next}, err
}

func wireMessage(m notify.HistoryEntry) Message {
	ways := each(m.Ways, func(w notify.Way) MessageWay { return MessageWay{string(w.Channel), w.State} })
	return Message{m.ID, m.At, string(m.Language), m.Subject, m.Body, ways}
}
